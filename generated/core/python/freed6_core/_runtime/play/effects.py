"""Applying effects to actors, in two steps.

`settled` evaluates the formulas of an effect in a situation, and changes no actor. The examples in
packs compare its results. `apply_effects` settles the effects of a check, an action, a rule or a
condition, and then changes the actors that they happen to.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, TypeVar, assert_never, cast

from .. import effects as verbs
from ..amounts import DieCode, Formula, FormulaPool, Modifier
from ..arguments import door
from ..dice.pool import tokens_of
from ..effects import AnyEffect, Duration, Effect, Who
from ..entries.actions import (
    Action,
    Against,
    Check,
    EffectRoll,
    Menu,
    Pick,
    Points,
    Rule,
)
from ..entries.dice import MultiplyDice
from ..entries.tables import Condition, Track
from ..entries.world import Ability, Hook, Value, used_together
from ..finding import with_article
from ..record import Entry, Ref
from ..situation import RuleRef, Situation, note, term
from .actor import rating_chain
from .checks import can_pay, make_check
from .effect_index import (
    changes_points,
    condition_names,
    is_recurring,
    is_standing,
    source_of,
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
    Causes,
    Choices,
    Execution,
    Purchase,
    TakenBack,
    Transaction,
    all_held,
    assign_roles,
    held_entry,
    purchases_of,
    refuse_wrong_role,
)
from .menus import OpenMenu, in_ranks, is_or_are, price_of, too_dear
from .questions import (
    CHOICES,
    UnansweredError,
    choice_question,
    fact_question,
    question,
)
from .state import (
    ActiveCondition,
    ActiveEffect,
    Lasting,
    Outcome,
    RefusedError,
    deciding,
    effects_of,
    entry_id,
    every,
    find,
    find_among,
    find_procedure,
    lookup,
    number_for,
    shorter,
)
from .words import duration_in_words, when_over_in_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ..dice.table import Randomness
    from ..entries.actions import Check
    from ..situation import Like, Rules
    from .actor import Actor
    from .execution import Buys, Held


# Settling: the formulas of conditions and amounts are evaluated.


T = TypeVar("T")


def settled(effect: Effect, situation: Situation) -> tuple[Effect, ...]:
    """Return the effect with its formulas evaluated, as a tuple of one; () if its `if` is false.

    For example, `by: rank` becomes `by: 2` at rank 2. Words such as `chosen-skill` remain, because
    only an execution knows what was chosen. The formulas of a Resist remain as well, because they
    depend on the roll or action to be resisted. If a choice has only one branch whose `if` is true,
    that branch replaces the choice.

    Raises FormulaError if the situation lacks an input of a formula.
    """
    is_resist = isinstance(effect, verbs.Resist)
    if effect.if_ is not None and not is_resist and not effect.if_(situation):
        return ()
    note(situation.rules, effect)
    if not isinstance(effect, verbs.OneOf) and not any(
        isinstance(value, Formula) for value in vars(effect).values()
    ):
        return (effect,)

    def evaluated(name: str, value: object) -> object:
        # `effect_check` evaluates `with_` when the roll is made.
        if is_resist or name == "with_" or not isinstance(value, Formula):
            return value
        amount = cast("Formula[object]", value)(situation)
        # The fields of effects hold formulas or modifiers, not other plain amounts.
        return amount if isinstance(amount, Modifier) else constant(amount)

    fields: dict[str, Any] = {
        name: evaluated(name, value)
        for name, value in vars(effect).items()
        if name != "if_" or is_resist
    }
    if isinstance(effect, verbs.OneOf):
        branches = all_settled(effect.one_of, situation)
        if len(branches) > 1:
            fields["one_of"] = branches
            return (verbs.OneOf(**fields),)
        # A single branch inherits fields of the choice that it does not set, such as `to`.
        del fields["one_of"]
        return tuple(type(branch)(**{**fields, **vars(branch)}) for branch in branches)
    return (type(effect)(**fields),)


def all_settled(effects: Iterable[Effect], situation: Situation) -> tuple[Effect, ...]:
    """Return the settled effects of a list, without those whose `if` is false."""
    return tuple(plain for effect in effects for plain in settled(effect, situation))


def constant(value: T) -> Formula[T]:
    """Return a formula with a constant value."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return Formula(text=text, value=value)


# Purchases: the ranks of a check are spent on picks, which are the items of a menu.


def purchases(
    execution: Execution, effect: verbs.Buy
) -> Iterator[tuple[Execution, Pick]]:
    """Yield the picks that the ranks of the check are spent on, each with its own execution.

    The dice have fallen, so picks that cost too much or would change nothing are skipped, and a
    line of the log says so. If the remaining ranks can buy something, the menu stays open
    (`Execution.waiting`).

    Raises RefusedError for picks that are not on the menu, exceed their limit, or are not for the
    chosen role. Picks that the player chose after the roll must also change something.
    """
    from .requirements import refuse_useless  # avoids a circular import

    actor, rank = execution.actor, execution.names.get("rank")
    left = rank if isinstance(rank, int) else 0
    opened = OpenMenu(execution, effect, left)
    menu = opened.menu
    with deciding():
        buys = execution.decisions.buys(execution, opened)
        bought = find_picks(execution, menu, buys)
        if buys is not execution.choices.buys:
            _refuse_late(execution, effect, bought, left)
    for buying, pick in bought:
        own_execution = purchase(execution, effect, buying, pick)
        price = price_of(pick, execution)
        if price > left:
            execution.tell(too_dear(pick, price, left, actor.rules))
            continue
        try:
            with TakenBack(*execution.participants.everyone):
                refuse_useless(own_execution, pick)
        except RefusedError as useless:
            execution.tell(f"{pick.title}: {useless}", actor)
            continue
        left -= price
        paid = in_ranks(price, actor.rules)
        execution.tell(f"{actor} buys {pick.title} for {paid}", actor)
        yield own_execution, pick
        # The caller has applied the effects of the pick, which can include the effect roll.
        execution.rolled = own_execution.rolled
        execution.decided = own_execution.decided
    rest = OpenMenu(execution, effect, left)
    if rest.in_reach:
        execution.waiting.append(rest)
        left_over = in_ranks(left, actor.rules)
        execution.tell(f"{left_over} left to spend on {menu.name}", actor)
    elif not bought:
        ranks = f"{term(actor.rules, 'rank')} {left}"
        execution.tell(f"nothing on {menu.name} can be bought with {ranks}", actor)


