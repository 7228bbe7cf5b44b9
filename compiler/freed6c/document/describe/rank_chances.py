"""How far a success goes: a bar for each code, divided into failure and ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import Blocks, Heading, Paragraph
from freed6c.document.chances import numbered
from freed6c.document.charts import Chart, Picture, Series
from freed6c.document.describe.chance_parts import (
    anchor_on_page,
    chance_table,
    headed,
    scale,
)
from freed6c.document.scribe import Scribe, title_of
from freed6c.document.wording import plain

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from freed6c.runtime.entries.dice import Dice
    from freed6c.runtime.entries.tables import Band, Benchmark
    from freed6c.runtime.odds.answer import Odds


def chances_of_ranks(scribe: Scribe, benchmark: Benchmark, procedure: Dice) -> Blocks:
    """For each band of a difficulty, if the procedure has ranks at all."""
    if procedure.ranks is None:
        return ()
    ranks = procedure.ranks.entry
    said = {"procedure": (scribe.link(procedure),), "ranks": (scribe.link(ranks),)}
    charts = (
        block
        for band, number in numbered(benchmark)
        for block in (
            Heading(3, anchor_on_page(band, procedure), headed(scribe, band, number)),
            _ranked(scribe, procedure, ranks, (band, number)),
        )
    )
    return (Paragraph(scribe.say("chances.intro", **said)), *charts)


def _ranked(
    scribe: Scribe, procedure: Dice, ranks: Benchmark, asked: tuple[Band, int]
) -> Chart:
    band, number = asked
    thrown = scribe.chances.thrown(procedure)
    lines = [_each(odds, number) for _, odds in thrown]
    last = max(_used(chances) for chances in lines)
    lines = [chances[:last] for chances in lines]
    series = tuple(
        Series(label, tuple(column), mark)
        for (label, mark), column in zip(
            _results(scribe, ranks)[:last], zip(*lines, strict=True), strict=True
        )
    )
    header = [
        scribe.say("chances.failure"),
        scribe.say("chances.no-rank"),
        *(headed(scribe, rank, rank.place) for rank in ranks.bands),
    ]
    codes = [code for code, _ in thrown]
    against = headed(scribe, band, number)
    caption = scribe.say("chances.ranks", procedure=(scribe.link(procedure),))
    return Chart(
        anchor=anchor_on_page(band, procedure, part="ranks"),
        form="shares",
        caption=caption,
        description=plain(scribe.say("chances.ranks.described", band=against)),
        places=tuple(map(str, codes)),
        along=scribe.word("label.dice"),
        scale=scale(scribe),
        pictures=(Picture("", series),),
        table=chance_table(scribe, header[:last], codes, lines, caption),
        numbers=scribe.word("chances.numbers"),
    )


def _results(scribe: Scribe, ranks: Benchmark) -> list[tuple[str, str]]:
    """What can come of a check, in words and by a sign."""
    return [
        (scribe.word("chances.failure"), scribe.word("chances.failure.mark")),
        (scribe.word("chances.no-rank"), "0"),
        *((title_of(rank), str(rank.place)) for rank in ranks.bands),
    ]


def _each(odds: Odds, number: int) -> list[Fraction]:
    """Failure, then success with each rank from 0 on."""
    return [1 - odds.success(number), *odds.ranks(number)]


def _used(chances: Sequence[Fraction]) -> int:
    """How many columns there is something to say in."""
    return max(place for place, chance in enumerate(chances, 1) if chance)
