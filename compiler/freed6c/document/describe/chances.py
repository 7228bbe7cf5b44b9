"""Exact chances to be seen and read, for dice that nothing changes."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.document.blocks import (
    Alignment,
    Blocks,
    Chart,
    FinePrint,
    Heading,
    Inlines,
    Link,
    Paragraph,
    Picture,
    Series,
    TableBlock,
    Text,
)
from freed6c.document.chances import numbered
from freed6c.document.placement import anchor_of
from freed6c.document.render_context import Scribe, title_of
from freed6c.document.sentences.amounts import say_value
from freed6c.document.sentences.numbers import percent
from freed6c.document.wording import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.runtime.amounts import DieCode
    from freed6c.runtime.entries.dice import Dice
    from freed6c.runtime.entries.tables import Band, Benchmark
    from freed6c.runtime.odds.answer import Odds
    from freed6c.runtime.record import Entry, Ref


# What all that is said of chances has in common: the scale, the bands, the table.


CHANCES_PAGE: Final = "page.chances"
"""What links to the page of all chances lead to."""

QUARTERS: Final = tuple(Fraction(number, 4) for number in range(5))


def anchor_on_page(*entries: Entry, part: str = "") -> str:
    """An anchor on the page of chances for what is said of these entries."""
    parts = [anchor_of(CHANCES_PAGE), *(anchor_of(one.id) for one in entries), part]
    return "--".join(filter(None, parts))


def scale(scribe: Scribe) -> tuple[str, ...]:
    """What is said along the side of a chart, from never to always."""
    return tuple(plain(whole_percent(scribe, one)) for one in QUARTERS)


def whole_percent(scribe: Scribe, chance: Fraction) -> Inlines:
    """A round chance."""
    return scribe.say("percent", number=str(round(chance * 100)))


def headed(scribe: Scribe, band: Band, number: int) -> Inlines:
    """A band, and a number that belongs to it."""
    return scribe.say("chances.numbered", name=title_of(band), number=number)


def chance_table(
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


# How far a success goes: a bar for each code, divided into failure and ranks.


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


WANTED: Final = (Fraction(1, 2), Fraction(3, 4), Fraction(9, 10))
"""An even chance, a good one, a very good one."""


class Target(NamedTuple):
    """A total that somebody hopes for, and what it is called."""

    words: Inlines
    total: int


def chances_of_success(scribe: Scribe, benchmark: Benchmark) -> Blocks:
    """The chance to reach each band, if a check names one of them as its difficulty."""
    found = [one for one in scribe.chances.difficulties if one.benchmark == benchmark]
    charts = tuple(
        _success(scribe, procedure, _bands(scribe, benchmark, procedure), anchor)
        for _, procedure in found
        for anchor in [f"{anchor_of(benchmark.id)}--{anchor_of(procedure.id)}"]
    )
    more = FinePrint(scribe.say("chances.more", page=_page(scribe)))
    return (*charts, more) if charts else ()


def where_chances_stand(scribe: Scribe, asked: Ref[Dice] | None) -> Inlines:
    """Where to look how likely a check succeeds that is rolled as a procedure, if anywhere."""
    procedure = _procedure(scribe, asked)
    links = [
        (scribe.link(one.benchmark),)
        for one in scribe.chances.difficulties
        if one.procedure == procedure
    ]
    if links:
        return scribe.say("chances.where", benchmarks=scribe.listed(links))
    if procedure in scribe.chances.undecided:
        return scribe.say("chances.where.totals", page=_page(scribe))
    return ()


def _page(scribe: Scribe) -> Inlines:
    return (Link(CHANCES_PAGE, (Text(scribe.word("chances")),)),)


def dice_needed(scribe: Scribe, asked: Ref[Dice] | None) -> Blocks:
    """Which code a check wants that is rolled as a procedure, for each difficulty."""
    return tuple(
        _against(scribe, benchmark, procedure)
        for benchmark, procedure in scribe.chances.difficulties
        if procedure == _procedure(scribe, asked)
    )


def _procedure(scribe: Scribe, asked: Ref[Dice] | None) -> Dice | None:
    return asked.entry if asked else scribe.ruleset.procedure


def all_chances(scribe: Scribe) -> Blocks:
    """By difficulty: the chance of success, the dice that it takes, and how far a success goes.

    Where nothing says what is difficult, the chances of some totals.
    """
    decided = (
        block
        for benchmark, procedure in scribe.chances.difficulties
        for block in _decided(scribe, benchmark, procedure)
    )
    undecided = (
        block for one in scribe.chances.undecided for block in _undecided(scribe, one)
    )
    return (*decided, *undecided)


def _decided(scribe: Scribe, benchmark: Benchmark, procedure: Dice) -> Blocks:
    title = scribe.say("chances.against", benchmark=(scribe.link(benchmark),))
    anchor = anchor_on_page(benchmark, procedure, part="success")
    bands = _bands(scribe, benchmark, procedure)
    return (
        Heading(2, anchor_on_page(benchmark, procedure), title),
        _success(scribe, procedure, bands, anchor),
        _against(scribe, benchmark, procedure),
        *chances_of_ranks(scribe, benchmark, procedure),
    )


def _undecided(scribe: Scribe, procedure: Dice) -> Blocks:
    title = scribe.say("chances.totals", procedure=(scribe.link(procedure),))
    anchor = anchor_on_page(procedure, part="totals")
    totals = [
        Target(scribe.say("chances.total", number=total), total)
        for total in scribe.chances.round_totals(procedure)
    ]
    return (
        Heading(2, anchor_on_page(procedure), title),
        _success(scribe, procedure, totals, anchor, "chances.reached"),
        _needed(scribe, procedure, totals, scribe.label("total")),
    )


def _bands(scribe: Scribe, benchmark: Benchmark, procedure: Dice) -> Sequence[Target]:
    """The bands of a difficulty, with what has to be rolled for each."""
    beyond = int(procedure.success == "more-than")
    return [
        Target(headed(scribe, band, number), number + beyond)
        for band, number in numbered(benchmark)
    ]


def _success(
    scribe: Scribe,
    procedure: Dice,
    targets: Sequence[Target],
    anchor: str,
    caption: str = "chances.success",
) -> Chart:
    """A line for each target, along full dice."""
    thrown = scribe.chances.thrown(procedure)
    header = [one.words for one in targets]
    lines = [[odds.at_least(one.total) for one in targets] for _, odds in thrown]
    series = tuple(
        Series(plain(words), tuple(column))
        for words, column in zip(header, zip(*lines, strict=True), strict=True)
    )
    title = scribe.say(caption, procedure=(scribe.link(procedure),))
    codes = [code for code, _ in thrown]
    said = scribe.say("chances.success.described", targets=scribe.listed(header))
    return Chart(
        anchor=anchor,
        form="lines",
        caption=title,
        description=plain(said),
        places=tuple(map(str, codes)),
        along=scribe.word("label.dice"),
        scale=scale(scribe),
        pictures=(Picture("", series),),
        table=chance_table(scribe, header, codes, lines, title),
    )


def _against(scribe: Scribe, benchmark: Benchmark, procedure: Dice) -> TableBlock:
    """The same wherever it stands, so it is made once."""
    key = (benchmark.id, procedure.id)
    found = scribe.needed.get(key)
    if found is None:
        bands = _bands(scribe, benchmark, procedure)
        found = _needed(scribe, procedure, bands, (scribe.link(benchmark),))
        scribe.needed[key] = found
    return found


def _needed(
    scribe: Scribe, procedure: Dice, targets: Sequence[Target], corner: Inlines
) -> TableBlock:
    """For each target the smallest codes with the chances that are wanted."""
    rows = tuple(
        (one.words, *(_code(scribe, procedure, one.total, chance) for chance in WANTED))
        for one in targets
    )
    chances = [whole_percent(scribe, chance) for chance in WANTED]
    header = (
        corner,
        *(scribe.say("chances.needed.at", chance=chance) for chance in chances),
    )
    caption = scribe.say("chances.needed", procedure=(scribe.link(procedure),))
    return TableBlock(header, rows, caption)


def _code(scribe: Scribe, procedure: Dice, total: int, chance: Fraction) -> Inlines:
    found = scribe.chances.needed(procedure, total, chance)
    if found is None:
        return scribe.say("chances.needed.beyond", code=str(scribe.chances.largest))
    return say_value(scribe, found)
