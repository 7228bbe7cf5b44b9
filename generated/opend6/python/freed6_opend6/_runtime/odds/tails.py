"""Means of totals whose tails are geometric.

Let every die that explodes have n sides and explode on one face of worth e. A total with many
explosions differs from one with fewer by whole steps of e, at the price of 1/n for each die that
explodes once more. Put the explosions of w dice in order: where the i dice that exploded most all
explode once more, m of them being kept, the total grows by m e and the chance falls by n^i. So with
x for e powers of the total, the chances P(T >= d) have a rational generating function whose
denominator divides the product of all 1 - x^m / n^i with m <= i <= w.

Where all dice that explode often are kept, that chance is n^-j times a polynomial of degree w - 1
in the number j of explosions. Of the best of k sets it is made of products of up to k such
chances, so the denominator divides the product of all (1 - x / n^s)^(s (w - 1) + 1) with s <= k.

Multiplied by that product, the chances P(T >= d) end; what is left over is checked to be 0.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from .ends import problems
from .refuse import NoExactMethod

if TYPE_CHECKING:
    from .law import Law
    from .problem import Problem
    from .sorts import Sort

NO_MEAN = "there is no closed form here for the mean of dice that explode"
MOST_TOP = 600


def mean_by_tail(law: Law) -> Fraction:
    """The mean of totals from 0 on. Raises NoExactMethod where tails are not geometric."""
    found = [problem for _, problem in problems(law)]
    wild = [one for problem in found for one in _wild(problem)]
    kinds = {(one.shape.sides, _worth(one)) for one in wild}
    if len(kinds) != 1:
        raise NoExactMethod(NO_MEAN)
    sides, worth = kinds.pop()
    dice = max(sum(one.dice for one in _wild(problem)) for problem in found)
    sets = 1 if law.again is None else law.again.more + 1
    if sets == 1:
        factors = [(m, i) for i in range(1, dice + 1) for m in range(1, i + 1)]
    elif dice == 1 or all(map(_all_kept, found)):
        factors = [
            (1, s) for s in range(1, sets + 1) for _ in range(s * (dice - 1) + 1)
        ]
    else:
        raise NoExactMethod(NO_MEAN)
    product = _product(sides, factors)
    end = max(map(_calm, found)) + worth * len(product)
    if end + 3 * worth > MOST_TOP:
        raise NoExactMethod(NO_MEAN)
    return _summed(law, product, worth, end)


def _wild(problem: Problem | None) -> list[Sort]:
    if problem is None:
        raise NoExactMethod(NO_MEAN)
    return [one for one in problem.all if one.shape.explode]


def _worth(sort: Sort) -> int:
    """What the one face that explodes is worth."""
    faces = [sort.shape.faces[face - 1] for face in sort.shape.explode]
    if len(faces) != 1 or not faces[0][1]:
        raise NoExactMethod(NO_MEAN)
    return faces[0][1]


def _calm(problem: Problem | None) -> int:
    """The most that all dice are worth while none explodes more than once."""
    assert problem is not None
    return sum(
        one.dice * max((worth for _, worth, _ in one.shape.faces), default=0)
        for one in problem.all
    )


def _all_kept(problem: Problem | None) -> bool:
    """Whether no die that explodes often is ever dropped."""
    assert problem is not None
    return not any(one.shape.explode for one in problem.moving) or problem.none_leave


def _product(sides: int, factors: list[tuple[int, int]]) -> list[Fraction]:
    """The coefficients of the product of 1 - x^m / n^i over all pairs m, i."""
    product = [Fraction(1)]
    for m, i in factors:
        longer = product + [Fraction(0)] * m
        for place, one in enumerate(product):
            longer[place + m] -= one / sides**i
        product = longer
    return product


def _summed(law: Law, product: list[Fraction], worth: int, end: int) -> Fraction:
    """The sum of all P(T >= d) from d = 1."""
    found = law.sums(end + 3 * worth)
    if law.error:
        raise NoExactMethod(NO_MEAN)
    left = found.whole
    above: list[Fraction] = []
    for weight in found.weights:
        left -= weight
        above.append(Fraction(left, found.whole))
    ended = [
        sum(
            (
                one * above[d - worth * place]
                for place, one in enumerate(product)
                if d >= worth * place
            ),
            Fraction(0),
        )
        for d in range(len(above))
    ]
    if any(ended[end:]):
        raise NoExactMethod(NO_MEAN)
    return sum(ended[:end], Fraction(0)) / sum(product, Fraction(0))
