"""Compute the distribution of the kept dice if the lowest or highest dice are dropped.

A distribution is a generating polynomial: the coefficient of x^t is the mass of the total t, and
the product of two polynomials is the distribution of the sum. A stratum is one height (the number
compared if dice are dropped) of one group of equal dice, such as "the d6s that show 2".

To drop the lowest dice, the algorithm walks through the strata from the lowest up; to drop the
highest, from the highest down. Its state is the number of dice of each group that are left for
later strata. When the last die is dropped, all other dice are kept, and the polynomial of their sum
is a power. So the number of states depends on the number of dropped dice, not on that of rolled
dice. `OrderStatistics._emit_kept` has an example.

If that takes fewer steps, the walk starts at the other end, and the roles of kept and dropped dice
are exchanged (`is_mirrored`). Then each state belongs to the dice that are kept so far, those of a
stratum are one power of x, and all dropped dice together are a plain number. So no two long
polynomials are multiplied.
"""

from __future__ import annotations

from math import comb, prod
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from . import OddsError
from .chains import Bounds, Chains, DiceGroup, Shape, chains
from .work import DIGIT, OUTCOME, TERM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .chains import Outcomes
    from .timeline import Stages
    from .work import Work


Left: TypeAlias = "tuple[int, ...]"
"""The number of dice of each group that are on the present stratum or a later one."""
Emit: TypeAlias = "Callable[[int, int], None]"
"""A callback that receives a part of the distribution, as two polynomials: `own` and `extra`.

The part is their product. If one of several sets of dice is chosen, `extra` belongs to the dice
that are thrown afterward; otherwise it is 1.
"""


class Stratum(NamedTuple):
    """One height of one group of dice.

    `drop` and `keep` are the polynomials of one dropped die and one kept die of that height.
    `order` breaks ties between groups at one height.
    """

    group: int
    height: int
    order: int
    drop: int
    keep: int


