"""Answer questions about the odds of a pool: totals, success, ranks and events, with caches."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, cached_property, lru_cache, partial
from itertools import accumulate, pairwise
from math import lcm, prod
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from ..arguments import doors
from ..dice.pool import Pool, carry_pips, to_roll
from ..dice.roller import RollPlan, events_of
from ..dice.steps import is_called
from ..dice.table import NOBODY, FaceCondition, FacesBySides
from ..notation import PoolError, Share
from ..record import FormulaError
from . import OddsError
from .chains import add
from .distribution import Masses, TotalDistribution, highest
from .timeline import timeline
from .work import Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from .. import amounts
    from ..entries.dice import Dice


# One pool against another.


SMALL = Fraction(1, 10**15)
"""The limit on the probability that the sum of `opposed_odds` leaves out."""
MOST = 2000
"""The highest total of that sum, even if it leaves out more."""


class Opposed(NamedTuple):
    """The probabilities that the first of two totals is higher, equal or lower.

    Each is too low by at most `error`. If at least one pool has a highest total, `error` is the sum
    of both pools' own errors. Otherwise the sums end at a total D, and `error` also includes the
    probability that both totals are above it, P(A > D) P(B > D).
    """

    win: Fraction
    tie: Fraction
    lose: Fraction
    error: Fraction

    def __str__(self) -> str:
        from .words import opposed_in_words

        return opposed_in_words(self)

    def __repr__(self) -> str:
        return f"<Opposed: {self}>"


def opposed_odds(first: Odds, second: Odds) -> Opposed:
    """Return the odds of one pool against another. The rules decide the meaning of a tie."""
    if first.explodes_by_result or second.explodes_by_result:
        raise OddsError("dice explode only on some results")
    highs = (first.support.high, second.support.high)
    ends = [high for high in highs if high is not None]
    # Sum up to the lower highest total, or until P(A > D) P(B > D) is below SMALL.
    top = min(ends, default=60)
    while not ends and top < MOST:
        if first.at_least(top + 1) * second.at_least(top + 1) <= SMALL:
            break
        top *= 2
    totals = range(min(first.support.low, second.support.low), top + 1)
    # Sums are integers in units of 1 / `whole` below, because Fraction would reduce each sum.
    first_below, second_below = first.below(totals), second.below(totals)
    win = tie = lose = 0
    for (low, high), (second_low, second_high) in zip(
        pairwise(first_below.weights), pairwise(second_below.weights), strict=True
    ):
        mass, second_mass = max(high - low, 0), max(second_high - second_low, 0)
        tie += mass * second_mass
        win += max(first_below.whole - high, 0) * second_mass
        lose += mass * max(second_below.whole - second_high, 0)
    whole = first_below.whole * second_below.whole
    rest = first.at_least(top + 1) * second.at_least(top + 1)
    return Opposed(
        win=Fraction(win, whole),
        tie=Fraction(tie, whole),
        lose=Fraction(lose, whole),
        error=rest + first.error + second.error,
    )


# Enumeration: every sequence of faces, run through the roller itself. It serves small pools that
# `distribution` can't follow, and as its check in tests.


MOST_RUNS = 50_000
"""The limit on runs to enumerate: about two seconds."""
ACTION, THROW = 5000, 1000
"""The cost in steps of an action, and of a die, in a run."""

Outcome: TypeAlias = "tuple[int, tuple[bool, ...]]"
"""A total, and for each event of the procedure True if it happened."""


class _FaceOdometer:
    """A source of randomness that goes through all sequences of faces, depth first.

    It repeats the faces it has, and appends the first face when a run needs another one. `next`
    then advances the last face, like an odometer of varying length: after 0 0 come 0 1, .., 0 5, 1
    0, or only 1 if that run throws one die.
    """

    def __init__(self) -> None:
        self.faces: list[int] = []
        self.sizes: list[int] = []
        self.place = 0

    def randrange(self, stop: int, /) -> int:
        """Return the next face, from 0."""
        if self.place == len(self.faces):
            self.faces.append(0)
            self.sizes.append(stop)
        self.place += 1
        return self.faces[self.place - 1]

    def next(self) -> bool:
        """Advance to the next sequence; return False after the last."""
        while self.faces and self.faces[-1] + 1 == self.sizes[-1]:
            self.faces.pop()
            self.sizes.pop()
        if self.faces:
            self.faces[-1] += 1
        self.place = 0
        return bool(self.faces)


def enumerated(plan: RollPlan, work: Work) -> dict[Outcome, Fraction]:
    """Return the probability of each outcome over all runs of a roll.

    Raises OddsError for more than MOST_RUNS runs, or if `work` doesn't allow them.
    """
    if plan.actions and plan.actions[0].rolls:
        _refuse_too_many(prod(kind.sides**dice for kind, dice in plan.start.settle()))
    counts: dict[tuple[Outcome, int], int] = {}
    script, has_next, runs = _FaceOdometer(), True, 0
    while has_next:
        table = plan.run(None, script)
        runs += 1
        _refuse_too_many(runs)
        work.add(len(plan.actions) * ACTION + len(script.faces) * THROW)
        happened = tuple(event.met(table.dice) != NOBODY for *_, event in plan.events)
        add(counts, ((table.total, happened), prod(script.sizes)), 1)
        has_next = script.next()
    chances: dict[Outcome, Fraction] = {}
    for (outcome, whole), count in counts.items():
        chances[outcome] = chances.get(outcome, 0) + Fraction(count, whole)
    return chances


def _refuse_too_many(ways: int) -> None:
    if ways > MOST_RUNS:
        raise OddsError(f"dice can fall in more than {MOST_RUNS} ways")


# The two methods: generating polynomials, or enumeration.


T = TypeVar("T")

Events: TypeAlias = "frozenset[int]"
"""The numbers of events of a procedure. At least one of them happens."""
NO_EVENTS: Events = frozenset()
"""All rolls, with or without events."""


def _any_of(conditions: list[FaceCondition]) -> FaceCondition:
    """Return the condition that at least one of these is met. Raises OddsError if it can't."""
    first = conditions[0]
    alike = {(each.step, *each[2:]) for each in conditions}
    if len(conditions) > 1 and (len(alike) > 1 or first.which == "all"):
        raise OddsError("several events of different dice decide the outcome")
    written = [faces for each in conditions for faces in each.shows.written]
    return first._replace(shows=FacesBySides(*written))


