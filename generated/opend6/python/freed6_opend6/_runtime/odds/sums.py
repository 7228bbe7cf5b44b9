"""Chances of totals, as whole numbers out of a whole: one case after the other, added up."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from .keeping import walk
from .problem import Problem
from .ring import Ring
from .scenes import scene
from .sorts import sorts, undropped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .cases import Case


class Sums(NamedTuple):
    """The weight of each total from 0 on, out of a whole. Below 0 there is none.

    `error` bounds how far the sum of any of the chances can be off: a fraction of two numbers.
    """

    weights: list[int]
    whole: int

    def plus(self, other: Sums, sign: int = 1) -> Sums:
        """Both added up, the other one times a sign."""
        shared = gcd(self.whole, other.whole)
        mine, its = other.whole // shared, self.whole // shared * sign
        pairs = zip(self.weights, other.weights, strict=True)
        return Sums([a * mine + b * its for a, b in pairs], self.whole * mine)

    def scaled(self, weight: int, whole: int) -> Sums:
        """Times a fraction."""
        return Sums([one * weight for one in self.weights], self.whole * whole)


def sums(
    found: Iterable[Case], top: int, solve: Callable[[Problem], Sums] | None = None
) -> Sums:
    """The chances of totals from 0 to `top`; below 0, that of all cases as a whole, as total 0.

    `solve` adds up what is kept, where one of several sets is chosen.
    """
    total: Sums | None = None
    for one in found:
        case = one if top >= 0 else undropped(one)
        read = scene(case.items)
        for mixture in sorts(case, max(top, 0) + read.lowest + read.highest):
            problem = Problem(read, mixture.sorts, top)
            solved = (solve or plain)(problem)
            solved = solved.scaled(mixture.weight * case.sign, mixture.whole)
            total = solved if total is None else total.plus(solved)
    return Sums([0] * (max(top, 0) + 1), 1) if total is None else total


def plain(problem: Problem) -> Sums:
    """What is kept, where no set is chosen."""
    tables = problem.tables(None)
    top, whole = max(problem.top, 0), problem.whole(tables)
    ring = Ring(top + problem.margin(), 0, whole)
    found: list[int] = []
    walk(problem, ring, tables, lambda own, extra: found.append(own * extra))
    kept = sum(found) & ring.mask
    return Sums(ring.coefficients(kept)[: top + 1], whole)
