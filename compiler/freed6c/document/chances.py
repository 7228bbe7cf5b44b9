"""Compute the exact odds of plain dice, with a cache for each ruleset."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from freed6c.model.difficulties import Difficulty, difficulties, plain_codes
from freed6c.runtime.dice.pool import Pool
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.notation import PoolError
from freed6c.runtime.odds import OddsError
from freed6c.runtime.odds.answer import Odds, Oddsmaker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.amounts import DieCode
    from freed6c.runtime.entries.tables import Band, Benchmark

T = TypeVar("T")

Thrown: TypeAlias = "Sequence[tuple[DieCode, Odds]]"
"""The odds of rolling each die code."""
Row: TypeAlias = "Sequence[Fraction]"
Numbered: TypeAlias = "Sequence[tuple[Band, int]]"
"""Bands of a benchmark, each with its number to reach."""

TOTALS: Final = 6
"""The number of totals to show odds for if there is no difficulty."""

MOST_NEEDED: Final = 20
"""The most dice that `needed` tries, more than players roll."""


class Chances:
    """The odds of a ruleset, computed on demand and cached."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._makers: dict[str, Oddsmaker] = {}
        self._thrown: dict[str, Thrown] = {}
        self._needed: dict[tuple[str, int, Fraction, bool], DieCode | None] = {}

    @cached_property
    def difficulties(self) -> Sequence[Difficulty]:
        """The difficulties of checks that have numbers and exact odds against them."""
        return [
            difficulty
            for difficulty in difficulties(self.ruleset)
            if (bands := numbered(difficulty.benchmark))
            and self._has_odds(difficulty.procedure, [number for _, number in bands])
        ]

    def thrown(self, procedure: Dice) -> Thrown:
        """Return the odds of each code without pips; empty if there are no exact odds."""
        if procedure.id not in self._thrown:
            codes = plain_codes(self.ruleset)
            self._thrown[procedure.id] = []
            with suppress(PoolError, OddsError):
                rolls = [(code, self._odds(procedure, code)) for code in codes]
                self._thrown[procedure.id] = rolls
        return self._thrown[procedure.id]

    @cached_property
    def undecided(self) -> Sequence[Dice]:
        """Procedures without a difficulty, for which odds of round totals are shown."""
        decided = [difficulty.procedure for difficulty in self.difficulties]
        return [
            procedure
            for procedure in self.ruleset.of(Dice)
            if procedure not in decided
            and (
                self.round_totals(procedure)
                if procedure.needs_target
                else self.outcomes(procedure, None)
            )
        ]

    def outcomes(
        self, procedure: Dice, number: int | None
    ) -> Sequence[Sequence[Fraction]]:
        """Return the odds of the outcomes for each code; empty if there are no exact odds."""
        with suppress(OddsError):
            rolls = self.thrown(procedure)
            return [tuple(odds.outcomes(number).values()) for _, odds in rolls]
        return ()

    def ranks(self, procedure: Dice, number: int) -> Sequence[tuple[Row, Row]]:
        """Return the odds of failures and of ranks for each code; empty as for `outcomes`."""
        with suppress(OddsError):
            rolls = self.thrown(procedure)
            return [(odds.failures(number), odds.ranks(number)) for _, odds in rolls]
        return ()

    def round_totals(self, procedure: Dice) -> Sequence[int]:
        """Return `TOTALS` totals in steps of 1, 2, 5, 10, 20 …; none if the mean isn't known.

        The step is the smallest for which the last total reaches the mean of the most dice. With a
        mean of 35 it is 10, and the totals are 10, 20 … 60.
        """
        thrown = self.thrown(procedure)
        mean = Fraction(0)
        with suppress(OddsError):
            mean = thrown[-1][1].mean if thrown else mean
        if mean < 1:
            return ()
        steps = (digit * 10**zeros for zeros in count() for digit in (1, 2, 5))
        step = next(step for step in steps if step * TOTALS >= mean)
        totals = range(step, step * TOTALS + 1, step)
        return totals if self._has_odds(procedure, totals) else ()

    def _has_odds(self, procedure: Dice, totals: Sequence[int]) -> bool:
        """Return True if there are exact odds of all codes against these totals."""
        rolls = self.thrown(procedure)
        with suppress(OddsError):
            for _, odds in rolls:
                odds.at_least(max(totals) + 1)
            return bool(rolls)
        return False

    def needed(
        self, procedure: Dice, total: int, chance: Fraction, *, reach: bool
    ) -> DieCode | None:
        """Return the smallest code that reaches a total with at least this probability.

        If not `reach`, return the smallest one that succeeds against it as a difficulty. None if
        even `largest` doesn't, or if there are no exact odds.
        """
        key = (procedure.id, total, chance, reach)
        if key not in self._needed:
            code, largest = self.ruleset.die_code(1), self.largest
            with suppress(OddsError):
                while code <= largest:
                    odds = self._odds(procedure, code)
                    if (odds.at_least if reach else odds.success)(total) >= chance:
                        break
                    code = code.next()
                self._needed[key] = code if code <= largest else None
        return self._needed.setdefault(key, None)

    @property
    def largest(self) -> DieCode:
        """The largest code that `needed` tries."""
        return self.ruleset.die_code(MOST_NEEDED)

    def _odds(self, procedure: Dice, code: DieCode) -> Odds:
        """Return the odds of a code. Raise OddsError if they can't be computed exactly."""
        maker = self._makers.setdefault(procedure.id, Oddsmaker(procedure))
        odds = maker.odds(Pool.of(procedure, ability=code))
        odds.at_least(1)  # odds are lazy: raise here rather than on first use
        return odds


def numbered(benchmark: Benchmark) -> Numbered:
    """Return the bands with a single number to reach, each with that number."""
    numbers = ((band, band.number) for band in benchmark.bands)
    return [(band, number) for band, number in numbers if number is not None]