class OrderStatistics:
    """The strata of all droppable groups, in the order in which their dice are dropped.

    `counts` is the number of dice of each group. While a walk is on a stratum, `tails` has for each
    group the sum of `keep` over the strata that come after it. `powers`, `closed` and `dropped` are
    caches of `_power`, `_closed` and `_all_dropped` for the present stratum.
    """

    def __init__(
        self, ring: Ring, counts: Left, own: Sequence[bool], strata: Sequence[Stratum]
    ) -> None:
        self.ring = ring
        self.counts = counts
        self.own = own
        self.strata = strata
        self.tails = [0] * len(counts)
        for stratum in strata:
            self.tails[stratum.group] += stratum.keep
        self.powers: dict[tuple[int, int], int] = {}
        self.closed: dict[tuple[int, int], int] = {}
        self.dropped = [1]

    def walk(self, drops: int, emit: Emit) -> None:
        """Drop `drops` dice, or all if there are fewer; emit the polynomials of the kept dice.

        No roll belongs to two of these parts, so the sum of all parts is the distribution.
        """
        drops = min(drops, sum(self.counts))
        if not drops:
            self._emit_left(self.counts, 1, emit)
            return
        for place, state, need in self._last_drops(drops):
            self._emit_kept(self.strata[place], state, need, emit)

    def mirrored(self) -> OrderStatistics:
        """Return the strata in reverse order, with kept and dropped dice exchanged.

        Dropping k dice from the result means keeping k of the present dice.
        """
        strata = [
            stratum._replace(drop=stratum.keep, keep=stratum.drop)
            for stratum in reversed(self.strata)
        ]
        return OrderStatistics(self.ring, self.counts, self.own, strata)

    def walk_both(self, lowest: int, highest: int, emit: Emit) -> None:
        """Drop some of the lowest dice, and then some of the highest remaining ones.

        Strata are in ascending order. First, the lowest dice are dropped. For each number of dice
        that can be on the stratum of the last of them, the dice that remain on it and above are
        then walked through from the highest down, as a smaller problem.
        """
        lowest = min(lowest, sum(self.counts))
        if not lowest:
            # Without droppable dice, none can be dropped from above either.
            self._emit_left(self.counts, 1, emit)
            return
        times = self.ring.times
        for place, (left, weight), need in self._last_drops(lowest):
            # The last low drop is on this stratum: drop the highest of the remaining dice.
            # 3d6 without lowest and highest, the lowest being 5 (need = 1). With `count` dice at 5:
            #   1: comb(3, 1) = 3 ways; the other two are 6; one 6 is dropped:   3 x^6 (566)
            #   2: comb(3, 2) = 3 ways; a 5 and a 6 remain; the 6 is dropped:    3 x^5 (556)
            #   3: 1 way; two 5s remain, one is dropped:                           x^5 (555)
            # The dice that remain on the stratum (`count` - `need`) are a new group, `rest`, with
            # this one stratum. The strata 1 to 6 add up to 16, 40, 52, 52, 40, 16 of 216.
            stratum = self.strata[place]
            dropped = weight
            for _ in range(need):
                dropped = times(dropped, stratum.drop)
            strata = [stratum._replace(group=len(left)), *self.strata[place + 1 :]]
            strata.sort(key=lambda stratum: (-stratum.height, stratum.order))
            own = [*self.own, self.own[stratum.group]]
            for count in range(need, left[stratum.group] + 1):
                ways = comb(left[stratum.group], count) * dropped
                counts = (*_without(left, stratum.group, count), count - need)

                def emit_more(kept: int, extra: int, ways: int = ways) -> None:
                    emit(times(ways, kept), extra)

                OrderStatistics(self.ring, counts, own, strata).walk(highest, emit_more)

    def _last_drops(self, drops: int) -> Iterator[tuple[int, tuple[Left, int], int]]:
        """Yield each stratum and state that can have the last of `drops`, and the drops needed.

        A state is the number of dice of each group on this stratum or later (`left`), with the
        polynomial of the earlier dice, which are all dropped.
        """
        # An order statistic: the k-th lowest die is on a stratum if fewer than k dice are
        # before it, and enough on it to make k. 3d6 without the two lowest (k = 2), stratum 2:
        #   left (3,), weight 1, need 2: no 1 was rolled; two or three dice show 2. What
        #     is kept: x^2 (222), 3 x^3 .. 3 x^6 (two 2s and one higher).
        #   left (2,), weight 3, need 1: one of three dice shows 1; one or two show 2. What
        #     is kept: 3 x^2 (122 in 3 orders), 6 x^3 .. 6 x^6 (12y in 6 orders).
        # Here `_emit_kept` adds up the kept dice. All strata together have 1, 7, 19, 37, 61, 91 of
        # 216 for a highest die of 1 to 6, which is h^3 - (h-1)^3.
        states: dict[Left, int] = {self.counts: 1}
        kept = sum(self.counts) - drops
        for place, stratum in enumerate(self.strata):
            self._pass_stratum(stratum)
            after = states.copy()
            for left, weight in states.items():
                here, need = left[stratum.group], sum(left) - kept
                for count in range(1, min(here, need - 1) + 1):
                    dropped = self._all_dropped(stratum, count) * comb(here, count)
                    # A product that is truncated to 0 needs no state.
                    if product := self.ring.times(weight, dropped):
                        state = _without(left, stratum.group, count)
                        after[state] = after.get(state, 0) + product
                if here >= need:
                    yield place, (left, weight), need
            states = after

    def _pass_stratum(self, stratum: Stratum) -> None:
        """Begin a stratum: subtract its `keep` from the later strata, and clear old results."""
        self.closed = {}
        self.dropped = [1]
        self.tails[stratum.group] -= stratum.keep
        self.powers = {
            key: power for key, power in self.powers.items() if key[0] != stratum.group
        }

    def _all_dropped(self, stratum: Stratum, count: int) -> int:
        """Return the polynomial of `count` dropped dice of the present stratum."""
        while count >= len(self.dropped):
            self.dropped.append(self.ring.times(stratum.drop, self.dropped[-1]))
        return self.dropped[count]

    def _emit_kept(
        self, stratum: Stratum, state: tuple[Left, int], need: int, emit: Emit
    ) -> None:
        """Emit the kept dice if the last drop is on this stratum: `need` dice there are dropped.

        For 3d6 without the lowest: 91 of 216 rolls on the stratum 1 (6^3 - 5^3), then 61, 37, 19,
        7, 1. The stratum 5 gives x^10 (555) + 3 x^11 (556) + 3 x^12 (566), the last x^12 (666).
        """
        left, weight = state
        closed = self._closed(stratum, left[stratum.group], need)
        if not closed:
            return
        others = _without(left, stratum.group, left[stratum.group])
        if self.own[stratum.group]:
            self._emit_left(others, self.ring.times(weight, closed), emit)
        else:
            self._emit_left(others, weight, emit, closed)

    def _emit_left(self, left: Left, own: int, emit: Emit, extra: int = 1) -> None:
        """Multiply `own` and `extra` by the polynomials of the remaining dice, and emit them."""
        times = self.ring.times
        for group, count in enumerate(left):
            if count and self.own[group]:
                own = times(own, self._power(group, count))
            elif count:
                extra = times(extra, self._power(group, count))
        if own and extra:
            emit(own, extra)

    def _power(self, group: int, count: int) -> int:
        """Return the polynomial of `count` dice of a group on later strata, all kept."""
        key = (group, count)
        if key not in self.powers:
            self.powers[key] = self.ring.power(self.tails[group], count)
        return self.powers[key]

    def _closed(self, stratum: Stratum, here: int, need: int) -> int:
        """Return the polynomial of `here` dice of a group, if the last drops are on this stratum.

        At least `need` of these dice are on the stratum, and `need` are dropped. Let n be `here`, D
        and K the polynomials of a dropped and a kept die on the stratum, and T that of a die on a
        later one. By the binomial theorem, the result is D^need times the sum over k = need .. n of
        C(n, k) K^(k - need) T^(n - k), by Horner's rule in K.
        """
        if (here, need) in self.closed:
            return self.closed[here, need]
        times, tail = self.ring.times, self.tails[stratum.group]
        powers = [1]
        for _ in range(here - need):
            powers.append(times(powers[-1], tail))
        # Derive C(n, k) from C(n, k + 1), because `comb` would take longer than all the rest.
        total = ways = 1
        for count in range(here - 1, need - 1, -1):
            ways = ways * (count + 1) // (here - count)
            self.ring.work.multiply(powers[here - count], ways)
            total = times(total, stratum.keep) + powers[here - count] * ways
        self.closed[here, need] = times(total, self._all_dropped(stratum, need))
        return self.closed[here, need]