def find_picks(
    execution: Execution, menu: Menu, buys: Buys
) -> list[tuple[Purchase, Pick]]:
    """Return each purchase with its pick, found by name if necessary.

    Raises RefusedError for a pick that is not on the menu, or is bought more often than its limit.
    """
    bought: list[tuple[Purchase, Pick]] = []
    for buying in purchases_of(buys):
        pick = buying.pick
        if not isinstance(pick, Pick):
            pick = find_among(pick, menu.picks, f"pick of {menu.name}")
        bought.append((buying, pick))
    for pick, count in Counter(pick for _, pick in bought).items():
        if pick.parent.id != menu.id:
            raise RefusedError(f"{pick.title} is not on {menu.name}")
        if pick.limit is None:
            continue
        limit = number_for(pick.limit, execution.actor, execution.participants.target)
        if count > limit:
            times = "once" if limit == 1 else f"{limit} times"
            raise RefusedError(f"{pick.title} can only be bought {times}")
    return bought


def _refuse_late(
    execution: Execution,
    effect: verbs.Buy,
    bought: Iterable[tuple[Purchase, Pick]],
    ranks: int,
) -> None:
    """Raise RefusedError for invalid purchases that were decided on after the roll.

    Only those that the ranks can pay for are checked, because `purchases` skips the others.
    """
    from .requirements import refuse_purchases  # avoids a circular import

    payable: list[Purchase] = []
    for buying, pick in bought:
        if (price := price_of(pick, execution)) <= ranks:
            ranks -= price
            payable.append(buying)
    refuse_purchases(execution, effect, payable)


def purchase(
    execution: Execution, effect: verbs.Buy, buying: Purchase, pick: Pick
) -> Execution:
    """Return an execution of one purchase, with the role that its effects happen to.

    Raises RefusedError if the purchase chooses a role that the menu is not for, or makes a choice
    that the pick does not need.
    """
    recipient = buying.recipient
    refuse_wrong_role(effect.to, recipient)
    _refuse_unneeded_choices(pick, buying)
    own_execution = execution.part(buying, pick)
    own_execution.names["cost"] = price_of(pick, execution)
    if recipient is not None:
        own_execution.holder = recipient
    elif effect.to:
        own_execution.holder = execution.participants.default_role(effect.to)
    return own_execution


def rolls(pick: Pick) -> bool:
    """Return True if a pick leads to an effect roll."""
    return any(isinstance(effect, verbs.Roll) for effect in effects_of(pick))


def words_of(pick: Pick) -> set[str]:
    """Return the words in the effects of a pick that need a choice, such as `chosen-skill`."""
    return {word for word in _words_in(pick.effects) if word in CHOICES}


def _words_in(value: object) -> Iterator[str]:
    """Yield all texts in the fields of effects, and the words in their formulas."""
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


FORMULA_WORD = re.compile(r"target\.|[a-z][a-z-]*")
"""A name or keyword in a formula, such as `rank` or `chosen-skill`."""


def _refuse_unneeded_choices(pick: Pick, buying: Purchase) -> None:
    """Raise RefusedError for a choice that a pick does not need.

    A pick with an effect roll can need any choice, because the roll has its own effects.
    """
    if rolls(pick):
        return
    signed = any("±" in str(getattr(each, "by", "")) for each in effects_of(pick))
    if buying.subtract and not signed:
        raise RefusedError(f"{pick.title} cannot be subtracted")
    needed = words_of(pick)
    for name, value in buying.given.items():
        if value is not None and name in CHOICES and name not in needed:
            needs = f": it needs {', '.join(sorted(needed))}" if needed else ""
            raise RefusedError(f"{pick.title} does not need {name}{needs}")


def refuse_too_dear(
    execution: Execution, menu: Menu, buys: Buys, rank: int
) -> list[tuple[Purchase, Pick]]:
    """Return the result of `find_picks`. Also raises RefusedError if they cost more than `rank`."""
    bought = find_picks(execution, menu, buys)
    cost = sum(price_of(pick, execution) for _, pick in bought)
    if cost > rank:
        price = in_ranks(cost, execution.actor.rules)
        raise RefusedError(f"this costs {price}, but there {is_or_are(rank)}")
    return bought


def buy_later(
    execution: Execution,
    effect: verbs.Buy,
    rank: int,
    buys: Buys,
    rng: Randomness | None,
) -> Outcome:
    """Spend ranks on a menu that stayed open after the check, and return only what follows now."""
    menu = find(execution.actor.rules, effect.buy, Menu)
    bought = refuse_too_dear(execution, menu, buys, rank)
    later = execution.separate_part(execution.choices.but(buys=buys), execution.entry)
    later.rng = rng or execution.rng
    _refuse_late(later, effect, bought, rank)
    with Transaction(*execution.participants.everyone):
        for own_execution, pick in purchases(later, effect):
            apply_effects(own_execution, pick, pick.effects)
    execution.rolled = later.rolled
    return later.outcome


