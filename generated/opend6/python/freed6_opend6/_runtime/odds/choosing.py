"""One of several sets is chosen by its total, and only then dice are dropped or faces changed.

A set with the raw total r is chosen with a weight that only depends on r. So what is kept of a set
is worked out together with its raw total: worths are powers, and raw totals less worths are rows.
Extra dice that are thrown later have no raw total; they are multiplied in at the end.

Where exploding dice are dropped or changed, raw totals have no end. Above a bound R the weight is
then taken to be what it tends to; `error` says how far a sum of chances can be off by that.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from .keeping import walk
from .problem import grows
from .ring import Ring
from .sums import Sums, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .chains import Chains
    from .problem import Problem
    from .sorts import Sort


class Weights(NamedTuple):
    """The weight of a set by its raw total from 0 on, out of a whole, and what it tends to."""

    each: list[int]
    limit: int
    whole: int


def weights(below: Sums, *, higher: bool, more: int) -> Weights:
    """The weights of sets of which the best of `more` + 1 is taken; `below` are their chances.

    With F(r) the chance of at most r, the highest of k + 1 sets is r with the chance
    F(r)^(k+1) - F(r-1)^(k+1), which is P(r) times a sum of k + 1 products of F(r) and F(r-1).
    """
    whole = below.whole
    reached, sums_ = 0, [0]
    for one in below.weights:
        reached += one
        sums_.append(reached)
    if higher:
        pairs = [(high, low) for low, high in pairwise(sums_)]
    else:
        pairs = [(whole - low, whole - high) for low, high in pairwise(sums_)]
    each = [
        sum([a**i * b ** (more - i) for i in range(more + 1)]) if more > 1 else a + b
        for a, b in pairs
    ]
    return Weights(each, (more + 1) * whole**more if higher else 0, whole**more)


def error(below: Sums, *, more: int) -> Fraction:
    """How far a sum of chances can be off where `below` ends at the bound R.

    For the higher sets, the weight lies between (k+1)F(r)^k and k+1 above R, so it is off by at
    most k(k+1)P(T > R); for the lower, by at most (k+1)P(T > R)^k. Both only with P(T > R).
    """
    above = Fraction(below.whole - sum(below.weights), below.whole)
    return max(more * (more + 1) * above, (more + 1) * above**more) * above


def is_open(problem: Problem) -> bool:
    """Whether raw totals have no end although what was asked for has."""
    wild = [one for one in problem.all if one.own and one.shape.explode]
    if problem.top < 0:
        return bool(wild)
    return any(
        _leaves(problem, one) or any(raw != worth for _, worth, raw in one.shape.faces)
        for one in wild
    )


def _leaves(problem: Problem, sort: Sort) -> bool:
    """Whether a die can be dropped, and count in the raw total, however much it has exploded."""
    small = problem.none_leave and grows(sort.shape)
    leaves = sort.gone or (sort.moving and not small)
    return sort.shape.raw_dropped and leaves


def span(problem: Problem) -> int:
    """The largest raw total that can matter, where it has an end."""
    calm = sum(
        one.dice * max((raw for *_, raw in one.shape.faces), default=0)
        for one in problem.all
        if one.own and not one.shape.explode
    )
    wild = sum(one.dice for one in problem.all if one.own and one.shape.explode)
    return calm + (max(problem.top, 0) + wild * problem.high if wild else 0)


def chosen(problem: Problem, found: Weights) -> Sums:
    """The chances of totals of the set that is chosen; `found` reaches as far as raw totals do."""
    bound = len(found.each) - 1
    tables = problem.tables(bound)
    offsets, rows = _rows(problem, tables, bound)
    ring = Ring(max(problem.top, 0), rows, problem.whole(tables))
    by_extra: dict[int, int] = {}

    def emit(own: int, extra: int) -> None:
        by_extra[extra] = by_extra.get(extra, 0) + own

    walk(problem, ring, tables, emit, offsets)
    ended = not is_open(problem)
    limit = 0 if ended else found.limit
    each = [abs(one - limit) for one in found.each]
    shift = sum(
        offset * one.dice for offset, one in zip(offsets, problem.all, strict=True)
    )
    whole = problem.whole(tables) * found.whole
    result = _weighed(ring, by_extra, each, shift, whole)
    if ended or not limit:
        return Sums(result, whole)
    tended = plain(problem).scaled(limit, found.whole)
    return tended.plus(Sums(result, whole), -1)


def _rows(
    problem: Problem, tables: Sequence[Chains], bound: int
) -> tuple[list[int], int]:
    """What is added to the row of each die so that none is below 0, and the highest row."""
    offsets: list[int] = []
    rows = dropped = 0
    for one, table in zip(problem.all, tables, strict=True):
        kept = [raw - worth for found in table.keep.values() for worth, raw in found]
        offset = -min([0, *kept]) if one.own else 0
        offsets.append(offset)
        if one.own:
            rows += one.dice * (max([0, *kept]) + offset)
            raws = [raw for found in table.drop.values() for raw in found]
            dropped = max([dropped, *raws])
            rows += one.dice * max([0, *raws]) if one.gone else 0
    rows += problem.drops * dropped
    total = sum(
        offset * one.dice for offset, one in zip(offsets, problem.all, strict=True)
    )
    return offsets, min(rows, bound + total)


def _weighed(
    ring: Ring, by_extra: dict[int, int], each: list[int], shift: int, whole: int
) -> list[int]:
    """What is kept of one's own, times the weight of its raw total, times what is extra."""
    wide = Ring(ring.top, 0, whole)
    found = 0
    for extra, own in by_extra.items():
        weighed = [0] * (ring.top + 1)
        for row in range(ring.rows + 1):
            start = row - shift
            for worth, one in enumerate(ring.coefficients(own, row)):
                if one and 0 <= worth + start < len(each):
                    weighed[worth] += one * each[worth + start]
        more = wide.made_of(ring.coefficients(extra)) if extra != 1 else 1
        found += wide.times(wide.made_of(weighed), more)
    return wide.coefficients(found)