def _without(left: Left, group: int, count: int) -> Left:
    """Return the numbers of dice in `left`, with `count` dice fewer in one group."""
    return (*left[:group], left[group] - count, *left[group + 1 :])


# A problem: groups of dice with some drops, and the bounds that its distribution needs.


MOST_HEIGHT = 5000
"""The limit on the number of heights of an exploding die."""


class Problem:
    """Groups of dice, and the numbers of lowest and highest dice to drop.

    Dice of `droppable` groups are compared; those of `fixed` groups are always kept or always
    dropped.

    Totals above `top` are not computed; with a negative `top`, only the sum of all masses is.
    `high` is the height above which all heights are merged. `work` counts the cost.
    """

    def __init__(
        self, stages: Stages, groups: Sequence[DiceGroup], top: int, work: Work
    ) -> None:
        work.add(TERM)
        self.top = top
        self.work = work
        merged, self.lowest, self.highest = find_droppable(stages, groups)
        merged = merge_equal_groups(merged)
        self.droppable = [group for group in merged if group.droppable]
        self.fixed = [group for group in merged if not group.droppable]
        self.high = self._high()

    @property
    def drops(self) -> int:
        """The number of dice to drop."""
        return self.lowest + self.highest

    @property
    def all(self) -> list[DiceGroup]:
        """All groups: the droppable ones first, in the order of `Stratum.group`."""
        return [*self.droppable, *self.fixed]

    def _high(self) -> int:
        """Return the height H above which all heights are equivalent; they become H + 1.

        Above the highest face that ends a chain there are only exploding dice. If none of these can
        be dropped there, or all of them are, that face is H. Otherwise H is so high that any kept
        die above it is worth more than `top`.
        """
        # Two d6 and a Wild Die d6 (6 explodes: 7 to 11, 13 to 17, ..), top = 20:
        #   without the lowest 1 or 2: one of the two d6 is always as low, so no chain above 6
        #     is ever dropped (`none_leave`): H = 6.
        #   without the highest 1: the one die above 6, if there is one, is dropped
        #     (`all_leave`): H = 6.
        #   without the lowest 3: the chain is dropped however high: H = (20 // 6 + 2) 6 = 30.
        others = [group for group in self.droppable if not grows(group.shape)]
        high = max((height(group.shape) for group in self.droppable), default=0)
        exploding = sum(group.dice for group in self.droppable if grows(group.shape))
        kept = sum(group.dice for group in others) >= self.lowest
        self.none_leave = not self.highest and kept
        self.all_leave = not self.lowest and exploding <= self.highest
        if self.none_leave or self.all_leave:
            return high
        bounds = (_bound(group.shape, self.top) for group in self.droppable)
        return max(bounds, default=0)

    def tables(self, prior: int | None) -> list[Chains]:
        """Return the outcomes of one die of each group.

        `prior` bounds the totals that decide the choice of a set.
        """
        return [
            chains(
                group.shape,
                Bounds(
                    self.top,
                    self.high if group.droppable else None,
                    prior if group.own and group.shape.explode else None,
                ),
                self.work,
            )
            for group in self.all
        ]

    def is_mirrored(self, *, split: bool = False) -> bool:
        """Return True if the walk takes fewer steps from the end that keeps dice.

        From that end, a state is multiplied by numbers; from the other end, by polynomials, which
        takes about as long as several states. `split` is True if one of several sets is chosen.
        """
        dice = sum(group.dice for group in self.droppable)
        drops = min(self.drops, dice)
        if not drops or (self.lowest and self.highest):
            return False
        if split:
            # An exchanged walk multiplies all kept dice into `own`.
            return dice < 2 * drops and all(group.own for group in self.droppable)
        return dice <= 4 * drops

    def whole(self, tables: Sequence[Chains]) -> int:
        """Return the common denominator of all masses: the product of those of the dice."""
        pairs = zip(self.all, tables, strict=True)
        return prod(table.whole**group.dice for group, table in pairs)


