"""freed6c odds: calculate the exact odds of a pool."""

from __future__ import annotations

import sys
from contextlib import suppress
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from freed6c.cli.output import columns, json_text, members, rows
from freed6c.cli.pools import (
    DIFFICULTY,
    Asked,
    PoolCommand,
    band_members,
    dice_options,
    every,
    origin,
    rank_members,
    readings,
    refusing,
)
from freed6c.packs.lazy import dataclass
from freed6c.runtime.odds import OddsError
from freed6c.runtime.odds.answer import Odds, Opposed, opposed_odds
from freed6c.runtime.odds.words import key_figures, percent, short

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from freed6c.runtime.entries.dice import Dice, RollOutcome
    from freed6c.runtime.entries.tables import Band, Benchmark

    # The rank, its band and its probability.
    Shares = Sequence[tuple[int, Band | None, Fraction]]


@click.command("odds", cls=PoolCommand)
@click.argument("pool")
@click.option(
    "--difficulty",
    "difficulties",
    type=DIFFICULTY,
    multiple=True,
    metavar="N",
    help="Number to reach. Repeat the option for more numbers.",
)
@click.option("--against", "other", metavar="POOL", help="Opposing pool.")
@dice_options
def command(
    asked: Asked,
    pool: str,
    difficulties: tuple[int, ...],
    other: str | None,
    format_: str,
) -> None:
    """Calculate exact odds.

    Shows how likely each total of POOL is, and how likely it reaches each difficulty. Write POOL in
    the notation of the pack.

    \b
    Examples:
      freed6c odds 5D
      freed6c odds "3D+1 B2" --difficulty 15
      freed6c odds 4D --against 3D+2
    """  # noqa: D301 - click reads the escape itself
    chances = asked.odds(pool)
    others = None if other is None else asked.odds(other)
    write = {"text": odds_text, "json": odds_json}[format_]
    with refusing(pool if other is None else f"{pool} against {other}"):
        answer = write(_outlook(asked, chances, difficulties, others))
    click.echo(answer, nl=False)


# Results, computed before text or JSON is written.


class Reached(NamedTuple):
    """The probability of reaching a number that represents a band."""

    band: Band
    number: int
    success: Fraction


@dataclass(frozen=True)
class Versus:
    """The odds against a difficulty: of success, and of each possible rank and event.

    `failures` has the odds of each band of negative margins, if the benchmark has such bands.
    `outcomes` are empty if the procedure has none, `difficulty` is None if they need none.
    """

    difficulty: int | None
    success: Fraction
    outcomes: Sequence[tuple[RollOutcome, Fraction]]
    ranks: Shares
    failures: Shares
    events: Mapping[str, Fraction]


@dataclass(frozen=True, kw_only=True)
class Outlook:
    """The odds of a pool, in general and against bands, difficulties and another pool."""

    asked: Asked
    odds: Odds
    benchmarks: Sequence[tuple[Benchmark, Sequence[Reached]]]
    difficulties: Sequence[Versus]
    against: tuple[Odds, Opposed] | None


def _outlook(
    asked: Asked, odds: Odds, difficulties: Sequence[int], other: Odds | None
) -> Outlook:
    """Calculate all odds. Raise OddsError if exact odds are not possible."""
    # A benchmark either has bands of difficulties or ranks the margins of rolls.
    procedures: Iterable[Dice] = every(asked.ruleset, "dice")
    rankers = {dice.ranks.id for dice in procedures if dice.ranks}
    benchmarks: Iterable[Benchmark] = every(asked.ruleset, "benchmark")
    numbers: list[int | None] = [*dict.fromkeys(difficulties)]
    if not odds.procedure.needs_target:
        # The outcome depends on the total, so difficulties don't apply.
        numbers, benchmarks = [None, *numbers], ()
    return Outlook(
        asked=asked,
        odds=odds,
        benchmarks=[
            (benchmark, list(_band_odds(benchmark, odds)))
            for benchmark in benchmarks
            if benchmark.id not in rankers
        ],
        difficulties=[_versus(odds, number) for number in numbers],
        against=None if other is None else (other, opposed_odds(odds, other)),
    )


def _band_odds(benchmark: Benchmark, odds: Odds) -> Iterator[Reached]:
    """Yield each band with the number that represents it, and the odds of reaching this number.

    This is the upper or lower end, as the benchmark sets, or both if the group chooses.
    """
    for band in benchmark.bands:
        low, high = band.range.low, band.range.high
        ends = (high, low) if benchmark.counts_as == "top" else (low, high)
        numbers = [end for end in ends if end is not None]
        for number in numbers if benchmark.counts_as == "choice" else numbers[:1]:
            yield Reached(band, number, odds.success(number))


