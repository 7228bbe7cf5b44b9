"""Compute the distribution of the total of a roll: its masses, events, support and mean.

A timeline is the list of all steps that throw, drop, change or add dice, in order. The support of a
distribution is the range of its possible totals. A die has a `height` (the number compared if dice
are dropped) and a `worth` (the number that it adds to the total).

For example, 2d6 have the masses 1, 2, .., 6, .., 2, 1 (of 36) for the totals 2 to 12, the support 2
to 12 and the mean 7.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, pairwise
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from ..dice.steps import DoAgain
from . import OddsError
from .chains import (
    Bounds,
    Chains,
    DiceGroup,
    Shape,
    add,
    chains,
    has_separate_chains,
    mixtures,
    without_drops,
)
from .order_statistics import Problem, Ring, grows, walk
from .timeline import SignedTerm, Timed, limited, looked_at, shown, stages_of, terms
from .work import OUTCOME, Work, product_steps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ..dice.table import FaceCondition
    from .chains import Outcomes


# Probability masses: integers over a common denominator.


class Masses(NamedTuple):
    """The mass of each total from 0 on, in units of 1 / `whole`. Totals below 0 don't occur."""

    weights: list[int]
    whole: int

    def plus(self, other: Masses, sign: int = 1) -> Masses:
        """Add other masses, or subtract them if `sign` is -1, over the least common denominator."""
        divisor = gcd(self.whole, other.whole)
        factor, other_factor = other.whole // divisor, self.whole // divisor * sign
        pairs = zip(self.weights, other.weights, strict=True)
        sums = [a * factor + b * other_factor for a, b in pairs]
        return Masses(sums, self.whole * factor)

    def scaled(self, weight: int, whole: int) -> Masses:
        """Return the masses multiplied by the fraction weight / whole."""
        return Masses([mass * weight for mass in self.weights], self.whole * whole)

    def mean(self) -> Fraction:
        """Return the mean: the sum of all totals, each times its mass."""
        moment = sum(total * mass for total, mass in enumerate(self.weights))
        return Fraction(moment, self.whole)


def masses(
    signed_terms: Iterable[SignedTerm],
    top: int,
    work: Work,
    solve: Callable[[Problem], Masses] | None = None,
) -> Masses:
    """Add up the masses of all terms, each with its sign, for the totals from 0 to `top`.

    For a negative `top`, return the sum of all masses, as the mass of total 0. `solve` computes the
    masses of one problem (the groups of dice in a term, with the drops). The default is
    `kept_masses`, for rolls without a choice among several sets.
    """
    total: Masses | None = None
    for signed in signed_terms:
        term = signed if top >= 0 else without_drops(signed)
        stages = stages_of(term.items)
        for mixture in mixtures(term, max(top, 0) + stages.lowest + stages.highest):
            solved = (solve or kept_masses)(Problem(stages, mixture.groups, top, work))
            weight, whole = term.sign.as_integer_ratio()
            solved = solved.scaled(mixture.weight * weight, whole)
            total = solved if total is None else total.plus(solved)
    return Masses([0] * (max(top, 0) + 1), 1) if total is None else total


def kept_masses(problem: Problem) -> Masses:
    """Return the masses of the kept dice of a problem in which no set is chosen."""
    return _masses_of_tables(problem, problem.tables(None), max(problem.top, 0))


def _masses_of_tables(problem: Problem, tables: Sequence[Chains], top: int) -> Masses:
    """Return the masses of the kept dice up to the total `top`.

    `tables` has the distribution of one die of each group.
    """
    whole = problem.whole(tables)
    ring = Ring(top, 0, whole, problem.work)
    # Each product is a polynomial, packed into one integer (see Ring).
    products: list[int] = []

    def emit(own: int, extra: int) -> None:
        products.append(own * extra)

    walk(problem, ring, tables, emit)
    return Masses(ring.coefficients(sum(products) & ring.mask), whole)