# Conditions are added and removed.


MOST_CONDITIONS = 1000
"""The most conditions of an actor."""


def inflicted_condition(
    execution: Execution, effect: verbs.Inflict, who: Actor
) -> Condition | None:
    """Return the condition that an effect inflicts; None for a rank without a condition.

    The effect names a condition, or a track with the new rank (`to_rank`) or the change of the
    present one (`by`). With `combine: next`, a condition by name is a new rank.
    """
    entry = find(who.rules, effect.inflict, Entry)
    if isinstance(entry, Condition):
        track = entry.track
        if track.combine != "next":
            return entry
        return track.at(_rank_added_up(who, track, entry.rank))
    track = find(who.rules, entry, Track)
    if effect.to_rank is not None:
        return track.at(_rank_added_up(who, track, effect.to_rank(execution.situation)))
    by = 0 if effect.by is None else effect.by(execution.situation)
    return track.at(rank_on(who, track) + by)


def condition_ended_by(
    effect: verbs.Inflict, condition: Condition | None, who: Actor
) -> ActiveCondition | None:
    """Return the condition that ends because an effect lowers a rank on a track, or None.

    `condition` is the one at the new rank, if there is one. The worst present condition ends if its
    rank is higher. On a progressive track the result is None unless the new rank has no condition,
    because there `add_condition` replaces the old condition.
    """
    track = effect.inflict.entry
    if effect.by is None or not isinstance(track, Track):
        return None
    if condition is not None and track.stacking == "progressive":
        return None

    def height(held: ActiveCondition) -> int:
        return abs(held.condition.entry.rank)

    worst = max(conditions_on(who, track), key=height, default=None)
    rank = 0 if condition is None else abs(condition.rank)
    return worst if worst is not None and rank < height(worst) else None


def _rank_added_up(who: Actor, track: Track, rank: int) -> int:
    """Return the rank that an actor gets on a track on which conditions can add up.

    - `combine: with-worst`: the rank plus the rank of the actor's worst condition.
    - `combine: with-all`: the last rank of the track, if the rank and the ranks of all conditions
      add up to that or more.
    - `combine: next`: one more than the rank of the worst condition, if the rank isn't higher.
    - Otherwise, and for rank 0, the rank itself.
    """
    match track.combine:
        case "next" if 0 < rank <= (worst := rank_on(who, track)):
            return worst + 1
        case "with-worst" if rank:
            return rank_on(who, track) + rank
        case "with-all":
            ranks = [held.condition.entry.rank for held in conditions_on(who, track)]
            is_full = rank != 0 and rank + sum(ranks) >= track.last_rank
            return track.last_rank if is_full else rank
        case _:
            return rank


def _cost_on_top(effect: verbs.Inflict, condition: Condition, who: Actor) -> int | None:
    """Return the lowest rank that makes a condition on top of those that stay, at least 1.

    The result is None if the condition does not depend on others. For example, with
    `combine: with-worst`, rank 2 on top of rank 3 makes rank 5, and removing that costs 2.
    """
    track = condition.track
    if effect.to_rank is None or track.stacking == "progressive":
        return None
    ranks = [held.condition.entry.rank for held in conditions_on(who, track)]
    match track.combine:
        case "with-worst":
            return max(1, condition.rank - max(ranks, default=0))
        case "next" if ranks and condition.rank <= max(ranks) + 1:
            return 1
        case "with-all" if condition.rank == track.last_rank:
            return max(1, condition.rank - sum(ranks))
        case _:
            return None


def rank_on(who: Actor, track: Track) -> int:
    """Return the rank of an actor on a track: the one furthest from 0, or 0 without conditions."""
    ranks = [held.condition.entry.rank for held in conditions_on(who, track)]
    return max(ranks, key=abs, default=0)


def conditions_on(who: Actor, track: Track) -> list[ActiveCondition]:
    """Return the conditions of a track that an actor has."""
    ids = {condition.id for condition in track.conditions}
    return [held for held in who.conditions if held.condition.id in ids]


def add_condition(
    who: Actor,
    condition: Condition,
    rng: Randomness,
    duration: Duration | None = None,
    cost: int | None = None,
) -> ActiveCondition | None:
    """Add a condition to an actor and return it, or None if nothing was added.

    `cost` is the rank that removes it, by default its own.
    Progressive conditions replace all others of their track, discrete ones are added once,
    cumulative ones add up. The start of a track means no condition. Raises RefusedError beyond
    MOST_CONDITIONS, because a condition that inflicts itself twice each period would double their
    number each time.
    """
    if len(who.conditions) >= MOST_CONDITIONS:
        raise RefusedError(
            f"{who} already has the maximum of {MOST_CONDITIONS} conditions"
        )
    track = condition.track
    present = conditions_on(who, track)
    if track.stacking == "progressive":
        set_conditions(who, [held for held in who.conditions if held not in present])
    if track.start is not None and track.start.id == condition.id:
        return None
    ids = {held.condition.id for held in present}
    if track.stacking == "discrete" and condition.id in ids:
        return None
    held = ActiveCondition(
        condition=RuleRef(condition.id, who.rules),
        lasting=begin_duration(who, duration or condition.usual_duration, rng),
        cost=abs(condition.rank) if cost is None else cost,
    )
    who.conditions.append(held)
    return held


