"""Where totals end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .problem import Problem, grows
from .scenes import scene
from .sorts import bursts, sorts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .law import Law
    from .sorts import Sort

FIRST = 60
"""The lowest total is looked for up to here at first."""


def highest(law: Law) -> int | None:
    """A bound on totals; None where they have no end."""
    found = 0
    for _, problem in problems(law.single):
        end = None if problem is None else _total_end(problem)
        if end is None:
            return None
        found = max(found, end)
    return found


def _total_end(problem: Problem) -> int | None:
    ends = [_end(problem, one) for one in problem.all]
    return None if None in ends else sum(end for end in ends if end is not None)


def problems(law: Law) -> Iterator[tuple[int, Problem | None]]:
    """The problems of all cases with their signs."""
    for case in law.cases:
        if bursts(case):
            yield case.sign, None
        else:
            read = scene(case.items)
            for mixture in sorts(case, 0):
                yield case.sign, Problem(read, mixture.sorts, 0)


def _end(problem: Problem, sort: Sort) -> int | None:
    """The most that dice of a sort can be worth together; None where they explode without end."""
    if sort.gone:
        return 0
    shape = sort.shape
    worths = _worths(sort)
    if not any(worths[face - 1] for face in shape.explode):
        return sort.dice * max(worths, default=0)
    if sort.moving and grows(shape) and problem.all_leave:
        most = 1 if shape.is_plain else max(worths)
        return sort.dice * problem.high * max(1, most)
    return None


def drops(law: Law) -> bool:
    """Whether any dice are compared and dropped."""
    return any(problem is None or problem.moving for _, problem in problems(law))


def between(law: Law) -> tuple[int, int | None]:
    """The lowest and the highest total that can come; choosing sets changes neither."""
    single = law.single
    found, end = list(problems(single)), highest(single)
    problem = found[0][1] if len(found) == 1 else None
    if problem is not None and not problem.moving:
        kept = [one for one in problem.all if not one.gone]
        return sum(one.dice * min(_worths(one)) for one in kept), end
    top = FIRST
    while not any(weights := single.sums(top).weights):
        top *= 2
    low = next(place for place, weight in enumerate(weights) if weight)
    if end is not None:
        weights = single.sums(end).weights
        end = max(place for place, weight in enumerate(weights) if weight)
    return low, end


def _worths(sort: Sort) -> list[int]:
    return [worth for _, worth, _ in sort.shape.faces]
