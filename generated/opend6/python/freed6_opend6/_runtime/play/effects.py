"""Effects: they are settled, that is worked out in a situation, and applied to beings.

`settled` decides conditions and amounts, and changes nobody: examples compare what it gives.
`apply_effects` settles and applies what follows from a check, an action, a rule or a condition.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, TypeVar, assert_never, cast

from .. import effects as verbs
from ..amounts import DieCode, Formula, Modifier
from ..arguments import door
from ..dice.pool import tokens_of
from ..effects import AnyEffect, Duration, Effect, Who
from ..entries.actions import Action, EffectRoll, Menu, Pick, Points, Rule
from ..entries.dice import MultiplyDice
from ..entries.tables import Condition, Track
from ..entries.world import Ability, Hook, used_together
from ..record import Entry, Ref
from ..situation import RuleRef, Situation, note, term
from .being import rating_chain
from .checks import can_pay, make_check
from .effect_index import (
    changes_points,
    comes_from,
    condition_names,
    is_recurring,
    is_standing,
)
from .effects_in_force import (
    activate,
    begin_duration,
    is_owned,
    is_under_way,
    schedule,
    with_blanks,
)
from .execution import (
    Buying,
    Causes,
    Choices,
    Execution,
    TakenBack,
    Transaction,
    assign_roles,
    condition_of,
    purchases_of,
)
from .menus import OpenMenu, are, in_ranks, too_dear
from .questions import CHOICES, Unanswered, choice_question, fact_question, question
from .state import (
    Active,
    Held,
    Lasting,
    Outcome,
    Refused,
    deciding,
    effects_of,
    entry_id,
    every,
    find,
    find_among,
    find_procedure,
    lookup,
    shorter,
)
from .words import duration_in_words, when_over_in_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ..dice.table import Randomness
    from ..entries.actions import Check
    from ..entries.world import Value
    from ..situation import Naming, Rules
    from .being import Being
    from .execution import Buys


# Settling: conditions are decided, amounts worked out.


T = TypeVar("T")


def settled(effect: Effect, situation: Situation) -> tuple[Effect, ...]:
    """Give the effect with plain amounts, or nothing where its `if` does not hold.

    Names such as `chosen-skill` stay: whoever carries the effect out knows who was chosen. So do
    the formulas of a Resist, its `if` too, which wait for what is resisted. Of a choice, the
    branches are settled; where one is left, it happens, where none is, nothing does.

    Raises Unworkable where the situation does not say what a formula needs.
    """
    waits = isinstance(effect, verbs.Resist)
    if effect.if_ is not None and not waits and not effect.if_(situation):
        return ()
    note(situation.rules, effect)
    if not isinstance(effect, verbs.OneOf) and not any(
        isinstance(value, Formula) for value in vars(effect).values()
    ):
        return (effect,)  # nothing in it is to be worked out

    def worked_out(name: str, value: object) -> object:
        # What is rolled is asked for when it is (`effect_check`).
        if waits or name == "with_" or not isinstance(value, Formula):
            return value
        amount = cast("Formula[object]", value)(situation)
        # By the types of effects, all but modifiers stay formulas.
        return amount if isinstance(amount, Modifier) else constant(amount)

    given: dict[str, Any] = {
        name: worked_out(name, value)
        for name, value in vars(effect).items()
        if name != "if_" or waits
    }
    if isinstance(effect, verbs.OneOf):
        branches = all_settled(effect.one_of, situation)
        if len(branches) > 1:
            given["one_of"] = branches
            return (verbs.OneOf(**given),)
        # A single branch takes over the qualifiers of the choice.
        del given["one_of"]
        return tuple(type(branch)(**{**given, **vars(branch)}) for branch in branches)
    return (type(effect)(**given),)


def all_settled(effects: Iterable[Effect], situation: Situation) -> tuple[Effect, ...]:
    """Give all effects of a list that happen in a situation."""
    return tuple(part for effect in effects for part in settled(effect, situation))


def constant(value: T) -> Formula[T]:
    """Make a formula that always gives this value."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return Formula(text=text, value=value)


# Ranks are spent on picks of a menu.