def set_conditions(who: Actor, conditions: Iterable[ActiveCondition]) -> None:
    """Set the conditions of an actor, and end the effects that began with removed ones.

    An actor can have a cumulative condition twice, each with an active copy of its effects. An
    effect does not record which copy it belongs to, so as many copies of an effect stay as there
    are conditions. A copy that waits for its next moment (`ActiveEffect.waits`) and one that began
    at the last moment belong to the same condition, so the two kinds are counted separately.
    """
    who.conditions = list(conditions)
    if not any(active.began_with for active in who.effects):
        return
    present = Counter(held.condition.id for held in who.conditions)
    copies: Counter[tuple[object, ...]] = Counter()
    effects: list[ActiveEffect] = []
    for active in who.effects:
        key = (*source_of(active), active.waits is None)
        copies[key] += 1
        if not active.began_with or copies[key] <= present[active.began_with]:
            effects.append(active)
    who.effects = effects


def replace_held(who: Actor, held: Held, *changed: Held) -> None:
    """Replace a condition, or an effect bought with ranks, by a changed one.

    Without a changed one, remove it; a condition together with the effects that began with it.
    """
    held_before: Sequence[Held] = (
        who.effects if isinstance(held, ActiveEffect) else who.conditions
    )
    after: list[Any] = []
    for other in held_before:
        after += changed if other is held else (other,)
    if isinstance(held, ActiveEffect):
        who.effects = after
    else:
        set_conditions(who, after)


def chosen_conditions(
    execution: Execution,
    who: Actor,
    what: object,
    helped: Callable[[Held], bool] = lambda _: True,
) -> Sequence[Held]:
    """Return the conditions of an actor that an effect is about.

    - If `what` is a condition or a track: all conditions that are this one, or on this track.
    - Otherwise, if the actor has chosen a condition or an effect bought with ranks: only that one.
    - Otherwise: the worst condition that the action can cure, if possible one for which `helped`
      returns True.

    Raises RefusedError if no condition qualifies.
    """
    if (id := entry_id(what)) is not None:
        return [
            held
            for held in who.conditions
            if id in {held.condition.id, held.condition.entry.parent.id}
        ]
    chosen, rules = execution.condition, who.rules
    of_effects = what == "chosen-effect"
    bought = [active for active in who.effects if active.cost]
    held_by: Sequence[Held] = bought if of_effects else who.conditions
    if chosen is None:
        curable = [
            held for held in held_by if can_cure(execution, held_entry(held, rules))
        ]
        if not curable:
            bought_words = f"effect bought with {term(rules, 'ranks')}"
            thing = bought_words if of_effects else "condition"
            raise RefusedError(f"{who} has no {thing} that this helps with")
        helpable = [held for held in curable if helped(held)]

        def height(held: Held) -> tuple[int, int]:
            if isinstance(held, ActiveEffect):
                return held.cost, held.cost
            return abs(held.condition.entry.rank), held.cost

        return [max(helpable or curable, key=height)]
    for held in bought if of_effects else all_held(who):
        if chosen in (held, held_entry(held, rules)):
            return [held]
    raise RefusedError(f"{who} does not have {held_entry(chosen, rules).name}")


def can_cure(execution: Execution, condition: Condition | Pick) -> bool:
    """Return True if an action can cure a condition, or an effect that was bought with ranks.

    If the condition or its track lists the actions that cure it (`recovered_by`), no other action
    can. The list can be the word `none`.
    """
    cures = condition.cures if isinstance(condition, Condition) else ()
    action = execution.names.get("action")
    return not cures or not isinstance(action, Action) or action.id in ids_of(cures)


def ids_of(cures: Iterable[Ref[Action] | str]) -> set[str]:
    """Return the ids of the actions in a list of cures."""
    return {cure.id for cure in cures if isinstance(cure, Ref)}


def recover(execution: Execution, effect: verbs.Recover, who: Actor) -> None:
    """Remove the conditions that an effect is about, unless they cost more than its rank."""
    most = None if effect.of_rank is None else effect.of_rank(execution.situation)

    def helped(held: Held) -> bool:
        return most is None or held.cost <= most

    for held in chosen_conditions(execution, who, effect.recover, helped):
        condition = held_entry(held, who.rules)
        refuse_wrong_cure(execution, effect, condition)
        if not helped(held):
            rank, ranks = term(who.rules, "rank"), term(who.rules, "ranks")
            takes = f"recovering from {condition.name} takes {rank} {held.cost}"
            execution.tell(f"{takes}; this only covers {ranks} up to {most}", who)
            continue
        replace_held(who, held)
        execution.tell(f"{who} recovers from {condition.name}", who, effect)


def set_duration(execution: Execution, effect: verbs.SetDuration, who: Actor) -> None:
    """Change the duration of the conditions that an effect is about, and the cost to remove them.

    With `from` in the effect, only conditions with that duration are changed.
    """

    def helped(held: Held) -> bool:
        # Compared without the text, which can be from an older version of the rules.
        duration = None if held.lasting is None else held.lasting.duration.but(text="")
        return effect.from_ is None or duration == effect.from_.but(text="")

    for held in chosen_conditions(execution, who, effect.set_duration, helped):
        entry = held_entry(held, who.rules)
        refuse_wrong_cure(execution, effect, entry)
        if not helped(held):
            duration = effect.from_ and duration_in_words(effect.from_, who.rules.entry)
            is_now = held.in_words(who.rules.entry)
            execution.tell(f"{is_now}: this needs the duration {duration}", who)
            continue
        changed = _with_new_duration(execution, effect, who, held)
        name = entry.name
        if changed is held:
            execution.tell(f"the duration of {name} does not change", who)
        elif changed is None:
            replace_held(who, held)
            execution.tell(f"{who} no longer has {name}", who, effect)
        else:
            replace_held(who, held, changed)
            now = changed.in_words(who.rules.entry)
            execution.tell(f"{who} is now {now}", who, effect)


