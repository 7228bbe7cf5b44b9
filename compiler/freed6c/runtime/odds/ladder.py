"""Dropping the lowest or highest dice, exactly: a walk over heights from the end that is dropped.

A state is how many dice of each sort have not been met yet. As soon as the last drop is reached,
everything that is left is kept, and its sum is a power in closed form; so the number of states
depends on how many are dropped, not on how many are rolled.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from . import NoExactMethod
from .chains import Bounds, Chains, DiceGroup, Shape, chains

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .timeline import Stages


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

    group: int
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
            self.tails[rung.group] += rung.keep
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
                here, need = left[rung.group], sum(left) - passed
                for count, one in self._dropped(rung, here, need - 1):
                    state = _without(left, rung.group, count)
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
        rest = rung._replace(group=len(left), power=None)
        rungs = sorted(
            [rest, *self.rungs[place + 1 :]],
            key=lambda one: (-one.height, one.order),
        )
        own = [*self.own, self.own[rung.group]]
        for count in range(need, left[rung.group] + 1):
            ways = comb(left[rung.group], count) * weight
            counts = (*_without(left, rung.group, count), count - need)
            for mine, extra in Ladder(self.ring, counts, own, rungs).ways(highest):
                emit(times(ways, mine), extra)

    def _pass(self, rung: Rung) -> None:
        """The dice of a sort that are still to come are above this rung."""
        self.closed = {}
        self.tails[rung.group] -= rung.keep
        self.powers = {
            key: one for key, one in self.powers.items() if key[0] != rung.group
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
        closed = self._closed(rung, left[rung.group], need)
        if not closed:
            return
        others = _without(left, rung.group, left[rung.group])
        if self.own[rung.group]:
            self._keep(others, self.ring.times(weight, closed), emit)
        else:
            self._keep(others, weight, emit, closed)

    def _keep(self, left: Left, own: int, emit: Emit, extra: int = 1) -> None:
        """Everything that is left is kept."""
        times = self.ring.times
        for group, count in enumerate(left):
            if count and self.own[group]:
                own = times(own, self._power(group, count))
            elif count:
                extra = times(extra, self._power(group, count))
        if own and extra:
            emit(own, extra)

    def _power(self, group: int, count: int) -> int:
        key = (group, count)
        if key not in self.powers:
            self.powers[key] = self.ring.power(self.tails[group], count)
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
        total = ring.power(rung.keep + self.tails[rung.group], here)
        kept = 1
        for count in range(need):
            rest = self._power(rung.group, here - count)
            total -= ring.times(kept, rest) * comb(here, count)
            kept = ring.times(kept, rung.keep)
        return ring.shifted(total, power * need)

    def _one_by_one(self, rung: Rung, here: int, need: int) -> int:
        times, tail = self._times, self.tails[rung.group]
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


def _without(left: Left, group: int, count: int) -> Left:
    return (*left[:group], left[group] - count, *left[group + 1 :])


# Certain sorts of dice of which some are dropped: what is needed to add up what is
# kept.


MOST_HEIGHT = 5000
MANY_DICE = 5
"""Of so many dice of a sort, powers are divided out instead of adding terms up."""


class Problem:
    """The sorts, those that can leave apart, and how many of the lowest or highest leave.

    Totals above `top` do not matter; below 0, no total does.
    """

    def __init__(self, stages: Stages, groups: Sequence[DiceGroup], top: int) -> None:
        self.top = top
        found, self.lowest, self.highest = find_droppable(stages, groups)
        found = merge_equal_groups(found)
        self.droppable = sorted(
            (one for one in found if one.droppable), key=lambda one: one.place
        )
        self.fixed = [one for one in found if not one.droppable]
        self.high = self._high()

    @property
    def drops(self) -> int:
        """How many dice leave."""
        return self.lowest + self.highest

    @property
    def all(self) -> list[DiceGroup]:
        """All sorts, in a fixed order."""
        return [*self.droppable, *self.fixed]

    def _high(self) -> int:
        """The height above which it does not matter how high a die is.

        That is where only exploding dice reach, if either none or all of them leave up there; else
        where whatever is kept counts more than was asked for.
        """
        calm = [one for one in self.droppable if not grows(one.shape)]
        high = max((height(one.shape) for one in self.droppable), default=0)
        wild = sum(one.dice for one in self.droppable) - sum(one.dice for one in calm)
        kept = sum(one.dice for one in calm) >= self.lowest
        self.none_leave = not self.highest and kept
        self.all_leave = not self.lowest and wild <= self.highest
        if self.none_leave or self.all_leave:
            return high
        return max((_reached(one.shape, self.top) for one in self.droppable), default=0)

    def tables(self, raw: int | None) -> list[Chains]:
        """What each sort can become; `raw` bounds the totals by which sets are chosen."""
        return [
            chains(
                one.shape,
                Bounds(
                    self.top,
                    self.high if one.droppable else None,
                    raw if one.own and one.shape.explode else None,
                ),
            )
            for one in self.all
        ]

    def margin(self) -> int:
        """How many powers above the top have to be kept, since they are divided out."""
        worths = [
            worth
            for one in self.droppable
            if divides(one)
            for _, worth, _ in one.shape.faces
        ]
        return self.drops * max(worths, default=0) if self.top >= 0 else 0

    def whole(self, tables: Sequence[Chains]) -> int:
        """What all weights are out of."""
        whole = 1
        for one, table in zip(self.all, tables, strict=True):
            whole *= table.whole**one.dice
        return whole


def grows(shape: Shape) -> bool:
    """Whether the height of a die has no end."""
    return bool(shape.explode) and not shape.first_height


def height(shape: Shape) -> int:
    """The height of a die that does not explode."""
    grown = shape.explode if grows(shape) else ()
    return max(
        (face[0] for number, face in enumerate(shape.faces, 1) if number not in grown),
        default=0,
    )


def divides(group: DiceGroup) -> bool:
    """Whether what is kept of a sort is found by division."""
    return group.dice >= MANY_DICE and not group.shape.explode


def _reached(shape: Shape, top: int) -> int:
    """How high a die can get before its worth is above the top."""
    if not grows(shape):
        return height(shape)
    faces = [shape.faces[face - 1] for face in shape.explode]
    worth = min(one[1] for one in faces)
    if worth < 1 or top < 0:
        raise NoExactMethod("exploding dice are dropped by a height that has no end")
    highest = max(one[0] for one in shape.faces)
    found = (top // worth + 2) * highest
    if found > MOST_HEIGHT:
        raise NoExactMethod("exploding dice are dropped by too many heights")
    return found


def find_droppable(
    stages: Stages, groups: Sequence[DiceGroup]
) -> tuple[list[DiceGroup], int, int]:
    """Which sorts can leave, and how many dice: some sorts only after all others."""
    found = [one for one in groups if one.dice]
    lowest, highest = stages.lowest, stages.highest
    if not lowest + highest:
        return [one._replace(droppable=False) for one in found], 0, 0
    first = sum(one.dice for one in found if one.droppable and not one.late)
    if lowest + highest <= first or not any(one.late for one in found):
        rest = [one._replace(droppable=one.droppable and not one.late) for one in found]
        return rest, lowest, highest
    if lowest and highest:
        raise NoExactMethod("extra dice are forced in from both ends")
    gone = [
        one._replace(droppable=False, gone=True)
        if one.droppable and not one.late
        else one
        for one in found
    ]
    return gone, max(0, lowest - first), max(0, highest - first)


def merge_equal_groups(groups: Sequence[DiceGroup]) -> list[DiceGroup]:
    """Sorts that are the same put together, where it does not matter which of two dice leaves."""
    plain = all(one.shape.is_plain for one in groups if one.droppable)
    found: list[DiceGroup] = []
    for group in sorted(groups, key=lambda one: one.place):
        same = (place for place, one in enumerate(found) if _are_equal(one, group))
        near = next(same, None)
        if near is not None and (
            plain or not group.droppable or near == len(found) - 1
        ):
            one = found[near]
            found[near] = one._replace(dice=one.dice + group.dice)
        else:
            found.append(group)
    return found


def _are_equal(first: DiceGroup, second: DiceGroup) -> bool:
    return first._replace(dice=0, place=(0, 0), late=False) == second._replace(
        dice=0, place=(0, 0), late=False
    )


# What is kept of the dice of a problem, as polynomials, in every way in which dice can
# leave.


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
    polynomials = [
        GroupPolynomials(ring, table, offsets[place] if offsets and group.own else None)
        for place, (group, table) in enumerate(zip(problem.all, tables, strict=True))
    ]
    own, extra = _fixed(problem, ring, polynomials, split=offsets is not None)

    def emit_all(more_own: int, more_extra: int) -> None:
        emit(ring.times(own, more_own), ring.times(extra, more_extra))

    ladder = _ladder(problem, ring, polynomials, split=offsets is not None)
    if problem.lowest and problem.highest:
        ladder.walk_both(problem.lowest, problem.highest, emit_all)
    else:
        ladder.walk(problem.drops, emit_all)


def _fixed(
    problem: Problem,
    ring: Ring,
    polynomials: Sequence[GroupPolynomials],
    *,
    split: bool,
) -> tuple[int, int]:
    """What the dice come to that are kept, or gone, in any case: one's own, and extra ones."""
    own, extra = 1, 1
    for group, polynomial in zip(
        problem.fixed, polynomials[len(problem.droppable) :], strict=True
    ):
        power = ring.power(polynomial.total(gone=group.gone), group.dice)
        if group.own or not split:
            own = ring.times(own, power)
        else:
            extra = ring.times(extra, power)
    return own, extra


