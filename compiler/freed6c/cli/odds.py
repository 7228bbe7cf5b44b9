"""freed6c odds: the exact chances of a pool."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

import click

from freed6c.cli.output import json_text, wrapped
from freed6c.cli.pools import (
    DIFFICULTY,
    Asked,
    PoolCommand,
    dice_options,
    origin,
    readings,
    refusing,
)
from freed6c.model.values import fraction, number
from freed6c.runtime.dice.roller import events_of
from freed6c.runtime.entries.dice import Dice, Event, SubstituteDice
from freed6c.runtime.entries.tables import Band, Benchmark
from freed6c.runtime.odds import NoExactMethod
from freed6c.runtime.odds.answer import Odds, Opposed, opposed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from freed6c.model.ruleset import Ruleset


@click.command("odds", cls=PoolCommand)
@click.argument("pool")
@click.option(
    "--difficulty",
    "difficulties",
    type=DIFFICULTY,
    multiple=True,
    metavar="N",
    help="A number to reach; may be given several times.",
)
@click.option(
    "--against", "other", metavar="POOL", help="A pool that is rolled against it."
)
@dice_options
def command(
    question: Asked,
    pool: str,
    difficulties: tuple[int, ...],
    other: str | None,
    format_: str,
) -> None:
    """Tell the exact chances of POOL, written as the pack's dice have it: 5D, "3D+1 B2"."""
    mine = question.odds(pool)
    its = None if other is None else question.odds(other)
    write = {"text": odds_text, "json": odds_json}[format_]
    with refusing(pool if other is None else f"{pool} against {other}"):
        said = write(Outlook.of(question, mine, difficulties, its))
    click.echo(said, nl=False)


# Results: computed once, before text or JSON is written.


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
    """Benchmarks that measure difficulties: all but those that rank margins."""
    ranks = {dice.ranks.id for dice in ruleset.of(Dice) if dice.ranks}
    for benchmark in ruleset.of(Benchmark):
        if benchmark.id not in ranks:
            yield (
                benchmark,
                [
                    Reached(band, {target: found.success(target) for target in numbers})
                    for band in benchmark.bands
                    if (numbers := _numbers(benchmark, band))
                ],
            )


def _numbers(benchmark: Benchmark, band: Band) -> Sequence[int]:
    """The number that a band stands for, or its ends; an open end is none."""
    low, high = band.range.low, band.range.high
    ends = {"top": (high, low), "bottom": (low, high), "choice": (low, high)}
    numbers = [end for end in ends[benchmark.stands_for] if end is not None]
    return numbers if benchmark.stands_for == "choice" else numbers[:1]


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


# The range of totals that is shown: all but tiny chances at both ends.


MOST_TOTALS = 4096
"""No more totals are shown, however much is left."""


class Spread(NamedTuple):
    """Totals from `low` to `high`, and the chances of what lies outside."""

    low: int
    high: int
    below: Fraction
    above: Fraction

    @property
    def totals(self) -> range:
        """All totals inside."""
        return range(self.low, self.high + 1)


def spread(odds: Odds, tiny: Fraction, whole: int) -> Spread:
    """Everything where it is at most `whole` totals, else all but a tiny chance at each end."""
    low, end = odds.support
    if end is not None and end - low < whole:
        return Spread(low, end, Fraction(0), Fraction(0))
    high = _high(odds, tiny, end)
    odds.at_least(low + 1)  # is refused here if nothing is known
    while low < high and 1 - odds.at_least(low + 1) <= tiny:
        low += 1
    return Spread(low, high, 1 - odds.at_least(low), odds.at_least(high + 1))


def _high(odds: Odds, tiny: Fraction, end: int | None) -> int:
    """The first total above which no more than a tiny chance is left, or the last one known.

    From somewhere in the middle the step doubles until too little is left; then the total is
    searched by bisection between half that step and the step. With totals 12, 13, 15, 19, 27
    probed and little left at 27, it lies between 19 and 27.
    """
    start = _start(odds)
    far = start + MOST_TOTALS if end is None else min(end, start + MOST_TOTALS)
    step = 1
    while start + step < far and (_left(odds, start + step) or 0) > tiny:
        step *= 2
    known, low, high = start, start + step // 2, min(start + step, far)
    while low <= high:
        middle = (low + high) // 2
        left = _left(odds, middle)
        known = middle if left is not None else known
        if left is None or left <= tiny:
            high = middle - 1
        else:
            low = middle + 1
    return known if low > far or _left(odds, low) is None else low


