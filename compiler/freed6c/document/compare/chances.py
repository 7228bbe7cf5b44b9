"""The odds that move: chances of success that other difficulties or other dice have changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from freed6c.document.compare.comparison import BandNumber, ChanceChange
from freed6c.document.scribe import title_of
from freed6c.model.difficulties import difficulties, plain_codes
from freed6c.runtime.dice.pool import PoolError, parse, tokens_of
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.entries.tables import Benchmark
from freed6c.runtime.odds import NoExactMethod
from freed6c.runtime.odds.answer import Odds, Oddsmaker

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from fractions import Fraction

    from freed6c.model.ruleset import Ruleset


def chances_of_both(
    before: Ruleset, after: Ruleset, changed: Collection[str]
) -> Iterator[ChanceChange]:
    """Plain dice, and those that a changed step is called for with, against every difficulty.

    `changed` are the ids of all entries that differ: nothing is worked out that cannot move.
    """
    for procedure in after.of(Dice):
        numbers = list(_numbers(before, after, procedure))
        moved = any(one.before != one.after for one in numbers)
        old = before.entries.get(procedure.id)
        if isinstance(old, Dice) and (moved or procedure.id in changed):
            thrown = _Thrown(before, after, Oddsmaker(old), Oddsmaker(procedure))
            for pool in thrown.pools(changed):
                yield from thrown.chances(pool, numbers)


def _numbers(before: Ruleset, after: Ruleset, procedure: Dice) -> Iterator[BandNumber]:
    """The bands that dice are rolled against, and the number of each on both sides."""
    for benchmark, rolled in difficulties(after):
        if rolled is not procedure:
            continue
        old = before.entries.get(benchmark.id)
        known = (
            {band.id: band.number for band in old.bands}
            if isinstance(old, Benchmark)
            else {}
        )
        for band in benchmark.bands:
            number, was = band.number, known.get(band.id)
            if number is not None and was is not None:
                yield BandNumber(
                    id=band.id,
                    name=title_of(band),
                    benchmark=benchmark.id,
                    before=was,
                    after=number,
                )


@dataclass(frozen=True, slots=True)
class _Thrown:
    """A procedure as it was and as it is."""

    before: Ruleset
    after: Ruleset
    was: Oddsmaker
    is_: Oddsmaker

    def pools(self, changed: Collection[str]) -> Iterator[str]:
        """Plain codes, each also with the token of every step that changed."""
        suffixes = [""]
        for letters, token in tokens_of(self.is_.procedure).items():
            if token.step.id in changed:
                suffixes.append(f" {letters}{'1' if token.behind == 'face' else ''}")
        for suffix in suffixes:
            for code in plain_codes(self.after):
                yield f"{code}{suffix}"

    def chances(self, pool: str, numbers: list[BandNumber]) -> Iterator[ChanceChange]:
        """The chances of a pool; none where the pool or exact odds are refused."""
        try:
            was = _odds(self.was, pool, self.before)
            is_ = _odds(self.is_, pool, self.after)
            found = [
                (band, was.success(band.before), is_.success(band.after))
                for band in numbers
            ]
            error = max(was.error, is_.error)
        except (PoolError, NoExactMethod):
            return
        for band, old, new in found:
            yield self._change(pool, band, (old, new), error)

    def _change(
        self,
        pool: str,
        band: BandNumber,
        chances: tuple[Fraction, Fraction],
        error: Fraction,
    ) -> ChanceChange:
        return ChanceChange(
            procedure=self.is_.procedure.id,
            pool=pool,
            band=band,
            before=chances[0],
            after=chances[1],
            error=error,
        )


def _odds(maker: Oddsmaker, pool: str, ruleset: Ruleset) -> Odds:
    pips = ruleset.die_code.pips_per_die
    return maker.odds(parse(pool, maker.procedure, pips))