def _ladder(
    problem: Problem,
    ring: Ring,
    polynomials: Sequence[GroupPolynomials],
    *,
    split: bool,
) -> Ladder:
    """The rungs of all dice that can leave, beginning where dice leave first."""
    rungs = [
        rung
        for place, group in enumerate(problem.droppable)
        for rung in polynomials[place].rungs(
            place, divides=divides(group) and not split
        )
    ]
    direction = 1 if problem.lowest else -1
    rungs.sort(key=lambda one: (direction * one.height, one.order))
    counts = tuple(group.dice for group in problem.droppable)
    own = [group.own or not split for group in problem.droppable]
    return Ladder(ring, counts, own, rungs)


class GroupPolynomials:
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


# Polynomials as single integers (Kronecker substitution), so that products run at C
# speed.
#
# A coefficient has a slot of a fixed number of bits, wide enough that no sum of
# probabilities, in units of their common whole, can run over. The power of the
# first variable is a total, cut off above `top`; a second variable stands in rows, cut
# off above `rows`.


MOST_BITS = 3_000_000
"""The size of one polynomial: two of them are multiplied in about half a second."""


class Ring:
    """Polynomials of one size. Slots are whole bytes, so that they are read by slicing.

    Raises NoExactMethod where they would be too large to be multiplied soon.
    """

    __slots__ = ("bits", "mask", "rows", "size", "top", "width")

    def __init__(self, top: int, rows: int, largest: int) -> None:
        self.top = top
        self.rows = rows
        self.size = largest.bit_length() // 8 + 1
        self.bits = self.size * 8
        self.width = (top + 1) * (2 if rows else 1)
        if self.bits * self.width * (rows + 1) > MOST_BITS * (2 if rows else 1):
            raise NoExactMethod(
                f"sums up to {top} of so many dice need too large numbers"
            )
        row = (1 << self.bits * (top + 1)) - 1
        self.mask = sum(row << self.bits * self.width * one for one in range(rows + 1))

    def monomial(self, weight: int, power: int, row: int = 0) -> int:
        """One term; 0 where it lies outside."""
        if power > self.top or row > self.rows:
            return 0
        return weight << self.bits * (row * self.width + power)

    def times(self, first: int, second: int) -> int:
        """The product, cut off."""
        return (first * second) & self.mask

    def power(self, base: int, exponent: int) -> int:
        """The power, cut off."""
        result = 1
        while exponent:
            if exponent & 1:
                result = (result * base) & self.mask
            exponent >>= 1
            if exponent:
                base = (base * base) & self.mask
        return result

    def shifted(self, polynomial: int, powers: int) -> int:
        """Divided by so many powers of the first variable; nothing may be lost."""
        return polynomial >> self.bits * powers

    def coefficients(self, polynomial: int, row: int = 0) -> list[int]:
        """The coefficients of a row, from the power 0 to the top."""
        start = row * self.width * self.size
        data = polynomial.to_bytes(self.size * self.width * (self.rows + 1), "little")
        stop = start + (self.top + 1) * self.size
        read = int.from_bytes
        return [
            read(data[at : at + self.size], "little")
            for at in range(start, stop, self.size)
        ]

    def made_of(self, coefficients: list[int]) -> int:
        """The polynomial of these coefficients, lowest first."""
        return int.from_bytes(
            b"".join([one.to_bytes(self.size, "little") for one in coefficients]),
            "little",
        )
