"""Means in closed form.

A die that explodes has a mean, and so has the part of it above any height. Where dice that high are
all kept or all dropped, nothing else depends on how high they are: their mean can stand for them,
and everything else is finite.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from .chains import Bounds, Chains, chains
from .ends import drops, highest, problems
from .keeping import walk
from .problem import grows
from .ring import Ring
from .tails import mean_by_tail

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .chains import Shape
    from .law import Law
    from .problem import Problem
    from .sorts import Sort


class Part(NamedTuple):
    """A sort with its outcomes made finite: `lumps` are those that stand for a mean."""

    table: Chains
    lumps: Chains
    mean: Fraction


def mean(law: Law) -> Fraction:
    """The mean of totals. Raises NoExactMethod where it has no closed form."""
    end = highest(law)
    if end is not None and (drops(law) or law.again is not None):
        found, whole = law.sums(end)
        return Fraction(sum(place * one for place, one in enumerate(found)), whole)
    if law.again is None and all(map(_is_known, (one for _, one in problems(law)))):
        return sum((sign * _mean(one) for sign, one in problems(law)), Fraction(0))
    return mean_by_tail(law)


def _is_known(problem: Problem | None) -> bool:
    """Whether dice that explode very high are all kept, or all dropped."""
    if problem is None:
        return False
    grow = any(grows(one.shape) for one in problem.moving)
    return not grow or problem.all_leave or problem.none_leave


def _mean(problem: Problem | None) -> Fraction:
    assert problem is not None
    if not problem.moving:
        return _mean_of_sum(problem)
    parts = [_part(problem, one) for one in problem.all]
    total = _expected(problem, [one.table for one in parts])
    for place, part in enumerate(parts):
        if part.mean:
            tables = [
                one.lumps if place == other else _worthless(one.table)
                for other, one in enumerate(parts)
            ]
            total += part.mean * _expected(problem, tables)
    return total


def _mean_of_sum(problem: Problem) -> Fraction:
    """The mean of dice of which none is compared with others, as far as limits allow them."""
    mass, total = Fraction(1), Fraction(0)
    for one in problem.all:
        shape = one.shape
        allowed = len(shape.allowed(shape.drop if one.gone else shape.keep))
        mass *= Fraction(allowed, shape.sides) ** one.dice
        total += 0 if one.gone else one.dice * _given(shape)
    return mass * total


def _expected(problem: Problem, tables: Sequence[Chains]) -> Fraction:
    """The mean where every sort is what its table says."""
    tops = [
        max((worth for one in table.keep.values() for worth, _ in one), default=0)
        for table in tables
    ]
    counts = [one.dice for one in problem.all]
    top = sum(a * b for a, b in zip(tops, counts, strict=True))
    whole = problem.whole(tables)
    ring = Ring(top + problem.margin(), 0, whole)
    found: list[int] = []
    walk(problem, ring, tables, lambda own, extra: found.append(own * extra))
    weights = ring.coefficients(sum(found) & ring.mask)
    return Fraction(
        sum(place * one for place, one in enumerate(weights[: top + 1])), whole
    )


def _worthless(table: Chains) -> Chains:
    """The same outcomes, all worth nothing."""
    keep = {height: {(0, 0): sum(one.values())} for height, one in table.keep.items()}
    return table._replace(keep=keep)


def _part(problem: Problem, sort: Sort) -> Part:
    shape = sort.shape
    if not shape.explode:
        high = problem.high if sort.moving else None
        table = chains(shape, Bounds(_most(shape), high))
        return Part(table, table, Fraction(0))
    if sort.moving and not grows(shape):
        return _by_first(shape)
    if sort.moving:
        return _by_height(problem, shape)
    mass = len(shape.allowed(shape.keep))
    drop = {0: {0: len(shape.allowed(shape.drop))}}
    table = Chains(shape.sides, {0: {(0, 0): mass}}, drop)
    lumps = table._replace(keep={0: {(1, 0): mass}})
    return Part(table, lumps, _given(shape))


def _most(shape: Shape) -> int:
    return max((worth for _, worth, _ in shape.faces), default=0)


def _by_first(shape: Shape) -> Part:
    """A chain that is as high as its first face: what follows has a mean of its own."""
    keep: dict[int, dict[tuple[int, int], int]] = {}
    drop: dict[int, dict[int, int]] = {}
    lumps: dict[int, dict[tuple[int, int], int]] = {}
    for face in shape.allowed(shape.keep):
        height, worth, _ = shape.faces[face - 1]
        _add(keep.setdefault(height, {}), (worth, 0))
        _add(lumps.setdefault(height, {}), (int(face in shape.explode), 0))
    for face in shape.allowed(shape.drop):
        into = drop.setdefault(shape.faces[face - 1][0], {})
        into[0] = into.get(0, 0) + 1
    sides = shape.sides
    return Part(Chains(sides, keep, drop), Chains(sides, lumps, drop), _after(shape))


def _add(into: dict[tuple[int, int], int], key: tuple[int, int]) -> None:
    into[key] = into.get(key, 0) + 1


def _by_height(problem: Problem, shape: Shape) -> Part:
    """A chain that is small, or above everything else, where its mean can stand for it."""
    high = problem.high
    table = chains(shape, Bounds((high + 1) * _most(shape), high))
    small = {height: one for height, one in table.keep.items() if height <= high}
    mass = table.whole * len(shape.allowed(shape.keep)) // shape.sides
    rest = mass - sum(sum(one.values()) for one in small.values())
    keep = {**small, high + 1: {(0, 0): rest}}
    lumps = {height: {(0, 0): sum(one.values())} for height, one in small.items()}
    lumps[high + 1] = {(1, 0): rest}
    met = sum(worth * n for one in small.values() for (worth, _), n in one.items())
    beyond = _given(shape) * Fraction(mass, table.whole) - Fraction(met, table.whole)
    return Part(
        table._replace(keep=keep),
        table._replace(keep=lumps),
        beyond * table.whole / rest if rest else Fraction(0),
    )


def _after(shape: Shape) -> Fraction:
    """The mean of everything that one explosion adds."""
    once = sum(worth for _, worth, _ in shape.faces)
    return Fraction(once, shape.sides - len(shape.explode))


def _given(shape: Shape) -> Fraction:
    """The mean of a die that is kept, given that its first face is allowed."""
    allowed = shape.allowed(shape.keep)
    first = sum(shape.faces[face - 1][1] for face in allowed)
    again = sum(face in shape.explode for face in allowed)
    return (first + again * _after(shape)) / len(allowed) if allowed else Fraction(0)