# The choice of one of several sets by its prior total, with drops or changed faces only afterward.
#
# Several sets of the same dice are thrown, and the set with the highest (or lowest) total is kept.
# The prior total r of a set is its total at that moment. Later steps can drop or change dice, so
# that the set is finally worth w.
#
# The choice of a set depends only on r. So these functions compute the joint distribution of w and
# r of one set, as a polynomial with a term x^w y^(r - w) for each pair, and multiply each term by
# the weight of r (`set_weights`). Extra dice that are thrown later have no prior total; they are
# multiplied in at the end.
#
# If exploding dice are dropped or changed, prior totals have no limit. Above a bound R, the weight
# is then replaced by its limit; `error` bounds the resulting error of a sum of masses.


class SetWeights(NamedTuple):
    """The weight of each prior total from 0 on, in units of 1 / `whole`; see `set_weights`.

    `limit` is the number that weights approach for ever higher prior totals.
    """

    each: list[int]
    limit: int
    whole: int


def set_weights(below: Masses, *, higher: bool, more: int) -> SetWeights:
    """Return the weight of each prior total for the chosen one of `more` + 1 sets.

    `below` are the masses of the prior totals of one set. The weight of r times P(r) is the
    probability that the chosen set has the prior total r.

    If F(r) is the probability of at most r, the highest of k + 1 sets is r with the probability
    F(r)^(k+1) - F(r-1)^(k+1). As F(r) - F(r-1) = P(r), that is P(r) times the sum of all products
    F(r)^i F(r-1)^(k-i): the weight.
    """
    # The higher of two d6 (more = 1): the weights of 1 to 6 are F(r) + F(r-1) = 1, 3, 5, 7, 9, 11
    # sixths, and the limit is 12 sixths. Times 1/6 each, that is 1/36, 3/36, .., 11/36.
    whole = below.whole
    cumulative = [0, *accumulate(below.weights)]
    if higher:
        pairs = [(high, low) for low, high in pairwise(cumulative)]
    else:
        pairs = [(whole - low, whole - high) for low, high in pairwise(cumulative)]
    weights = [a + b if more == 1 else _power_sum(a, b, more) for a, b in pairs]
    return SetWeights(weights, (more + 1) * whole**more if higher else 0, whole**more)


def _power_sum(a: int, b: int, more: int) -> int:
    """Return the sum of a^i b^(more - i) over all i from 0 to `more`."""
    if a == b:
        return int((more + 1) * a**more)
    return int(a ** (more + 1) - b ** (more + 1)) // (a - b)


def error(below: Masses, *, more: int) -> Fraction:
    """Return a bound on the error of any sum of masses, if `below` ends at the prior total R.

    The error arises because the weights above R are replaced by their limit. With k = `more`, the
    weight of the highest set is between (k+1)F(r)^k and its limit k+1, so it is off by at most
    k(k+1)P(T > R). The weight of the lowest set is off by at most (k+1)P(T > R)^k. Each weight is
    multiplied by the mass of its prior total, and the masses above R add up to P(T > R), so both
    bounds are multiplied by that.
    """
    above = Fraction(below.whole - sum(below.weights), below.whole)
    return max(more * (more + 1) * above, (more + 1) * above**more) * above


def has_open_prior(problem: Problem) -> bool:
    """Return True if a set can have any prior total, even if its final total is at most the top."""
    return any(
        problem.top < 0
        or _can_leave(problem, group)
        or any(prior != worth for _, worth, prior in group.shape.faces)
        for group in problem.all
        if group.own and group.shape.explode
    )


def _can_leave(problem: Problem, group: DiceGroup) -> bool:
    """Return True if dice can be dropped however often they explode, and have a prior worth."""
    kept_if_high = problem.none_leave and grows(group.shape)
    can_be_dropped = group.gone or (group.droppable and not kept_if_high)
    return group.shape.prior_dropped and can_be_dropped


def prior_maximum(problem: Problem) -> int:
    """Return the highest prior total of a set whose final total is at most `problem.top`.

    Exploding dice are neither dropped nor changed here (see `has_open_prior`), so the final total
    limits what they add to the prior total.
    """
    exploding = others = 0
    for group in problem.all:
        if group.own and group.shape.explode:
            exploding += group.dice
        elif group.own:
            others += group.dice * max(prior for *_, prior in group.shape.faces)
    return others + (max(problem.top, 0) + exploding * problem.high if exploding else 0)