def grows(shape: Shape) -> bool:
    """Return True if the height of a die has no limit."""
    return bool(shape.explode) and not shape.first_height


def height(shape: Shape) -> int:
    """Return the greatest height that a die can have without exploding further."""
    grown = shape.explode if grows(shape) else ()
    return max(
        (face[0] for number, face in enumerate(shape.faces, 1) if number not in grown),
        default=0,
    )


def _bound(shape: Shape, top: int) -> int:
    """Return a height above which a die is worth more than `top`.

    A chain of k explosions is worth at least k times the lowest exploding face.
    """
    if not grows(shape):
        return height(shape)
    worth = min(shape.faces[face - 1][1] for face in shape.explode)
    if worth < 1 or top < 0:
        raise OddsError("exploding dice are dropped by a height that has no end")
    highest = max(face[0] for face in shape.faces)
    bound = (top // worth + 2) * highest
    if bound > MOST_HEIGHT:
        raise OddsError("exploding dice are dropped by too many heights")
    return bound


def find_droppable(
    stages: Stages, groups: Sequence[DiceGroup]
) -> tuple[list[DiceGroup], int, int]:
    """Return the groups with the final `droppable`, and the numbers of dice to drop from these.

    `late` groups lose dice only after all others. If the other groups have enough dice to drop,
    `late` groups are not droppable. Otherwise, all dice of the other groups are `gone`, and the
    rest is dropped from `late` groups. The numbers are those of the lowest and of the highest dice.
    """
    present = [group for group in groups if group.dice]
    lowest, highest = stages.lowest, stages.highest
    if not lowest + highest:
        return [group._replace(droppable=False) for group in present], 0, 0
    first = sum(group.dice for group in present if group.droppable and not group.late)
    # Forced extra dice are `late`: see `DropDice.forced`.
    suffice = lowest + highest <= first or not any(group.late for group in present)
    if lowest and highest and not suffice:
        raise OddsError("extra dice are forced in from both ends")
    settled: list[DiceGroup] = []
    for group in present:
        early = group.droppable and not group.late
        if suffice:
            settled.append(group._replace(droppable=early))
        else:
            gone = group._replace(droppable=False, gone=True)
            settled.append(gone if early else group)
    if suffice:
        return settled, lowest, highest
    return settled, max(0, lowest - first), max(0, highest - first)


def merge_equal_groups(groups: Sequence[DiceGroup]) -> list[DiceGroup]:
    """Merge equal groups, if it doesn't matter from which of them a die is dropped."""
    plain = all(group.shape.is_plain for group in groups if group.droppable)
    merged: list[DiceGroup] = []
    for group in sorted(groups, key=lambda group: group.place):
        equal_places = (
            place for place, earlier in enumerate(merged) if _are_equal(earlier, group)
        )
        match = next(equal_places, None)
        any_place = plain or not group.droppable
        if match is not None and (any_place or match == len(merged) - 1):
            earlier = merged[match]
            merged[match] = earlier._replace(dice=earlier.dice + group.dice)
        else:
            merged.append(group)
    return merged


def _are_equal(first: DiceGroup, second: DiceGroup) -> bool:
    """Return True if groups differ at most in `dice`, `place` and `late`, which is decided."""
    return first == second._replace(dice=first.dice, place=first.place, late=first.late)


# The generating polynomials of the kept dice of a problem.


def walk(
    problem: Problem,
    ring: Ring,
    tables: Sequence[Chains],
    emit: Emit,
    offsets: Sequence[int] | None = None,
) -> None:
    """Emit the polynomials of the kept dice in parts; the sum of all parts is the distribution.

    With `offsets` (see `_row_offsets`), the row of a term is its prior total minus its final total,
    and dice thrown after a set was chosen are emitted separately, as `extra`. Without offsets, all
    dice are `own`.
    """
    polynomials = [
        GroupPolynomials(ring, table, offsets[place] if offsets and group.own else None)
        for place, (group, table) in enumerate(zip(problem.all, tables, strict=True))
    ]
    split = offsets is not None
    # Groups that are always kept or always dropped.
    own = extra = 1
    fixed = polynomials[len(problem.droppable) :]
    for group, polynomial in zip(problem.fixed, fixed, strict=True):
        power = ring.power(polynomial.total(gone=group.gone), group.dice)
        if group.own or not split:
            own = ring.times(own, power)
        else:
            extra = ring.times(extra, power)

    def emit_all(more_own: int, more_extra: int) -> None:
        emit(ring.times(own, more_own), ring.times(extra, more_extra))

    # The strata of all other groups, beginning at the end that loses dice first.
    strata: list[Stratum] = []
    for place, polynomial in enumerate(polynomials[: len(problem.droppable)]):
        strata += polynomial.strata(place)
    direction = 1 if problem.lowest else -1
    strata.sort(key=lambda stratum: (direction * stratum.height, stratum.order))
    counts = tuple(group.dice for group in problem.droppable)
    in_set = [group.own or not split for group in problem.droppable]
    statistics = OrderStatistics(ring, counts, in_set, strata)
    if problem.lowest and problem.highest:
        statistics.walk_both(problem.lowest, problem.highest, emit_all)
    elif problem.is_mirrored(split=split):
        kept = sum(counts) - min(problem.drops, sum(counts))
        statistics.mirrored().walk(kept, emit_all)
    else:
        statistics.walk(problem.drops, emit_all)


class GroupPolynomials:
    """The outcomes of one die of a group as polynomials; without an `offset`, all in row 0."""

    def __init__(self, ring: Ring, table: Chains, offset: int | None) -> None:
        self.ring = ring
        self.table = table
        self.offset = offset

    def total(self, *, gone: bool) -> int:
        """Return all outcomes of a die that is always kept or, if `gone`, always dropped."""
        table = self.table.drop if gone else self.table.keep
        return sum(map(self._polynomial, table.values()))

    def strata(self, place: int) -> Iterator[Stratum]:
        """Yield a stratum for each height."""
        for height in self.table.keep.keys() | self.table.drop.keys():
            keep = self.table.keep.get(height, {})
            drop = self.table.drop.get(height, {})
            dropped, kept = self._polynomial(drop), self._polynomial(keep)
            yield Stratum(place, height, place, dropped, kept)

    def _polynomial(self, outcomes: Outcomes) -> int:
        """Return the sum of mass x^worth y^(prior - worth + offset) over the outcomes of a die."""
        polynomial, offset = 0, self.offset
        for (worth, prior), weight in outcomes.items():
            row = 0 if offset is None else prior - worth + offset
            polynomial += self.ring.monomial(weight, worth, row)
        steps = OUTCOME + polynomial.bit_length() // DIGIT
        self.ring.work.add(len(outcomes) * steps)
        return polynomial


# Polynomials as single integers (Kronecker substitution): a polynomial p is stored as p(2^bits), so
# that a product is one multiplication of integers, at C speed. No coefficient can reach 2^bits: all
# are masses in units of one common denominator, so none is above the denominator.
#
# Example: Ring(top=3, rows=0, largest=4) has slots of one byte. x + x^2 is 0x010100. Its square is
# 0x0102010000, that is x^2 + 2x^3 + x^4; the mask 0xffffffff cuts off x^4: 0x02010000. Powers only
# grow in a product, so cutting off loses nothing below the top.
#
# A second variable y has rows: x^i y^j has the slot j width + i. In a product of two rows i
# reaches 2 top, so a row is 2 (top + 1) slots wide, and its upper half is masked out: in
# Ring(2, 1, 4) xy is 1 << 8 (1 6 + 1), and the mask is 0xffffff000000ffffff.


MOST_BITS = 3_000_000
"""The limit on the size of a polynomial: multiplying two of them takes about half a second."""


class Ring:
    """Polynomials in x and y, each packed into one integer, with coefficients up to `largest`.

    Powers of x above `top` and powers of y above `rows` are cut off. Each coefficient has a slot of
    whole bytes, so that coefficients can be read by slicing. Raises OddsError above MOST_BITS, and
    if products exceed what `work` allows.
    """

    def __init__(self, top: int, rows: int, largest: int, work: Work) -> None:
        self.work = work
        self.top = top
        self.rows = rows
        self.size = largest.bit_length() // 8 + 1
        self.bits = self.size * 8
        self.width = (top + 1) * (2 if rows else 1)
        if self.bits * self.width * (rows + 1) > MOST_BITS * (2 if rows else 1):
            raise OddsError(f"sums up to {top} of so many dice need too large numbers")
        row = bytes([255]) * (self.size * (top + 1))
        all_rows = row.ljust(self.size * self.width, bytes(1)) * (rows + 1)
        self.mask = int.from_bytes(all_rows, "little")

    def monomial(self, weight: int, power: int, row: int = 0) -> int:
        """Return weight x^power y^row, or 0 if that is above the top or the last row."""
        if power > self.top or row > self.rows:
            return 0
        return weight << self.bits * (row * self.width + power)

    def times(self, first: int, second: int) -> int:
        """Return the product, truncated above the top and the last row."""
        if first == 1 or second == 1:  # the most common case
            return second if first == 1 else first
        zeros, first = without_zeros(first)
        more, second = without_zeros(second)
        self.work.multiply(first, second, zeros + more)
        return (first * second << zeros + more) & self.mask

    def power(self, base: int, exponent: int) -> int:
        """Return the power by repeated squaring, truncated above the top and the last row."""
        result = 1
        while exponent:
            if exponent & 1:
                result = self.times(result, base)
            exponent >>= 1
            if exponent:
                base = self.times(base, base)
        return result

    def coefficients(self, polynomial: int) -> list[int]:
        """Return the coefficients of the first row, from the power 0 to the top."""
        return next(self.rows_of(polynomial))

    def rows_of(self, polynomial: int) -> Iterator[list[int]]:
        """Yield the coefficients of each row."""
        data = polynomial.to_bytes(self.size * self.width * (self.rows + 1), "little")
        read, row = int.from_bytes, self.width * self.size
        for start in range(0, len(data), row):
            stop = start + (self.top + 1) * self.size
            yield [
                read(data[at : at + self.size], "little")
                for at in range(start, stop, self.size)
            ]

    def made_of(self, coefficients: list[int]) -> int:
        """Return the polynomial with these coefficients, that of x^0 first."""
        slots = [value.to_bytes(self.size, "little") for value in coefficients]
        return int.from_bytes(b"".join(slots), "little")


def without_zeros(polynomial: int) -> tuple[int, int]:
    """Return the number of trailing zero bits of a polynomial, and the rest.

    A polynomial with few terms, such as x^v, has many trailing zeros, which needn't be multiplied.
    """
    zeros = (polynomial & -polynomial).bit_length() - 1
    return (zeros, polynomial >> zeros) if zeros > DIGIT else (0, polynomial)
