"""Dropping the lowest or highest dice, exactly: a walk over heights from the end that is dropped.

A state is how many dice of each sort have not been met yet. As soon as the last drop is reached,
everything that is left is kept, and its sum is a power in closed form; so the number of states
depends on how many are dropped, not on how many are rolled.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from .refuse import NoExactMethod

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .ring import Ring

Left: TypeAlias = "tuple[int, ...]"
Emit: TypeAlias = "Callable[[int, int], None]"
"""Takes what one's own dice come to, and what extra dice come to."""
MANY = 4
"""From so many dice on, all terms less a few are cheaper than adding the terms up."""
MOST_WORK = 5_000_000_000
"""Bits in all states on all rungs: about ten seconds."""
MOST_SUMMED = 1_500_000_000
"""Steps of all products in closed forms, as Python multiplies: ten to twenty seconds."""


class Rung(NamedTuple):
    """What dice of one sort do at one height: dropped, kept. `order` is that of equal dice.

    `power` is the one power that a kept die adds, if it adds the same as all of them do and weighs
    the same as when it is dropped; else None.
    """

    sort: int
    height: int
    order: int
    drop: int
    keep: int
    power: int | None


class Ladder:
    """The rungs of all sorts that can be dropped, in the order in which they are dropped."""

    def __init__(
        self, ring: Ring, counts: Left, own: Sequence[bool], rungs: Sequence[Rung]
    ) -> None:
        self.ring = ring
        self.counts = counts
        self.own = own
        self.rungs = rungs
        self.tails = [0] * len(counts)
        for rung in rungs:
            self.tails[rung.sort] += rung.keep
        self.powers: dict[tuple[int, int], int] = {}
        self.closed: dict[tuple[int, int], int] = {}
        self.summed = 0

    def walk(self, drops: int, emit: Emit) -> None:
        """Drop so many dice, or all; every way to be left with the rest is emitted once."""
        drops = min(drops, sum(self.counts))
        if not drops:
            self._keep(self.counts, 1, emit)
            return
        for place, state, need in self._reached(drops):
            self._end(self.rungs[place], state, need, emit)

    def ways(self, drops: int) -> list[tuple[int, int]]:
        """What would be emitted."""
        found: list[tuple[int, int]] = []
        self.walk(drops, lambda own, extra: found.append((own, extra)))
        return found

    def walk_both(self, lowest: int, highest: int, emit: Emit) -> None:
        """Drop so many of the lowest dice, and then so many of the highest that are left.

        Rungs stand lowest first. The dice on the rung where the last of the lowest is met are
        taken one number after the other; for those above there is a ladder of their own.
        """
        lowest = min(lowest, sum(self.counts))
        if not lowest:
            # No die that could leave is there: nothing is taken from above either.
            self._keep(self.counts, 1, emit)
            return
        for place, state, need in self._reached(lowest):
            self._above(place, state, need, (highest, emit))

    def _reached(self, drops: int) -> Iterator[tuple[int, tuple[Left, int], int]]:
        """Where the last of so many drops may be: rung, state, how many are needed there."""
        states: dict[Left, int] = {self.counts: 1}
        passed, work = sum(self.counts) - drops, 0
        for place, rung in enumerate(self.rungs):
            self._pass(rung)
            after = states.copy()
            for left, weight in states.items():
                here, need = left[rung.sort], sum(left) - passed
                for count, one in self._dropped(rung, here, need - 1):
                    state = _less(left, rung.sort, count)
                    more = self.ring.times(weight, one)
                    after[state] = after.get(state, 0) + more
                if here >= need:
                    yield place, (left, weight), need
            states = after
            work += len(states) * self.ring.mask.bit_length()
            if work > MOST_WORK:
                raise NoExactMethod(f"too many ways to drop {drops} dice")

    def _above(
        self, place: int, state: tuple[Left, int], need: int, then: tuple[int, Emit]
    ) -> None:
        """The last of the lowest stands on a rung: what is left starts there, downwards."""
        (left, weight), (highest, emit) = state, then
        rung, times = self.rungs[place], self.ring.times
        for _ in range(need):
            weight = times(weight, rung.drop)
        rest = rung._replace(sort=len(left), power=None)
        rungs = sorted(
            [rest, *self.rungs[place + 1 :]],
            key=lambda one: (-one.height, one.order),
        )
        own = [*self.own, self.own[rung.sort]]
        for count in range(need, left[rung.sort] + 1):
            ways = comb(left[rung.sort], count) * weight
            counts = (*_less(left, rung.sort, count), count - need)
            for mine, extra in Ladder(self.ring, counts, own, rungs).ways(highest):
                emit(times(ways, mine), extra)

    def _pass(self, rung: Rung) -> None:
        """The dice of a sort that are still to come are above this rung."""
        self.closed = {}
        self.tails[rung.sort] -= rung.keep
        self.powers = {
            key: one for key, one in self.powers.items() if key[0] != rung.sort
        }

    def _dropped(self, rung: Rung, here: int, most: int) -> Iterator[tuple[int, int]]:
        """One die on the rung, two, three: all of them dropped."""
        weight = 1
        for count in range(1, min(here, most) + 1):
            weight = self.ring.times(weight, rung.drop)
            yield count, weight * comb(here, count)

    def _end(self, rung: Rung, state: tuple[Left, int], need: int, emit: Emit) -> None:
        """The last drop is reached on this rung."""
        left, weight = state
        closed = self._closed(rung, left[rung.sort], need)
        if not closed:
            return
        others = _less(left, rung.sort, left[rung.sort])
        if self.own[rung.sort]:
            self._keep(others, self.ring.times(weight, closed), emit)
        else:
            self._keep(others, weight, emit, closed)

    def _keep(self, left: Left, own: int, emit: Emit, extra: int = 1) -> None:
        """Everything that is left is kept."""
        times = self.ring.times
        for sort, count in enumerate(left):
            if count and self.own[sort]:
                own = times(own, self._power(sort, count))
            elif count:
                extra = times(extra, self._power(sort, count))
        if own and extra:
            emit(own, extra)

    def _power(self, sort: int, count: int) -> int:
        key = (sort, count)
        if key not in self.powers:
            self.powers[key] = self.ring.power(self.tails[sort], count)
        return self.powers[key]

    def _closed(self, rung: Rung, here: int, need: int) -> int:
        """At least `need` of the dice stand on the rung, and so many of these are dropped."""
        key = (here, need)
        if key not in self.closed:
            if rung.power is not None and here - need >= MANY:
                self.closed[key] = self._without_few(rung, rung.power, here, need)
            else:
                self.closed[key] = self._one_by_one(rung, here, need)
        return self.closed[key]

    def _times(self, first: int, second: int) -> int:
        """A product; refused where all of them together would take too long."""
        small, large = sorted((first.bit_length() // 30, second.bit_length() // 30))
        self.summed += large * small // int(max(small, 1) ** 0.415)
        if self.summed > MOST_SUMMED:
            raise NoExactMethod(f"sums of {sum(self.counts)} dice take too long")
        return self.ring.times(first, second)

    def _without_few(self, rung: Rung, power: int, here: int, need: int) -> int:
        """However many stand on it, less those ways in which it is too few.

        A kept die is worth a power and weighs what a dropped one does, so that dropping is division
        by that power.
        """
        ring = self.ring
        total = ring.power(rung.keep + self.tails[rung.sort], here)
        kept = 1
        for count in range(need):
            rest = self._power(rung.sort, here - count)
            total -= ring.times(kept, rest) * comb(here, count)
            kept = ring.times(kept, rung.keep)
        return ring.shifted(total, power * need)

    def _one_by_one(self, rung: Rung, here: int, need: int) -> int:
        times, tail = self._times, self.tails[rung.sort]
        powers = [1]
        for _ in range(here - need):
            powers.append(times(powers[-1], tail))
        total = comb(here, here)
        for count in range(here - 1, need - 1, -1):
            rest = powers[here - count] * comb(here, count)
            total = times(total, rung.keep) + rest
        for _ in range(need):
            total = times(total, rung.drop)
        return total


def _less(left: Left, sort: int, count: int) -> Left:
    return (*left[:sort], left[sort] - count, *left[sort + 1 :])
