"""What an action takes before dice fall: what speaks against it, and what has to be known first.

`act` refuses what `refuse_action` refuses, and `may` tells it without doing anything. Once the dice
of its check have fallen nothing is refused any more: what cannot happen then is told (see
`Execution.carrying_out`). So what was chosen is looked at here, and what is only for a success too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from .. import effects as verbs
from ..amounts import DieCode, Formula
from ..arguments import door
from ..effects import Allow, Forbid, Modify
from ..entries.actions import Action, Menu
from ..entries.world import ActionType, Value
from ..record import Unworkable
from ..situation import Situation, id_of, term
from .checks import (
    RollingCharacter,
    costs_of,
    difficulty_number,
    entry_of,
    refuse_unpaid,
)
from .effects import (
    apply_effects,
    branch_of,
    chosen_conditions,
    effect_check,
    effect_roll_of,
    one_effect_roll,
    picked,
    purchase,
    recipients_of,
    refuse_wrong_cure,
    require_answers,
    rolls,
    words_of,
)
from .effects_in_force import in_force, is_owned, refuse_unchosen
from .execution import Buying, TakenBack, UnseenDice, condition_of
from .menus import PickOffer
from .questions import PARAMETERS, Question, Unanswered, somebody
from .state import Active, Refused, every, find, is_ref

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..effects import Effect, Who
    from ..entries.actions import Check, Pick, Points, Rolled
    from ..entries.tables import Condition
    from ..situation import FormulaValue, Id, Naming
    from .being import Being
    from .effects_in_force import EffectInForce
    from .execution import Buys, Execution
    from .state import Names


# Slots: how many actions of a type a being has in a period.


def ids_meaning(action: Action) -> frozenset[str]:
    """Return the ids and words by which effects allow or forbid an action."""
    return frozenset(("actions", action.id, action.type.id))


@door
def slots(who: Being, type: Naming[ActionType]) -> int | None:
    """How many actions of a type a being can take yet in its period; None for any number.

    There are none where effects in force forbid all actions of the type.
    """
    type = find(who.rules, type, ActionType)
    left = _slots_left(who, type)
    actions = [
        action
        for action in every(who.rules, "action", Action)
        if action.type.id == type.id
    ]
    if left and actions and all(_forbidding(who, action) for action in actions):
        return 0
    return left


def _forbidding(
    who: Being, action: Action, facts: Names | None = None
) -> EffectInForce | None:
    """Return the first effect in force that forbids an action to a being."""
    meant = ids_meaning(action)
    for _, applied in in_force(who, Forbid, facts, on=meant):
        if applied.covers(meant):
            return applied
    return None


def _slots_left(who: Being, type: ActionType) -> int | None:
    """What is left of the count of a type in the period, whatever is forbidden."""
    if type.count is None:
        return None
    more = sum(applied.by.adds for _, applied in in_force(who, Modify, on=type.id))
    return max(0, type.count + more - who.used.get(type.id, 0))


class Slot(NamedTuple):
    """What an action takes: one of its type, if it `counts`, else effects that allow it once."""

    counts: bool
    once: tuple[Active, ...] = ()


def find_slot(actor: Being, action: Action) -> Slot:
    """What an action would take now. Raises Refused where nothing is left.

    An effect that lasts for a number of actions is kept as long as the actor has slots; where any
    number of actions is free, it is consumed only if it allows this very action. Out of turn, such
    an effect comes before the slots, which are for the turn to come.
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
        per = type.per.entry.name
        raise Refused(f"{actor} has no {type.name} left in this {per}")
    return Slot(counts=False)


def in_turn(who: Being) -> bool:
    """True if a period of its own has begun for a being, such as its turn."""
    return any(is_owned(who, period) for period in who.under_way)


# All that speaks against an action, and all that it needs to know.


