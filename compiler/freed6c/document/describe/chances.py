"""Exact chances to be seen and read, for dice that nothing changes."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import (
    FinePrint,
    Heading,
    Link,
    Paragraph,
    TableBlock,
    Text,
)
from freed6c.document.chances import numbered
from freed6c.document.charts import Chart, Picture, Series
from freed6c.document.places import anchor_of
from freed6c.document.scribe import title_of
from freed6c.document.sentences.numbers import percent
from freed6c.document.sentences.values import say_value
from freed6c.document.wording import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.document.blocks import Alignment, Blocks, Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.die_code import DieCode
    from freed6c.runtime.entries.benchmarks import Band, Benchmark
    from freed6c.runtime.entries.dice import Dice
    from freed6c.runtime.odds import Odds
    from freed6c.runtime.record import Entry, Ref

PAGE: Final = "page.chances"
"""What links to the page of all chances lead to."""

EVEN, LIKELY, SURE = Fraction(1, 2), Fraction(3, 4), Fraction(9, 10)
QUARTERS: Final = tuple(Fraction(number, 4) for number in range(5))


def chances_of_success(scribe: Scribe, benchmark: Benchmark) -> Blocks:
    """The chance to reach each band, if a check names one of them as its difficulty."""
    found = [one for one in scribe.chances.difficulties if one.benchmark == benchmark]
    charts = tuple(
        _success(scribe, benchmark, procedure, _anchor(benchmark, procedure, found))
        for _, procedure in found
    )
    link = (Link(PAGE, (Text(scribe.word("chances")),)),)
    more = FinePrint(scribe.say("chances.more", page=link))
    return (*charts, more) if charts else ()


def _anchor(benchmark: Benchmark, procedure: Dice, found: Sequence[object]) -> str:
    of = [procedure.id] if len(found) > 1 else []
    return "--".join([anchor_of(benchmark.id), "chances", *map(anchor_of, of)])


def where_chances_stand(scribe: Scribe, asked: Ref[Dice] | None) -> Inlines:
    """Where to look how likely a check succeeds that is rolled as a procedure, if anywhere."""
    links = [
        (scribe.link(one.benchmark),)
        for one in scribe.chances.difficulties
        if one.procedure == _procedure(scribe, asked)
    ]
    return scribe.say("chances.where", benchmarks=scribe.listed(links)) if links else ()


def dice_needed(scribe: Scribe, asked: Ref[Dice] | None) -> Blocks:
    """Which code a check wants that is rolled as a procedure, for each difficulty."""
    return tuple(
        _needed(scribe, benchmark, procedure)
        for benchmark, procedure in scribe.chances.difficulties
        if procedure == _procedure(scribe, asked)
    )


def _procedure(scribe: Scribe, asked: Ref[Dice] | None) -> Dice | None:
    return asked.entry if asked else scribe.ruleset.procedure


def all_chances(scribe: Scribe) -> Blocks:
    """By difficulty: the chance of success, the dice that it takes, and how far a success goes."""
    found = scribe.chances.difficulties
    return tuple(
        block
        for benchmark, procedure in found
        for block in (
            Heading(2, _on_page(benchmark, procedure), _titled(scribe, benchmark)),
            _success(
                scribe, benchmark, procedure, _on_page(benchmark, procedure, "success")
            ),
            _needed(scribe, benchmark, procedure),
            *_ranks(scribe, benchmark, procedure),
        )
    )


def _on_page(one: Entry, procedure: Dice, part: str = "") -> str:
    """An anchor on the page of chances; what is rolled otherwise has others."""
    parts = [anchor_of(PAGE), anchor_of(one.id), anchor_of(procedure.id), part]
    return "--".join(filter(None, parts))


def _titled(scribe: Scribe, benchmark: Benchmark) -> Inlines:
    return scribe.say("chances.against", benchmark=(scribe.link(benchmark),))


def _success(
    scribe: Scribe, benchmark: Benchmark, procedure: Dice, anchor: str
) -> Chart:
    """A line for each band, along full dice."""
    bands = numbered(benchmark)
    thrown = scribe.chances.thrown(procedure)
    header = [_headed(scribe, band, number) for band, number in bands]
    lines = [[odds.success(number) for _, number in bands] for _, odds in thrown]
    series = (
        Series(plain(words), tuple(column))
        for words, column in zip(header, zip(*lines, strict=True), strict=True)
    )
    caption = scribe.say("chances.success", procedure=(scribe.link(procedure),))
    codes = [code for code, _ in thrown]
    said = scribe.say("chances.success.described", bands=_enumerated(scribe, header))
    return Chart(
        anchor=anchor,
        form="lines",
        caption=caption,
        description=plain(said),
        places=tuple(map(str, codes)),
        along=scribe.word("label.dice"),
        scale=scale(scribe),
        pictures=(Picture("", tuple(series)),),
        table=_table(scribe, header, codes, lines, caption),
    )


def _needed(scribe: Scribe, benchmark: Benchmark, procedure: Dice) -> TableBlock:
    """The same wherever it stands, so it is made once."""
    key = (benchmark.id, procedure.id)
    found = scribe.needed.get(key)
    if found is None:
        found = scribe.needed[key] = _codes_needed(scribe, benchmark, procedure)
    return found


def _codes_needed(scribe: Scribe, benchmark: Benchmark, procedure: Dice) -> TableBlock:
    """For each band the smallest codes with an even chance, a good one, and a very good one."""
    wanted = (EVEN, LIKELY, SURE)
    rows = tuple(
        (
            _headed(scribe, band, number),
            *(_code(scribe, procedure, number, chance) for chance in wanted),
        )
        for band, number in numbered(benchmark)
    )
    header = (
        (scribe.link(benchmark),),
        *(
            scribe.say("chances.needed.at", chance=_whole(scribe, chance))
            for chance in wanted
        ),
    )
    caption = scribe.say("chances.needed", procedure=(scribe.link(procedure),))
    return TableBlock(header, rows, caption)


def _code(scribe: Scribe, procedure: Dice, number: int, chance: Fraction) -> Inlines:
    found = scribe.chances.needed(procedure, number, chance)
    if found is None:
        return scribe.say("chances.needed.beyond", code=str(scribe.chances.largest))
    return say_value(scribe, found)


def _ranks(scribe: Scribe, benchmark: Benchmark, procedure: Dice) -> Blocks:
    """For each band how likely failure is, and each rank of success."""
    if procedure.ranks is None:
        return ()
    ranks = procedure.ranks.entry
    said = {"procedure": (scribe.link(procedure),), "ranks": (scribe.link(ranks),)}
    charts = (
        block
        for band, number in numbered(benchmark)
        for block in (
            Heading(3, _on_page(band, procedure), _headed(scribe, band, number)),
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
        *(_headed(scribe, rank, rank.place) for rank in ranks.bands),
    ]
    codes = [code for code, _ in thrown]
    headed = _headed(scribe, band, number)
    caption = scribe.say("chances.ranks", procedure=(scribe.link(procedure),))
    return Chart(
        anchor=_on_page(band, procedure, "ranks"),
        form="shares",
        caption=caption,
        description=plain(scribe.say("chances.ranks.described", band=headed)),
        places=tuple(map(str, codes)),
        along=scribe.word("label.dice"),
        scale=scale(scribe),
        pictures=(Picture("", series),),
        table=_table(scribe, header[:last], codes, lines, caption),
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


def scale(scribe: Scribe) -> tuple[str, ...]:
    """What is said along the side of a chart, from never to always."""
    return tuple(plain(_whole(scribe, one)) for one in QUARTERS)


def _whole(scribe: Scribe, chance: Fraction) -> Inlines:
    return scribe.say("percent", number=str(round(chance * 100)))


def _headed(scribe: Scribe, band: Band, number: int) -> Inlines:
    return scribe.say("chances.numbered", name=title_of(band), number=number)


def _enumerated(scribe: Scribe, words: Sequence[Inlines]) -> str:
    return plain(scribe.listed(words))


def _table(
    scribe: Scribe,
    header: Sequence[Inlines],
    codes: Sequence[DieCode],
    lines: Sequence[Sequence[Fraction]],
    caption: Inlines,
) -> TableBlock:
    """Codes down, chances across."""
    rows = tuple(
        (say_value(scribe, code), *(percent(scribe, chance) for chance in chances))
        for code, chances in zip(codes, lines, strict=True)
    )
    left: Alignment = "left"
    right: Alignment = "right"
    alignment = (left, *(right for _ in header))
    return TableBlock((scribe.label("dice"), *header), rows, caption, alignment)
