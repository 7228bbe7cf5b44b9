"""Requirements of actions: the reasons against one, and the questions to answer before it.

`act` raises the refusals of `refuse_action`, and `can_take` reports them without acting. Nothing is
refused once the dice of the check have been rolled (see `Execution.carrying_out`). So the choices
are checked here in advance, even those that matter only after a success. The functions named
`_foresee` do this: they evaluate what does not depend on the dice.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, cast

from .. import effects as verbs
from ..amounts import Formula, FormulaPool, Quantity
from ..arguments import door
from ..effects import Allow, Forbid, Modify
from ..entries.actions import Action, Menu, Scene
from ..entries.world import ActionType, Period, Value
from ..record import Entry, FormulaError
from ..situation import id_of, procedures_of, term
from .checks import (
    RollingCharacter,
    best_resistance,
    costs_of,
    difficulty_number,
    entry_of,
    refuse_unpaid,
)
from .effects import (
    apply_effects,
    branch_of,
    can_cure,
    chosen_conditions,
    cures,
    effect_check,
    effect_roll_of,
    find_picks,
    one_effect_roll,
    purchase,
    recipients_of,
    refuse_wrong_cure,
    require_answers,
    rolls,
    words_of,
)
from .effects_in_force import in_force, refuse_unchosen
from .execution import Purchase, TakenBack, UnseenDice, held_entry
from .menus import PickOffer, price_of
from .questions import PARAMETERS, Question, UnansweredError, participant_question
from .state import (
    ActiveEffect,
    PlaySituation,
    RefusedError,
    entry_id,
    every,
    find,
    is_ref,
    shorter,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..effects import Effect, Who
    from ..entries.actions import Against, Check, Pick, Points, Rolled
    from ..entries.tables import Condition
    from ..situation import FormulaValue, Id, Like, Rules
    from .actor import Actor
    from .effects_in_force import EffectInForce
    from .execution import Buys, Execution
    from .state import Names


# Slots: the number of actions of a type that an actor has in a period.


def ids_meaning(action: Action) -> frozenset[str]:
    """Return the ids and words by which effects allow or forbid an action."""
    return frozenset(("actions", action.id, action.type.id))


@door  # checks the types of the arguments at each call
def slots(who: Actor, type: Like[ActionType]) -> int | None:
    """Return how many actions of a type an actor can still take in its period; None for any number.

    The result is 0 if effects in force forbid all actions of the type.
    """
    type = find(who.rules, type, ActionType)
    left = _slots_left(who, type)
    candidates = every(who.rules, "action", Action)
    actions = [action for action in candidates if action.type.id == type.id]
    if left and actions and all(_forbidding(who, action) for action in actions):
        return 0
    return left


def _forbidding(
    who: Actor, action: Action, facts: Names | None = None
) -> EffectInForce | None:
    """Return the first effect in force that forbids an action to an actor."""
    ids = ids_meaning(action)
    for _, applied in in_force(who, Forbid, facts, on=ids):
        if applied.covers(ids):
            return applied
    return None


def _slots_left(who: Actor, type: ActionType) -> int | None:
    """Return how many actions of a type are left in the period, even if they are forbidden.

    The result is None for any number. In a longer period without any of these periods, such as a
    scene without rounds, actions are not counted.
    """
    periods = shorter(who.rules, type.per.entry.key)
    uncounted = who.under_way and who.under_way.isdisjoint(periods)
    if type.count is None or uncounted:
        return None
    extra = sum(applied.by.adds for _, applied in in_force(who, Modify, on=type.id))
    return max(0, type.count + extra - who.used.get(type.id, 0))


class Slot(NamedTuple):
    """The place of an action among those that an actor can take in a period.

    - `counts`: True if it uses one of the actions that its type allows.
    - `once`: if it uses none of those, the effects that allow this further action and are used up.
    """

    counts: bool
    once: tuple[ActiveEffect, ...] = ()


def find_slot(actor: Actor, action: Action) -> Slot:
    """Return the slot that an action would use now. Raises RefusedError if none is left.

    - In turn, the slots of the type are used first, then effects that allow further actions.
    - Out of turn, an effect that allows this action comes first, because the slots are for the
      actor's own turn.
    - If the type has no limit, an effect is consumed only if it allows this very action, not just
      actions in general.
    """
    type = find(actor.rules, action.type, ActionType)
    left = _slots_left(actor, type)
    if left and not in_turn(actor):
        for _, applied in in_force(actor, Allow, on=action.id):
            if applied.once:
                return Slot(counts=False, once=applied.once)
    if left:
        return Slot(counts=True)
    for effect, applied in in_force(actor, Allow, on=ids_meaning(action)):
        consumed = left == 0 or applied.chosen(effect.allow) == action.id
        return Slot(counts=False, once=applied.once if consumed else ())
    if left == 0:
        end = f"the end of the {type.per.entry.name}"
        raise RefusedError(f"{actor} has no {type.name} left until {end}")
    return Slot(counts=False)


def in_turn(who: Actor) -> bool:
    """Return True if a separate period of an actor has begun, such as its turn."""
    return not who.under_way.isdisjoint(who.rules.once(_own_periods))


def _refuse_out_of_turn(actor: Actor, action: Action) -> None:
    """Raise RefusedError if an actor interrupts others without the condition that this requires.

    Actors are out of turn if their turn is over in this round, or if an order of play is kept for
    them and their turn is not under way. Actions without a limit are possible at any time.
    """
    if in_turn(actor) or action.type.entry.count is None:
        return
    is_over = not actor.passed.isdisjoint(actor.rules.once(_own_periods))
    held = {held.condition.id for held in actor.conditions}
    for scene in every(actor.rules, "scene", Scene):
        order = scene.order
        if order is None or order.interrupt_while is None:
            continue
        out_of_turn = is_over or entry_id(order.by) in actor.kept
        in_scene = any(other.id == action.id for other in scene.actions)
        if out_of_turn and in_scene and order.interrupt_while.id not in held:
            condition = order.interrupt_while.entry.name
            raise RefusedError(
                f"it is not {actor}'s turn, and {actor} is not {condition}"
            )


def _own_periods(rules: Rules) -> frozenset[str]:
    """Return the keys of the periods that belong to single actors."""
    periods = every(rules, "period", Period)
    return frozenset(entry.key for entry in periods if entry.belongs_to is not None)


# The reasons against an action, and its open questions.


class _Findings:
    """A context manager that collects refusals and questions, so that all of them are reported.

    Use it several times: `with findings: …` catches and records an error raised in its block.

    - `reasons`: the reasons of the refusals.
    - `questions`: the open questions by key; `asked_for`: the reasons for them.
    - `unworkable`: errors of formulas that lack a value.
    - `with_target`: keys of questions for actors that a missing target would answer.
    """

    def __init__(self) -> None:
        self.reasons: list[str] = []
        self.questions: dict[str, Question] = {}
        self.asked_for: list[str] = []
        self.unworkable: list[FormulaError] = []
        self.with_target: set[str] = set()

    def __enter__(self) -> None:
        pass

    def __exit__(self, _type: object, error: BaseException | None, _at: object) -> bool:
        if error is None:  # the usual case
            return True
        match error:
            case UnansweredError():
                self.ask(error)
            case RefusedError():
                self.reasons += error.reasons
            case FormulaError():
                self.unworkable.append(error)
            case _NotYetError():
                pass  # it depends on the dice, or on the answer to an open question
            case _:
                return False
        return True

    def ask(self, unanswered: UnansweredError) -> None:
        """Add questions that are not there yet."""
        new = {
            question.key: question
            for question in unanswered.questions
            if question.key not in self.questions
            and question.key not in self.with_target
        }
        if new:
            self.asked_for += unanswered.reasons
        self.questions |= new

    def refuse(self) -> None:
        """Raise the refusals, or else the open questions, or else the first unworkable formula.

        Formulas come last, because a formula can fail just because a question is open.
        """
        if self.reasons:
            raise RefusedError(*dict.fromkeys(self.reasons))
        if self.questions:
            raise UnansweredError(self.questions.values(), *self.asked_for)
        for unworkable in self.unworkable:
            raise unworkable


def refuse_action(
    execution: Execution, action: Action
) -> tuple[Slot, tuple[tuple[Points, int], ...]]:
    """Return the slot and the costs of an action. Raises RefusedError if it is not possible.

    Raises UnansweredError with all open questions if there is no other reason, and FormulaError if
    the rules do not define a value. Adds the names for formulas of the action to the execution.
    """
    actor, findings = execution.actor, _Findings()
    if forbidding := _forbidding(actor, action, execution.names):
        name = forbidding.entry.name
        findings.reasons.append(f"{name}: {actor} cannot take {action.name}")
    with findings:
        _refuse_target(execution, action)
    if findings.questions:
        findings.with_target = {PARAMETERS.get(role, role) for role in action.target}
    with findings:
        require_answers(execution, action)
    execution.names["action"] = action
    if action.about is not None:
        with findings:
            execution.names["chosen"] = _condition_about(execution, action)
    situation = execution.situation
    for need in action.needs:
        with findings:
            if not need(situation):
                measured = (
                    f"{ask.name}: {answer}"
                    for key, ask in action.inputs.items()
                    if isinstance(answer := execution.names.get(key), Quantity)
                    and re.search(rf"\b{key}\b", need.text)
                )
                answers = "".join(f" ({text})" for text in measured)
                raise RefusedError(
                    f"{action.name} requires: {need.full_sentence or need.text}{answers}"
                )
    slot = Slot(counts=False)
    costs: tuple[tuple[Points, int], ...] = ()
    with findings:
        costs = costs_of(action.costs, situation)
        refuse_unpaid(actor, costs, action.name)
    with findings:
        _refuse_out_of_turn(actor, action)
        slot = find_slot(actor, action)
    if action.check is not None:
        _foresee_check(findings, execution, action.check)
    _foresee(findings, execution, action.effects)
    findings.refuse()
    return slot, costs


def _refuse_target(execution: Execution, action: Action) -> None:
    """Raise RefusedError for a target that doesn't fit, UnansweredError for a missing one."""
    whom, target = action.target, execution.participants.one("target")
    if whom == ("self",) and target is not execution.actor:
        raise RefusedError(f"{action.name} only works on oneself, not on {target}")
    if whom and not (execution.participants.roles.keys() | {"anyone"}) & set(whom):
        roles = " or ".join(whom)
        missing = participant_question(execution.actor.rules, "target", roles)
        need = f"a character as {roles}"
        if execution.participants.oneself:
            need = f"another character as {roles}"
        raise UnansweredError([missing], f"{action.name} needs {need}")