# Both methods compute the distribution by place. The place of a total is the total minus `shift`,
# and never negative. `highest` is the highest possible place, or None without a limit. `error`
# bounds the error of the probabilities computed so far.


class ByPolynomials(TotalDistribution):
    """The distribution as the module `distribution` computes it. Pips only shift the total."""

    def __init__(self, plan: RollPlan, work: Work) -> None:
        super().__init__(timeline(plan), work)
        self.events = tuple(condition for *_, condition in plan.events)
        self.shift = sum(plan.start.pips.values())
        self.highest = highest(self)

    def masses(self, top: int, events: Events = NO_EVENTS) -> Masses:
        """Return the masses of the places 0 to `top`; for a negative `top`, their sum at place 0.

        With `events`, return the masses of the places together with one of these events.
        """
        if not events:
            return self.sums(top)
        conditions = [self.events[number] for number in sorted(events)]
        return self.happening(_any_of(conditions), top)


class ByEnumeration:
    """The distribution of a roll, computed by going through all of its runs once."""

    error = Fraction(0)

    def __init__(self, plan: RollPlan, work: Work) -> None:
        self.chances = enumerated(plan, work)
        totals = [total for total, _ in self.chances]
        self.shift = min([sum(plan.start.pips.values()), *totals])
        self.highest = max(totals) - self.shift

    def masses(self, top: int, events: Events = NO_EVENTS) -> Masses:
        """Return the masses as in `ByPolynomials`."""
        by_place = [Fraction(0)] * (max(top, 0) + 1)
        for (total, happened), chance in self.chances.items():
            place = 0 if top < 0 else total - self.shift
            shown = not events or any(happened[number] for number in events)
            if place < len(by_place) and shown:
                by_place[place] += chance
        whole = lcm(*(chance.denominator for chance in by_place))
        return Masses([int(chance * whole) for chance in by_place], whole)

    def support(self) -> tuple[int, int | None]:
        """Return the support as in `ByPolynomials`."""
        return min(total for total, _ in self.chances) - self.shift, self.highest

    def mean(self) -> Fraction:
        """Return the mean as in `ByPolynomials`."""
        parts = (total * chance for (total, _), chance in self.chances.items())
        return sum(parts, Fraction(0)) - self.shift