def refuse_wrong_cure(
    execution: Execution,
    effect: verbs.Recover | verbs.SetDuration,
    condition: Condition | Pick,
) -> None:
    """Raise RefusedError for an action that does not help against a condition.

    An action that cures nothing can change the duration of any condition.
    """
    action = execution.names.get("action")
    if can_cure(execution, condition) or not isinstance(action, Action):
        return
    if isinstance(effect, verbs.SetDuration) and not cures(execution, action):
        return
    raise RefusedError(f"this does not help with {condition.name}")


def cures(execution: Execution, action: Action) -> bool:
    """Return True if a track or condition lists an action among those that cure it."""
    rules = execution.actor.rules
    curable: list[Track | Condition] = [*every(rules, "track", Track)]
    curable += every(rules, "condition", Condition)
    return any(action.id in ids_of(entry.recovered_by) for entry in curable)


def _with_new_duration(
    execution: Execution, effect: verbs.SetDuration, who: Actor, held: Held
) -> Held | None:
    """Return the condition with the duration of the effect; None if it is over.

    An effect without `from` only makes durations longer. If it was bought, its cost is added to the
    cost of removing the condition.
    """
    spent = execution.names.get("cost")
    cost = held.cost + (spent if isinstance(spent, int) else 0)
    if effect.duration is not None:
        old = None if held.lasting is None else held.lasting.duration
        longer = old is not None and _length(who, effect.duration) > _length(who, old)
        if effect.from_ is None and not longer:
            return held
        if effect.from_ is not None:
            cost = held.cost
        new = begin_duration(who, effect.duration, execution.rng)
        return held.but(lasting=new, cost=cost)
    return _prolonged(execution, effect, who, held, cost)


def _length(who: Actor, duration: Duration) -> int:
    """Return a sort key for durations: the place of the period from the shortest.

    Durations until an event, and those without an end, are longer than all periods.
    """
    if duration.form in ("event", "always"):
        return 1000 + (duration.form == "always")
    return len(shorter(who.rules, duration.period)) if duration.period else 0


def _prolonged(
    execution: Execution, effect: verbs.SetDuration, who: Actor, held: Held, cost: int
) -> Held | None:
    """Return the condition with a number of periods added or removed; None if it is over.

    A condition that lasts for a longer period is unchanged. One that lasts for a shorter period is
    over as soon as a period is removed. Added periods are counted from the one in which the
    condition would have ended: "until your turn in the next round" plus one round is until the
    end of the round after that.
    """
    by = effect.by.adds if isinstance(effect.by, Modifier) else 0
    if execution.choices.subtract:
        by = -abs(by)
    period = effect.period.entry.key if effect.period is not None else ""
    lasting = held.lasting
    if lasting is None or not lasting.left:
        return held
    if by < 0:
        cost = held.cost
    if lasting.duration.period == period:
        new = lasting.extended(by)
        return None if new is None else held.but(lasting=new, cost=cost)
    if lasting.duration.period not in shorter(who.rules, period):
        return held
    if by < 0:
        return None
    duration = Duration(
        text=f"{by} {period}", form="count", period=period, count=f"{by:+}"
    )
    left = by + _ends_before(who, lasting, period) + is_under_way(who, period)
    return held.but(lasting=Lasting(duration=duration, left=left), cost=cost)


def _ends_before(who: Actor, lasting: Lasting, period: str) -> int:
    """Return how often a period ends before a duration that is counted in shorter periods.

    For example, a duration ends with the actor's third turn from now (`left` is 3). An actor has
    one turn in each round, so the round ends twice before that; three times if the turn of this
    round is over. The result is 0 if a period shared by all actors is shorter than `period`,
    because shared periods, such as rounds, can all end within one longer period, such as a scene.
    """
    *inner_periods, _ = shorter(who.rules, period)
    if not all(is_owned(who, inner) for inner in inner_periods):
        return 0
    return lasting.left - 1 + (lasting.duration.period in who.passed)


# Applying effects.


def apply_effects(
    execution: Execution, entry: Entry, effects: Iterable[Effect]
) -> None:
    """Apply effects of an entry in order, and schedule those with a moment (`at`).

    After a check, an effect that cannot happen is skipped, and a line of the log gives the reason.
    The exception is a Buy, which skips or refuses each of its purchases itself.
    """
    for effect in effects:
        if isinstance(effect, verbs.Buy) and effect.at is None:
            apply_effect(execution, entry, effect, effect)
            continue
        with execution.carrying_out():
            if effect.at is None:
                apply_effect(execution, entry, effect, effect)
            else:
                if _reads_target(effect) and _on_oneself(execution, effect):
                    raise RefusedError(
                        "an effect on oneself cannot read the target later"
                    )
                for who in recipients_of(execution, effect):
                    schedule(execution, entry, effect, effect.at, who)


def apply_effect(
    execution: Execution,
    entry: Entry,
    raw: Effect,
    effect: Effect,
    only: Actor | None = None,
) -> None:
    """Settle an effect and apply it. `raw` is the effect as it is in the entry.

    If its formulas read the target, it is settled for each recipient. `only` is the recipient of a
    branch whose choice was settled in this way.
    """
    for target in (only,) if only else _targets_read(execution, effect):
        for plain in settled(effect, execution.situation_with(target)):
            note(execution.actor.rules, raw)
            if isinstance(plain, verbs.OneOf):
                choice = cast("verbs.OneOf", raw)
                branch = _chosen_branch(execution, choice)
                chosen = branch_of(execution, choice, plain)
                apply_effect(
                    execution, entry, branch, chosen, None if branch.to else target
                )
                continue
            signed = _with_chosen_sign(execution, plain)
            for who in (target,) if target else recipients_of(execution, signed):
                _apply_to(execution, entry, raw, cast("AnyEffect", signed), who)