def _condition_about(execution: Execution, action: Action) -> Condition:
    """Return the condition that an action is about: the chosen one, or that of highest rank."""
    assert action.about is not None
    who = execution.participants.one("target")
    tracks = {track.id for track in action.about.condition}
    chosen = execution.condition if action.about.choose == "chosen" else None
    conditions = [
        held.condition.entry
        for held in who.conditions
        if held.condition.entry.parent.id in tracks
        and (chosen is None or chosen in (held, held.condition.entry))
    ]
    if not conditions:
        condition = term(who.rules, "condition")
        raise RefusedError(f"{who} has no {condition} that {action.name} applies to")
    helped = any(can_cure(execution, condition) for condition in conditions)
    if not helped and cures(execution, action):
        raise RefusedError(f"{action.name} helps with no condition of {who}")
    return max(conditions, key=lambda condition: condition.rank)


# Foresight: checking the effects after a roll in advance, if they do not depend on the dice.


class _NotYetError(Exception):
    """Signal that a formula reads a value that only the dice or an open question will set.

    `name` is the name of the value, or the id of the rating to be rolled.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class _UnrolledCharacter(RollingCharacter):
    """An actor whose rolls are not known yet."""

    def roll(self, of: Id | FormulaPool, procedure: Id | None = None) -> int:  # noqa: ARG002
        """Raise _NotYetError."""
        raise _NotYetError(str(of) if isinstance(of, FormulaPool) else id_of(of))


class _SituationBefore(PlaySituation):
    """The situation of an execution before the dice fall."""

    def __init__(self, execution: Execution) -> None:
        actor, names = execution.actor, execution.names
        character = _UnrolledCharacter(actor, execution.rng, names)
        target = execution.participants.target
        targeted = target and _UnrolledCharacter(target, execution.rng)
        super().__init__(actor.rules, names, character, targeted)

    def find(self, name: str) -> FormulaValue:
        """Return the value of a name. Raises _NotYetError if it is not set."""
        owner, _, _ = name.rpartition(".")  # `row` of `row.damage`
        if name not in self.names and owner not in self.names:
            raise _NotYetError(owner or name)
        return super().find(name)


def _foresee_if(
    findings: _Findings, execution: Execution, formula: Formula[bool] | None
) -> bool | None:
    """Return the result of an `if` before the dice fall; None if there is none, or the dice decide.

    Raises _NotYetError if the result depends on an open question, so questions that follow from it
    wait for the answer.
    """
    if formula is None:
        return None
    try:
        return formula(_SituationBefore(execution))
    except _NotYetError as unknown:
        if unknown.name in findings.questions:
            raise
        return None


def _foresee_check(
    findings: _Findings, execution: Execution, check: Check, *, rolling: bool = False
) -> None:
    """Collect the refusals and questions of a check and of the effects that can follow.

    With `rolling`, the check is an effect roll, which leads to no other.
    """
    against = check.against
    # If an open question decides about `skip_if`, the roll is not checked yet.
    skipped: bool | None = True
    with findings:
        skipped = _foresee_if(findings, execution, check.skip_if)
    if not skipped:
        ratings = check.with_ or ("chosen",)
        for rating in ratings if rolling else ():
            if is_ref(rating) and isinstance(rating.entry, Value):
                with findings:
                    _SituationBefore(execution).value(rating.id, FormulaPool)
        resisting: tuple[Rolled, ...] = ()
        if against is not None:
            resisting = (*against.fixed, *against.roll, *against.resistance)
            if against.difficulty is not None:
                with findings:
                    difficulty_number(against.difficulty, _SituationBefore(execution))
        if "chosen" in ratings or "chosen" in resisting:
            with findings:
                entry_of("chosen", _SituationBefore(execution))
        elif against is not None and rolling and resisting:
            with findings:
                _foresee_resistance(execution, against, resisting)
    if skipped:
        effects = (*check.success, *check.always)
    else:
        effects = (*_outcome_effects(execution, check), *check.all_effects)
    _foresee(findings, execution, effects, rolling=rolling)


def _foresee_resistance(
    execution: Execution, against: Against, ratings: Sequence[Rolled]
) -> None:
    """Raise RefusedError if the opponent of an effect roll has nothing to resist with."""
    if not all(map(is_ref, ratings)):
        return  # a formula can read the roll before
    trial = execution.separate_part(execution.choices, execution.entry)
    trial.rng = UnseenDice()
    with TakenBack(*execution.participants.everyone):
        best_resistance(trial, execution.participants.one("opponent"), against)


def _outcome_effects(execution: Execution, check: Check) -> Iterator[Effect]:
    """Yield the effects of the outcomes of each procedure that can roll a check."""
    rules = execution.actor.rules
    ratings: list[Entry] = []
    for rating in check.with_ or ("chosen",):
        with suppress(RefusedError, FormulaError, _NotYetError):
            ratings.append(entry_of(rating, _SituationBefore(execution)))
    for procedure in procedures_of(rules, check, ratings):
        for outcome in procedure.outcomes:
            yield from outcome.effects


def _foresee(
    findings: _Findings,
    execution: Execution,
    effects: Iterable[Effect],
    *,
    rolling: bool = False,
) -> None:
    """Collect the refusals and questions of effects that can happen: choices, roles, amounts."""
    for effect in effects:
        with findings:
            if _can_happen(findings, execution, effect):
                _foresee_effect(findings, execution, effect, rolling=rolling)


def _can_happen(findings: _Findings, execution: Execution, effect: Effect) -> bool:
    """Return False if the `if` of an effect is already known to be false."""
    return _waits(effect) or _foresee_if(findings, execution, effect.if_) is not False


def _waits(effect: Effect) -> bool:
    """Return True if formulas of an effect are evaluated only later.

    This is the case for an effect that waits for its moment, and for a Resist, whose formulas are
    evaluated when the character resists.
    """
    return effect.at is not None or isinstance(effect, verbs.Resist)


def _foresee_effect(
    findings: _Findings, execution: Execution, effect: Effect, *, rolling: bool
) -> None:
    """Collect the refusals and questions of one effect; raise those about its choices and roles."""
    match effect:
        case verbs.OneOf(one_of=branches):
            possible = [
                branch
                for branch in branches
                if _can_happen(findings, execution, branch)
            ]
            if len(possible) > 1:  # a single branch needs no choice
                possible = [branch_of(execution, effect, effect)]
            _foresee(findings, execution, possible, rolling=rolling)
            return
        case verbs.Buy():
            buys = execution.choices.buys
            if not callable(buys):  # a function is called once the dice have fallen
                _foresee_purchases(findings, execution, effect, buys)
            return
        case verbs.Roll():
            if not rolling:
                entry = effect_roll_of(execution, effect)
                inner = execution.part(execution.choices, entry)
                check = entry.check.but(with_=(effect.with_,))
                with suppress(_NotYetError):  # the dice can decide what is rolled
                    check = effect_check(_SituationBefore(execution), effect, entry)
                _foresee_check(findings, inner, check, rolling=True)
        case verbs.Recover(recover=str()) | verbs.SetDuration(set_duration=str()):
            _foresee_cure(execution, effect)
        case _ if effect.stands:
            refuse_unchosen(execution, effect)
        case _:
            pass
    recipients_of(execution, effect)
    if _waits(effect):
        return
    for name, value in vars(effect).items():
        if isinstance(value, Formula) and name != "if_":  # evaluated before
            formula = cast("Formula[object]", value)
            if formula.value is None:  # constants are never refused
                with findings:
                    formula(_SituationBefore(execution))


def _foresee_cure(
    execution: Execution, effect: verbs.Recover | verbs.SetDuration
) -> None:
    """Raise RefusedError if a cure helps against no condition, or not against the chosen one."""
    chosen = execution.condition
    if _waits(effect):
        return
    if chosen is not None:
        refuse_wrong_cure(execution, effect, held_entry(chosen, execution.actor.rules))
    if isinstance(effect, verbs.Recover):
        for who in recipients_of(execution, effect):
            chosen_conditions(execution, who, effect.recover)


def refuse_purchases(execution: Execution, effect: verbs.Buy, buys: Buys) -> None:
    """Raise RefusedError for invalid or useless purchases, UnansweredError for open questions."""
    findings = _Findings()
    with findings:
        _foresee_purchases(findings, execution, effect, buys)
    findings.refuse()
    menu = find(execution.actor.rules, effect.buy, Menu)
    with TakenBack(*execution.participants.everyone):
        for buying, pick in find_picks(execution, menu, buys):
            refuse_useless(purchase(execution, effect, buying, pick), pick)
            if rolls(pick):  # later purchases depend on its dice
                return


def _foresee_purchases(
    findings: _Findings, execution: Execution, effect: verbs.Buy, buys: Buys
) -> None:
    """Collect the refusals and questions of purchases and of their effects."""
    menu = find(execution.actor.rules, effect.buy, Menu)
    for buying, pick in find_picks(execution, menu, buys):
        with findings:
            _foresee(findings, purchase(execution, effect, buying, pick), pick.effects)


def refuse_useless(execution: Execution, pick: Pick) -> None:
    """Try a purchase with `UnseenDice`. Raises RefusedError if it is impossible or changes nothing.

    `execution` is the execution of the purchase. Actors change, so call this in a TakenBack. Picks
    that roll are not tried, because their result depends on the dice.
    """
    if rolls(pick):
        if execution.rolled:
            raise RefusedError(one_effect_roll(execution.actor.rules))
        return
    trial = execution.separate_part(execution.choices, pick)
    trial.rng, trial.decided = UnseenDice(), False
    everyone = execution.participants.everyone
    before = [who.state() for who in everyone]
    apply_effects(trial, pick, pick.effects)
    applied = (line.effect for line in trial.log)
    # These change no actor, but they are not useless.
    if any(isinstance(effect, verbs.Narrate | verbs.Move) for effect in applied):
        return
    if not trial.waiting and before == [who.state() for who in everyone]:
        reasons = [line.text for line in trial.log]
        raise RefusedError(*reasons or ["this would change nothing"])


def offer_of(execution: Execution, effect: verbs.Buy, pick: Pick) -> PickOffer:
    """Return the offer of a pick that the ranks pay for, in the current state.

    The pick is tried without a choice, then for each role that the menu is for, then, if it is
    about a condition, for each condition of the actors in these roles. If all trials are refused,
    `reason` is the reason of the first one.
    """
    roles = execution.participants.roles
    any_role = not effect.to or "chosen" in effect.to
    whom: list[Who] = [role for role in roles if any_role or role in effect.to]
    plain = Purchase(pick=pick)
    purchases = [plain, *(plain.but(recipient=role) for role in whom)]
    if "chosen-condition" in words_of(pick):
        purchases += [
            plain.but(recipient=role, condition=held)
            for role in whom
            for who in roles[role]
            for held in who.conditions
        ]
    price = price_of(pick, execution)
    offer = PickOffer(pick=pick, cost=price, rules=execution.actor.rules)
    reason = ""
    for buying in purchases:
        try:
            refuse_purchases(execution, effect, [buying])
        except UnansweredError as unanswered:
            return offer.but(needs=unanswered.questions)
        except RefusedError as refused:
            reason = reason or f"{pick.title}: {refused}"
        else:
            return offer
    return offer.but(reason=reason)