Method: TypeAlias = ByPolynomials | ByEnumeration


# Caches of distributions, which grow on demand.


FAR = 100_000
"""The limit on totals to compute."""
NEVER = Fraction(0)
FIRST, FURTHER = 60, 300
"""The highest place of the first computation, and the most places that a later one adds."""


class CumulativeTable:
    """The cumulative distribution P(T < place), as far as it was computed.

    A place is a total minus the `shift` of the method, so the lowest place is 0. With `events`, the
    table has the probability of such a total together with one of them. `cost` is that of the last
    computation, in steps. `refused` is the lowest top for which no exact method was found, with the
    reason, so that it is not tried again.
    """

    def __init__(self, source: PoolCache, events: Events) -> None:
        self.source = source
        self.events = events
        self.below = Masses([0], 1)
        self.cost = 0
        self.refused: tuple[int, str] | None = None

    def under(self, place: int) -> Fraction:
        """Return P(T < place)."""
        return Fraction(*self._below_and_whole(place))

    def at(self, place: int) -> Fraction:
        """Return P(T = place)."""
        above, whole = self._below_and_whole(place + 1)
        return Fraction(max(above - self._below_and_whole(place)[0], 0), whole)

    def all_under(self, places: range) -> Masses:
        """Return P(T < place) for each of these places."""
        below = [self._below_and_whole(place)[0] for place in reversed(places)]
        return Masses(below[::-1], self.below.whole)

    def from_(self, place: int) -> Fraction:
        """Return P(T >= place). Only for the table of all totals, whose masses add up to 1."""
        highest = self.source.first.highest
        if highest is not None and place > highest:
            return NEVER
        below, whole = self._below_and_whole(place)
        # With an `error`, the complement can be negative.
        return Fraction(max(whole - below, 0), whole)

    def _below_and_whole(self, place: int) -> tuple[int, int]:
        """Return P(T < place) as a numerator and a denominator."""
        if place <= 0:
            return 0, 1
        self._extend(place - 1)
        below, whole = self.below
        return below[min(place, len(below) - 1)], whole

    def _extend(self, top: int) -> None:
        """Extend the table to `top`, in large steps, as each computation starts from scratch."""
        highest = self.source.first.highest
        reached = len(self.below.weights) - 2
        if top <= reached or reached == highest:
            return
        if top > FAR:
            raise OddsError(f"a total of {top} is too large")
        # Double the extent, or less if that could use up most of the remaining steps: with
        # exploding dice, the cost grows with the third power of the extent.
        times = (0.8 * self.source.work.left / max(self.cost, 1)) ** (1 / 3)
        affordable = int(reached * min(times, 2))
        further = max(top, FIRST, min(affordable, reached + FURTHER))
        if highest is not None:
            further = min(further, highest)
        # Don't retry a refused extent, because a refusal can take seconds.
        if self.refused and further >= self.refused[0]:
            raise OddsError(self.refused[1])
        before = self.source.work.steps
        try:
            masses = self.source.ask(lambda method: method.masses(further, self.events))
        except OddsError as reason:
            self.refused = further, str(reason)
            raise
        self.cost = self.source.work.steps - before
        self.below = Masses([0, *accumulate(masses.weights)], masses.whole)


