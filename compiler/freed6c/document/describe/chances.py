"""Exact chances to be seen and read, for dice that nothing changes."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.document.blocks import (
    Blocks,
    FinePrint,
    Heading,
    Inlines,
    Link,
    TableBlock,
    Text,
)
from freed6c.document.chances import numbered
from freed6c.document.charts import Chart, Picture, Series
from freed6c.document.describe.chance_parts import (
    PAGE,
    anchor_on_page,
    chance_table,
    headed,
    scale,
    whole_percent,
)
from freed6c.document.describe.rank_chances import chances_of_ranks
from freed6c.document.places import anchor_of
from freed6c.document.sentences.values import say_value
from freed6c.document.wording import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.document.scribe import Scribe
    from freed6c.runtime.entries.dice import Dice
    from freed6c.runtime.entries.tables import Benchmark
    from freed6c.runtime.record import Ref


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
    return (Link(PAGE, (Text(scribe.word("chances")),)),)


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
