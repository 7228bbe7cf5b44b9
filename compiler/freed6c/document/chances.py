"""Exact odds of plain dice, each worked out once for a ruleset."""

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
from freed6c.runtime.odds import NoExactMethod
from freed6c.runtime.odds.answer import Odds, Oddsmaker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.amounts import DieCode
    from freed6c.runtime.entries.tables import Band, Benchmark

T = TypeVar("T")

Thrown: TypeAlias = "Sequence[tuple[DieCode, Odds]]"
Numbered: TypeAlias = "Sequence[tuple[Band, int]]"

TOTALS: Final = 6
"""So many totals are told of where nothing says which ones matter."""

MOST_NEEDED: Final = 20
"""Nobody looks for more dice than this."""


class Chances:
    """The odds of a ruleset, computed on demand and cached."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._makers: dict[str, Oddsmaker] = {}
        self._thrown: dict[str, Thrown] = {}
        self._needed: dict[tuple[str, int, Fraction], DieCode | None] = {}

    @cached_property
    def difficulties(self) -> Sequence[Difficulty]:
        """The difficulties that checks name, if exact odds against them are known."""
        return [
            difficulty
            for difficulty in difficulties(self.ruleset)
            if (bands := numbered(difficulty.benchmark))
            and self._has_odds(difficulty.procedure, [number for _, number in bands])
        ]

    def difficulties_of(self, procedure: Dice | None) -> Sequence[Benchmark]:
        """The difficulties of checks that are rolled as a procedure."""
        return [d.benchmark for d in self.difficulties if d.procedure is procedure]

    def thrown(self, procedure: Dice) -> Thrown:
        """The odds of full dice by code; empty where there are no exact odds."""
        if procedure.id not in self._thrown:
            codes = plain_codes(self.ruleset)
            self._thrown[procedure.id] = []
            with suppress(PoolError, NoExactMethod):
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
            if procedure not in decided and self.round_totals(procedure)
        ]

    def round_totals(self, procedure: Dice) -> Sequence[int]:
        """A few totals at even steps of 1, 2, 5, 10, …; none where no mean is known.

        The last is at or above the mean of the most dice.
        """
        thrown = self.thrown(procedure)
        mean = Fraction(0)
        with suppress(NoExactMethod):
            mean = thrown[-1][1].mean() if thrown else mean
        if mean < 1:
            return ()
        steps = (digit * 10**zeros for zeros in count() for digit in (1, 2, 5))
        step = next(step for step in steps if step * TOTALS >= mean)
        totals = range(step, step * TOTALS + 1, step)
        return totals if self._has_odds(procedure, totals) else ()

    def _has_odds(self, procedure: Dice, totals: Sequence[int]) -> bool:
        """Whether there are exact odds of full dice against all these totals."""
        rolls = self.thrown(procedure)
        with suppress(NoExactMethod):
            for _, odds in rolls:
                odds.success(max(totals))
            return bool(rolls)
        return False

    def needed(self, procedure: Dice, total: int, chance: Fraction) -> DieCode | None:
        """The smallest code with at least this chance of a total; None up to the largest."""
        key = (procedure.id, total, chance)
        if key not in self._needed:
            code, largest = self.ruleset.die_code(1), self.largest
            with suppress(NoExactMethod):
                while (
                    code <= largest
                    and self._odds(procedure, code).at_least(total) < chance
                ):
                    code = code.next()
                self._needed[key] = code if code <= largest else None
        return self._needed.setdefault(key, None)

    @property
    def largest(self) -> DieCode:
        """The largest code that `needed` tries."""
        return self.ruleset.die_code(MOST_NEEDED)

    def _odds(self, procedure: Dice, code: DieCode) -> Odds:
        """The odds of a code. Raises NoExactMethod."""
        maker = self._makers.setdefault(procedure.id, Oddsmaker(procedure))
        odds = maker.odds(Pool.of(procedure, ability=code))
        odds.success(1)
        return odds


def numbered(benchmark: Benchmark) -> Numbered:
    """The bands that stand for a single number, with that number."""
    numbers = ((band, band.number) for band in benchmark.bands)
    return [(band, number) for band, number in numbers if number is not None]