class PoolCache:
    """The tables of a pool without pips, which only shift the total.

    `ByPolynomials` answers questions if it can, otherwise `ByEnumeration`. Raises OddsError if
    neither can.
    """

    def __init__(self, plan: RollPlan, most_steps: int | None = None) -> None:
        self.plan = plan
        self.work = Work(most_steps)
        self._tables: dict[Events, CumulativeTable] = {}
        self.enumeration: Method | None = None
        self.polynomials: Method | None = None
        try:
            self.polynomials = ByPolynomials(plan, self.work)
        except OddsError as reason:
            self.enumeration = self._enumerate(reason)

    @property
    def first(self) -> Method:
        """`ByPolynomials` if it can follow the plan, else `ByEnumeration`."""
        method = self.polynomials or self.enumeration
        assert method is not None
        return method

    def ask(self, question: Callable[[Method], T]) -> T:
        """Return the answer of `ByPolynomials`, or of `ByEnumeration` if the first one has none."""
        self.work.begin()
        if self.polynomials is not None:
            try:
                return question(self.polynomials)
            except OddsError as reason:
                self.enumeration = self.enumeration or self._enumerate(reason)
        assert self.enumeration is not None
        return question(self.enumeration)

    def _enumerate(self, reason: OddsError) -> Method:
        """Return the odds by enumeration. Raises OddsError if runs have no end or are too many."""
        if self.plan.explodes:
            raise OddsError(
                f"{reason}; and exploding dice have too many results to go through"
            ) from reason
        self.work.begin()
        try:
            return ByEnumeration(self.plan, self.work)
        except OddsError as limit:
            raise OddsError(f"{reason}; and {limit}") from reason

    @cached_property
    def mean(self) -> Fraction:
        """The mean place."""
        return self.ask(lambda method: method.mean())

    @cached_property
    def support(self) -> tuple[int, int | None]:
        """The lowest and highest possible places; None without an upper limit."""
        return self.ask(lambda method: method.support())

    def table(self, events: Events = NO_EVENTS) -> CumulativeTable:
        """Return the table of all totals, or of those with some of the procedure's events."""
        if events not in self._tables:
            self._tables[events] = CumulativeTable(self, events)
        return self._tables[events]

    def event_mass(self, events: Events) -> Fraction:
        """Return the probability that one of these events happens, at any total."""
        masses = self.ask(lambda method: method.masses(-1, events))
        return Fraction(masses.weights[0], masses.whole)


MOST_KNOWN = 1000


class Support(NamedTuple):
    """The lowest and highest possible totals; None without an upper limit."""

    low: int
    high: int | None


