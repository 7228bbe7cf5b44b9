"""Everything that `odds` tells of a pool, worked out once; text and JSON only write it down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from freed6c.runtime.dice.roller import events_of
from freed6c.runtime.entries.dice import Dice, Event, SubstituteDice
from freed6c.runtime.entries.tables import Band, Benchmark
from freed6c.runtime.odds import NoExactMethod
from freed6c.runtime.odds.answer import Odds, Opposed, opposed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from fractions import Fraction

    from freed6c.cli.dice.asked import Asked
    from freed6c.model.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Reached:
    """The chance to reach the number that a band stands for, or its ends where any will do."""

    band: Band
    chances: Mapping[int, Fraction]


@dataclass(frozen=True, slots=True)
class Versus:
    """The chances against a difficulty: of success, of each rank from 0 on, of each event."""

    difficulty: int
    success: Fraction
    ranks: Sequence[tuple[Band | None, Fraction]]
    events: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """What is told of a pool. Where the mean has no exact method, `no_mean` says why."""

    asked: Asked
    odds: Odds
    mean: Fraction | None
    no_mean: str
    benchmarks: Sequence[tuple[Benchmark, Sequence[Reached]]]
    difficulties: Sequence[Versus]
    against: tuple[Odds, Opposed] | None

    @classmethod
    def of(
        cls,
        asked: Asked,
        found: Odds,
        difficulties: Sequence[int],
        other: Odds | None = None,
    ) -> Self:
        """Work it all out. Raises NoExactMethod where no exact chances can be given."""
        no_mean, mean = "", None
        try:
            mean = found.mean()
        except NoExactMethod as reason:
            no_mean = str(reason)
        return cls(
            asked=asked,
            odds=found,
            mean=mean,
            no_mean=no_mean,
            benchmarks=list(_benchmarks(asked.ruleset, found)),
            difficulties=[_versus(found, one) for one in dict.fromkeys(difficulties)],
            against=None if other is None else (other, opposed(found, other)),
        )


def events(procedure: Dice) -> Mapping[str, Event]:
    """The events of a procedure's steps, by key."""
    known = {
        key: event
        for step in procedure.steps
        if isinstance(step, SubstituteDice)
        for key, event in step.events.items()
    }
    return {key: known[key] for key, *_ in events_of(procedure)}


def _benchmarks(
    ruleset: Ruleset, found: Odds
) -> Iterator[tuple[Benchmark, Sequence[Reached]]]:
    """Every benchmark that totals may have to reach: all but those that margins are read in."""
    ranks = {one.ranks.id for one in ruleset.of(Dice) if one.ranks}
    for benchmark in ruleset.of(Benchmark):
        if benchmark.id not in ranks:
            yield (
                benchmark,
                [
                    Reached(band, {one: found.success(one) for one in numbers})
                    for band in benchmark.bands
                    if (numbers := _numbers(benchmark, band))
                ],
            )


def _numbers(benchmark: Benchmark, band: Band) -> Sequence[int]:
    """The number that a band stands for, or its ends; an open end is none."""
    low, high = band.range.low, band.range.high
    ends = {"top": (high, low), "bottom": (low, high), "choice": (low, high)}
    known = [one for one in ends[benchmark.stands_for] if one is not None]
    return known if benchmark.stands_for == "choice" else known[:1]


def _versus(found: Odds, difficulty: int) -> Versus:
    benchmark = found.procedure.ranks
    bands = (None, *benchmark.entry.bands) if benchmark else ()
    chances = found.ranks(difficulty)
    return Versus(
        difficulty=difficulty,
        success=found.success(difficulty),
        ranks=list(zip(bands, chances, strict=True)) if bands else [],
        events=found.criticals(difficulty),
    )
