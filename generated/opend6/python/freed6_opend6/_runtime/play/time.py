"""Time passes: periods begin and end, and with them whatever lasts so long."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

from ..entries.actions import Action, Order, Points, Scene
from ..entries.world import ActionType, Period
from ..entries.world import Value as ValueEntry
from ..record import Entry, Ref, Unworkable
from .checks import Acting, attempt, use_up
from .effects import happen_now, leave
from .effects_in_force import REPEATED, ignored_by, is_ignored
from .execution import Choices, Deed, Undoing, participants
from .points import limits, pay
from .state import (
    Active,
    Happening,
    Held,
    Lasting,
    Refused,
    every,
    find,
    meant,
    shorter,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ..dice.table import Randomness
    from ..situation import FormulaValue
    from .being import Being


T = TypeVar("T", Held, Active)


def start(
    period: Period, people: Iterable[Being], rng: Randomness
) -> tuple[Happening, ...]:
    """A period begins for everybody it concerns; for one whose own it is, for them alone.

    Points that refill with it are full again, what was to last for it begins, and effects that wait
    for its start happen.
    """
    found: list[Happening] = []
    people = tuple(people)
    with Undoing(*people):
        for who in people:
            who.under_way.add(period.key)
            who.conditions = [_started(one, period) for one in who.conditions]
            who.effects = [_started(one, period) for one in who.effects]
            who.refill(period.key)
            found += _moments(who, "start", period.key, rng)
    return tuple(found)


def _started(one: T, period: Period) -> T:
    """What begins with the period that comes next begins now."""
    lasting = one.lasting
    if lasting is None or lasting.lasts.period != period.key or not lasting.waits:
        return one
    return one.but(lasting=lasting.started())


def end(
    period: Period,
    people: Iterable[Being],
    rng: Randomness,
    others: Iterable[Being] = (),
) -> tuple[Happening, ...]:
    """A period ends, and all shorter ones in it; for one whose own it is, for them alone.

    Effects that wait for its end happen; what lasted until then is over; actions and points that
    are counted in it can be used again; what was earned until then is paid. `others` are those for
    whom the period was not their own; limits that they share with everyone are counted anew.
    """
    found: list[Happening] = []
    people, others = tuple(people), tuple(others)
    with Undoing(*people, *others):
        for who in people:
            found += _end(who, period, rng)
        for other in others:
            _count_anew(other, shorter(other.rules, period.key), shared=True)
    return tuple(found)


def _end(who: Being, period: Period, rng: Randomness) -> list[Happening]:
    found: list[Happening] = []
    ending = _Ending(who, period)
    for key in ending.keys:
        if key == period.key or key in who.under_way:
            found += _moments(who, "end", key, rng)
    who.effects = ending.left(who.effects)
    leave(who, ending.left(who.conditions))
    ending.note()
    _count_anew(who, ending.keys)
    return found + _pay(who, ending.keys)


class _Ending:
    """A period that ends for somebody, with all shorter ones in it.

    One's own turn comes once in each round: what is counted in turns goes on after a round in which
    the turn has ended already. With anything longer than a round, it is over; with the
    round, so is what was for this turn alone.
    """

    def __init__(self, who: Being, period: Period) -> None:
        self.who = who
        self.period = period
        self.keys = shorter(who.rules, period.key)
        own = [one.key for one in every(who.rules, "period", Period) if one.belongs_to]
        inner = [key for key in self.keys[:-1] if key in own]
        self.own = frozenset(inner if len(inner) == len(self.keys) - 1 else ())

    def left(self, things: Iterable[T]) -> list[T]:
        """What is not over yet, with what is left of its time."""
        found: list[T] = []
        for one in things:
            lasting = one.lasting
            if lasting is None or (left := self._after(lasting)) is lasting:
                found.append(one)
            elif left is not None:
                found.append(one.but(lasting=left))
        return found

    def _after(self, lasting: Lasting) -> Lasting | None:
        period = lasting.lasts.period
        if not lasting.left or period not in self.keys:
            return lasting
        if period == self.period.key:
            return lasting.one_less()
        if period not in self.own or lasting.lasts.form == "this":
            return None
        return lasting if period in self.who.passed else lasting.one_less()

    def note(self) -> None:
        """Remember which periods are under way now, and which of one's own have passed."""
        self.who.under_way -= set(self.keys)
        self.who.passed -= set(self.keys)
        if self.period.belongs_to is not None:
            self.who.passed.add(self.period.key)