@doors
class Odds:
    """The exact odds of a pool, computed on demand and cached.

    Every method raises OddsError if there is no exact answer within the limits. `str()` returns the
    mean and the range.
    """

    def __init__(
        self, procedure: Dice, pool: Pool, base: PoolCache, pips: int = 0
    ) -> None:
        self.procedure = procedure
        self.pool = pool
        self._base = base
        self._shift = base.first.shift + pips

    def __str__(self) -> str:
        from .words import odds_in_words

        return odds_in_words(self)

    def __repr__(self) -> str:
        return f"<Odds of {self.pool}>"

    @property
    def explodes_by_result(self) -> bool:
        """True if dice explode only on a success or failure. Totals are those of a failure."""
        return self._base.plan.explodes_by_result

    @property
    def error(self) -> Fraction:
        """A bound on the error of each probability; almost always 0.

        It is positive only if one of several sets is chosen and exploding dice are then dropped or
        changed; below 1e-16 unless dice explode on most faces. See `distribution.error`.
        """
        self._base.table().under(1)
        return self._base.first.error

    def at_least(self, total: int) -> Fraction:
        """Return the probability of this total or more."""
        return self._base.table().from_(total - self._shift)

    def exactly(self, total: int) -> Fraction:
        """Return the probability of this total."""
        return self._base.table().at(total - self._shift)

    def below(self, totals: range) -> Masses:
        """Return the probability of less than each total, including the end of the range."""
        places = range(totals.start - self._shift, totals.stop + 1 - self._shift)
        return self._base.table().all_under(places)

    def distribution(self, upto: int) -> Mapping[int, Fraction]:
        """Return the probability of each possible total up to a limit, lowest first."""
        self._base.table().under(upto + 1 - self._shift)
        totals = range(self._shift, upto + 1)
        return {total: chance for total in totals if (chance := self.exactly(total))}

    def success(self, difficulty: int | None = None) -> Fraction:
        """Return the probability of success against a difficulty.

        Without outcomes, this is the probability of reaching it; in some procedures, of exceeding
        it. Raises OddsError if the difficulty is missing.
        """
        if difficulty is None or self.procedure.outcomes:
            return sum(
                (case[2] for case in self._cases(difficulty, success=True)), NEVER
            )
        return self.at_least(self._needed(difficulty))

    def outcomes(self, difficulty: int | None = None) -> Mapping[str, Fraction]:
        """Return the probability of each outcome of the procedure, by key. They add up to 1.

        Raises OddsError if the outcomes need a difficulty.
        """
        chances = {outcome.key: NEVER for outcome in self.procedure.outcomes}
        for _, key, chance in self._cases(difficulty) if chances else ():
            chances[key] += chance
        return chances

    def _cases(
        self,
        difficulty: int | None,
        event: Events | None = None,
        *,
        success: bool | None = None,
        ranks: bool = False,
    ) -> Iterator[tuple[int, str, Fraction]]:
        """Yield the cases that outcomes, and with `ranks` also bands of ranks, distinguish.

        Each has a total, the key of the outcome (empty if the procedure has none) and the
        probability. `success` selects cases of success or failure.

        Between two neighboring bounds of their totals, only events distinguish outcomes. With
        `event`, the probability is that of the case together with one of these events.

        For example, with a probability of 1/6 for the event of the first outcome, and 1/3 for this
        or the one of the second, the second has 1/6 (1/3 - 1/6), and a third without event 2/3.
        """
        procedure, zero = self.procedure, difficulty or 0
        if difficulty is None and procedure.needs_target:
            raise OddsError("the result needs a difficulty")
        by_margin = procedure.outcomes or (ranks and procedure.ranks)
        if self.explodes_by_result and success is not False and by_margin:
            raise OddsError("ranks depend on dice that explode only on some results")
        ranges = [(outcome.total, 0) for outcome in procedure.outcomes]
        ranges += [(outcome.margin, zero) for outcome in procedure.outcomes]
        if ranks and procedure.ranks:
            ranges += [(band.range, zero) for band in procedure.ranks.entry.bands]
        bounds = {end + by for range_, by in ranges if range_ for end in range_.bounds}
        if not procedure.outcomes:
            bounds.add(self._needed(zero))
        for low, high in pairwise((None, *sorted(bounds), None)):
            total = low if low is not None else high - 1 if high is not None else 0
            within = partial(self._within, low, high)
            if not procedure.outcomes:
                if success in {None, procedure.succeeds(total - zero)}:
                    yield total, "", within(event)
                continue
            earlier = NO_EVENTS
            for outcome in procedure.outcomes:
                if not outcome.fits(total, total - zero, (outcome.event,)):
                    continue
                own = self._event_numbers[outcome.event] if outcome.event else None
                if success in {None, outcome.success}:
                    # The probability of both events without the earlier ones, by unions.
                    either = within(earlier, own, event) + within(earlier)
                    chance = within(earlier, own) + within(earlier, event) - either
                    yield total, outcome.key, max(chance, NEVER)
                if own is None:
                    break
                earlier |= own

    @cached_property
    def _event_numbers(self) -> Mapping[str, Events]:
        """The numbers of the events with each key."""
        keys = [key for key, _, _ in events_of(self.procedure)]
        return {
            key: frozenset(n for n, k in enumerate(keys) if k == key) for key in keys
        }

    def _within(
        self, low: int | None, high: int | None, *events: Events | None
    ) -> Fraction:
        """Return P(low <= T < high) together with one of all these events; for None, without."""
        union = NO_EVENTS if None in events else NO_EVENTS.union(*filter(None, events))
        if not union and None not in events:
            return NEVER
        below = NEVER if low is None else self._below(low, union)
        return max(self._below(high, union) - below, NEVER)

    def _below(self, total: int | None, events: Events) -> Fraction:
        """Return P(T < total), for None that of all totals, together with one of the events."""
        if total is None:
            return self._base.event_mass(events) if events else 1 - NEVER
        if not events:
            return 1 - self.at_least(total)
        return self._base.table(events).under(total - self._shift)

    def ranks(self, difficulty: int) -> tuple[Fraction, ...]:
        """Return the probability of success with each rank, from 0 on; the rest is failure.

        Without a benchmark of ranks, every success has rank 0.
        """
        return self._by_rank(difficulty, success=True)

    def failures(self, difficulty: int) -> tuple[Fraction, ...]:
        """Return the probability of failure with a margin in each band of ranks.

        The first is for margins below all bands. `ranks` and these add up to 1.
        """
        return self._by_rank(difficulty, success=False)

    def _by_rank(self, difficulty: int, *, success: bool) -> tuple[Fraction, ...]:
        procedure = self.procedure
        bands = procedure.ranks.entry.bands if procedure.ranks else ()
        chances = [NEVER] * (len(bands) + 1)
        for total, _, chance in self._cases(difficulty, success=success, ranks=True):
            chances[procedure.rank_of(total - difficulty)] += chance
        return tuple(chances)

    def criticals(self, difficulty: int | None = None) -> Mapping[str, Fraction]:
        """Return the probability of each event of the procedure's steps, by key.

        An event can require success, failure or neither. Raises OddsError if it needs a difficulty.
        """
        chances: dict[str, Fraction] = {}
        for number, (key, required, _) in enumerate(events_of(self.procedure)):
            event = frozenset([number])
            if required is None:
                chances[key] = self._base.event_mass(event)
            else:
                cases = self._cases(difficulty, event, success=required)
                chances[key] = sum((case[2] for case in cases), NEVER)
        return chances

    @property
    def mean(self) -> Fraction:
        """The mean total; see `TotalDistribution.mean` for the methods and their limits.

        If `error` is positive, the mean is off by at most `error` times the highest total.
        """
        return self._shift + self._base.mean

    @property
    def support(self) -> Support:
        """The lowest and highest possible totals."""
        low, high = self._base.support
        return Support(low + self._shift, None if high is None else high + self._shift)

    def _needed(self, difficulty: int) -> int:
        """Return the lowest total that succeeds, without outcomes."""
        return difficulty + (self.procedure.success == "more-than")