class _Findings:
    """Collects what is refused in the blocks that it is the context of, and goes on behind them.

    Who is still asked for as a target is not asked for as an ally or an opponent besides.
    """

    def __init__(self) -> None:
        self.reasons: list[str] = []
        self.questions: dict[str, Question] = {}
        self.asked_for: list[str] = []
        self.unworkable: list[Unworkable] = []
        self.comes_with_target: set[str] = set()

    def __enter__(self) -> None:
        pass

    def __exit__(self, _type: object, error: BaseException | None, _at: object) -> bool:
        if error is None:  # as mostly
            return True
        match error:
            case Unanswered():
                self.ask(error)
            case Refused():
                self.reasons += error.reasons
            case Unworkable():
                self.unworkable.append(error)
            case _NotYet():
                pass  # it is said when it is known
            case _:
                return False
        return True

    def ask(self, unanswered: Unanswered) -> None:
        """Note what has to be known; each question once."""
        new = {
            asked.key: asked
            for asked in unanswered.questions
            if asked.key not in self.questions
            and asked.key not in self.comes_with_target
        }
        if new:
            self.asked_for += unanswered.reasons
        self.questions |= new

    def refuse(self) -> None:
        """Raise what was found: rules that speak against it before questions that are open.

        What cannot be worked out counts only if all questions are answered, for it may be due to
        one of them.
        """
        if self.reasons:
            raise Refused(*dict.fromkeys(self.reasons))
        if self.questions:
            raise Unanswered(self.questions.values(), *self.asked_for)
        for unworkable in self.unworkable:
            raise unworkable


def refuse_action(
    execution: Execution, action: Action
) -> tuple[Slot, tuple[tuple[Points, int], ...]]:
    """Raise Refused where an action cannot be taken now; return its slot and costs in points.

    Raises Unanswered, with all questions that are open, where nothing else speaks against it, and
    Unworkable where the rules do not say. Notes in the execution what its formulas know.
    """
    actor, found = execution.actor, _Findings()
    if forbidding := _forbidding(actor, action, execution.names):
        name = forbidding.entry.name
        found.reasons.append(f"{name}: {actor} cannot take {action.name}")
    with found:
        _refuse_target(execution, action)
    if found.questions:
        found.comes_with_target = {PARAMETERS.get(role, role) for role in action.whom}
    with found:
        require_answers(execution, action)
    execution.names["action"] = action
    if action.about is not None:
        with found:
            execution.names["chosen"] = _about(execution, action)
    situation = execution.situation
    for need in action.needs:
        with found:
            if not need(situation):
                raise Refused(f"{action.name} needs: {need.sentence or need.text}")
    slot = Slot(counts=False)
    costs: tuple[tuple[Points, int], ...] = ()
    with found:
        costs = costs_of(action.costs, situation)
        refuse_unpaid(actor, costs, action.name)
    with found:
        slot = find_slot(actor, action)
    if action.check is not None:
        _foresee_check(found, execution, action.check)
    _foresee(found, execution, action.effects)
    found.refuse()
    return slot, costs


def _refuse_target(execution: Execution, action: Action) -> None:
    whom, target = action.whom, execution.participants.one("target")
    if whom == ("self",) and target is not execution.actor:
        raise Refused(f"{action.name} is for oneself, not for {target}")
    if (
        whom
        and "self" not in whom
        and not execution.participants.roles.keys() & set(whom)
    ):
        roles = " or ".join(whom)
        missing = somebody(execution.actor.rules, "target", roles)
        somebody_as = f"somebody as {roles}"
        if execution.participants.oneself:
            somebody_as = f"somebody else as {roles}, not oneself"
        raise Unanswered([missing], f"{action.name} needs {somebody_as}")


def _about(execution: Execution, action: Action) -> Condition:
    """The condition that an action is about: the one chosen, else that of the highest rank."""
    assert action.about is not None
    who = execution.participants.one("target")
    tracks = {track.id for track in action.about.condition}
    wanted = execution.condition if action.about.choose == "chosen" else None
    conditions = [
        held.condition.entry
        for held in who.conditions
        if held.condition.entry.parent.id in tracks
        and (wanted is None or wanted in (held, held.condition.entry))
    ]
    if not conditions:
        condition = term(who.rules, "condition")
        raise Refused(f"{who} has no {condition} that {action.name} could be about")
    return max(conditions, key=lambda condition: condition.rank)


