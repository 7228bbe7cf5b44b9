"""Tables of the odds that move: pools down, bands across."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from freed6c.document.blocks import Paragraph, TableBlock, Text
from freed6c.document.sentences.numbers import percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.document.blocks import Alignment, Block, Blocks, Inlines
    from freed6c.document.compare.comparison import BandNumber, ChanceChange
    from freed6c.document.scribe import Scribe


def odds_tables(scribe: Scribe, chances: Sequence[ChanceChange]) -> Blocks:
    """For each procedure how exact they are, and a table for each difficulty."""
    return tuple(
        block
        for procedure, group in groupby(chances, lambda one: one.procedure)
        for block in _procedure(scribe, procedure, list(group))
    )


def _procedure(
    scribe: Scribe, procedure: str, chances: Sequence[ChanceChange]
) -> Iterator[Block]:
    link = (scribe.link(scribe.ruleset.entries[procedure]),)
    yield Paragraph(scribe.say("changes.chances.intro", procedure=link))
    for benchmark in dict.fromkeys(one.band.benchmark for one in chances):
        some = [one for one in chances if one.band.benchmark == benchmark]
        caption = (scribe.link(scribe.ruleset.entries[benchmark]),)
        yield _table(scribe, some, caption)


def _table(
    scribe: Scribe, chances: Sequence[ChanceChange], caption: Inlines
) -> TableBlock:
    bands = _in_order(chances)
    cells = {(one.pool, one.band): _cell(scribe, one) for one in chances}
    header = (scribe.label("dice"), *(band_words(scribe, band) for band in bands))
    rows = tuple(
        ((Text(pool),), *(cells.get((pool, band), ()) for band in bands))
        for pool in dict.fromkeys(one.pool for one in chances)
    )
    right: Alignment = "right"
    alignment: tuple[Alignment, ...] = ("left", *(right for _ in bands))
    return TableBlock(header, rows, caption, alignment)


def _in_order(chances: Sequence[ChanceChange]) -> list[BandNumber]:
    """The bands, the easiest first."""
    return sorted({one.band for one in chances}, key=lambda band: band.after)


def band_words(scribe: Scribe, band: BandNumber) -> Inlines:
    """A band with its number, before and after."""
    if band.before == band.after:
        return scribe.say("changes.band.same", name=band.name, number=band.after)
    numbers = {"before": band.before, "after": band.after}
    return scribe.say("changes.band", name=band.name, **numbers)


def _cell(scribe: Scribe, one: ChanceChange) -> Inlines:
    chances = {
        "before": percent(scribe, one.before),
        "after": percent(scribe, one.after),
    }
    return scribe.say("changes.chance", **chances)