class Oddsmaker:
    """Odds of many pools of one procedure; pools that differ only in pips share their tables.

    Each pool has a limit of `most_steps`, by default that of `Work`.
    """

    def __init__(self, procedure: Dice, most_steps: int | None = None) -> None:
        self.procedure = procedure

        def new_cache(bare: Pool) -> PoolCache:
            return PoolCache(RollPlan(procedure, bare), most_steps)

        self._cache_of = lru_cache(MOST_KNOWN)(new_cache)

    def odds(self, pool: Pool) -> Odds:
        """Return the exact odds of a pool; see `odds`."""
        pool = carry_pips(pool, self.procedure)
        # If a step changes pips, they don't only shift the total.
        changed = any(
            step.changes_pips and is_called(step, pool) for step in self.procedure.steps
        )
        pips = 0 if changed else pool.pips
        bare = pool
        if pips:
            shares = pool.shares.items()
            bare = pool.sharing({source: Share(own.dice) for source, own in shares})
        return Odds(self.procedure, pool, self._cache_of(bare), pips)


def odds(procedure: Dice, pool: Pool) -> Odds:
    """Return the exact odds of a pool in a procedure.

    Raises PoolError if the pool can't be rolled, and OddsError if no exact method applies.
    """
    return Oddsmaker(procedure).odds(pool)


@cache
def oddsmaker(procedure: Dice) -> Oddsmaker:
    """Return the shared Oddsmaker of a procedure."""
    return Oddsmaker(procedure)


# The odds of formulas' pools.


def answer(
    pool: amounts.FormulaPool,
    procedure: Dice,
    pips_per_die: int,
    question: Callable[[Odds], T],
) -> T:
    """Answer a question about the odds of a formula's pool. Raises FormulaError if it can't."""
    try:
        return question(odds(procedure, to_roll(pool, procedure, pips_per_die)))
    except (PoolError, OddsError) as reason:
        raise FormulaError(
            f"cannot calculate these odds: {reason}",
            "use fewer dice, or fewer steps at once",
        ) from None