def _moments(who: Being, edge: str, period: str, rng: Randomness) -> list[Happening]:
    """Effects happen that waited for this moment; those that wait for only one are gone then."""
    found: list[Happening] = []
    ignored = ignored_by(who)
    for active in tuple(who.effects):
        moment = active.effect.at
        if not any(one is active for one in who.effects):
            continue
        if active.waits is None or moment is None:
            continue
        if (moment.edge, moment.period) != (edge, period) or _sleeps(active, ignored):
            continue
        if active.waits:
            _replace(who, active, active.but(waits=active.waits - 1))
            continue
        if moment.which not in REPEATED:
            _replace(who, active)
        elif active.times is not None:
            use_up(who, (active,))
        found += _happens(who, active, rng)
    return found


def _sleeps(active: Active, ignored: frozenset[str]) -> bool:
    """Whether it has not begun yet, or its condition is suspended."""
    begins_later = active.lasting is not None and active.lasting.waits > 0
    return begins_later or is_ignored(active, ignored)


def _replace(who: Being, active: Active, *by: Active) -> None:
    place = next(n for n, one in enumerate(who.effects) if one is active)
    who.effects[place : place + 1] = by


def _happens(who: Being, active: Active, rng: Randomness) -> list[Happening]:
    entry = who.rules.entry(active.origin)
    deed = Deed(entry, participants(who), Choices(), rng, active.names)
    deed.began_with = active.began_with
    now = active.effect.but(at=None, to=())
    if active.lasting is not None or active.times is not None:
        now = now.but(times=None, lasts=None)
    happen_now(deed, entry, active.effect, now)
    return deed.happenings


def _count_anew(who: Being, keys: tuple[str, ...], *, shared: bool = False) -> None:
    """What is counted in these periods begins at 0; or only what everyone shares."""
    for kind in () if shared else every(who.rules, "action-type", ActionType):
        if kind.per.entry.key in keys:
            who.used.pop(kind.id, None)
    for points in every(who.rules, "points", Points):
        for key, limit in limits(points):
            due = isinstance(limit.per, Ref) and limit.per.entry.key in keys
            if due and (limit.among == "everyone" or not shared):
                who.used.pop(key, None)


def _pay(who: Being, keys: tuple[str, ...]) -> list[Happening]:
    paid = [gain for gain in who.gains if _is_due(who, gain, keys)]
    who.gains = [gain for gain in who.gains if gain not in paid]
    return [pay(who, points, way) for points, way in paid]


def _is_due(who: Being, gain: tuple[str, str], keys: tuple[str, ...]) -> bool:
    due = find(who.rules, gain[0], Points).earn[gain[1]].paid
    return due is None or due.period in keys


# Who acts when: the order of play of a scene.


B = TypeVar("B", bound="Being")
Party: TypeAlias = "tuple[B, ...]"
"""Those who come as one: everyone for themselves, or a side."""