# What comes after the dice is foreseen, as far as it does not depend on them.


class _NotYet(Exception):  # noqa: N818
    """A formula asks for what nobody knows before the dice fall, or a question is answered.

    `what` is the name, or the id of what is rolled.
    """

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class _Foreseeing(RollingCharacter):
    """A being whose rolls are not known yet."""

    def roll(self, of: Id) -> int:
        """Raises _NotYet."""
        raise _NotYet(id_of(of))


class _Foreseen(Situation):
    """The situation of an execution before the dice fall."""

    def __init__(self, execution: Execution) -> None:
        actor, names = execution.actor, execution.names
        character = _Foreseeing(actor, execution.rng, names)
        super().__init__(actor.rules, names, character)

    def find(self, name: str) -> FormulaValue:
        """What a name stands for. Raises _NotYet where nothing says it."""
        owner, _, _ = name.rpartition(".")
        if name not in self.names and owner not in self.names:
            raise _NotYet(owner or name)
        return super().find(name)


def _foretold(
    found: _Findings, execution: Execution, formula: Formula[bool] | None
) -> bool | None:
    """Whether a formula holds; None where there is none, or the dice decide.

    Raises _NotYet where that depends on a question: what it leads to is asked after it.
    """
    if formula is None:
        return None
    try:
        return formula(_Foreseen(execution))
    except _NotYet as unknown:
        if unknown.what in found.questions:
            raise
        return None


def _foresee_check(
    found: _Findings, execution: Execution, check: Check, *, rolling: bool = False
) -> None:
    """Look at what a check, and all that may follow from it, takes.

    With `rolling`, it is itself an effect roll, which leads to no other.
    """
    against = check.against
    skipped: bool | None = True
    with found:
        skipped = _foretold(found, execution, check.skip_if)
    if not skipped:
        made_with = check.with_ or ("chosen",)
        for rating in made_with if rolling else ():
            if is_ref(rating) and isinstance(rating.entry, Value):
                with found:
                    _Foreseen(execution).value(rating.id, DieCode)
        resisting: tuple[Rolled, ...] = ()
        if against is not None:
            resisting = (*against.fixed, *against.roll, *against.resistance)
            if against.difficulty is not None:
                with found:
                    difficulty_number(against.difficulty, _Foreseen(execution))
        if "chosen" in made_with or "chosen" in resisting:
            with found:
                entry_of("chosen", _Foreseen(execution))
    unless_skipped = () if skipped else check.failure
    effects = (*check.success, *unless_skipped, *check.always)
    _foresee(found, execution, effects, rolling=rolling)


def _foresee(
    found: _Findings,
    execution: Execution,
    effects: Iterable[Effect],
    *,
    rolling: bool = False,
) -> None:
    """Look at the choices and amounts of effects that may happen, and whom they happen to."""
    for effect in effects:
        with found:
            if _may_happen(found, execution, effect):
                _foresee_effect(found, execution, effect, rolling=rolling)


def _may_happen(found: _Findings, execution: Execution, effect: Effect) -> bool:
    return _waits(effect) or _foretold(found, execution, effect.if_) is not False


def _waits(effect: Effect) -> bool:
    """Whether its formulas are for a later moment, or for what will be resisted."""
    return effect.at is not None or isinstance(effect, verbs.Resist)


def _foresee_effect(
    found: _Findings, execution: Execution, effect: Effect, *, rolling: bool
) -> None:
    match effect:
        case verbs.OneOf(one_of=branches):
            left = [one for one in branches if _may_happen(found, execution, one)]
            if len(left) > 1:
                left = [branch_of(execution, effect, effect)]
            _foresee(found, execution, left, rolling=rolling)
            return
        case verbs.Buy():
            buys = execution.choices.buys
            if not callable(buys):  # a function is asked once the dice have fallen
                _foresee_purchases(found, execution, effect, buys)
            return
        case verbs.Roll():
            if not rolling:
                entry = effect_roll_of(execution, effect)
                part = execution.part(execution.choices, entry)
                check = effect_check(execution, effect, entry)
                _foresee_check(found, part, check, rolling=True)
        case verbs.Recover(recover=str()) | verbs.Retime(retime=str()):
            _foresee_cure(execution, effect)
        case _ if effect.stands:
            refuse_unchosen(execution, effect)
        case _:
            pass
    recipients_of(execution, effect)
    if _waits(effect):
        return
    for name, value in vars(effect).items():
        if isinstance(value, Formula) and name != "if_":  # that has been looked at
            formula = cast("Formula[object]", value)
            if formula.value is None:  # a plain value is never refused
                with found:
                    formula(_Foreseen(execution))


