"""Time passes: periods begin and end, and with them whatever lasts so long."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ..entries.frame import ActionType, Period
from ..entries.points import Points
from ..record import Ref
from .active import REPEATED
from .ailing import leave
from .attempt import use_up
from .book import every, find, shorter
from .cast import Choices, cast
from .deed import Deed
from .effects import happen_now
from .held import Active, Held
from .limits import limits
from .points import pay
from .standing import ignored_by, is_ignored
from .undoing import Undoing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..dice.table import Randomness
    from .being import Being
    from .happened import Happening
    from .lasting import Lasting

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
    deed = Deed(entry, cast(who), Choices(), rng, active.names)
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
