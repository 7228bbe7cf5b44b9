"""Exact chances of a pool: of totals, of success, of ranks, of events."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ..dice.plan import Plan
from ..dice.pool import Share, carried
from ..dice.roller import events_of
from ..entries.dice import MultiplyDice, RoundPips
from .known import NEVER, Base
from .sums import Sums

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..dice.pool import Pool
    from ..entries.dice import Dice

MOST_KNOWN = 1000


class Support(NamedTuple):
    """The lowest and the highest total that can come; None where there is no highest."""

    low: int
    high: int | None


class Odds:
    """The exact chances of a pool. They are worked out when they are asked for, and remembered.

    Every method raises NoExactMethod where no exact answer is within the limits.
    """

    __slots__ = ("_base", "_shift", "pool", "procedure")

    def __init__(self, procedure: Dice, pool: Pool, base: Base, pips: int = 0) -> None:
        self.procedure = procedure
        self.pool = pool
        self._base = base
        self._shift = base.source.first.shift + pips

    @property
    def error(self) -> Fraction:
        """How far a chance can be off; 0 almost always.

        Above 0 only where one of several sets is chosen and exploding dice are then dropped or
        changed; below 1e-16 unless dice explode on most faces. See `choosing`.
        """
        self._base.known.under(1)
        return self._base.source.first.error

    def at_least(self, total: int) -> Fraction:
        """The chance of this total or more."""
        return self._base.known.from_(total - self._shift)

    def exactly(self, total: int) -> Fraction:
        """The chance of this total."""
        place = total - self._shift
        known = self._base.known
        return max(known.under(place + 1) - known.under(place), NEVER)

    def distribution(self, upto: int) -> Mapping[int, Fraction]:
        """The chance of each total that can come, lowest first, up to one."""
        self._base.known.under(upto + 1 - self._shift)
        totals = range(self._shift, upto + 1)
        return {total: chance for total in totals if (chance := self.exactly(total))}

    def success(self, difficulty: int) -> Fraction:
        """The chance to reach a difficulty, or to beat it where the procedure says so."""
        return self.at_least(self._needed(difficulty))

    def ranks(self, difficulty: int) -> tuple[Fraction, ...]:
        """The chance to succeed with each rank, from 0 on; the rest is failure.

        Without a benchmark of ranks, every success has the rank 0.
        """
        benchmark = self.procedure.ranks.entry if self.procedure.ranks else None
        needed = self._needed(difficulty)
        starts = [needed]
        for band in benchmark.bands if benchmark else ():
            low = band.range.low
            starts.append(max(needed, needed if low is None else difficulty + low))
        chances = [self.at_least(start) for start in starts]
        return tuple(
            max(a - b, NEVER)
            for a, b in zip(chances, [*chances[1:], NEVER], strict=True)
        )

    def criticals(self, difficulty: int) -> Mapping[str, Fraction]:
        """The chance of each event of the procedure's steps, by its key."""
        place = self._needed(difficulty) - self._shift
        found: dict[str, Fraction] = {}
        for number, (key, wanted, _) in enumerate(events_of(self.procedure)):
            known = self._base.event(number)
            chance = known.under(place) if wanted is False else Fraction(0)
            if wanted is not False:
                chance = _first(self._base.source.happening(number, -1))
            if wanted is True:
                chance -= known.under(place)
            found[key] = chance
        return found

    def mean(self) -> Fraction:
        """The mean total. Explosions have closed forms; see `means` for where there is none.

        Where `error` is above 0, the mean is off by at most so much times the highest total.
        """
        return self._shift + self._base.source.mean()

    @property
    def support(self) -> Support:
        """The totals between which everything lies."""
        low, high = self._base.source.between()
        return Support(low + self._shift, None if high is None else high + self._shift)

    def _needed(self, difficulty: int) -> int:
        return difficulty + (self.procedure.success == "more-than")


def _first(found: Sums) -> Fraction:
    return Fraction(found.weights[0], found.whole)


class Oddsmaker:
    """Odds of many pools of one procedure: those that differ in pips alone share their chances."""

    __slots__ = ("_known", "procedure")

    def __init__(self, procedure: Dice) -> None:
        self.procedure = procedure
        self._known: dict[Pool, Base] = {}

    def odds(self, pool: Pool) -> Odds:
        """The exact chances of a pool; see `odds`."""
        pool = carried(pool, self.procedure)
        pips = 0 if self._reads_pips(pool) else pool.pips
        bare = pool if not pips else _without_pips(pool)
        if bare not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[bare] = Base(Plan(self.procedure, bare))
        return Odds(self.procedure, pool, self._known[bare], pips)

    def _reads_pips(self, pool: Pool) -> bool:
        """Whether a step does more with pips than to leave them on top."""
        return any(
            isinstance(step, RoundPips)
            or (
                isinstance(step, MultiplyDice)
                and step.pips == "multiply"
                and pool.called(step.token) > 0
            )
            for step in self.procedure.steps
        )


def _without_pips(pool: Pool) -> Pool:
    return pool.sharing(
        {source: Share(share.dice) for source, share in pool.shares.items()}
    )


def odds(procedure: Dice, pool: Pool) -> Odds:
    """The exact chances of a pool in a procedure.

    Raises PoolError where the pool cannot be rolled, NoExactMethod where no exact method applies.
    """
    plan = Plan(procedure, pool)
    return Odds(procedure, plan.pool, Base(plan))


@cache
def oddsmaker(procedure: Dice) -> Oddsmaker:
    """The one maker of a procedure's odds that everybody shares."""
    return Oddsmaker(procedure)