def order(
    scene: Scene,
    people: Sequence[B],
    *,
    rng: Randomness | None = None,
    phase: Literal["act", "declare"] = "act",
    side: Callable[[B], object] | None = None,
    doing: Callable[[B], Action | str] | None = None,
) -> tuple[tuple[B, ...], ...]:
    """Who comes when in a scene; those who come at once stand together.

    Where the first to act leads, `people` come as they acted first. Where sides come as one, `side`
    says whose somebody is: else players are one side and the rest another. Where there are tiers,
    `doing` says what somebody does: an action, or the key of a tier.

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
    return tuple(
        group
        for some in tiers
        for group in _turned(_groups(asked, _parties(asked, some, side), rng), how)
    )


def interrupting(
    scene: Scene, standing: Sequence[Sequence[B]], who: B
) -> tuple[B, ...]:
    """Who may act in the turn of somebody, if the scene says so.

    `standing` is the order of the round: those who come later may, or those in a condition.
    """
    if scene.order is None or not (
        scene.order.interrupt or scene.order.interrupt_while
    ):
        return ()
    turn = next(
        (n for n, group in enumerate(standing) if any(one is who for one in group)),
        None,
    )
    if turn is None:
        raise Refused(f"{who} has no place in this order")
    condition = scene.order.interrupt_while
    if condition is None:
        return tuple(one for group in standing[turn + 1 :] for one in group)
    return tuple(
        one
        for group in standing
        for one in group
        if one is not who
        and any(held.condition.id == condition.id for held in one.conditions)
    )


def _turned(groups: tuple[tuple[B, ...], ...], how: str) -> tuple[tuple[B, ...], ...]:
    return groups if how == "highest-first" else groups[::-1]


def _tiers(
    asked: Order, people: Sequence[B], doing: Callable[[B], Action | str] | None
) -> Iterable[Sequence[B]]:
    """Everyone by the tier of what they do; what stands in none comes last."""
    if not asked.tiers:
        return (people,)
    if doing is None:
        raise Refused("the order depends on what everyone does: say it")
    found = [_tier(asked, doing(one)) for one in people]
    return [
        [one for one, tier in zip(people, found, strict=True) if tier == key]
        for key in (*asked.tiers, None)
    ]


def _tier(asked: Order, deed: Action | str) -> str | None:
    if isinstance(deed, str):
        if deed not in asked.tiers:
            raise Refused(f"there is no tier {deed}: {', '.join(asked.tiers)}")
        return deed
    for key, tier in asked.tiers.items():
        if any(one.id == deed.id for one in tier.actions):
            return key
    return None


def _parties(
    asked: Order, people: Sequence[B], side: Callable[[B], object] | None
) -> tuple[Party[B], ...]:
    if asked.sides == "none":
        return tuple((one,) for one in people)
    sides = [one.player if side is None else side(one) for one in people]
    return tuple(
        tuple(one for one, its in zip(people, sides, strict=True) if its == each)
        for each in dict.fromkeys(sides)
    )


def _groups(
    asked: Order, parties: tuple[Party[B], ...], rng: Randomness | None
) -> tuple[tuple[B, ...], ...]:
    """Parties, the highest first; those that are equal in everything come at once."""
    if asked.by == "first-to-act":
        return parties
    groups = _split(asked, parties, asked.by, rng)
    for tie in asked.ties:
        groups = tuple(
            part
            for group in groups
            for part in (_split(asked, group, tie, rng) if len(group) > 1 else (group,))
        )
    return tuple(tuple(one for party in group for one in party) for group in groups)


def _split(
    asked: Order, group: tuple[Party[B], ...], by: object, rng: Randomness | None
) -> tuple[tuple[Party[B], ...], ...]:
    """Parties by how high they stand, the highest first."""
    if by == "together":
        return (group,)
    stands = min if asked.sides == "lowest" else max
    heights = [stands(_height(one, by, rng) for one in party) for party in group]
    return tuple(
        tuple(one for one, height in zip(group, heights, strict=True) if height == h)
        for h in sorted(set(heights), reverse=True)
    )


def _height(who: Being, by: object, rng: Randomness | None) -> float:
    if by == "players-first":
        return int(who.player)
    if by == "roll-again":
        if rng is None:
            raise Refused("ties are rolled here: bring dice")
        return rng.randrange(1_000_000)
    entry = find(who.rules, meant(by) or "", Entry)
    if not isinstance(entry, ValueEntry):
        return who.rating(entry).worth if _rates(who, entry) else -1
    found = _value(who, entry, rng)
    if not isinstance(found, int):
        raise Refused(f"{who} has no {entry.name}")
    return found


def _value(who: Being, entry: ValueEntry, rng: Randomness | None) -> FormulaValue:
    """A value of somebody, which may be one that is rolled."""
    if rng is not None:
        return Acting(who, rng).value(entry.id)
    try:
        return who.value(entry)
    except Unworkable as error:
        raise Refused(f"{entry.name}: {error.message}") from error


def _rates(who: Being, entry: Entry) -> bool:
    try:
        attempt(who, entry)
    except Refused:
        return False
    return True