def _targets_read(execution: Execution, effect: Effect) -> tuple[Actor | None, ...]:
    """Return the recipients that formulas of the effect read as the target.

    The result is (None,) if the formulas don't read it, or read the target of the action because
    the effect happens to the actor.
    """
    if not _reads_target(effect) or _on_oneself(execution, effect):
        return (None,)
    return recipients_of(execution, effect)


def _on_oneself(execution: Execution, effect: Effect) -> bool:
    return (effect.to or (execution.holder,)) == ("self",)


def _reads_target(effect: Effect) -> bool:
    return "target." in set(_words_in(effect))


def branch_of(execution: Execution, raw: verbs.OneOf, effect: verbs.OneOf) -> Effect:
    """Return the chosen branch, with the recipients and duration of the choice if it has none."""
    branch = _chosen_branch(execution, raw)
    shared = {
        name: value
        for name in ("to", "times", "duration")
        if (value := getattr(effect, name)) and not getattr(branch, name)
    }
    return branch.but(**shared)


def _chosen_branch(execution: Execution, choice: verbs.OneOf) -> Effect:
    """Return the chosen branch as it is in the entry."""
    number = cast("object", execution.choices.branch)
    branches = len(choice.one_of)
    if not (isinstance(number, int) and 1 <= number <= branches):
        raise RefusedError(
            f"branch: expected a number from 1 to {branches}, not {number}"
        )
    return choice.one_of[number - 1]


def _with_chosen_sign(execution: Execution, effect: Effect) -> Effect:
    """Return the effect with the chosen sign if its amount can be added or subtracted (`±2`)."""
    by: object = getattr(effect, "by", None)
    if not isinstance(by, Modifier) or not by.either_way:
        return effect
    plain = by.but(either_way=False)
    return effect.but(by=-plain if execution.choices.subtract else plain)


def recipients_of(execution: Execution, effect: Effect) -> tuple[Actor, ...]:
    """Return the actors that an effect happens to. Raises RefusedError for a wrong role."""
    if isinstance(effect, verbs.Buy):
        return (execution.actor,)
    roles: tuple[Who, ...] = effect.to or (execution.holder,)
    if isinstance(effect, verbs.Move):
        roles = (effect.move,)
    return execution.participants.recipients(roles, execution.choices.recipient)


def _apply_to(
    execution: Execution, entry: Entry, raw: Effect, effect: AnyEffect, who: Actor
) -> None:
    """Apply a settled effect to one actor, or put it in force if it lasts (`activate`)."""
    match effect:
        case verbs.Inflict():
            condition = inflicted_condition(execution, effect, who)
            ended = condition_ended_by(effect, condition, who)
            if ended is not None:
                replace_held(who, ended)
                name = ended.condition.entry.name
                execution.tell(f"{who} no longer has {name}", who, effect)
            if condition is not None:
                cost = _cost_on_top(effect, condition, who)
                rng, duration = execution.rng, effect.duration
                apply_condition(who, condition, rng, execution, duration, cost=cost)
        case verbs.Recover():
            recover(execution, effect, who)
        case verbs.SetDuration():
            set_duration(execution, effect, who)
        case verbs.Buy():
            for own_execution, pick in purchases(execution, effect):
                apply_effects(own_execution, pick, pick.effects)
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
        case verbs.Modify():
            activate(execution, entry, raw, effect, who)
            _tell_already_rolled(execution, entry, effect, who)
        case (
            verbs.Forbid()
            | verbs.Use()
            | verbs.Resist()
            | verbs.Ignore()
            | verbs.Reroll()
        ):
            activate(execution, entry, raw, effect, who)
        case verbs.OneOf():
            raise AssertionError("`apply_effect` replaces a choice with its branch")
        case _:
            assert_never(effect)


def _refuse_lacking(execution: Execution, effect: verbs.Allow, who: Actor) -> None:
    """Raise RefusedError for an ability whose needs the actor does not have."""
    named: object = effect.allow
    if isinstance(named, str):
        named = execution.names.get(named)
    ability = lookup(who.rules, entry_id(named) or "")
    if not isinstance(ability, Ability):
        return
    for need in ability.needs:
        if not who.has(need):
            raise RefusedError(
                f"{who} cannot have {ability.name}: {need.entry.name} is missing"
            )


# Points change within their bounds, and can trigger effects.