def purchases(
    execution: Execution, effect: verbs.Buy
) -> Iterator[tuple[Execution, Pick]]:
    """The picks that the ranks of the check are spent on, each with an execution of its own.

    What is too dear, or of no use, is left out and said, not refused: the dice have fallen. With
    the ranks that are left, if they reach for something, the menu waits. Raises Refused for what
    does not fit: is not on the menu, or not so often, or not for the one chosen; and for what is of
    no use, if somebody decided on it after the dice.
    """
    from .requirements import refuse_useless  # it needs this module

    actor, rank = execution.actor, execution.names.get("rank")
    left = rank if isinstance(rank, int) else 0
    opened = OpenMenu(execution, effect, left)
    menu = opened.menu
    with deciding():
        buys = execution.decisions.buys(execution, opened)
        bought = picked(menu, buys)
        if buys is not execution.choices.buys:
            _refuse_late(execution, effect, bought, left)
    for buying, pick in bought:
        part = purchase(execution, effect, buying, pick)
        if pick.cost > left:
            execution.tell(too_dear(pick, left, actor.rules))
            continue
        try:
            with TakenBack(*execution.participants.everyone):
                refuse_useless(part, pick)
        except Refused as useless:
            execution.tell(f"{pick.title}: {useless}", actor)
            continue
        left -= pick.cost
        price = in_ranks(pick.cost, actor.rules)
        execution.tell(f"{actor} buys {pick.title} for {price}", actor)
        yield part, pick
        execution.rolled, execution.decided = part.rolled, part.decided
    rest = OpenMenu(execution, effect, left)
    if rest.in_reach:
        execution.waiting.append(rest)
        left_over = in_ranks(left, actor.rules)
        execution.tell(f"{left_over} left to spend on {menu.name}", actor)
    elif not bought:
        ranks = f"{term(actor.rules, 'rank')} {left}"
        execution.tell(f"with {ranks} nothing can be bought on {menu.name}", actor)


def picked(menu: Menu, buys: Buys) -> list[tuple[Buying, Pick]]:
    """Return purchases with what they buy.

    Raises Refused for what is not on a menu, or not so often.
    """
    bought: list[tuple[Buying, Pick]] = []
    for buying in purchases_of(buys):
        pick = buying.pick
        if not isinstance(pick, Pick):
            pick = find_among(pick, menu.picks, f"pick of {menu.name}")
        bought.append((buying, pick))
    for pick, often in Counter(pick for _, pick in bought).items():
        if pick.parent.id != menu.id:
            raise Refused(f"{pick.title} is not on {menu.name}")
        if pick.at_most is not None and often > pick.at_most:
            times = "once" if pick.at_most == 1 else f"{pick.at_most} times"
            raise Refused(f"{pick.title} can be had {times}")
    return bought


def _refuse_late(
    execution: Execution,
    effect: verbs.Buy,
    bought: Iterable[tuple[Buying, Pick]],
    ranks: int,
) -> None:
    """Raise Refused for purchases that do not fit, of those that so many ranks reach for.

    It is for those that are named only now: what was named beforehand was looked at by then.
    """
    from .requirements import refuse_purchases  # it needs this module

    reached: list[Buying] = []
    for buying, pick in bought:
        if pick.cost <= ranks:
            ranks -= pick.cost
            reached.append(buying)
    refuse_purchases(execution, effect, reached)


def purchase(
    execution: Execution, effect: verbs.Buy, buying: Buying, pick: Pick
) -> Execution:
    """An execution of one purchase. Raises Refused where it is not for whom it is meant."""
    whom = buying.whom
    refuse_for(effect.to, whom)
    _refuse_unasked(pick, buying)
    part = execution.part(buying, pick)
    part.names["cost"] = pick.cost
    if whom is not None:
        part.holder = whom
    elif effect.to:
        part.holder = execution.participants.default_role(effect.to)
    return part


def refuse_for(roles: Sequence[Who], whom: Who | None) -> None:
    """Raise Refused for what is not meant for whom it is for; without roles it is for anybody."""
    if whom is not None and roles and whom not in roles:
        raise Refused(f"this is for {' or '.join(roles)}, not for {whom}")


def rolls(pick: Pick) -> bool:
    """Whether a pick leads to an effect roll."""
    return any(isinstance(effect, verbs.Roll) for effect in effects_of(pick))


def words_of(pick: Pick) -> set[str]:
    """The words of its effects that are a choice wherever they stand, such as `chosen-skill`."""
    return {word for word in _words_in(pick.effects) if word in CHOICES}