def _start(odds: Odds) -> int:
    """Somewhere in the middle, where that is known."""
    low = odds.support.low
    try:
        return max(low, ceil(odds.mean()))
    except NoExactMethod:
        return low


def _left(odds: Odds, total: int) -> Fraction | None:
    """The chance of more than a total; None where no exact method reaches so far."""
    try:
        return odds.at_least(total + 1)
    except NoExactMethod:
        return None


# Odds for tools: schemas/odds.schema.json.


TINY: Final = Fraction(1, 10**6)
WHOLE: Final = 200


def odds_json(found: Outlook) -> str:
    """One document; fractions as text, decimals beside."""
    low, high = found.odds.support
    return json_text(
        **origin(found.asked),
        pool=str(found.odds.pool),
        mean=None if found.mean is None else number(found.mean),
        mean_refused=found.no_mean or None,
        lowest=low,
        highest=high,
        distribution=_distribution(found),
        benchmarks=_benchmarks_odds_json(found),
        difficulties=[_versus_odds_json(found, one) for one in found.difficulties],
        against=_against(found),
        error=number(found.odds.error),
    )


def _distribution(found: Outlook) -> dict[str, Any]:
    odds = found.odds
    shown = spread(odds, TINY, WHOLE)
    return {
        "below": number(shown.below),
        "totals": [
            {
                "total": total,
                "exactly": number(odds.exactly(total)),
                "at_least": number(odds.at_least(total)),
            }
            for total in shown.totals
        ],
        "above": number(shown.above),
    }


def _benchmarks_odds_json(found: Outlook) -> list[dict[str, Any]]:
    return [
        {
            "id": benchmark.id,
            "name": benchmark.name,
            "bands": [
                {
                    "id": one.band.id,
                    "name": one.band.name,
                    "number": target,
                    "success": number(chance),
                }
                for one in reached
                for target, chance in one.chances.items()
            ],
        }
        for benchmark, reached in found.benchmarks
    ]


def _versus_odds_json(found: Outlook, versus: Versus) -> dict[str, Any]:
    plain = found.asked.plain
    known = events(found.asked.procedure)
    return {
        "difficulty": versus.difficulty,
        "success": number(versus.success),
        "ranks": [
            {
                "rank": place,
                "band": band.id if band else None,
                "name": band.name if band else None,
                "chance": number(chance),
            }
            for place, (band, chance) in enumerate(versus.ranks)
        ],
        "events": [
            {"event": key, "text": plain(known[key].text), "chance": number(chance)}
            for key, chance in versus.events.items()
        ],
    }


def _against(found: Outlook) -> dict[str, Any] | None:
    if found.against is None:
        return None
    other, (win, tie, lose, error) = found.against
    return {
        "pool": str(other.pool),
        "win": number(win),
        "tie": number(tie),
        "lose": number(lose),
        "error": number(error),
    }


# Numbers as text.


SHORT: Final = 12
"""So many characters of a fraction can be read at a glance."""


def short(value: Fraction) -> str:
    """The fraction where it is short, and says more than the decimal; else nothing."""
    written = fraction(value) or ""
    return written if "/" in written and len(written) <= SHORT else ""


def percent(chance: Fraction) -> str:
    """`98.38%`; what is neither certain nor impossible is never written as if it were."""
    shown = f"{float(chance):.2%}"
    if shown == "0.00%":
        return "< 0.01%" if chance else "0%"
    if shown == "100.00%":
        return "> 99.99%" if chance < 1 else "100%"
    return shown


def chance(value: Fraction) -> str:
    """`98.38%  425/432`."""
    return f"{percent(value):>8}  {short(value)}".rstrip()


def decimal(value: Fraction) -> str:
    """`17.5`, with at most three digits behind the point."""
    return f"{float(value):.3f}".rstrip("0").rstrip(".")


# A bar chart of totals for a terminal.