def _versus(odds: Odds, difficulty: int | None) -> Versus:
    procedure = odds.procedure
    # Places are positions in `bands`; place 0 is below all bands.
    benchmark = None if difficulty is None else procedure.ranks
    bands = (None, *benchmark.entry.bands) if benchmark else ()

    def shares(places: Sequence[int], chances: Sequence[Fraction]) -> Shares:
        return [(place, bands[place], chances[place]) for place in places if bands]

    failing = procedure.places(success=False)
    outcomes = odds.outcomes(difficulty)
    number = difficulty or 0
    return Versus(
        difficulty=difficulty,
        success=odds.success(difficulty),
        outcomes=[(o, outcomes[o.key]) for o in procedure.outcomes],
        ranks=shares(procedure.places(success=True), odds.ranks(number)),
        failures=shares(failing if any(failing) else (), odds.failures(number)),
        events=odds.criticals(difficulty),
    )


# The shown range of totals, without tiny probabilities at both ends.


MOST_TOTALS = 4096
"""The largest number of totals that are shown."""


class Spread(NamedTuple):
    """Totals from `low` to `high`, and the probabilities below and above."""

    low: int
    high: int
    below: Fraction
    above: Fraction

    @property
    def totals(self) -> range:
        """All totals in the range."""
        return range(self.low, self.high + 1)


def spread(odds: Odds, tiny: Fraction, whole: int) -> Spread:
    """Return all totals if there are at most `whole`; else cut totals of tiny odds at both ends.

    The probability that is cut off at each end is at most `tiny`.
    """
    low, end = odds.support
    if end is not None and end - low < whole:
        return Spread(low, end, Fraction(0), Fraction(0))
    high = _high(odds, tiny, end)
    odds.at_least(low + 1)  # raises if there is no exact method
    while low < high and 1 - odds.at_least(low + 1) <= tiny:
        low += 1
    return Spread(low, high, 1 - odds.at_least(low), odds.at_least(high + 1))


def _high(odds: Odds, tiny: Fraction, end: int | None) -> int:
    """Return the first total above which at most a tiny probability remains.

    If there is no exact method for it, return the last total that has one.
    """
    high = odds.support.low
    with suppress(OddsError):
        high = max(high, ceil(odds.mean))
    far = high + MOST_TOTALS if end is None else min(end, high + MOST_TOTALS)
    with suppress(OddsError):  # no exact method for higher totals
        while high < far and odds.at_least(high + 1) > tiny:
            odds.at_least(high + 2)
            high += 1
    return high


# Odds for tools: schemas/odds.schema.json.


TINY: Final = Fraction(1, 10**6)
"""The largest probability that JSON omits at each end."""
WHOLE: Final = 200
"""The number of totals up to which JSON has all of them."""


def odds_json(outlook: Outlook) -> str:
    """Return odds as JSON, with fractions as text and decimals."""
    odds, against = outlook.odds, None
    if outlook.against is not None:
        other, chances = outlook.against
        against = {"pool": str(other.pool), **chances._asdict()}
    mean, no_mean = None, None
    try:
        mean = odds.mean
    except OddsError as reason:
        no_mean = str(reason)
    shown = spread(odds, TINY, WHOLE)
    return json_text(
        **origin(outlook.asked),
        pool=str(odds.pool),
        mean=mean,
        mean_refused=no_mean,
        lowest=odds.support.low,
        highest=odds.support.high,
        distribution={
            "below": shown.below,
            "totals": [
                {
                    "total": total,
                    "exactly": odds.exactly(total),
                    "at_least": odds.at_least(total),
                }
                for total in shown.totals
            ],
            "above": shown.above,
        },
        benchmarks=[
            {
                **members(benchmark, "id", "name"),
                "bands": [
                    {
                        **members(reached.band, "id", "name"),
                        **members(reached, "number", "success"),
                    }
                    for reached in bands
                ],
            }
            for benchmark, bands in outlook.benchmarks
        ],
        outcomes=[
            outcome
            for versus in outlook.difficulties
            if versus.difficulty is None
            for outcome in _outcomes_json(versus)
        ],
        difficulties=[
            _versus_json(outlook.asked, versus)
            for versus in outlook.difficulties
            if versus.difficulty is not None
        ],
        against=against,
        error=odds.error,
    )


