"""What is kept of the dice of a problem, as polynomials, in every way in which dice can leave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .ladder import Ladder, Rung
from .problem import divides

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .chains import Chains
    from .ladder import Emit
    from .problem import Problem
    from .ring import Ring


def walk(
    problem: Problem,
    ring: Ring,
    tables: Sequence[Chains],
    emit: Emit,
    offsets: Sequence[int] | None = None,
) -> None:
    """Emit what is kept, one's own and extra apart, in every way in which dice can leave.

    With `offsets`, rows of the ring hold raw totals less worths; without, everything is one's own.
    """
    terms = [
        Terms(ring, table, offsets[place] if offsets and sort.own else None)
        for place, (sort, table) in enumerate(zip(problem.all, tables, strict=True))
    ]
    own, extra = _fixed(problem, ring, terms, split=offsets is not None)

    def emit_all(more_own: int, more_extra: int) -> None:
        emit(ring.times(own, more_own), ring.times(extra, more_extra))

    ladder = _ladder(problem, ring, terms, split=offsets is not None)
    if problem.lowest and problem.highest:
        ladder.walk_both(problem.lowest, problem.highest, emit_all)
    else:
        ladder.walk(problem.drops, emit_all)


def _fixed(
    problem: Problem, ring: Ring, terms: Sequence[Terms], *, split: bool
) -> tuple[int, int]:
    """What the dice come to that are kept, or gone, in any case: one's own, and extra ones."""
    own, extra = 1, 1
    for sort, term in zip(problem.fixed, terms[len(problem.moving) :], strict=True):
        power = ring.power(term.total(gone=sort.gone), sort.dice)
        if sort.own or not split:
            own = ring.times(own, power)
        else:
            extra = ring.times(extra, power)
    return own, extra


def _ladder(
    problem: Problem, ring: Ring, terms: Sequence[Terms], *, split: bool
) -> Ladder:
    """The rungs of all dice that can leave, beginning where dice leave first."""
    rungs = [
        rung
        for place, sort in enumerate(problem.moving)
        for rung in terms[place].rungs(place, divides=divides(sort) and not split)
    ]
    direction = 1 if problem.lowest else -1
    rungs.sort(key=lambda one: (direction * one.height, one.order))
    counts = tuple(sort.dice for sort in problem.moving)
    own = [sort.own or not split for sort in problem.moving]
    return Ladder(ring, counts, own, rungs)


class Terms:
    """What a sort can become, as polynomials; without an `offset`, all in the first row."""

    __slots__ = ("offset", "ring", "table")

    def __init__(self, ring: Ring, table: Chains, offset: int | None) -> None:
        self.ring = ring
        self.table = table
        self.offset = offset

    def total(self, *, gone: bool) -> int:
        """All outcomes of a die that is kept, or gone, in any case."""
        if gone:
            return sum(self._dropped(one) for one in self.table.drop.values())
        return sum(self._kept(one) for one in self.table.keep.values())

    def rungs(self, place: int, *, divides: bool) -> Iterator[Rung]:
        """A rung for each height."""
        for height in self.table.keep.keys() | self.table.drop.keys():
            keep = self.table.keep.get(height, {})
            drop = self.table.drop.get(height, {})
            power = _power(keep, drop) if divides else None
            dropped, kept = self._dropped(drop), self._kept(keep)
            yield Rung(place, height, place, dropped, kept, power)

    def _kept(self, outcomes: dict[tuple[int, int], int]) -> int:
        found, offset = 0, self.offset
        for (worth, raw), weight in outcomes.items():
            row = 0 if offset is None else raw - worth + offset
            found += self.ring.monomial(weight, worth, row)
        return found

    def _dropped(self, outcomes: dict[int, int]) -> int:
        found, offset = 0, self.offset
        for raw, weight in outcomes.items():
            row = 0 if offset is None else raw + offset
            found += self.ring.monomial(weight, 0, row)
        return found


def _power(keep: dict[tuple[int, int], int], drop: dict[int, int]) -> int | None:
    """The one worth of a height, where keeping weighs what dropping does."""
    if len(keep) != 1 or len(drop) != 1:
        return None
    ((worth, _), weight) = next(iter(keep.items()))
    return worth if weight == next(iter(drop.values())) else None
