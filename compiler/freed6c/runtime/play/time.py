"""Time: periods start and end, and with them what lasts so long; the order of play in a scene."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

from ..entries.actions import Action, Order, Points, Scene
from ..entries.world import ActionType, Period
from ..entries.world import Value as ValueEntry
from ..record import Entry, Ref, Unworkable
from .checks import RollingCharacter, attempt, consume
from .effects import apply_effect, set_conditions, set_off_by_points
from .effects_in_force import REPEATED, ignored_by, is_dormant, replace_effect
from .execution import Execution, Transaction, assign_roles
from .points import limits, pay
from .state import (
    Active,
    Happening,
    Held,
    Refused,
    entry_id,
    every,
    find,
    shorter,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ..dice.table import Randomness
    from .being import Being


T = TypeVar("T", Held, Active)


def start(
    period: Period, people: Iterable[Being], rng: Randomness
) -> tuple[Happening, ...]:
    """Start a period for these people; a turn, for the one whose turn it is alone.

    Points that refill with it are full again, durations that waited for it begin, and effects that
    wait for its start happen. Raises Refused where one of them cannot; then nothing has happened.
    """
    happenings: list[Happening] = []
    people = tuple(people)
    with Transaction(*people):
        for who in people:
            who.under_way.add(period.key)
            who.conditions = [_started(held, period) for held in who.conditions]
            who.effects = [_started(active, period) for active in who.effects]
            happenings += _refill(who, period, rng)
            happenings += _moments(who, "start", period.key, rng)
    return tuple(happenings)


def _refill(who: Being, period: Period, rng: Randomness) -> list[Happening]:
    """Fill the points that refill with a period, and apply what that sets off."""
    before = dict(who.points)
    who.refill(period.key)
    happenings: list[Happening] = []
    for points in every(who.rules, "points", Points):
        if points.id in before and points.id in who.points:
            execution = Execution(points, assign_roles(who), None, rng)
            set_off_by_points(execution, points, who, before[points.id])
            happenings += execution.happenings
    return happenings


def _started(timed: T, period: Period) -> T:
    """A condition or effect whose duration begins if it waited for the start of this period."""
    lasting = timed.lasting
    if lasting is None or lasting.lasts.period != period.key or not lasting.waits:
        return timed
    return timed.but(lasting=lasting.started())


def end(
    period: Period,
    people: Iterable[Being],
    rng: Randomness,
    others: Iterable[Being] = (),
) -> tuple[Happening, ...]:
    """End a period and all shorter ones in it; a turn, for the one whose turn it is alone.

    Effects that wait for its end happen; what lasted until then is over; actions and points that
    are limited in it count from 0; what was earned until then is paid. `others` are those whose
    turn it was not: limits that they share with everyone count from 0 for them too.
    """
    happenings: list[Happening] = []
    people, others = tuple(people), tuple(others)
    with Transaction(*people, *others):
        for who in people:
            happenings += _end(who, period, rng)
        for other in others:
            _reset_used(other, shorter(other.rules, period.key), shared=True)
    return tuple(happenings)


def _end(who: Being, period: Period, rng: Randomness) -> list[Happening]:
    happenings: list[Happening] = []
    keys = shorter(who.rules, period.key)
    for key in keys:
        if key == period.key or key in who.under_way:
            happenings += _moments(who, "end", key, rng)
    who.effects = _remaining(who, period, who.effects)
    set_conditions(who, _remaining(who, period, who.conditions))
    who.under_way -= set(keys)
    who.passed -= set(keys)
    if period.belongs_to is not None:
        who.passed.add(period.key)
    _reset_used(who, keys)
    return happenings + _pay(who, keys, rng)


def _remaining(who: Being, period: Period, things: Iterable[T]) -> list[T]:
    """The conditions or effects that are not over when a period and all shorter ones in it end.

    Their durations are counted down. A longer period ends all durations in shorter ones, but for
    one case. One's own turn comes once in each round, so "until the end of the next turn" has to
    outlive the round in between: the end of a round counts a turn down only if the turn has not
    ended in it already (`Being.passed`), and ends only what was for `this` turn. This is so for
    the periods of one's own, if there are no others below the one that ends.
    """
    *inner, _ = keys = shorter(who.rules, period.key)
    periods = every(who.rules, "period", Period)
    all_own = all(known.belongs_to for known in periods if known.key in inner)
    remaining: list[T] = []
    for timed in things:
        lasting = timed.lasting
        lasts = "" if lasting is None or not lasting.left else lasting.lasts.period
        if lasting is None or lasts not in keys:
            remaining.append(timed)
        elif lasts in inner and (not all_own or lasting.lasts.form == "this"):
            continue
        elif lasts in inner and lasts in who.passed:
            remaining.append(timed)
        elif (left := lasting.counted_down()) is not None:
            remaining.append(timed.but(lasting=left))
    return remaining


def _moments(who: Being, edge: str, period: str, rng: Randomness) -> list[Happening]:
    """Apply the effects that waited for this moment; remove those that wait for only one.

    `edge` is `start` or `end`. An effect may end others that have not had their turn yet.
    """
    happenings: list[Happening] = []
    ignored = ignored_by(who)
    for active in tuple(who.effects):
        moment = active.effect.at
        ended = not any(other is active for other in who.effects)
        if ended or active.waits is None or is_dormant(active, ignored):
            continue
        if moment is None or (moment.edge, moment.period) != (edge, period):
            continue
        if active.waits:
            replace_effect(who, active, active.but(waits=active.waits - 1))
            continue
        if moment.which not in REPEATED:
            replace_effect(who, active)
        elif active.times is not None:
            consume(who, (active,))
        happenings += _apply_scheduled(who, active, rng)
    return happenings


def _apply_scheduled(who: Being, active: Active, rng: Randomness) -> list[Happening]:
    entry = who.rules.entry(active.origin)
    execution = Execution(entry, assign_roles(who), None, rng, active.names)
    execution.began_with = active.began_with
    now = active.effect.but(at=None, to=())
    if active.lasting is not None or active.times is not None:
        now = now.but(times=None, lasts=None)
    apply_effect(execution, entry, active.effect, now)
    return execution.happenings


def _reset_used(who: Being, keys: tuple[str, ...], *, shared: bool = False) -> None:
    """Reset what is counted in these periods to 0; with `shared`, only what everyone shares."""
    for kind in () if shared else every(who.rules, "action-type", ActionType):
        if kind.per.entry.key in keys:
            who.used.pop(kind.id, None)
    for action in () if shared else every(who.rules, "action", Action):
        if action.type.entry.per.entry.key in keys:
            who.used.pop(action.id, None)
    for points in every(who.rules, "points", Points):
        for key, limit in limits(points):
            due = isinstance(limit.per, Ref) and limit.per.entry.key in keys
            if due and (limit.among == "everyone" or not shared):
                who.used.pop(key, None)


def _pay(who: Being, keys: tuple[str, ...], rng: Randomness) -> list[Happening]:
    paid: list[tuple[str, str]] = []
    for points, way in who.gains:
        due = find(who.rules, points, Points).earn[way].paid
        if due is None or due.period in keys:
            paid.append((points, way))
    who.gains = [gain for gain in who.gains if gain not in paid]
    return [
        happening
        for points, way in paid
        for happening in pay(who, points, way, rng).happenings
    ]


# The order of play in a scene.


B = TypeVar("B", bound="Being")
Party: TypeAlias = "tuple[B, ...]"
"""Beings that come in the order as one: a side, or a single one."""


def order(
    scene: Scene,
    people: Sequence[B],
    *,
    rng: Randomness | None = None,
    phase: Literal["act", "declare"] = "act",
    side: Callable[[B], object] | None = None,
    doing: Callable[[B], Action | str] | None = None,
) -> tuple[tuple[B, ...], ...]:
    """The order of play in a scene: groups of those who act at once, the first to act first.

    - `people`: in the order in which they acted first, where the scene keeps that order.
    - `phase`: the order of acting, or of declaring actions.
    - `side`: gives the side of a being, where sides act as one; if it is not given, those with
      `player` are one side, all others another.
    - `doing`: gives what a being does, an action or the key of a tier, where the order has tiers.

    Raises Refused where the scene has no order, dice are needed and there is no `rng`, or nobody
    says what is done.
    """
    asked = scene.order
    if asked is None:
        raise Refused(f"{scene.name} has no order of play")
    how = asked.act if phase == "act" else asked.declare
    if how == "none":
        return (tuple(people),)
    tiers = _tiers(asked, people, doing) if phase == "act" else (people,)
    # Groups are made the highest first, so any other order is that one reversed.
    step = 1 if how == "highest-first" else -1
    return tuple(
        group
        for tier in tiers
        for group in _groups(asked, _parties(asked, tier, side), rng)[::step]
    )


def interrupting(
    scene: Scene, standing: Sequence[Sequence[B]], who: B
) -> tuple[B, ...]:
    """Those who may act in the turn of a being: those who come later, or those in a condition.

    `standing` is the order of the round, as `order` gives it. Nobody may unless the scene says so.
    Raises Refused where the being is not in that order.
    """
    asked = scene.order
    if asked is None or not (asked.interrupt or asked.interrupt_while):
        return ()
    turns = [any(being is who for being in group) for group in standing]
    if True not in turns:
        raise Refused(f"{who} has no place in this order")
    condition = asked.interrupt_while
    if condition is None:
        later = standing[turns.index(True) + 1 :]
        return tuple(being for group in later for being in group)
    others = (being for group in standing for being in group if being is not who)
    return tuple(
        other
        for other in others
        if any(held.condition.id == condition.id for held in other.conditions)
    )


def _tiers(
    asked: Order, people: Sequence[B], doing: Callable[[B], Action | str] | None
) -> Iterable[Sequence[B]]:
    """The people of each tier, by what they do; then those whose action is in no tier."""
    if not asked.tiers:
        return (people,)
    if doing is None:
        raise Refused("the order depends on what everyone does: say it")
    tiers = [(who, _tier(asked, doing(who))) for who in people]
    return [[who for who, tier in tiers if tier == key] for key in (*asked.tiers, None)]


def _tier(asked: Order, doing: Action | str) -> str | None:
    if isinstance(doing, str):
        if doing not in asked.tiers:
            raise Refused(f"there is no tier {doing}: {', '.join(asked.tiers)}")
        return doing
    for key, tier in asked.tiers.items():
        if any(action.id == doing.id for action in tier.actions):
            return key
    return None


def _parties(
    asked: Order, people: Sequence[B], side: Callable[[B], object] | None
) -> tuple[Party[B], ...]:
    if asked.sides == "none":
        return tuple((who,) for who in people)
    sides = [who.player if side is None else side(who) for who in people]
    return tuple(
        tuple(who for who, own in zip(people, sides, strict=True) if own == each)
        for each in dict.fromkeys(sides)
    )


def _groups(
    asked: Order, parties: tuple[Party[B], ...], rng: Randomness | None
) -> tuple[tuple[B, ...], ...]:
    """Parties, the highest first; those that are equal by all ties act at once."""
    if asked.by == "first-to-act":
        return parties
    groups = _split(asked, parties, asked.by, rng)
    for tie in asked.ties:
        groups = tuple(
            part
            for group in groups
            for part in (_split(asked, group, tie, rng) if len(group) > 1 else (group,))
        )
    return tuple(tuple(who for party in group for who in party) for group in groups)


def _split(
    asked: Order, group: tuple[Party[B], ...], by: object, rng: Randomness | None
) -> tuple[tuple[Party[B], ...], ...]:
    """Split a group by the heights of its parties, the highest first.

    The height of a side is that of its highest, or lowest, member.
    """
    if by == "together":
        return (group,)
    pick = min if asked.sides == "lowest" else max
    heights = [pick(_height(who, by, rng) for who in party) for party in group]
    return tuple(
        tuple(party for party, own in zip(group, heights, strict=True) if own == height)
        for height in sorted(set(heights), reverse=True)
    )


def _height(who: Being, by: object, rng: Randomness | None) -> float:
    if by == "players-first":
        return int(who.player)
    if by == "roll-again":
        if rng is None:
            raise Refused("ties are rolled here: bring dice")
        return rng.randrange(1_000_000)
    entry = find(who.rules, entry_id(by) or "", Entry)
    if not isinstance(entry, ValueEntry):
        try:
            attempt(who, entry)
        except Refused:
            return -1
        return who.rating(entry).worth
    # With dice, a value may be one that is rolled.
    able = who if rng is None else RollingCharacter(who, rng)
    try:
        value = able.value(entry.id)
    except Unworkable as error:
        raise Refused(f"{entry.name}: {error.message}") from error
    if not isinstance(value, int):
        raise Refused(f"{who} has no {entry.name}")
    return value