def _versus_json(asked: Asked, versus: Versus) -> dict[str, Any]:
    return {
        **members(versus, "difficulty", "success"),
        "outcomes": _outcomes_json(versus),
        "ranks": [
            {**rank_members(rank, band), "chance": chance}
            for rank, band, chance in versus.ranks
        ],
        "failures": [
            {**band_members(band), "chance": chance}
            for _, band, chance in versus.failures
        ],
        "events": [
            {"event": key, "text": asked.event_text(key), "chance": chance}
            for key, chance in versus.events.items()
        ],
    }


def _outcomes_json(versus: Versus) -> list[dict[str, Any]]:
    return [
        {**members(outcome, "id", "name", "success"), "chance": chance}
        for outcome, chance in versus.outcomes
    ]


# Numbers as text.


def chance(value: Fraction) -> str:
    """Return a probability as text: `98.38%  425/432`."""
    return f"{percent(value):>8}  {short(value)}".rstrip()


# A bar chart of totals for a terminal.


SMALLEST_SHOWN: Final = Fraction(1, 1000)
"""The largest probability that a chart omits at each end."""
ROWS: Final = 36
"""The most rows of a chart."""
BAR, ASCII = "\N{FULL BLOCK}", "#"


def bar() -> str:
    """Return the character of bars: a block, or # if the terminal's encoding has no block."""
    try:
        BAR.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ASCII
    return BAR


def chart(odds: Odds) -> Iterator[str]:
    """Yield a heading, then a row for each total or for a group of consecutive totals.

    A row has the probability of the totals, that of at least the first one, and a bar.
    """
    shown = spread(odds, SMALLEST_SHOWN, ROWS)
    size = -(-len(shown.totals) // ROWS)  # totals in a row, rounded up
    groups = [shown.totals[at : at + size] for at in range(0, len(shown.totals), size)]
    chances = [odds.at_least(row[0]) - odds.at_least(row[-1] + 1) for row in groups]
    labels = [
        str(row[0]) if len(row) == 1 else f"{row[0]}..{row[-1]}" for row in groups
    ]
    widest = max(map(len, (*labels, "total")))
    room = columns() - widest - 24  # 24 characters are for the two probabilities
    yield f"  {'total':>{widest}}  {'exactly':>8}  {'or more':>8}"
    for group, label, exactly in zip(groups, labels, chances, strict=True):
        drawn_bar = bar() * round(room * exactly / max(chances))
        at_least = percent(odds.at_least(group[0]))
        yield f"  {label:>{widest}}  {percent(exactly):>8}  {at_least:>8}  {drawn_bar}".rstrip()
    if shown.below:
        yield f"  less than {shown.low}: {percent(shown.below)}"
    if shown.above:
        yield f"  more than {shown.high}: {percent(shown.above)}"


# Odds for people at a terminal.


def odds_text(outlook: Outlook) -> str:
    """Return odds as text, in blocks separated by blank lines."""
    odds = outlook.odds
    blocks = [
        [str(odds.pool), outlook.asked.title],
        [f"{name:8} {figure}" for name, figure in key_figures(odds)],
        list(chart(odds)),
    ]
    for benchmark, bands in outlook.benchmarks:
        reached = [(f"{band.name} ({number})", reach) for band, number, reach in bands]
        blocks.append([benchmark.name, *_table(reached)])
    for versus in outlook.difficulties:
        reached = [(outcome.title, chance) for outcome, chance in versus.outcomes]
        reached = reached or [("success", versus.success)]
        for rank, band, reach in versus.ranks:
            reached.append((f"rank {rank}" + (f", {band.name}" if band else ""), reach))
        failures = () if versus.outcomes else versus.failures
        if failures:
            reached.append(("failure", 1 - versus.success))
        reached += (
            (band.name if band else "below all bands", reach)
            for _, band, reach in failures
            if band or reach
        )
        reached += versus.events.items()
        number = versus.difficulty
        title = "Outcomes" if number is None else f"Against {number}"
        blocks.append([title, *_table(reached)])
    if outlook.against is not None:
        other, (win, tie, lose, error) = outlook.against
        table = _table([("win", win), ("tie", tie), ("lose", lose)])
        blocks.append([f"Against {other.pool}", *table])
        if error:
            blocks[-1].append(f"  Each value is too low by at most {float(error):.1e}.")
    # The error is only known after all odds are calculated.
    if error := odds.error:
        blocks.append(
            [f"Each probability is within {float(error):.1e} of the exact value."]
        )
    blocks.append(["Readings", *rows(readings(outlook.asked.procedure))])
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _table(chances: Sequence[tuple[str, Fraction]]) -> Iterator[str]:
    widest = max((len(label) for label, _ in chances), default=0)
    for label, reach in chances:
        yield f"  {label:{widest}}  {chance(reach)}"