def _words_in(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case Formula():
            yield from FORMULA_WORD.findall(value.text)
        case tuple():
            for item in cast("tuple[object, ...]", value):
                yield from _words_in(item)
        case Effect():
            yield from _words_in(tuple(vars(value).values()))
        case _:
            pass


FORMULA_WORD = re.compile(r"[a-z][a-z-]*")


def _refuse_unasked(pick: Pick, buying: Buying) -> None:
    """Raise Refused for a choice that a pick does not ask for; one that rolls may ask for any."""
    if rolls(pick):
        return
    asked = words_of(pick)
    for name, value in buying.given.items():
        if value is not None and name in CHOICES and name not in asked:
            asks = f": it asks for {', '.join(sorted(asked))}" if asked else ""
            raise Refused(f"{pick.title} does not ask for {name}{asks}")


def refuse_too_dear(
    menu: Menu, buys: Buys, rank: int, rules: Rules
) -> list[tuple[Buying, Pick]]:
    """Return what `picked` does. Raises Refused also where ranks that are known do not reach."""
    bought = picked(menu, buys)
    cost = sum(pick.cost for _, pick in bought)
    if cost > rank:
        raise Refused(f"that costs {in_ranks(cost, rules)}, and there {are(rank)}")
    return bought


def buy_later(
    execution: Execution,
    effect: verbs.Buy,
    rank: int,
    buys: Buys,
    rng: Randomness | None,
) -> Outcome:
    """Spend ranks that waited after all else has followed."""
    rules = execution.actor.rules
    bought = refuse_too_dear(find(rules, effect.buy, Menu), buys, rank, rules)
    later = execution.apart(execution.choices.but(buys=buys), execution.entry)
    later.rng = rng or execution.rng
    _refuse_late(later, effect, bought, rank)
    with Transaction(*execution.participants.everyone):
        for part, pick in purchases(later, effect):
            apply_effects(part, pick, pick.effects)
    execution.rolled = later.rolled
    return later.outcome


# Conditions are added and removed.


MOST_CONDITIONS = 1000


def inflicted_condition(
    execution: Execution, effect: verbs.Inflict, who: Being
) -> Condition | None:
    """The condition that an effect inflicts: itself, or that of a rank of its track."""
    entry = find(who.rules, effect.inflict, Entry)
    if isinstance(entry, Condition):
        return entry
    track = find(who.rules, entry, Track)
    if effect.to_rank is not None:
        rank = effect.to_rank(execution.situation)
        return track.at(rank if track.adds_up is None else _added_up(who, track, rank))
    by = 0 if effect.by is None else effect.by(execution.situation)
    return track.at(rank_on(who, track) + by)


def left_behind(
    effect: verbs.Inflict, condition: Condition | None, who: Being
) -> Held | None:
    """The condition that a step back along a track ends: the worst one; None if it ends none.

    On a progressive track, the condition that one steps back to takes its place anyway.
    """
    track = effect.inflict.entry
    if effect.by is None or not isinstance(track, Track):
        return None
    if condition is not None and track.stacking == "progressive":
        return None

    def height(held: Held) -> int:
        return abs(held.condition.entry.rank)

    worst = max(conditions_on(who, track), key=height, default=None)
    rank = 0 if condition is None else abs(condition.rank)
    return worst if worst is not None and rank < height(worst) else None


def _added_up(who: Being, track: Track, rank: int) -> int:
    """What a rank comes to with the conditions of its track that a being has; 0 stays 0."""
    match track.adds_up:
        case "worst" if rank:
            return rank_on(who, track) + rank
        case "all":
            ranks = [held.condition.entry.rank for held in conditions_on(who, track)]
            full = bool(rank) and rank + sum(ranks) >= track.last_rank
            return track.last_rank if full else rank
        case _:
            return rank


def rank_on(who: Being, track: Track) -> int:
    """The rank of a being on a track: that furthest from 0 of its conditions; 0 without any."""
    ranks = [held.condition.entry.rank for held in conditions_on(who, track)]
    return max(ranks, key=abs, default=0)


def conditions_on(who: Being, track: Track) -> list[Held]:
    """The conditions of a track that a being has."""
    ids = {condition.id for condition in track.conditions}
    return [held for held in who.conditions if held.condition.id in ids]


def add_condition(
    who: Being, condition: Condition, rng: Randomness, lasts: Duration | None = None
) -> Held | None:
    """Put a condition on a being; None where nothing was added.

    Progressive conditions replace all others of their track, discrete ones cannot be had twice,
    cumulative ones add up. The start of a track stands for having none. Raises Refused for one more
    than MOST_CONDITIONS: of what brings itself twice with each period there is no end.
    """
    if len(who.conditions) >= MOST_CONDITIONS:
        raise Refused(f"{who} has {MOST_CONDITIONS} conditions: there can be no more")
    track = condition.track
    present = conditions_on(who, track)
    if track.stacking == "progressive":
        set_conditions(who, [held for held in who.conditions if held not in present])
    if track.start is not None and track.start.id == condition.id:
        return None
    ids = {held.condition.id for held in present}
    if track.stacking == "discrete" and condition.id in ids:
        return None
    held = Held(
        condition=RuleRef(condition.id, who.rules),
        lasting=begin_duration(who, lasts or condition.duration, rng),
        cost=abs(condition.rank),
    )
    who.conditions.append(held)
    return held


def set_conditions(who: Being, conditions: Iterable[Held]) -> None:
    """Set the conditions of a being, and end the effects that began with those that are gone.

    Cumulative conditions can be had twice, each with an active copy of its effects. An effect does
    not know which of them it belongs to, so as many copies stay as there are conditions. What
    waits for its next moment and what began at the last one are two things.
    """
    who.conditions = list(conditions)
    if not any(active.began_with for active in who.effects):
        return
    present = Counter(held.condition.id for held in who.conditions)
    seen: Counter[tuple[object, ...]] = Counter()
    effects: list[Active] = []
    for active in who.effects:
        seen[key := (*comes_from(active), active.waits is None)] += 1
        if not active.began_with or seen[key] <= present[active.began_with]:
            effects.append(active)
    who.effects = effects


def remove_condition(who: Being, held: Held) -> None:
    """Remove a condition, and end the effects that began with it."""
    set_conditions(who, [other for other in who.conditions if other is not held])


def chosen_conditions(
    execution: Execution,
    who: Being,
    what: object,
    helped: Callable[[Held], bool] = lambda _: True,
) -> list[Held]:
    """The conditions of a being that an effect is about.

    Of a condition or track, all; else the one that was chosen, or the costliest that the action can
    cure, of those that are `helped` if there are any. Raises Refused where there is none.
    """
    if (id := entry_id(what)) is not None:
        return [
            held
            for held in who.conditions
            if id in {held.condition.id, held.condition.entry.parent.id}
        ]
    wanted = execution.condition
    if wanted is None:
        curable = [
            held for held in who.conditions if can_cure(execution, held.condition.entry)
        ]
        if not curable:
            raise Refused(f"{who} has nothing that this helps against")
        reached = [held for held in curable if helped(held)]
        return [max(reached or curable, key=lambda held: held.cost)]
    for held in who.conditions:
        if wanted is held or wanted in (held, held.condition.entry):
            return [held]
    raise Refused(f"{who} does not have {condition_of(wanted).name}")


def can_cure(execution: Execution, condition: Condition) -> bool:
    """Whether an action can cure a condition.

    A condition, or else its track, may list its cures (`recovered_by`), or `none`: then no other
    action can.
    """
    cures = condition.cures
    action = execution.names.get("action")
    return not cures or not isinstance(action, Action) or action.id in ids_of(cures)


def ids_of(cures: Iterable[Ref[Action] | str]) -> set[str]:
    """The ids of the actions that are listed as cures."""
    return {cure.id for cure in cures if isinstance(cure, Ref)}


def recover(execution: Execution, effect: verbs.Recover, who: Being) -> None:
    """Remove conditions that cost no more than the rank of the effect."""
    most = None if effect.of_rank is None else effect.of_rank(execution.situation)

    def helped(held: Held) -> bool:
        return most is None or held.cost <= most

    for held in chosen_conditions(execution, who, effect.recover, helped):
        condition = held.condition.entry
        refuse_wrong_cure(execution, effect, condition)
        if not helped(held):
            rank, ranks = term(who.rules, "rank"), term(who.rules, "ranks")
            takes = f"{condition.name} takes {rank} {held.cost} to recover"
            execution.tell(f"{takes}; this takes away {ranks} up to {most}", who)
            continue
        remove_condition(who, held)
        execution.tell(f"{who} is rid of {condition.name}", who, effect)


def retime(execution: Execution, effect: verbs.Retime, who: Being) -> None:
    """Change how long conditions last, and with that what removing them costs."""

    def helped(held: Held) -> bool:
        # By what it is: its words may be those of an older version of the rules.
        lasts = None if held.lasting is None else held.lasting.lasts.but(text="")
        return effect.from_ is None or lasts == effect.from_.but(text="")

    for held in chosen_conditions(execution, who, effect.retime, helped):
        refuse_wrong_cure(execution, effect, held.condition.entry)
        if not helped(held):
            lasts = effect.from_ and duration_in_words(effect.from_, who.rules.entry)
            is_now = held.in_words(who.rules.entry)
            execution.tell(f"{is_now}: this is for what lasts {lasts}", who)
            continue
        changed = _retimed(execution, effect, who, held)
        name = held.condition.entry.name
        if changed is held:
            execution.tell(f"{name} lasts as long as before", who)
        elif changed is None:
            remove_condition(who, held)
            execution.tell(f"{who} is rid of {name}", who, effect)
        else:
            who.conditions = [
                changed if other is held else other for other in who.conditions
            ]
            now = changed.in_words(who.rules.entry)
            execution.tell(f"{who} is now {now}", who, effect)


def refuse_wrong_cure(
    execution: Execution, effect: verbs.Recover | verbs.Retime, condition: Condition
) -> None:
    """Raise Refused for an action that does not help against a condition.

    Any action may change how long it lasts, but for those that are cures of others.
    """
    action = execution.names.get("action")
    if can_cure(execution, condition) or not isinstance(action, Action):
        return
    if isinstance(effect, verbs.Retime):
        rules = execution.actor.rules
        curable: list[Track | Condition] = [*every(rules, "track", Track)]
        curable += every(rules, "condition", Condition)
        if not any(action.id in ids_of(entry.recovered_by) for entry in curable):
            return
    raise Refused(f"this does not help against {condition.name}")


def _retimed(
    execution: Execution, effect: verbs.Retime, who: Being, held: Held
) -> Held | None:
    spent = execution.names.get("cost")
    cost = held.cost + (spent if isinstance(spent, int) else 0)
    if effect.lasts is not None:
        old = None if held.lasting is None else held.lasting.lasts
        longer = old is not None and _length(who, effect.lasts) > _length(who, old)
        if effect.from_ is None and not longer:
            return held
        if effect.from_ is not None:
            cost = held.cost
        new = begin_duration(who, effect.lasts, execution.rng)
        return held.but(lasting=new, cost=cost)
    return _prolonged(execution, effect, who, held, cost)


def _length(who: Being, lasts: Duration) -> int:
    """A number to compare durations by: the place of the period, above all of them no period."""
    if lasts.form in ("event", "always"):
        return 1000 + (lasts.form == "always")
    return len(shorter(who.rules, lasts.period)) if lasts.period else 0


def _prolonged(
    execution: Execution, effect: verbs.Retime, who: Being, held: Held, cost: int
) -> Held | None:
    """The condition for so many periods more, or less; None where it is over.

    What lasts for a longer period stays as it is. What lasts for a shorter one is over with the
    first period less. With more, it ends with so many after the one in which it would have ended:
    until one's turn in the next round, and a round more, is until the end of the round after.
    """
    by = effect.by.adds if isinstance(effect.by, Modifier) else 0
    if execution.choices.minus:
        by = -abs(by)
    period = effect.period.entry.key if effect.period is not None else ""
    lasting = held.lasting
    if lasting is None or not lasting.left:
        return held
    if by < 0:
        cost = held.cost
    if lasting.lasts.period == period:
        new = lasting.extended(by)
        return None if new is None else held.but(lasting=new, cost=cost)
    if lasting.lasts.period not in shorter(who.rules, period):
        return held
    if by < 0:
        return None
    lasts = Duration(
        text=f"{by} {period}", form="count", period=period, count=f"{by:+}"
    )
    left = by + _ends_before(who, lasting, period) + is_under_way(who, period)
    return held.but(lasting=Lasting(lasts=lasts, left=left), cost=cost)


def _ends_before(who: Being, lasting: Lasting, period: str) -> int:
    """How often a period ends before a duration in shorter ones does.

    Those of one's own come once in the shortest that all share, as a turn in each round, and that
    of the round under way may have passed. All others end within the period.
    """
    *within, _ = shorter(who.rules, period)
    if not all(is_owned(who, known) for known in within):
        return 0
    return lasting.left - 1 + (lasting.lasts.period in who.passed)


# Applying effects.


def apply_effects(
    execution: Execution, entry: Entry, effects: Iterable[Effect]
) -> None:
    """Apply effects of an entry one after the other, or schedule those with a moment.

    What cannot happen after a check is told. Only purchases that do not fit are refused: those that
    were named beforehand have been looked at by then.
    """
    for effect in effects:
        if isinstance(effect, verbs.Buy) and effect.at is None:
            apply_effect(execution, entry, effect, effect)
            continue
        with execution.carrying_out():
            if effect.at is None:
                apply_effect(execution, entry, effect, effect)
            else:
                for who in recipients_of(execution, effect):
                    schedule(execution, entry, effect, effect.at, who)


def apply_effect(
    execution: Execution, entry: Entry, raw: Effect, effect: Effect
) -> None:
    """Settle an effect and apply it; `raw` is the effect as it stands in the entry."""
    for part in settled(effect, execution.situation):
        note(execution.situation.rules, raw)
        if isinstance(part, verbs.OneOf):
            choice = cast("verbs.OneOf", raw)
            branch = _chosen_branch(execution, choice)
            apply_effect(execution, entry, branch, branch_of(execution, choice, part))
        else:
            signed = _signed(execution, part)
            for who in recipients_of(execution, signed):
                _apply_to(execution, entry, raw, cast("AnyEffect", signed), who)


def branch_of(execution: Execution, raw: verbs.OneOf, effect: verbs.OneOf) -> Effect:
    """The chosen branch, with the qualifiers of the choice that it has not itself."""
    branch = _chosen_branch(execution, raw)
    shared = {
        name: value
        for name in ("to", "times", "lasts")
        if (value := getattr(effect, name)) and not getattr(branch, name)
    }
    return branch.but(**shared)


def _chosen_branch(execution: Execution, choice: verbs.OneOf) -> Effect:
    """The chosen branch as it stands in its entry."""
    number = cast("object", execution.choices.one_of)
    branches = len(choice.one_of)
    if not (isinstance(number, int) and 1 <= number <= branches):
        raise Refused(f"there are {branches} to choose from, and no number {number}")
    return choice.one_of[number - 1]


def _signed(execution: Execution, effect: Effect) -> Effect:
    """The effect with the sign that was chosen for an amount that can go either way."""
    by: object = getattr(effect, "by", None)
    if not isinstance(by, Modifier) or not by.either_way:
        return effect
    plain = by.but(either_way=False)
    return effect.but(by=-plain if execution.choices.minus else plain)


def recipients_of(execution: Execution, effect: Effect) -> tuple[Being, ...]:
    """Those to whom an effect happens. Raises Refused where there is nobody, or not for them."""
    if isinstance(effect, verbs.Buy):
        return (execution.actor,)
    roles: tuple[Who, ...] = effect.to or (execution.holder,)
    if isinstance(effect, verbs.Move):
        roles = (effect.move,)
    return execution.participants.recipients(roles, execution.choices.whom)


def _apply_to(
    execution: Execution, entry: Entry, raw: Effect, effect: AnyEffect, who: Being
) -> None:
    match effect:
        case verbs.Inflict():
            condition = inflicted_condition(execution, effect, who)
            left = left_behind(effect, condition, who)
            if left is not None:
                remove_condition(who, left)
                name = left.condition.entry.name
                execution.tell(f"{who} is rid of {name}", who, effect)
            if condition is not None:
                suffer(who, condition, execution.rng, execution, effect.lasts)
        case verbs.Recover():
            recover(execution, effect, who)
        case verbs.Retime():
            retime(execution, effect, who)
        case verbs.Buy():
            for part, pick in purchases(execution, effect):
                apply_effects(part, pick, pick.effects)
        case verbs.Roll():
            _roll(execution, effect)
        case verbs.Move():
            execution.tell(f"{who} moves {effect.by(execution.situation)}", who, effect)
        case verbs.Narrate():
            execution.tell(effect.narrate, who, effect)
        case verbs.Modify(by=Modifier() as by) if changes_points(effect):
            points = find(who.rules, effect.modify, Points)
            change_points(execution, points, by.adds, who, effect)
        case verbs.Allow():
            _refuse_lacking(execution, effect, who)
            activate(execution, entry, raw, effect, who)
        case (
            verbs.Modify()
            | verbs.Forbid()
            | verbs.Use()
            | verbs.Resist()
            | verbs.Ignore()
            | verbs.Repeat()
        ):
            activate(execution, entry, raw, effect, who)
        case verbs.OneOf():
            raise AssertionError("a choice has been made before it is applied")
        case _:
            assert_never(effect)


def _refuse_lacking(execution: Execution, effect: verbs.Allow, who: Being) -> None:
    """Raise Refused for an ability that needs others which the being does not have."""
    named: object = effect.allow
    if isinstance(named, str):
        named = execution.names.get(named)
    ability = lookup(who.rules, entry_id(named) or "")
    if not isinstance(ability, Ability):
        return
    for need in ability.needs:
        if not who.has(need):
            raise Refused(
                f"{who} cannot have {ability.name}: {need.entry.name} is missing"
            )


# Points change within their bounds, and may set something off.


def change_points(
    execution: Execution,
    points: Points,
    by: int,
    who: Being,
    effect: Effect | None = None,
) -> None:
    """Add to points of a being, or take from them, as far as their bounds let it.

    What happens when they are full or empty happens now, if they were not so before. Do nothing but
    say so if the being cannot have such points.
    """
    have = who.points.get(points.id)
    if have is None:
        # At its moment, a rule happens to everybody: those without such points are skipped.
        if not (execution.decided and isinstance(execution.entry, Rule)):
            execution.tell(f"{who} {who.why_without(points)}", who)
        return
    number = who.within_bounds(points, have + by)
    who.points[points.id] = number
    if number != have:
        change = f"{points.name} {number - have:+}, now {number}"
        execution.tell(f"{who}: {change}", who, effect)
    elif by:
        execution.tell(f"{who}: {points.name} still {have}", who, effect)
    set_off_by_points(execution, points, who, have)


def set_off_by_points(
    execution: Execution, points: Points, who: Being, before: int
) -> None:
    """Apply what happens when points get full or empty, if they have since there were `before`.

    What these effects do to points sets off none of the pools that they were set off by.
    """
    least, most = who.bounds(points)
    number = who.points[points.id]
    if points.id in execution.set_off_by:
        return
    effects: tuple[Effect, ...] = ()
    if most is not None and before < most <= number:
        effects += points.when_full
    if before > least >= number:
        effects += points.when_empty
    if effects:
        part = Execution(points, assign_roles(who), None, execution.rng)
        part.set_off_by = execution.set_off_by.then(points)
        apply_effects(part, points, effects)
        execution.happenings += part.happenings


def pay_points(
    execution: Execution, costs: Iterable[tuple[Points, int]], who: Being
) -> None:
    """Take what something costs; who asked for it has seen to it that it can be paid."""
    for points, cost in costs:
        change_points(execution, points, -cost, who)


def refuse_wasted(execution: Execution, effects: Iterable[Effect]) -> None:
    """Raise Refused where a point would go into what still cannot be used, or is there already."""
    who = execution.actor
    for effect in effects:
        what: object = None
        match effect:
            case verbs.Modify(modify="checks", by=Modifier(token=token)) if token:
                _refuse_doubled(who, effect, token)
            case verbs.Modify():
                what = effect.modify
            case verbs.Use():
                what = effect.use
            case _:
                continue
        chosen = execution.names.get(what) if isinstance(what, str) else what
        rating = entry_id(chosen)
        if rating is not None and used_together(entry := who.rules.entry(rating)):
            rating_chain(who, entry)


def _refuse_doubled(who: Being, effect: Effect, token: str) -> None:
    """Raise Refused where dice that are multiplied once, whatever is spent, are so already."""
    procedure = find_procedure(who.rules)
    called = tokens_of(procedure).get(token)
    if called is None or not isinstance(called.step, MultiplyDice):
        return
    began = [active for active in who.effects if active.effect == effect]
    if began and who.effects.count(began[-1]) > 1:
        raise Refused(f"{called.step.name}: {who} has that already, and it counts once")


def earn_points(execution: Execution, points: Points, way: str, who: Being) -> None:
    """Let a being earn points in one of their ways, now or when they are paid."""
    gain = points.earn[way]
    note(who.rules, gain)
    if gain.paid is None:
        change_points(execution, points, gain.amount, who)
        return
    if gain.for_ is not None and (points.id, way) in who.gains:
        return  # what is done twice until then is done once
    who.gains.append((points.id, way))
    when = when_over_in_words(gain.paid, who.rules.entry)
    execution.tell(f"{who}: {points.name} {gain.amount:+} {when}", who)


def earn_by_doing(execution: Execution, entry: Entry) -> None:
    """Let the actor earn all points that are for doing what an entry says."""
    for points in every(execution.actor.rules, "points", Points):
        for way, gain in points.earn.items():
            meant = gain.for_ is not None and gain.for_.id == entry.id
            if meant and points.id in execution.actor.points:
                earn_points(execution, points, way, execution.actor)


# Effect rolls.


def one_effect_roll(rules: Rules) -> str:
    """Why no second one is made."""
    check, roll = term(rules, "check"), term(rules, "effect roll")
    return f"one {check} leads to one {roll} at most"


def _roll(execution: Execution, effect: verbs.Roll) -> None:
    """Make an effect roll. A check leads to one at most; a second is not made."""
    if execution.rolled:
        execution.tell(one_effect_roll(execution.actor.rules))
        return
    execution.rolled = True
    entry = effect_roll_of(execution, effect)
    part = execution.part(execution.choices, entry)
    by = effect.by if isinstance(effect.by, Modifier) else None
    check = effect_check(execution, effect, entry)
    effects = make_check(part, check, target="effect-rolls", by=by)
    execution.decided = True
    apply_effects(part, entry, effects)


def effect_roll_of(execution: Execution, effect: verbs.Roll) -> EffectRoll:
    """The effect roll that is made: the one named, or chosen. Raises Unanswered without either."""
    chosen = execution.names.get("effect-roll")
    id = entry_id(chosen if effect.roll == "chosen" else effect.roll)
    if id is None:
        which = question(execution.actor.rules, "effect-roll")
        roll = term(execution.actor.rules, "effect roll")
        raise Unanswered([which], f"say which {roll} it is")
    return find(execution.actor.rules, id, EffectRoll)


def effect_check(execution: Execution, effect: verbs.Roll, entry: EffectRoll) -> Check:
    """The check of an effect roll, made with what the effect says; a blank cell says nothing."""
    rated = effect.with_
    if isinstance(rated, Formula):
        given = rated(execution.situation)
        code = isinstance(given, DieCode)
        rated = constant(given) if code else cast("Ref[Value] | None", given)
    return entry.check if rated is None else entry.check.but(with_=(rated,))


def suffer(
    who: Being,
    condition: Condition,
    rng: Randomness,
    execution: Execution | None = None,
    lasts: Duration | None = None,
) -> Held | None:
    """Put a condition on a being, for as long as it says or `lasts`; None if nothing was added.

    Its effects that are not in force as long as it is are applied, as far as there are beings that
    they are for; not once more where they themselves brought it. What happens is noted in
    `execution`, if there is one.
    """
    before = tuple(who.conditions)
    held = add_condition(who, condition, rng, lasts)
    if execution is not None and before != tuple(who.conditions):
        execution.tell(f"{who} is {condition.name}", who)
    if held is None:
        return None
    names = condition_names(condition)
    part = Execution(condition, assign_roles(who), None, rng, names)
    part.began_with = condition.id
    before_it = Causes() if execution is None else execution.set_off_by
    if condition.id in before_it:
        return held
    part.set_off_by = before_it.then(condition)
    roles = part.participants.roles.keys()
    effects = [
        effect
        for effect in condition.effects
        if not is_standing(effect) and (not effect.to or roles & set(effect.to))
    ]
    apply_effects(part, condition, effects)
    if execution is not None:
        execution.happenings += part.happenings
    return held


# Rules are followed, and hooks set off.


FOLLOWED: tuple[type[Rule | Hook], ...] = (Rule, Hook)


@door
def follow(
    entry: Naming[Rule | Hook],
    actor: Being,
    target: Being | None = None,
    *,
    rng: Randomness | None = None,
    choices: Choices | None = None,
    ally: Being | None = None,
    opponents: Sequence[Being] = (),
) -> Outcome:
    """Do as a rule says that has to be followed (giving up), or set off a hook of one's own.

    What a rule or a hook does all the time, or each time a moment comes, is left out here. A hook
    that a check activates is set off once that check was made; else it costs a point. Where a rule
    asks a single question of yes or no, following it says yes.
    """
    if not isinstance(entry, Rule | Hook):
        entry = find(actor.rules, entry, *FOLLOWED)
    roles = assign_roles(actor, (), target, ally, opponents)
    execution = Execution(entry, roles, choices, rng)
    with Transaction(actor, target, ally, *opponents):
        activated = isinstance(entry, Hook) and bool(entry.activated_by)
        if isinstance(entry, Hook):
            _set_off(execution, actor, entry)
        else:
            _say_yes(execution, entry)
            require_answers(execution, entry)
        effects = tuple(
            effect
            for effect in entry.effects
            if activated or not (is_standing(effect) or is_recurring(effect))
        )
        apply_effects(execution, entry, effects)
        if isinstance(entry, Hook):
            refuse_wasted(execution, effects)
        earn_by_doing(execution, entry)
    return execution.outcome


def _set_off(execution: Execution, actor: Being, hook: Hook) -> None:
    if hook.id not in actor.hooks:
        raise Refused(f"{actor} does not have {hook.name}")
    if "check" in hook.activated_by:
        return
    for points in hook.activated_by:
        if isinstance(points, Ref) and can_pay(actor, points.entry, 1):
            change_points(execution, points.entry, -1, actor)
            return
    if hook.activated_by:
        raise Refused(f"{actor} has no point left to set off {hook.name}")


def _say_yes(execution: Execution, rule: Rule) -> None:
    """Answer the question of a rule, if it has a single one of yes or no."""
    questions = [key for key, ask in rule.asks.items() if ask.type == "boolean"]
    if len(questions) == 1:
        execution.names.setdefault(questions[0], True)


def require_answers(execution: Execution, entry: Action | Rule) -> None:
    """Fill in blanks; raise Unanswered unless all that an action or a rule asks for is known."""
    rules, known = execution.actor.rules, execution.names
    missing = [
        fact_question(rules, key, ask)
        for key, ask in entry.asks.items()
        if key not in known and not ask.optional
    ]
    if isinstance(entry, Action):
        missing += [
            choice_question(rules, key, word)
            for key, word in entry.choose.items()
            if key not in known
        ]
    execution.names = with_blanks(entry.asks, known)
    if missing:
        names = ", ".join(map(str, missing))
        raise Unanswered(missing, f"{entry.name} needs to know: {names}")