def chosen(problem: Problem, weights: SetWeights) -> Masses:
    """Return the masses of the final total of the chosen set.

    `weights` has to reach the last prior total needed. If prior totals have no limit, the result is
    (the limit of weights) * (the masses without a choice), minus the sum over all prior totals up
    to the bound of (the limit - the weight) * (the masses with that prior total). So only prior
    totals up to the bound need a weight.
    """
    bound = len(weights.each) - 1
    tables = problem.tables(bound)
    offsets, shift, rows = _row_offsets(problem, tables, bound)
    ring = Ring(max(problem.top, 0), rows, problem.whole(tables), problem.work)
    by_extra: dict[int, int] = {}

    def emit(own: int, extra: int) -> None:
        add(by_extra, extra, own)

    walk(problem, ring, tables, emit, offsets)
    has_limit = not has_open_prior(problem)
    limit = 0 if has_limit else weights.limit
    differences = [abs(weight - limit) for weight in weights.each]
    whole = problem.whole(tables) * weights.whole
    result = _weighted_sum(ring, by_extra, differences, shift, whole)
    if has_limit or not limit:
        return Masses(result, whole)
    limit_masses = kept_masses(problem).scaled(limit, weights.whole)
    return limit_masses.plus(Masses(result, whole), -1)


def _row_offsets(
    problem: Problem, tables: Sequence[Chains], bound: int
) -> tuple[list[int], int, int]:
    """Return a row offset for each group, the sum of the offsets of all dice, and the highest row.

    The row of a term x^w y^(r - w) is the exponent of y. An offset is added to it, because it must
    not be negative.
    """
    # The row of a die is prior - worth. A d6 whose 1 becomes a 6 after the choice has
    # (worth, prior) = (6, 1), (2, 2), .., (6, 6): rows -5, 0, .., 0. With the offset 5 they are
    # 0, 5, .., 5, so the highest row is 5; `_weighted_sum` subtracts `shift`, the sum of offsets.
    # A dropped die has the worth 0, so its row is its prior worth: 2d6 without the lowest give
    # x^6 y^1 (a 6 and a dropped 1), highest row 6.
    # The higher of two such d6: weights 1, 3, .., 11 (sixths) for prior 1 to 6 make masses of 3, 5,
    # 7, 9 and 11 + 1 of 36 for the totals 2 to 6.
    offsets: list[int] = []
    shift = rows = dropped = 0
    for group, table in zip(problem.all, tables, strict=True):
        offsets.append(0)
        if group.own:
            kept, priors = (
                [
                    prior - worth
                    for by_worth in by_height.values()
                    for worth, prior in by_worth
                ]
                for by_height in (table.keep, table.drop)
            )
            offsets[-1] = -min([0, *kept])
            shift += group.dice * offsets[-1]
            rows += group.dice * max([0, *kept])
            dropped = max([dropped, *priors])
            rows += group.dice * max([0, *priors]) if group.gone else 0
    return offsets, shift, min(rows + shift + problem.drops * dropped, bound + shift)


def _weighted_sum(
    ring: Ring, by_extra: dict[int, int], weights: list[int], shift: int, whole: int
) -> list[int]:
    """Weight each prior total of a set, add the extra dice, and return the coefficients by total.

    `by_extra` maps the packed polynomial of extra dice, thrown after the choice, to the polynomial
    of the set's own dice. Each term of the set's polynomial is multiplied by the weight of its
    prior total, which is worth + row - `shift`. Then each pair is multiplied, and the products are
    added up.
    """
    # Weights make the coefficients larger than those of `ring`.
    wide = Ring(ring.top, 0, whole, ring.work)
    total = 0
    for extra, own in by_extra.items():
        ring.work.add((ring.rows + 1) * (ring.top + 1) * OUTCOME)
        weighted = [0] * (ring.top + 1)
        for row, masses_of_row in enumerate(ring.rows_of(own)):
            for worth, mass in enumerate(masses_of_row):
                prior = worth + row - shift
                if mass and 0 <= prior < len(weights):
                    weighted[worth] += mass * weights[prior]
        # A packed 1 is the polynomial 1: there are no extra dice.
        extra_polynomial = wide.made_of(ring.coefficients(extra)) if extra != 1 else 1
        total += wide.times(wide.made_of(weighted), extra_polynomial)
    return wide.coefficients(total)


