"""Odds for people at a terminal."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from freed6c.cli.dice.chart import chart, columns
from freed6c.cli.dice.readings import readings
from freed6c.cli.dice.written import chance, decimal, short

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from fractions import Fraction

    from freed6c.cli.dice.outlook import Outlook, Reached, Versus


def odds_text(found: Outlook) -> str:
    """Everything, in blocks with a line between them."""
    blocks = [
        [str(found.odds.pool), found.asked.title],
        _key_figures(found),
        list(chart(found.odds)),
        *([one.name, *_bands(reached)] for one, reached in found.benchmarks),
        *([f"Against {one.difficulty}", *_versus(one)] for one in found.difficulties),
        list(_opposed(found)),
    ]
    blocks.append(list(_bound(found)))
    blocks.append(["Readings", *_readings(found)])
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _readings(found: Outlook) -> Iterator[str]:
    named = list(readings(found.asked.procedure))
    wide = max(len(name) for name, _ in named)
    for name, listed in named:
        yield from textwrap.wrap(
            listed,
            columns(),
            initial_indent=f"  {name:{wide}}  ",
            subsequent_indent=" " * (wide + 4),
            break_long_words=False,
            break_on_hyphens=False,
        ) or [f"  {name}"]


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


def _versus(found: Versus) -> Iterator[str]:
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
