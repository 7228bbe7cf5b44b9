"""Points: spent before or after a roll, earned, paid and lost, within their limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, cast

from ..arguments import ArgumentError, door, shown
from ..dice.table import dice_of
from ..effects import Allow
from ..entries.actions import Gain, Limit, Loss, Points, Spend
from ..entries.world import Hook
from ..finding import folded
from ..record import Ref
from ..situation import Situation, term
from .checks import can_pay, refuse_unpaid
from .effect_index import changes_roll
from .effects import (
    apply_effect,
    apply_effects,
    change_points,
    earn_points,
    refuse_wasted,
    settled,
)
from .effects_in_force import EffectInForce, in_force
from .execution import Choices, Execution, Transaction, assign_roles
from .state import (
    ActiveEffect,
    LogLine,
    Outcome,
    RefusedError,
    effects_of,
    every,
    find,
    number_for,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ..dice.table import Choose, Randomness
    from ..effects import Effect
    from ..situation import Like
    from .actor import Actor
    from .checks import CheckResult

Way: TypeAlias = "str"
"""The key or the name of a way to spend, earn or lose points, resolved by `_resolve_way`."""

# Limits on spending: per period, per check, and points that exclude each other.


def refuse_over_limit(
    points: Points,
    way: str,
    who: Actor,
    among: Iterable[Actor],
    counting: Sequence[ActiveEffect],
) -> None:
    """Raise RefusedError if spending points in one way exceeds the limit of the points or the way.

    `among` are all actors who share a limit for everyone. `counting` are the active effects that
    apply to this check or the next one. For limits per check, they show how many points were spent.
    """
    everyone = {id(actor): actor for actor in (who, *among)}.values()
    spending = points.spend[way]
    for key, limit in limits(points, way):
        for_all_ways = key == points.id
        if isinstance(limit.per, str):  # per check
            # Points spent on a check are not stored, so they are counted by their effects.
            effects = [
                active.effect for active in counting if active.origin == points.id
            ]
            ways = points.spend.values() if for_all_ways else (spending,)
            # All effects of a way begin together, so counting the first one is enough.
            spent = sum(
                number_for(way.cost, who) * effects.count(way.effects[0])
                for way in ways
            )
            period = term(who.rules, "a check")
        else:
            counted = everyone if limit.among == "everyone" else (who,)
            spent = sum(actor.used.get(key, 0) for actor in counted)
            period = f"a {limit.per.entry.name}"
        count = number_for(limit.count, who)
        if spent + number_for(spending.cost, who) > count:
            name = points.name if for_all_ways else spending.name
            whose = "everyone together" if limit.among == "everyone" else str(who)
            most = f"no more than {count} in {period}"
            raise RefusedError(f"{name}: {most}, for {whose}")


def refuse_both(
    points: Points, way: str, effects: Iterable[ActiveEffect], who: Actor
) -> None:
    """Raise RefusedError if points were spent on the roll that exclude these points.

    An effect that allows one of the two also allows both together.
    """
    new = points.spend[way].effects
    spent = {
        active.origin
        for active in effects
        if not all(_apart(active.effect, effect) for effect in new)
    }
    excluded = {reference.id for reference in points.exclusive_with}
    for other in every(who.rules, "points", Points):
        by_other = {reference.id for reference in other.exclusive_with}
        if other.id not in spent or any(in_force(who, Allow, on=(points.id, other.id))):
            continue
        if other.id in excluded or points.id in by_other:
            raise RefusedError(f"{points.name} and {other.name} cannot be combined")


def _apart(one: Effect, other: Effect) -> bool:
    """Return True if one of two effects counts only in checks that the other excepts."""
    pairs = ((one.of, other.except_), (other.of, one.except_))
    return any(of and {*of} <= {*except_} for of, except_ in pairs)


def limits(points: Points, *ways: str) -> Iterator[tuple[str, Limit]]:
    """Yield the limits on spending points, each with its key in `Actor.used`.

    These are the limit of the points and the limits of the `ways` to spend them, or of all ways if
    none are named.
    """
    if points.limit is not None:
        yield points.id, points.limit
    for way in ways or points.spend:
        if (limit := points.spend[way].limit) is not None:
            yield f"{points.id}.spend.{way}", limit


@door  # checks the types of the arguments at each call
def spend(
    points: Like[Points],
    way: Way,
    who: Actor,
    *,
    rng: Randomness | None = None,
    choices: Choices | None = None,
    among: Iterable[Actor] = (),
) -> Outcome:
    """Spend points in one of their ways, before a roll or at any time.

    `among` are all participants, for limits that everyone shares. Raises RefusedError, and spends
    nothing, if the rules do not allow it.
    """
    points = find(who.rules, points, Points)
    way = _resolve_way(points, "spent on", points.spend, way)
    spending = points.spend[way]
    if spending.at == "after-roll":
        raise RefusedError(f"{spending.name} is only possible after a roll")
    _refuse_spending(points, way, who, among)
    execution = Execution(points, assign_roles(who), choices, rng)
    with Transaction(who):
        _deduct(execution, points, way)
        apply_effects(execution, points, spending.effects)
        refuse_wasted(execution, spending.effects)
    return execution.outcome


@door
def spend_on(
    result: CheckResult,
    points: Like[Points],
    way: Way,
    who: Actor,
    *,
    rng: Randomness | None = None,
    among: Iterable[Actor] = (),
    keep: str = "higher",
    choose: Choose | None = None,
    told: list[LogLine] | None = None,
) -> CheckResult:
    """Spend points on a roll after it was made, and return the new result.

    - `keep`: which of two totals is kept, `higher` or `lower`, if the rules leave that open.
    - `choose`: a function that decides in steps that leave a choice, if the roll is repeated.
    - `told`: a list to which lines of the log are added.

    Effects that don't change the roll are applied as well, and lasting effects go on after it.

    Raises RefusedError, and spends nothing, if the rules do not allow it, if another actor made the
    roll, or if its effects were applied.
    """
    points = find(who.rules, points, Points)
    way = _resolve_way(points, "spent on", points.spend, way)
    spending = points.spend[way]
    if spending.at == "before-roll":
        raise RefusedError(f"{spending.name} is only possible before the roll")
    if result.final:
        raise RefusedError(f"{points.name} come too late: the roll has had its effects")
    roller = result.prepared.who
    if roller is not None and roller is not who:
        raise RefusedError(f"{who} cannot spend {points.name} on a roll of {roller}")
    _refuse_spending(points, way, who, among, result)
    rng = dice_of(rng)
    situation, subject = Situation(who.rules, {}, who), result.prepared.subject
    now = [
        effect
        for effect in spending.effects
        if changes_roll(effect)
        and EffectInForce(effect, points, situation).covers(subject)
    ]
    if not now:
        raise RefusedError(f"{spending.name} does not affect this roll")
    rest = Execution(points, assign_roles(who), None, rng)
    with Transaction(who):
        _deduct(Execution(points, assign_roles(who), None, rng), points, way)
        for effect in spending.effects:
            if effect not in now:
                apply_effects(rest, points, [effect])
                continue
            for part in settled(effect, situation):
                result = result.changed(part, rng, keep, choose)
            # This roll is the first check that the effect counts in.
            times = (effect.times or 1) - 1
            ends = effect.duration is not None and effect.duration.event != "used"
            if times or (ends and effect.times is None):
                apply_effect(rest, points, effect, effect.but(times=times or None))
    if told is not None:
        told += rest.log
    # Recorded in the result, so later spending on the same roll counts them (`_refuse_spending`).
    effects = effects_of(points)
    spent = (
        ActiveEffect(
            origin=points.id, place=effects.index(effect), effect=effect, times=1
        )
        for effect in spending.effects
    )
    return result.but(prepared=result.prepared.using(*spent))


@door
def earn(
    points: Like[Points], way: Way, who: Actor, *, rng: Randomness | None = None
) -> Outcome:
    """Earn points in one of their ways. They are added now, or when they are paid.

    `rng` rolls for effects of points that become full.
    """
    points = find(who.rules, points, Points)
    way = _resolve_way(points, "earned by", points.earn, way)
    _refuse_without(who, points)
    cause = points.earn[way].for_
    if cause is not None and isinstance(cause.entry, Hook):
        if not who.hooks:
            raise RefusedError(
                f"{who} does not have {cause.entry.name} or another hook"
            )
    elif cause is not None and (points.id, way) not in who.gains:
        raise RefusedError(f"{cause.entry.name} earns {who} these points by itself")
    execution = Execution(points, assign_roles(who), None, rng)
    with Transaction(who):
        earn_points(execution, points, way, who)
    return execution.outcome


def pay(who: Actor, points: str, way: str, rng: Randomness) -> Outcome:
    """Pay points that were earned before."""
    entry = find(who.rules, points, Points)
    execution = Execution(entry, assign_roles(who), None, rng)
    change_points(execution, entry, entry.earn[way].amount, who)
    return execution.outcome


@door
def lose(
    points: Like[Points], way: Way, who: Actor, *, rng: Randomness | None = None
) -> Outcome:
    """Lose points in one of their ways, down to their minimum.

    `rng` rolls for effects of points that become empty.
    """
    points = find(who.rules, points, Points)
    way = _resolve_way(points, "lost by", points.lose, way)
    _refuse_without(who, points)
    execution = Execution(points, assign_roles(who), None, rng)
    with Transaction(who):
        change_points(execution, points, -points.lose[way].amount, who)
    return execution.outcome


def _resolve_way(
    points: Points, verb: str, ways: Mapping[str, Spend | Gain | Loss], way: str
) -> str:
    """Return the key of a way, found by its key or name. `verb` is for the message: `spent on`."""
    listed = ", ".join(ways) or "none"
    if not isinstance(cast("object", way), str):
        raise ArgumentError(f"way: expected one of {listed}, not {shown(way)}")
    if way in ways:
        return way
    plain = folded(way).replace(" ", "")  # `re-roll` also names `reroll`
    for key, candidate in ways.items():
        if plain in (folded(name).replace(" ", "") for name in (key, candidate.name)):
            return key
    raise RefusedError(f"{points.name} cannot be {verb} {way} (choose from {listed})")


def _refuse_without(who: Actor, points: Points) -> None:
    """Raise RefusedError if an actor cannot have these points."""
    if points.id not in who.points:
        raise RefusedError(f"{who} {who.why_without(points)}")


def _refuse_spending(
    points: Points,
    way: str,
    who: Actor,
    among: Iterable[Actor],
    result: CheckResult | None = None,
) -> None:
    """Raise RefusedError if an actor cannot spend points in a way, on `result` or before a roll."""
    spending = points.spend[way]
    _refuse_without(who, points)
    cost = number_for(spending.cost, who)
    if not can_pay(who, points, cost):
        have = who.points[points.id]
        raise RefusedError(f"{spending.name} costs {cost}, but {who} has {have}")
    refuse_unpaid(who, [(points, cost)], spending.name)
    # Effects that will count in the next check, or that count in the check that was made. That one
    # has used up effects with `times`, which are now in `once`.
    counting = tuple(who.effects)
    if result is not None:
        lasting = (active for active in who.effects if active.times is None)
        counting = (*result.prepared.once, *lasting)
    refuse_over_limit(points, way, who, among, counting)
    refuse_both(points, way, counting, who)


def _deduct(execution: Execution, points: Points, way: str) -> None:
    """Subtract the cost of a way from points, and count it for the limits per period."""
    who = execution.actor
    cost = number_for(points.spend[way].cost, who)
    change_points(execution, points, -cost, who)
    for key, limit in limits(points, way):
        if isinstance(limit.per, Ref):
            who.used[key] = who.used.get(key, 0) + cost