SMALL = Fraction(1, 10**16)
"""The error that is small enough. It can be exceeded only if prior totals reach MOST_PRIOR."""
MOST_PRIOR = 1200
"""The limit on the highest prior total that has a weight."""
STEP = 20
"""The number by which the highest prior total grows until the error is small enough."""


class TotalDistribution:
    """The distribution of the total of a timeline, without pips.

    `terms` are the terms of inclusion-exclusion; their signed masses add up to those of the total.
    If one of several sets is chosen, `again` is the item that chooses it, and `before` is the
    distribution of the total of one set at that moment. `error` bounds the error of any sum of the
    masses computed so far; 0 if they are exact. `work` counts their cost. Raises OddsError for
    unsupported items.
    """

    def __init__(self, items: tuple[Timed, ...], work: Work) -> None:
        self.items = items
        self.work = work
        self.terms = terms(items, work)
        self.error = Fraction(0)
        self.again: DoAgain | None = None
        for place, timed in enumerate(items):
            if self.again is None and isinstance(timed.item, DoAgain):
                self.again = timed.item
                self.before = TotalDistribution(items[:place], work)
        self._computed = Masses([], 1)

    @property
    def single(self) -> TotalDistribution:
        """The distribution of a single set, which has the same support."""
        if self.again is None:
            return self
        items = (timed for timed in self.items if not isinstance(timed.item, DoAgain))
        return TotalDistribution(tuple(items), self.work)

    def sums(self, top: int) -> Masses:
        """Return the masses of the totals from 0 to `top`.

        For a negative `top`, return the sum of all masses, as the mass of total 0.
        """
        if top < 0:
            return self._masses(self.terms, top)
        if top >= len(self._computed.weights):
            self._computed = self._masses(self.terms, top)
        return self._computed._replace(weights=self._computed.weights[: top + 1])

    def happening(self, event: FaceCondition, top: int) -> Masses:
        """Return the masses of the totals from 0 to `top` together with an event."""
        dice = looked_at(self.items, event.step)
        if event.dropped == "ignore" and any(term.tied for term in self.terms):
            raise OddsError(
                "an event depends on which of several equal dice is dropped"
            )
        signed_terms = [
            limited(term, event.step, faces, sign)
            for term in self.terms
            for sign, faces in shown(event, dice, kept=event.dropped == "ignore")
        ]
        return self._masses(signed_terms, top)

    def support(self) -> tuple[int, int | None]:
        """Return the lowest and highest possible totals. The choice of a set changes neither."""
        single = self.single
        limit = highest(single)
        signed_problems = problems(single) or []
        problem = signed_problems[0][1] if len(signed_problems) == 1 else None
        if problem is not None and not problem.droppable:
            kept = [group for group in problem.all if not group.gone]
            return sum(group.dice * group.shape.least for group in kept), limit
        top = FIRST if limit is None else limit
        while not any(weights := single.sums(top).weights):
            top *= 2
        places = [place for place, weight in enumerate(weights) if weight]
        return places[0], None if limit is None else places[-1]

    def mean(self) -> Fraction:
        """Return the mean total, by the first of these methods that applies.

        - If dice are dropped or a set is chosen, and totals have a limit: each total times its
          mass.
        - Without a choice of a set: in closed form, see `_mean_of_problem`.
        - In other cases: from finitely many probabilities, see `mean_by_tail`.

        Raises OddsError if none of these applies.
        """
        limit, signed_problems = highest(self), problems(self)
        has_choice = self.again is not None
        if signed_problems is not None:
            drops = any(problem.droppable for _, problem in signed_problems)
            if limit is not None and (drops or has_choice):
                return self.sums(limit).mean()
            closed = all(_has_closed_mean(problem) for _, problem in signed_problems)
            if closed and not has_choice:
                means = (
                    sign * _mean_of_problem(problem)
                    for sign, problem in signed_problems
                )
                return sum(means, Fraction(0))
        return mean_by_tail(self)

    def _masses(self, signed_terms: list[SignedTerm], top: int) -> Masses:
        solve = None if self.again is None else self._chosen
        return masses(signed_terms, top, self.work, solve)

    def _chosen(self, problem: Problem) -> Masses:
        assert self.again is not None
        higher, more = self.again.higher, self.again.more
        if has_open_prior(problem):
            below = self._masses_within_error(max(problem.top, 0), more)
            self.error = max(self.error, error(below, more=more))
        else:
            below = self.before.sums(prior_maximum(problem))
        bits = more * below.whole.bit_length()
        self.work.add(len(below.weights) * product_steps(bits, bits))
        return chosen(problem, set_weights(below, higher=higher, more=more))

    def _masses_within_error(self, top: int, more: int) -> Masses:
        """Return the masses of one set, up to a prior total for which the `error` is small enough.

        It is small enough if it is at most SMALL. The prior total is at most MOST_PRIOR.
        """
        bound = top + STEP
        before = self.before
        bits = more * before.sums(bound).whole.bit_length()
        self.work.add(MOST_PRIOR // STEP * product_steps(bits, bits))
        while error(before.sums(bound), more=more) > SMALL and bound < MOST_PRIOR:
            if len(before._computed.weights) <= bound + STEP:  # noqa: SLF001 - its own class
                before.sums(2 * bound)
            bound = min(MOST_PRIOR, bound + STEP)
        return before.sums(bound)


# The support.


FIRST = 60
"""The number up to which the lowest total is searched first. It is doubled until one is found."""


def highest(totals: TotalDistribution) -> int | None:
    """Return an upper bound on totals; None if they have no limit."""
    signed_problems = problems(totals.single)
    if signed_problems is None:
        return None
    bound = 0
    for _, problem in signed_problems:
        ends = [_group_end(problem, group) for group in problem.all]
        if None in ends:
            return None
        bound = max(bound, sum(filter(None, ends)))
    return bound


def problems(totals: TotalDistribution) -> list[tuple[Fraction, Problem]] | None:
    """Return the problems of all terms with their weights; None if they have no limit on dice."""
    if any(map(has_separate_chains, totals.terms)):
        return None
    return [
        (term.sign, Problem(stages_of(term.items), mixture.groups, 0, totals.work))
        for term in totals.terms
        for mixture in mixtures(term, 0)
    ]


def _group_end(problem: Problem, group: DiceGroup) -> int | None:
    """Return an upper bound on what a group adds to the total; None if there is no limit."""
    if group.gone:
        return 0
    shape, dice = group.shape, group.dice
    if problem.droppable == [group]:
        # The remaining dice can all have the highest worth.
        dice = max(dice - problem.drops, 0)
    if not any(shape.faces[face - 1][1] for face in shape.explode):
        return dice * shape.most
    if group.droppable and grows(shape) and problem.all_leave:
        most = 1 if shape.is_plain else shape.most
        return dice * problem.high * max(1, most)
    return None


# Means of totals with a geometric tail, by a generating function.
#
# The mean is E[T] = sum of P(T >= d) over d >= 1. The generating function of these probabilities
# is G(x) = sum of P(T >= d) x^d, so E[T] is G(1) without the term of d = 0. G is an infinite series
# but a rational function: G = N / D with two polynomials. D is known from the dice alone. N = G D
# ends at a bounded degree, so that its coefficients follow from finitely many P(T >= d). Then
# E[T] = N(1) / D(1).
#
# Example: one d6 that explodes on 6. P(T >= d) is 1, 5/6, 4/6, 3/6, 2/6, 1/6 for d = 1 to 6, and
# P(T >= d + 6) = P(T >= d) / 6. So D is 1 - x^6 / 6, and N has only the first six probabilities.
# N(1) = 3.5, D(1) = 5/6, and the mean is 3.5 / (5/6) = 4.2.
#
# To find D, let every exploding die have n sides and explode on one face of worth e. Sort the dice
# by their number of explosions. If each of the first i dice explodes once more, and m of these i
# are kept, the total grows by m e, and the probability is divided by n^i. That multiplies terms of
# G by y^m / n^i, with y = x^e. Each such pair (m, i) gives D a factor 1 - y^m / n^i. The code
# multiplies it by n^i, to have integers: n^i - y^m, in the example 6 - y.
#
# - One set of w dice: all pairs with 1 <= m <= i <= w. With m = 0, the total doesn't grow.
# - The best of k sets, all dice that explode often being kept: the probability of j explosions in
#   one set is n^-j times a polynomial of degree w - 1 in j. The best set involves products of up to
#   k of these, s of them with the degree s (w - 1). A pole of that degree takes s (w - 1) + 1 equal
#   factors: so many pairs (1, s) for each s <= k.
#
# The code doesn't rely on this proof: it checks that the coefficients of N after its end are 0.


NO_MEAN = "there is no closed form here for the mean of dice that explode"
MOST_TOP = 600
"""The highest total whose probability is computed for a mean."""


def mean_by_tail(totals: TotalDistribution) -> Fraction:
    """Return the mean total from a finite number of probabilities, as the comment above derives.

    Raises OddsError unless all exploding dice are equal, or if too many totals are needed.
    """
    all_problems = [problem for _, problem in problems(totals) or ()]
    exploding = [
        [group for group in problem.all if group.shape.explode]
        for problem in all_problems
    ]
    kinds = {
        (group.shape.sides, _worth(group)) for groups in exploding for group in groups
    }
    if len(kinds) != 1:
        raise OddsError(NO_MEAN)
    sides, worth = kinds.pop()  # n and e above
    dice = max(sum(group.dice for group in groups) for groups in exploding)
    sets = 1 if totals.again is None else totals.again.more + 1
    if sets == 1:
        factors = [(m, i) for i in range(1, dice + 1) for m in range(1, i + 1)]
    elif dice == 1 or all(map(_all_kept, all_problems)):
        factors = [
            (1, s) for s in range(1, sets + 1) for _ in range(s * (dice - 1) + 1)
        ]
    else:
        raise OddsError(NO_MEAN)
    degree = sum(m for m, _ in factors)
    # From `tail` on, the probabilities are geometric: each die is at its highest face, and one
    # explodes. The numerator N is 0 after as many more explosions as the denominator's degree.
    tail = worth + max(
        sum(group.dice * group.shape.most for group in problem.all)
        for problem in all_problems
    )
    end = tail + worth * degree
    # To check that N is 0 from `end` on, its coefficients are computed for 3 more explosions.
    top = end + 3 * worth
    if top > MOST_TOP:
        raise OddsError(NO_MEAN)
    denominator = _denominator_polynomial(sides, factors)
    return _mean_from_tail(totals, denominator, worth, end, top)


def _worth(group: DiceGroup) -> int:
    """Return the worth of the exploding face. Raises OddsError unless there is just one."""
    faces = [group.shape.faces[face - 1] for face in group.shape.explode]
    if len(faces) != 1 or not faces[0][1]:
        raise OddsError(NO_MEAN)
    return faces[0][1]


def _all_kept(problem: Problem) -> bool:
    """Return True if dice that explode often are never dropped."""
    explodes = any(group.shape.explode for group in problem.droppable)
    return problem.none_leave or not explodes


def _denominator_polynomial(sides: int, factors: list[tuple[int, int]]) -> list[int]:
    """Return the coefficients of D, the product of sides^i - y^m for all (m, i) in `factors`."""
    polynomial = [1]
    for m, i in factors:
        product = [coefficient * sides**i for coefficient in polynomial] + [0] * m
        for power, coefficient in enumerate(polynomial):
            product[power + m] -= coefficient
        polynomial = product
    return polynomial


def _mean_from_tail(
    totals: TotalDistribution, denominator: list[int], worth: int, end: int, top: int
) -> Fraction:
    """Return the mean N(1) / D(1), for `denominator` D with y = x^worth.

    Raises OddsError if a coefficient of N from `end` to `top` is not 0.
    """
    solved = totals.sums(top)
    if totals.error:
        raise OddsError(NO_MEAN)
    # P(T > d) = P(T >= d + 1) for d from 0, in units of 1 / whole: the sum starts at T >= 1.
    above = [solved.whole - cumulative for cumulative in accumulate(solved.weights)]
    longest = max(coefficient.bit_length() for coefficient in denominator)
    steps = OUTCOME + product_steps(solved.whole.bit_length(), longest)
    totals.work.add(len(above) * len(denominator) * steps)
    # The coefficients of G D: a convolution.
    numerator = [
        sum(
            coefficient * above[d - worth * power]
            for power, coefficient in enumerate(denominator)
            if d >= worth * power
        )
        for d in range(len(above))
    ]
    if any(numerator[end:]):
        raise OddsError(NO_MEAN)
    return Fraction(sum(numerator[:end]), solved.whole * sum(denominator))


# Means in closed form, by linearity of expectation.
#
# An exploding die has a mean, and so has the part of it above any height. If dice of such heights
# are all kept or all dropped, nothing else depends on their exact height: their conditional mean
# can replace them, and the rest of the computation is finite.
#
# Example: a d6 that explodes on 6, and a d6, the lowest dropped. Above 6 the first one is always
# kept. Its outcomes are 1 to 5 (1/6 each) and "above 6" (1/6), whose mean is 6 + 4.2 = 51/5.
# E[T] = E[finite part, "above 6" counting 0] + 51/5 P("above 6" is kept) = 931/180.


class MeanPart(NamedTuple):
    """The outcomes of a die in which each infinite part is replaced by a single outcome, a lump.

    A lump stands for the whole die, for all throws after the first, or for all chains above a
    height. Its own mean is `mean`. In `table`, a lump is worth 0; in `lumps`, it is worth 1 and
    everything else 0. So the mean of the die is the mean of `table` plus `mean` times the mean of
    `lumps`.

    For example, let a d6 explode on 6, and let all chains above the height 6 be a lump. `table` has
    the outcomes 1 to 5 and the lump, with a probability of 1/6 each and the mean 15/6. A lump is
    worth 6 + 4.2 on average (`mean`), and its probability, which is the mean of `lumps`, is 1/6. So
    the mean of the die is 15/6 + 10.2 / 6 = 4.2.
    """

    table: Chains
    lumps: Chains
    mean: Fraction


def _has_closed_mean(problem: Problem) -> bool:
    """Return True if dice above some height are all kept or all dropped."""
    grow = any(grows(group.shape) for group in problem.droppable)
    return not grow or problem.all_leave or problem.none_leave


def _mean_of_problem(problem: Problem) -> Fraction:
    """Return the mean total of a problem, times the probability that the dice meet its limits.

    Each infinite part of a die is replaced by a lump (see `MeanPart`). The mean total with lumps
    worth 0 needs only finite sums. For each group of dice, it is increased by the mean number of
    kept lumps times the mean of a lump.
    """
    if not problem.droppable:
        return _mean_of_sum(problem)
    parts = [_mean_part(problem, group) for group in problem.all]
    total = _finite_mean(problem, [part.table for part in parts])
    for place, part in enumerate(parts):
        if part.mean:
            # Only the lumps of this group of dice have a worth.
            tables = [
                other.table._replace(keep=_without_worth(other.table.keep))
                for other in parts
            ]
            tables[place] = part.lumps
            total += part.mean * _finite_mean(problem, tables)
    return total


def _mean_of_sum(problem: Problem) -> Fraction:
    """Return the mean of a sum of dice, times the probability that all meet their limits."""
    mass, total = Fraction(1), Fraction(0)
    for group in problem.all:
        shape = group.shape
        allowed = len(shape.allowed(shape.drop if group.gone else shape.keep))
        mass *= Fraction(allowed, shape.sides) ** group.dice
        total += 0 if group.gone else group.dice * _die_mean(shape)
    return mass * total


def _finite_mean(problem: Problem, tables: Sequence[Chains]) -> Fraction:
    """Return the mean total of dice with these finite tables, times the sum of their masses."""
    top = 0
    for group, table in zip(problem.all, tables, strict=True):
        worths = [worth for outcomes in table.keep.values() for worth, _ in outcomes]
        top += group.dice * max(worths, default=0)
    return _masses_of_tables(problem, tables, top).mean()


def _without_worth(keep: dict[int, Outcomes]) -> dict[int, Outcomes]:
    """Return the masses by height, with every outcome worth 0."""
    return {height: {(0, 0): sum(ways.values())} for height, ways in keep.items()}


def _mean_part(problem: Problem, group: DiceGroup) -> MeanPart:
    """Return the outcomes of one die of a group, with its explosions replaced by a lump."""
    shape = group.shape
    if not shape.explode:
        high = problem.high if group.droppable else None
        table = chains(shape, Bounds(shape.most, high), problem.work)
        return MeanPart(table, table, Fraction(0))
    if group.droppable and not grows(shape):
        return _part_by_first_face(shape)
    if group.droppable:
        return _part_by_height(problem, shape)
    # The die is never compared: all its outcomes are one lump.
    mass = len(shape.allowed(shape.keep))
    drop = {0: {(0, 0): len(shape.allowed(shape.drop))}}
    table = Chains(shape.sides, {0: {(0, 0): mass}}, drop)
    return MeanPart(table, table._replace(keep={0: {(1, 0): mass}}), _die_mean(shape))


def _part_by_first_face(shape: Shape) -> MeanPart:
    """Return the outcomes of a die that is compared by its first face; later throws are a lump."""
    keep: dict[int, Outcomes] = {}
    drop: dict[int, Outcomes] = {}
    lumps: dict[int, Outcomes] = {}
    for face in shape.allowed(shape.keep):
        height, worth, _ = shape.faces[face - 1]
        add(keep.setdefault(height, {}), (worth, 0), 1)
        add(lumps.setdefault(height, {}), (int(face in shape.explode), 0), 1)
    for face in shape.allowed(shape.drop):
        add(drop.setdefault(shape.faces[face - 1][0], {}), (0, 0), 1)
    sides = shape.sides
    return MeanPart(
        Chains(sides, keep, drop), Chains(sides, lumps, drop), _explosion_mean(shape)
    )


def _part_by_height(problem: Problem, shape: Shape) -> MeanPart:
    """Return the outcomes of a die up to the height `problem.high`; higher chains are a lump."""
    high = problem.high
    # A height needs at most one throw for each of its units, each worth at most `most`.
    table = chains(shape, Bounds((high + 1) * shape.most, high), problem.work)
    small = {
        height: outcomes for height, outcomes in table.keep.items() if height <= high
    }
    mass = table.whole * len(shape.allowed(shape.keep)) // shape.sides
    lump_mass = mass - sum(sum(outcomes.values()) for outcomes in small.values())
    keep = {**small, high + 1: {(0, 0): lump_mass}}
    lumps = {**_without_worth(small), high + 1: {(1, 0): lump_mass}}
    small_moment = sum(
        worth * n for outcomes in small.values() for (worth, _), n in outcomes.items()
    )
    lump_moment = _die_mean(shape) * mass - small_moment
    return MeanPart(
        table._replace(keep=keep),
        table._replace(keep=lumps),
        lump_moment / lump_mass if lump_mass else Fraction(0),
    )


def _explosion_mean(shape: Shape) -> Fraction:
    """Return the mean worth of all throws that follow one exploding face."""
    # It satisfies mean = (sum of all faces + number of exploding faces * mean) / sides.
    face_sum = sum(worth for _, worth, _ in shape.faces)
    return Fraction(face_sum, shape.sides - len(shape.explode))


def _die_mean(shape: Shape) -> Fraction:
    """Return the mean of a kept die, given that its first face is allowed."""
    allowed = shape.allowed(shape.keep)
    if not allowed:
        return Fraction(0)
    first = sum(shape.faces[face - 1][1] for face in allowed)
    exploding = sum(face in shape.explode for face in allowed)
    return (first + exploding * _explosion_mean(shape)) / len(allowed)
