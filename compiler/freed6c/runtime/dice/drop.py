"""Dice leave the roll: extra dice push out the lowest or highest, a face cancels the highest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..record import Ref
from .condition import NOBODY
from .table import Done, Kind
from .throw import throw

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..entries.dice import AddAndDrop, AndDrop, KeptOrBonus, Step
    from .pool import Pool
    from .table import Die, Table


class DoAddAndDrop:
    """Extra dice are thrown along, and as many of all dice go: the lowest, then the highest."""

    __slots__ = ("from_", "highest", "kind", "lowest", "order", "step")

    def __init__(self, step: AddAndDrop, pool: Pool, sides: int) -> None:
        self.step = step
        self.lowest, self.highest = drops(step, pool)
        self.kind = Kind(sides, step.id)
        self.from_ = frozenset(_source(one) for one in step.drop_from)
        self.order: Mapping[str, int] = {
            _source(one): place for place, one in enumerate(step.equal_dice)
        }

    @property
    def extra(self) -> int:
        """How many dice come along."""
        return self.lowest + self.highest

    def __call__(self, table: Table, _die: int = NOBODY) -> None:
        """Throw the extra dice, then drop."""
        rolled = throw(table, [(self.kind, self.extra)])
        stop = len(table.dice)
        dropped = self.drop(table, stop)
        table.drops.append(lambda now: self.drop(now, stop))
        step = self.step
        table.log.append(
            Done(step=step.id, do=step.do, rolled=tuple(rolled), dropped=dropped)
        )

    def drop(self, table: Table, stop: int) -> tuple[Die, ...]:
        """Drop among the dice before `stop`."""
        low = self._drop(table, stop, self.lowest, 1)
        return low + self._drop(table, stop, self.highest, -1)

    def _drop(
        self, table: Table, stop: int, count: int, direction: int
    ) -> tuple[Die, ...]:
        if not count:
            return ()
        found = sorted(
            (self._place(die, place, direction), place)
            for place, die in enumerate(table.dice[:stop])
            if die.kept and die.kind.source in self.from_
        )
        return _drop(table, [place for _, place in found[:count]])

    def _place(self, die: Die, place: int, direction: int) -> tuple[int, int, int, int]:
        """What decides which die goes first: if forced others before extra ones, then height."""
        last = len(self.order)
        forced = self.step.forced and die.kind.source == self.step.id
        order = self.order.get(die.kind.source, last)
        return (int(forced), direction * die.height, order, place)


def _drop(table: Table, places: Sequence[int]) -> tuple[Die, ...]:
    """Drop dice by their place on the table."""
    for place in places:
        table.dice[place] = table.dice[place].dropped()
    return tuple(table.dice[place] for place in places)


def drops(step: AddAndDrop, pool: Pool) -> tuple[int, int]:
    """How many of the lowest and how many of the highest go, after calls have met."""
    low, high = (
        sum(pool.called(token) for token, said in step.token.items() if said == which)
        for which in ("lowest", "highest")
    )
    if step.cancel == "one-for-one":
        both = min(low, high)
        return low - both, high - both
    return low, high


def _source(one: KeptOrBonus) -> str:
    return one.id if isinstance(one, Ref) else one


class DoCancel:
    """The highest die goes; the die that the step waited for stays, or goes too."""

    __slots__ = ("and_", "step")

    def __init__(self, step: Step, and_: AndDrop) -> None:
        self.step = step
        self.and_: AndDrop = and_

    def __call__(self, table: Table, die: int = NOBODY) -> None:
        """Drop the highest, and perhaps the die that was waited for."""
        stop = len(table.dice)
        dropped = self.drop(table, stop, die)
        table.drops.append(lambda now: self.drop(now, stop, die))
        step = self.step
        table.log.append(Done(step=step.id, do=step.do, dropped=dropped))

    def drop(self, table: Table, stop: int, waited: int) -> tuple[Die, ...]:
        """Drop among the dice before `stop`; of equal dice the first."""
        found = [
            (-die.height, place)
            for place, die in enumerate(table.dice[:stop])
            if die.kept and place != waited
        ]
        places = [min(found)[1]] if found else []
        too = self.and_ == "the-die-itself" or (
            self.and_ == "the-only-die" and not found
        )
        if too and waited != NOBODY and table.dice[waited].kept:
            places.append(waited)
        return _drop(table, places)