SMALLEST_SHOWN: Final = Fraction(1, 1000)
ROWS: Final = 36
NARROWEST, WIDEST_BAR = 40, 100
BAR, ASCII = "\N{FULL BLOCK}", "#"


def columns() -> int:
    """How wide the terminal is, within reason."""
    return min(max(shutil.get_terminal_size().columns, NARROWEST), WIDEST_BAR)


def bar() -> str:
    """What bars are made of: a block, or what the terminal can show instead."""
    try:
        BAR.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ASCII
    return BAR


def chart(odds: Odds) -> Iterator[str]:
    """A row for each total, or for a few together: its chance, that of it or more, its bar."""
    found = spread(odds, SMALLEST_SHOWN, ROWS)
    size = -(-len(found.totals) // ROWS)
    rows = [found.totals[at : at + size] for at in range(0, len(found.totals), size)]
    chances = [odds.at_least(one[0]) - odds.at_least(one[-1] + 1) for one in rows]
    labels = [str(one[0]) if len(one) == 1 else f"{one[0]}..{one[-1]}" for one in rows]
    wide = max(map(len, (*labels, "total")))
    room = columns() - wide - 24
    yield f"  {'total':>{wide}}  {'exactly':>8}  {'or more':>8}"
    for row, label, one in zip(rows, labels, chances, strict=True):
        drawn = bar() * round(room * one / max(chances))
        more = percent(odds.at_least(row[0]))
        yield f"  {label:>{wide}}  {percent(one):>8}  {more:>8}  {drawn}".rstrip()
    if found.below:
        yield f"  less than {found.low}: {percent(found.below)}"
    if found.above:
        yield f"  more than {found.high}: {percent(found.above)}"


# Odds for people at a terminal.


def odds_text(found: Outlook) -> str:
    """Everything, in blocks with a line between them."""
    blocks = [
        [str(found.odds.pool), found.asked.title],
        _key_figures(found),
        list(chart(found.odds)),
        *([one.name, *_bands(reached)] for one, reached in found.benchmarks),
        *(
            [f"Against {one.difficulty}", *_versus_odds_text(one)]
            for one in found.difficulties
        ),
        list(_opposed(found)),
    ]
    blocks.append(list(_bound(found)))
    blocks.append(["Readings", *_readings(found)])
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _readings(found: Outlook) -> Iterator[str]:
    named = list(readings(found.asked.procedure))
    wide = max(len(name) for name, _ in named)
    for name, listed in named:
        head = f"{name:{wide}}  "
        yield from wrapped(listed, 2, head=head, width=columns())
        if not listed:
            yield f"  {name}"


def _key_figures(found: Outlook) -> list[str]:
    low, high = found.odds.support
    mean = f"not given: {found.no_mean}"
    if found.mean is not None:
        exact = short(found.mean)
        mean = decimal(found.mean) + (f" ({exact})" if exact else "")
    return [
        f"Mean     {mean}",
        f"Lowest   {low}",
        f"Highest  {'none, dice explode' if high is None else high}",
    ]


def _bands(reached: Sequence[Reached]) -> Iterator[str]:
    rows = [
        (f"{one.band.name} ({number})", reach)
        for one in reached
        for number, reach in one.chances.items()
    ]
    return _table(rows)


def _versus_odds_text(found: Versus) -> Iterator[str]:
    ranks = [
        (f"rank {place}" + (f", {band.name}" if band else ""), reach)
        for place, (band, reach) in enumerate(found.ranks)
    ]
    return _table([("success", found.success), *ranks, *found.events.items()])


def _opposed(found: Outlook) -> Iterator[str]:
    if found.against is not None:
        other, (win, tie, lose, error) = found.against
        yield f"Against {other.pool}"
        yield from _table([("win", win), ("tie", tie), ("lose", lose)])
        if error:
            yield f"  Each is too low by at most {float(error):.1e}."


def _bound(found: Outlook) -> Iterator[str]:
    """Asked last: working out chances is what makes it known."""
    if error := found.odds.error:
        yield f"Every chance is within {float(error):.1e} of the exact one."


def _table(rows: Iterable[tuple[str, Fraction]]) -> Iterator[str]:
    known = list(rows)
    wide = max((len(label) for label, _ in known), default=0)
    for label, reach in known:
        yield f"  {label:{wide}}  {chance(reach)}"
