"""The odds that move, to be seen and read: a picture for each band, and a table of them all."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from freed6c.document.blocks import Paragraph, TableBlock
from freed6c.document.charts import Chart, Picture, Series
from freed6c.document.describe.chance_parts import scale
from freed6c.document.places import anchor_of
from freed6c.document.sentences.dice import rollable
from freed6c.document.sentences.numbers import percent
from freed6c.document.wording import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.document.blocks import Alignment, Block, Blocks, Inlines
    from freed6c.document.compare.comparison import BandNumber, ChanceChange
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.record import Entry


def odds_moved(scribe: Scribe, odds: Sequence[ChanceChange], anchor: str) -> Blocks:
    """For each procedure how exact they are, and a chart for each difficulty.

    `anchor` begins those of the charts.
    """
    return tuple(
        block
        for procedure, group in groupby(odds, lambda one: one.procedure)
        for block in _procedure(scribe, procedure, list(group), anchor)
    )


def odds_of(entry: Entry, odds: Sequence[ChanceChange]) -> list[ChanceChange]:
    """Those that tell of an entry: of a difficulty, or of a procedure."""
    return [one for one in odds if entry.id in {one.procedure, one.band.benchmark}]


def _procedure(
    scribe: Scribe, procedure: str, odds: Sequence[ChanceChange], anchor: str
) -> Iterator[Block]:
    """Nothing where nothing moved."""
    charts = [
        _chart(scribe, some, f"{anchor}--{anchor_of(procedure)}--{number}")
        for number, some in enumerate(_parts(odds), 1)
    ]
    if charts:
        link = (scribe.link(scribe.ruleset.entries[procedure]),)
        yield Paragraph(scribe.say("changes.chances.intro", procedure=link))
        yield from charts


def _parts(odds: Sequence[ChanceChange]) -> Iterator[list[ChanceChange]]:
    """What goes together: the same difficulty, the same tokens; of bands where something moved."""
    parts = dict.fromkeys((one.band.benchmark, one.tokens) for one in odds)
    for benchmark, tokens in parts:
        some = [
            one
            for one in odds
            if one.band.benchmark == benchmark and one.tokens == tokens
        ]
        moved = {one.band for one in some if one.moved}
        if moved:
            yield [one for one in some if one.band in moved]


def _chart(scribe: Scribe, odds: Sequence[ChanceChange], anchor: str) -> Chart:
    """A picture for each band: the chance before, and after."""
    first = odds[0]
    benchmark = (scribe.link(scribe.ruleset.entries[first.band.benchmark]),)
    key = "changes.chances.with" if first.tokens else "changes.chances.plain"
    caption = scribe.say(key, benchmark=benchmark, tokens=first.tokens)
    return Chart(
        anchor=anchor,
        form="pairs",
        caption=caption,
        description=plain(scribe.say("changes.chances.described")),
        places=tuple(
            one.pool.partition(" ")[0] for one in odds if one.band == first.band
        ),
        along=scribe.word("label.dice"),
        scale=scale(scribe),
        pictures=tuple(_picture(scribe, odds, band) for band in _in_order(odds)),
        table=_table(scribe, odds, caption),
        numbers=scribe.word("chances.numbers"),
    )


def _picture(scribe: Scribe, odds: Sequence[ChanceChange], band: BandNumber) -> Picture:
    some = [one for one in odds if one.band == band]
    before = Series(scribe.word("label.before"), tuple(one.before for one in some))
    after = Series(scribe.word("label.after"), tuple(one.after for one in some))
    return Picture(plain(band_words(scribe, band)), (before, after))


def _table(
    scribe: Scribe, odds: Sequence[ChanceChange], caption: Inlines
) -> TableBlock:
    """Pools down, bands across; a cell is empty where nothing moved."""
    bands = _in_order(odds)
    cells = {(one.pool, one.band): _cell(scribe, one) for one in odds if one.moved}
    header = (scribe.label("dice"), *(band_words(scribe, band) for band in bands))
    rows = tuple(
        (rollable(scribe, pool), *(cells.get((pool, band), ()) for band in bands))
        for pool in dict.fromkeys(one.pool for one in odds if one.moved)
    )
    right: Alignment = "right"
    alignment: tuple[Alignment, ...] = ("left", *(right for _ in bands))
    return TableBlock(header, rows, caption, alignment)


def _in_order(odds: Sequence[ChanceChange]) -> list[BandNumber]:
    """The bands, the easiest first."""
    return sorted({one.band for one in odds}, key=lambda band: band.after)


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