def change_points(
    execution: Execution,
    points: Points,
    by: int,
    who: Actor,
    effect: Effect | None = None,
) -> None:
    """Add a positive or negative number to points of an actor, within their bounds.

    If the points become full or empty, apply the effects that follow. If the actor cannot have the
    points, only add a notice.
    """
    have = who.points.get(points.id)
    if have is None:
        # A recurring rule applies to all actors; those without the points are skipped.
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
    execution: Execution, points: Points, who: Actor, before: int
) -> None:
    """Apply the effects of points that have become full or empty, from `before` points.

    For example, hit points that fall to 0 can inflict a condition. Points that are already among
    the causes of this execution (`set_off_by`) do nothing, because they would trigger themselves.
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
        triggered = Execution(points, assign_roles(who), None, execution.rng)
        triggered.set_off_by = execution.set_off_by.then(points)
        apply_effects(triggered, points, effects)
        execution.log += triggered.log


def pay_points(
    execution: Execution, costs: Iterable[tuple[Points, int]], who: Actor
) -> None:
    """Subtract costs from points. The caller has checked that the actor can pay."""
    for points, cost in costs:
        change_points(execution, points, -cost, who)


def refuse_wasted(execution: Execution, effects: Iterable[Effect]) -> None:
    """Raise RefusedError if the effects, which cost a point or more, change nothing for the actor.

    This is the case if they modify or substitute a rating that the actor still cannot use, if they
    double dice that an effect in force has doubled already, or if they add dice to a roll whose
    result is kept.
    """
    who = execution.actor
    for effect in effects:
        if names := _already_rolled(who, effect):
            raise RefusedError(
                f"{who} has already rolled {names}; wait for the next roll"
            )
        word: object = None
        match effect:
            case verbs.Modify(modify="checks", by=Modifier(token=token)) if token:
                _refuse_doubled(who, effect, token)
            case verbs.Modify():
                word = effect.modify
            case verbs.Use():
                word = effect.use
            case _:
                continue
        rating = entry_id(execution.names.get(word) if isinstance(word, str) else word)
        if rating is not None and used_together(entry := who.rules.entry(rating)):
            rating_chain(who, entry)  # raises RefusedError if the rating cannot be used


def _already_rolled(who: Actor, effect: Effect) -> str:
    """Return the names of kept values if an effect changes only their rolls, else an empty text."""
    if not isinstance(effect, verbs.Modify):
        return ""
    adds_dice = isinstance(effect.by, Modifier) and (effect.by.dice or effect.by.token)
    ids = [entry_id(word) for word in effect.of or (effect.modify,)]
    if not (effect.of or adds_dice) or not all(id in who.kept for id in ids):
        return ""
    if not effect.of and not _is_kept_from_roll(who, entry_id(effect.modify) or ""):
        return ""  # dice are added at their fixed value
    return ", ".join(who.rules.entry(id).name for id in ids if id)


def _is_kept_from_roll(who: Actor, id: str) -> bool:
    return find(who.rules, who.kept[id].by or id, Value).dice_count == "rolled"


def _tell_already_rolled(
    execution: Execution, entry: Entry, effect: Effect, who: Actor
) -> None:
    """Add a line to the log if an effect of an entry waits for the next roll of a kept value."""
    if names := _already_rolled(who, effect):
        rest = f"has already rolled {names}; {entry.name} counts from the next roll"
        execution.tell(f"{who} {rest}", who)


def _refuse_doubled(who: Actor, effect: Effect, token: str) -> None:
    """Raise RefusedError if a token that multiplies dice is in force already: it counts only once.

    The effect itself has been applied, so it is in force twice if another was there before.
    """
    call = tokens_of(find_procedure(who.rules)).get(token)
    if call is None or not isinstance(call.step, MultiplyDice):
        return
    copies = [active for active in who.effects if active.effect == effect]
    if copies and who.effects.count(copies[-1]) > 1:
        raise RefusedError(
            f"{call.step.name}: {who} already has this, and it only counts once"
        )


def earn_points(execution: Execution, points: Points, way: str, who: Actor) -> None:
    """Add points that an actor earns in one way, now or at the end of a period (`Actor.gains`)."""
    gain = points.earn[way]
    note(who.rules, gain)
    if gain.paid is None:
        change_points(execution, points, gain.amount, who)
        return
    is_for_rule = gain.for_ is not None and isinstance(gain.for_.entry, Rule)
    if is_for_rule and (points.id, way) in who.gains:
        return  # following it again before the payment earns nothing more
    who.gains.append((points.id, way))
    when = when_over_in_words(gain.paid, who.rules.entry)
    execution.tell(f"{who}: {points.name} {gain.amount:+} {when}", who)


def earn_by_doing(execution: Execution, entry: Entry) -> None:
    """Add all points that the actor earns for carrying out an entry."""
    for points in every(execution.actor.rules, "points", Points):
        for way, gain in points.earn.items():
            is_for = gain.for_ is not None and gain.for_.id == entry.id
            if is_for and points.id in execution.actor.points:
                earn_points(execution, points, way, execution.actor)


# Effect rolls.


def one_effect_roll(rules: Rules) -> str:
    """Return the message that explains why a second effect roll is not made."""
    check, roll = term(rules, "check"), term(rules, "effect roll")
    return f"one {check} can lead to only one {roll}"


def _roll(execution: Execution, effect: verbs.Roll) -> None:
    """Make an effect roll and apply its effects, unless the check has already led to one."""
    if execution.rolled:
        execution.tell(one_effect_roll(execution.actor.rules))
        return
    execution.rolled = True
    entry = effect_roll_of(execution, effect)
    own_execution = execution.part(execution.choices, entry)
    by = effect.by if isinstance(effect.by, Modifier) else None
    check = effect_check(execution.situation, effect, entry)
    effects = make_check(own_execution, check, target="effect-rolls", by=by)
    execution.decided = True
    apply_effects(own_execution, entry, effects)


def effect_roll_of(execution: Execution, effect: verbs.Roll) -> EffectRoll:
    """Return the named or chosen effect roll. Raises UnansweredError if neither exists."""
    chosen = execution.names.get("effect-roll")
    id = entry_id(chosen if effect.roll == "chosen" else effect.roll)
    if id is None:
        which = question(execution.actor.rules, "effect-roll")
        roll = term(execution.actor.rules, "effect roll")
        raise UnansweredError([which], f"choose {with_article(roll)}")
    return find(execution.actor.rules, id, EffectRoll)


def effect_check(situation: Situation, effect: verbs.Roll, entry: EffectRoll) -> Check:
    """Return the check of an effect roll, with the rating or die code of the effect (`with`).

    If the effect has none, or its formula reads a blank cell of a table, the check is unchanged.
    """
    rating = effect.with_
    if isinstance(rating, Formula):
        value = rating(situation)
        is_dice = isinstance(value, DieCode | FormulaPool)
        rating = constant(value) if is_dice else cast("Ref[Value] | None", value)
    return entry.check if rating is None else entry.check.but(with_=(rating,))


def apply_condition(
    who: Actor,
    condition: Condition,
    rng: Randomness,
    execution: Execution | None = None,
    duration: Duration | None = None,
    *,
    cost: int | None = None,
) -> ActiveCondition | None:
    """Add a condition to an actor, apply its immediate effects and return it.

    Returns None if nothing was added. `duration` and `cost` override those of the condition.
    Effects for roles that no actor has here, such as an opponent, are skipped. If the condition is
    among the causes of `execution`, its effects are not applied again. Lines are added to the log
    of `execution`, if there is one.
    """
    before = tuple(who.conditions)
    held = add_condition(who, condition, rng, duration, cost)
    if execution is not None and before != tuple(who.conditions):
        execution.tell(f"{who} is {condition.name}", who)
        for effect in filter(is_standing, condition.effects):
            _tell_already_rolled(execution, condition, effect, who)
    if held is None:
        return None
    names = condition_names(condition)
    own_execution = Execution(condition, assign_roles(who), None, rng, names)
    own_execution.began_with = condition.id
    causes = Causes() if execution is None else execution.set_off_by
    if condition.id in causes:
        return held
    own_execution.set_off_by = causes.then(condition)
    roles = own_execution.participants.roles.keys()
    effects = [
        effect
        for effect in condition.effects
        if not is_standing(effect) and (not effect.to or roles & set(effect.to))
    ]
    apply_effects(own_execution, condition, effects)
    if execution is not None:
        execution.log += own_execution.log
    return held


# Following rules and setting off hooks.


FOLLOWED: tuple[type[Rule | Hook], ...] = (Rule, Hook)
"""The kinds of entries that `follow` accepts."""


@door  # checks the types of the arguments at each call
def follow(
    entry: Like[Rule | Hook],
    actor: Actor,
    target: Actor | None = None,
    *,
    rng: Randomness | None = None,
    choices: Choices | None = None,
    ally: Actor | None = None,
    opponents: Sequence[Actor] = (),
) -> Outcome:
    """Follow a rule, such as giving up, or activate one of the actor's hooks.

    Standing and recurring effects are not applied here. A hook is activated with a point, or with
    a check, which needs the facts `with` and `difficulty`. If the check fails, nothing else
    happens. If a rule has a single yes-or-no question, following it answers yes.
    """
    if not isinstance(entry, Rule | Hook):
        entry = find(actor.rules, entry, *FOLLOWED)
    roles = assign_roles(actor, (), target, ally, opponents)
    execution = Execution(entry, roles, choices, rng)
    with Transaction(actor, target, ally, *opponents):
        activated = isinstance(entry, Hook) and bool(entry.activated_by)
        if isinstance(entry, Hook):
            if not _activate_hook(execution, actor, entry):
                return execution.outcome
        else:
            _refuse_leaving_twice(actor, entry)
            _answer_single_question(execution, entry)
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


def _activate_hook(execution: Execution, actor: Actor, hook: Hook) -> bool:
    """Pay a point or make a check for a hook; return False if the check fails.

    The point is of the first kind in `activated_by` that the actor can pay. If either way is
    possible, the fact `with` decides for the check. Raises RefusedError if the actor lacks the hook
    or the point.
    """
    if hook.id not in actor.hooks:
        raise RefusedError(f"{actor} does not have {hook.name}")
    kinds = [ways.entry for ways in hook.activated_by if isinstance(ways, Ref)]
    points = next((points for points in kinds if can_pay(actor, points, 1)), None)
    if "check" in hook.activated_by and ("with" in execution.names or not points):
        against = Against(difficulty="chosen")
        make_check(execution, Check(with_=("chosen",), against=against))
        return execution.result is None or execution.result.success
    if points:
        change_points(execution, points, -1, actor)
    elif hook.activated_by:
        raise RefusedError(f"{actor} has no points left to activate {hook.name}")
    return True


def _refuse_leaving_twice(actor: Actor, rule: Rule) -> None:
    """Raise RefusedError if a rule takes an actor out of the fight who is out already."""
    from .possible import is_defeated  # avoids a circular import

    forbidden = (
        effect.forbid for effect in rule.effects if isinstance(effect, verbs.Forbid)
    )
    if "actions" in forbidden and is_defeated(actor):
        raise RefusedError(f"{rule.name}: {actor} is out already")


def _answer_single_question(execution: Execution, rule: Rule) -> None:
    """Add the answer yes if a rule has exactly one yes-or-no question, without an answer yet.

    Such a question is about the rule itself, as in "Do you give up?". To follow the rule is to
    answer it.
    """
    questions = [key for key, ask in rule.inputs.items() if ask.type == "boolean"]
    if len(questions) == 1:
        execution.names.setdefault(questions[0], True)


def require_answers(execution: Execution, entry: Action | Rule) -> None:
    """Raise UnansweredError if a question that is not optional has no answer.

    Optional questions without an answer get False, or None (`with_blanks`).
    """
    rules, answers = execution.actor.rules, execution.names
    missing = [
        fact_question(rules, key, ask)
        for key, ask in entry.inputs.items()
        if key not in answers and not ask.optional
    ]
    if isinstance(entry, Action):
        missing += [
            choice_question(rules, key, word)
            for key, word in entry.choose.items()
            if key not in answers
        ]
    execution.names = with_blanks(entry.inputs, answers)
    if missing:
        names = ", ".join(map(str, missing))
        raise UnansweredError(missing, f"{entry.name} needs {names}")
