"""Tables of exact chances, for dice that nothing changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.document.blocks import Heading, Link, Paragraph, TableBlock, Text
from freed6c.document.places import anchor_of
from freed6c.document.scribe import title_of
from freed6c.document.sentences.numbers import percent
from freed6c.model.difficulties import difficulties, plain_codes
from freed6c.runtime.dice import PoolError
from freed6c.runtime.dice.pool import Pool
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.odds import NoExactMethod, Oddsmaker

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

    from freed6c.document.blocks import Alignment, Blocks, Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.die_code import DieCode
    from freed6c.runtime.entries.benchmarks import Band, Benchmark
    from freed6c.runtime.odds import Odds
    from freed6c.runtime.record import Ref

    Thrown: TypeAlias = Sequence[tuple[DieCode, Odds]]
    Lines: TypeAlias = Sequence[tuple[DieCode, Sequence[Fraction]]]

PAGE: Final = "page.chances"
"""What links to the page of all chances lead to."""


def chances_of_success(scribe: Scribe, benchmark: Benchmark) -> Blocks:
    """The chance to reach each band, if a check names one of them as its difficulty."""
    return tuple(
        block
        for named, procedure in difficulties(scribe.ruleset)
        if named == benchmark
        for block in _reached(scribe, benchmark, procedure)
    )


def _reached(scribe: Scribe, benchmark: Benchmark, procedure: Dice) -> Blocks:
    bands = list(_numbered(benchmark))
    lines = [
        (code, [odds.success(number) for _, number in bands])
        for code, odds in _thrown(scribe, procedure)
    ]
    header = [_headed(scribe, band, number) for band, number in bands]
    caption = scribe.say("chances.success", procedure=(scribe.link(procedure),))
    found = _table(scribe, header, lines, caption)
    if not found or not procedure.ranks:
        return found
    link = (Link(PAGE, (Text(scribe.word("chances")),)),)
    return (*found, Paragraph(scribe.say("chances.more", page=link)))


def where_chances_stand(scribe: Scribe, asked: Ref[Dice] | None) -> Inlines:
    """Where to look how likely a check succeeds that is rolled as a procedure, if anywhere."""
    procedure = asked.entry if asked else scribe.ruleset.procedure
    named = [one for one, used in difficulties(scribe.ruleset) if used == procedure]
    links = scribe.listed([(scribe.link(one),) for one in named])
    return scribe.say("chances.where", benchmarks=links) if links else ()


def chances_of_ranks(scribe: Scribe) -> Blocks:
    """For each band of a difficulty a table: how likely is failure, and each rank of success."""
    return tuple(
        block
        for procedure in scribe.ruleset.of(Dice)
        for block in _ranks_in(scribe, procedure)
    )


def _ranks_in(scribe: Scribe, procedure: Dice) -> Blocks:
    if procedure.ranks is None:
        return ()
    ranks = procedure.ranks.entry
    thrown = _thrown(scribe, procedure)
    blocks = tuple(
        block
        for benchmark, used in difficulties(scribe.ruleset)
        if used == procedure
        for band, number in _numbered(benchmark)
        for block in _ranked(
            scribe, ranks, _titled(scribe, procedure, band, number), thrown
        )
    )
    said = {"procedure": (scribe.link(procedure),), "ranks": (scribe.link(ranks),)}
    intro = Paragraph(scribe.say("chances.intro", **said))
    return (intro, *blocks) if thrown and blocks else ()


def _ranked(
    scribe: Scribe, ranks: Benchmark, title: tuple[Heading, int], thrown: Thrown
) -> Blocks:
    heading, number = title
    lines = [(code, _each(odds, number)) for code, odds in thrown]
    header = [
        scribe.say("chances.failure"),
        scribe.say("chances.no-rank"),
        *(_headed(scribe, band, band.place) for band in ranks.bands),
    ]
    last = max((_used(chances) for _, chances in lines), default=0)
    lines = [(code, chances[:last]) for code, chances in lines]
    return (heading, *_table(scribe, header[:last], lines))


def _each(odds: Odds, number: int) -> list[Fraction]:
    """Failure, then success with each rank from 0 on."""
    return [1 - odds.success(number), *odds.ranks(number)]


def _used(chances: Sequence[Fraction]) -> int:
    """How many columns there is something to say in."""
    return max(place for place, chance in enumerate(chances, 1) if chance)


def _titled(
    scribe: Scribe, procedure: Dice, band: Band, number: int
) -> tuple[Heading, int]:
    usual = procedure == scribe.ruleset.procedure
    anchors = [PAGE, band.id, *([] if usual else [procedure.id])]
    words = scribe.say(
        "chances.band",
        benchmark=(scribe.link(band.benchmark),),
        band=_headed(scribe, band, number),
    )
    return Heading(2, "--".join(map(anchor_of, anchors)), words), number


def _numbered(benchmark: Benchmark) -> Iterator[tuple[Band, int]]:
    """The bands that stand for one number, each with it."""
    for band in benchmark.bands:
        number = band.number
        if number is not None:
            yield band, number


def _headed(scribe: Scribe, band: Band, number: int) -> Inlines:
    return scribe.say("chances.numbered", name=title_of(band), number=number)


def _thrown(scribe: Scribe, procedure: Dice) -> Thrown:
    """Full dice without anything else; none where they have no exact odds."""
    maker = Oddsmaker(procedure)
    try:
        return [
            (code, _exact(maker, procedure, code))
            for code in plain_codes(scribe.ruleset)
        ]
    except (PoolError, NoExactMethod):
        return []


def _exact(maker: Oddsmaker, procedure: Dice, code: DieCode) -> Odds:
    """Raises NoExactMethod where there are no exact odds."""
    odds = maker.odds(Pool.of(procedure, ability=code))
    odds.success(1)
    return odds


def _table(
    scribe: Scribe, header: Sequence[Inlines], lines: Lines, caption: Inlines = ()
) -> Blocks:
    if not header or not lines:
        return ()
    rows = tuple(
        ((Text(str(code)),), *(percent(scribe, chance) for chance in chances))
        for code, chances in lines
    )
    left: Alignment = "left"
    right: Alignment = "right"
    alignment = (left, *(right for _ in header))
    return (TableBlock((scribe.label("dice"), *header), rows, caption, alignment),)