def _foresee_cure(execution: Execution, effect: verbs.Recover | verbs.Retime) -> None:
    """Raise Refused where an action helps against nothing, or not against what was chosen."""
    chosen = execution.condition
    if _waits(effect):
        return
    if chosen is not None:
        refuse_wrong_cure(execution, effect, condition_of(chosen))
    elif isinstance(effect, verbs.Recover):
        for who in recipients_of(execution, effect):
            chosen_conditions(execution, who, effect.recover)


def refuse_purchases(execution: Execution, effect: verbs.Buy, buys: Buys) -> None:
    """Raise Refused for purchases that do not fit, or Unanswered for what they need to know."""
    found = _Findings()
    with found:
        _foresee_purchases(found, execution, effect, buys)
    found.refuse()
    menu = find(execution.actor.rules, effect.buy, Menu)
    with TakenBack(*execution.participants.everyone):
        for buying, pick in picked(menu, buys):
            part = purchase(execution, effect, buying, pick)
            refuse_useless(part, pick)
            if rolls(pick):
                return


def _foresee_purchases(
    found: _Findings, execution: Execution, effect: verbs.Buy, buys: Buys
) -> None:
    menu = find(execution.actor.rules, effect.buy, Menu)
    for buying, pick in picked(menu, buys):
        with found:
            part = purchase(execution, effect, buying, pick)
            _foresee(found, part, pick.effects)


def refuse_useless(part: Execution, pick: Pick) -> None:
    """Let a purchase happen with dice that nobody sees; whoever tries it takes that back.

    Raises Refused where it cannot happen, or changes nothing. What comes of a roll nobody knows.
    """
    if rolls(pick):
        if part.rolled:
            raise Refused(one_effect_roll(part.actor.rules))
        return
    trial = part.apart(part.choices, pick)
    trial.rng, trial.decided = UnseenDice(), False
    everyone = part.participants.everyone
    before = [who.state() for who in everyone]
    apply_effects(trial, pick, pick.effects)
    told = (happening.effect for happening in trial.happenings)
    if any(isinstance(effect, verbs.Narrate | verbs.Move) for effect in told):
        return
    if not trial.waiting and before == [who.state() for who in everyone]:
        words = [happening.text for happening in trial.happenings]
        raise Refused(*words or ["this would change nothing"])


def offer_of(execution: Execution, effect: verbs.Buy, pick: Pick) -> PickOffer:
    """What is offered to whoever has ranks enough for a pick, as things are now.

    It cannot be had if it is refused for everybody that the menu is for and, where that is chosen,
    for each of their conditions. `why_not` is then what speaks against buying it without a choice.
    """
    roles = execution.participants.roles
    anybody = not effect.to or "chosen" in effect.to
    whom: list[Who] = [role for role in roles if anybody or role in effect.to]
    plain = Buying(pick=pick)
    ways = [plain, *(plain.but(whom=role) for role in whom)]
    if "chosen-condition" in words_of(pick):
        ways += [
            plain.but(whom=role, condition=held)
            for role in whom
            for who in roles[role]
            for held in who.conditions
        ]
    offer = PickOffer(pick=pick, cost=pick.cost, rules=execution.actor.rules)
    why_not = ""
    for way in ways:
        try:
            refuse_purchases(execution, effect, [way])
        except Unanswered as unanswered:
            return offer.but(needs=unanswered.questions)
        except Refused as refused:
            why_not = why_not or f"{pick.title}: {refused}"
        else:
            return offer
    return offer.but(why_not=why_not)
