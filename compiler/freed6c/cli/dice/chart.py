"""A bar chart of totals for a terminal."""

from __future__ import annotations

import shutil
import sys
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from freed6c.cli.dice.spread import spread
from freed6c.cli.dice.written import percent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.runtime.odds.answer import Odds


TINY: Final = Fraction(1, 1000)
ROWS: Final = 36
NARROWEST, WIDEST = 40, 100
BAR, ASCII = "\N{FULL BLOCK}", "#"


def columns() -> int:
    """How wide the terminal is, within reason."""
    return min(max(shutil.get_terminal_size().columns, NARROWEST), WIDEST)


def bar() -> str:
    """What bars are made of: a block, or what the terminal can show instead."""
    try:
        BAR.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ASCII
    return BAR


def chart(odds: Odds) -> Iterator[str]:
    """A row for each total, or for a few together: its chance, that of it or more, its bar."""
    found = spread(odds, TINY, ROWS)
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
