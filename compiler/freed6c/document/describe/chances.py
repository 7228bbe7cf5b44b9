"""Exact chances to be seen and read, for dice that nothing changes."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from freed6c.document import blocks, placement, wording
from freed6c.document.chances import numbered
from freed6c.document.render_context import RenderContext, title_of
from freed6c.document.sentences.amounts import say_value
from freed6c.document.sentences.numbers import percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.runtime.amounts import DieCode
    from freed6c.runtime.entries.dice import Dice
    from freed6c.runtime.entries.tables import Band, Benchmark
    from freed6c.runtime.record import Entry, Ref


# Shared by all charts.


CHANCES_PAGE: Final = "page.chances"
"""What links to the page of all chances lead to."""

QUARTERS: Final = tuple(Fraction(number, 4) for number in range(5))


def anchor_on_page(*entries: Entry, part: str = "") -> str:
    """An anchor on the page of chances for what is said of these entries."""
    parts = [
        placement.anchor_of(CHANCES_PAGE),
        *(placement.anchor_of(entry.id) for entry in entries),
        part,
    ]
    return "--".join(filter(None, parts))


def whole_percent(ctx: RenderContext, chance: Fraction) -> Inlines:
    """A round chance."""
    return ctx.say("percent", number=str(round(chance * 100)))


def numbered_title(ctx: RenderContext, band: Band, number: int) -> Inlines:
    """A band, and a number that belongs to it."""
    return ctx.say("chances.numbered", name=title_of(band), number=number)


def chance_table(
    ctx: RenderContext,
    header: Sequence[Inlines],
    codes: Sequence[DieCode],
    lines: Sequence[Sequence[Fraction]],
    caption: Inlines,
) -> blocks.TableBlock:
    """Codes down, chances across."""
    rows = tuple(
        (say_value(ctx, code), *(percent(ctx, chance) for chance in chances))
        for code, chances in zip(codes, lines, strict=True)
    )
    return numbers_table((ctx.label("dice"), *header), rows, caption)


def numbers_table(
    header: Sequence[Inlines], rows: Sequence[tuple[Inlines, ...]], caption: Inlines
) -> blocks.TableBlock:
    """A table in which all columns but the first are numbers."""
    right: list[blocks.Alignment] = ["right"] * (len(header) - 1)
    return blocks.TableBlock(tuple(header), tuple(rows), caption, ("left", *right))


def chart(
    ctx: RenderContext,
    *,
    anchor: str,
    form: Literal["lines", "pairs", "shares"],
    caption: Inlines,
    description: Inlines,
    codes: Iterable[str],
    pictures: Iterable[blocks.Picture],
    table: blocks.TableBlock,
    numbers: str = "",
) -> blocks.Chart:
    """A chart along dice, from never to always."""
    return blocks.Chart(
        anchor=anchor,
        form=form,
        caption=caption,
        description=wording.plain(description),
        places=tuple(codes),
        along=ctx.word("label.dice"),
        scale=tuple(wording.plain(whole_percent(ctx, part)) for part in QUARTERS),
        pictures=tuple(pictures),
        table=table,
        numbers=numbers,
    )


# Chances of each rank of success.


def chances_of_ranks(
    ctx: RenderContext, benchmark: Benchmark, procedure: Dice
) -> Blocks:
    """For each band of a difficulty, if the procedure has ranks at all."""
    if procedure.ranks is None:
        return ()
    ranks = procedure.ranks.entry
    said = {"procedure": (ctx.link(procedure),), "ranks": (ctx.link(ranks),)}
    charts = (
        block
        for band, number in numbered(benchmark)
        for block in (
            blocks.Heading(
                3, anchor_on_page(band, procedure), numbered_title(ctx, band, number)
            ),
            _ranked(ctx, procedure, ranks, (band, number)),
        )
    )
    return (blocks.Paragraph(ctx.say("chances.intro", **said)), *charts)


def _ranked(
    ctx: RenderContext, procedure: Dice, ranks: Benchmark, asked: tuple[Band, int]
) -> blocks.Chart:
    band, number = asked
    thrown = ctx.chances.thrown(procedure)
    # A line for each code: the chance of failure, then of success with rank 0, 1, …
    lines = [[1 - odds.success(number), *odds.ranks(number)] for _, odds in thrown]
    # Ranks that none of the codes can reach at all are left out.
    last = max(n for chances in lines for n, chance in enumerate(chances, 1) if chance)
    lines = [chances[:last] for chances in lines]
    series = tuple(
        blocks.Series(label, tuple(column), mark)
        for (label, mark), column in zip(
            _results(ctx, ranks)[:last], zip(*lines, strict=True), strict=True
        )
    )
    header = [
        ctx.say("chances.failure"),
        ctx.say("chances.no-rank"),
        *(numbered_title(ctx, rank, rank.place) for rank in ranks.bands),
    ]
    codes = [code for code, _ in thrown]
    against = numbered_title(ctx, band, number)
    caption = ctx.say("chances.ranks", procedure=(ctx.link(procedure),))
    return chart(
        ctx,
        anchor=anchor_on_page(band, procedure, part="ranks"),
        form="shares",
        caption=caption,
        description=ctx.say("chances.ranks.described", band=against),
        codes=map(str, codes),
        pictures=[blocks.Picture("", series)],
        table=chance_table(ctx, header[:last], codes, lines, caption),
        numbers=ctx.word("chances.numbers"),
    )


def _results(ctx: RenderContext, ranks: Benchmark) -> list[tuple[str, str]]:
    """What can come of a check, in words and by a sign."""
    return [
        (ctx.word("chances.failure"), ctx.word("chances.failure.mark")),
        (ctx.word("chances.no-rank"), "0"),
        *((title_of(rank), str(rank.place)) for rank in ranks.bands),
    ]


WANTED: Final = (Fraction(1, 2), Fraction(3, 4), Fraction(9, 10))
"""An even chance, a good one, a very good one."""


class WantedTotal(NamedTuple):
    """A total that somebody hopes for, and what it is called."""

    words: Inlines
    total: int


def chances_of_success(ctx: RenderContext, benchmark: Benchmark) -> Blocks:
    """The chance to reach each band, if a check names one of them as its difficulty."""
    decided = [
        difficulty
        for difficulty in ctx.chances.difficulties
        if difficulty.benchmark == benchmark
    ]
    charts = tuple(
        _success(ctx, procedure, _bands(ctx, benchmark, procedure), anchor)
        for _, procedure in decided
        for anchor in [
            f"{placement.anchor_of(benchmark.id)}--{placement.anchor_of(procedure.id)}"
        ]
    )
    more = blocks.FinePrint(ctx.say("chances.more", page=_page(ctx)))
    return (*charts, more) if charts else ()


def where_chances_stand(ctx: RenderContext, asked: Ref[Dice] | None) -> Inlines:
    """Where to look how likely a check succeeds that is rolled as a procedure, if anywhere."""
    procedure = _procedure(ctx, asked)
    links = [
        (ctx.link(difficulty.benchmark),)
        for difficulty in ctx.chances.difficulties
        if difficulty.procedure == procedure
    ]
    if links:
        return ctx.say("chances.where", benchmarks=ctx.listed(links))
    if procedure in ctx.chances.undecided:
        return ctx.say("chances.where.totals", page=_page(ctx))
    return ()


def _page(ctx: RenderContext) -> Inlines:
    return (blocks.Link(CHANCES_PAGE, (blocks.Text(ctx.word("chances")),)),)


def dice_needed(ctx: RenderContext, asked: Ref[Dice] | None) -> Blocks:
    """Which code a check wants that is rolled as a procedure, for each difficulty."""
    return tuple(
        _against(ctx, benchmark, procedure)
        for benchmark, procedure in ctx.chances.difficulties
        if procedure == _procedure(ctx, asked)
    )


def _procedure(ctx: RenderContext, asked: Ref[Dice] | None) -> Dice | None:
    return asked.entry if asked else ctx.ruleset.procedure


def all_chances(ctx: RenderContext) -> Blocks:
    """By difficulty: the chance of success, the dice that it takes, and how far a success goes.

    Where nothing says what is difficult, the chances of some totals.
    """
    decided = (
        block
        for benchmark, procedure in ctx.chances.difficulties
        for block in _decided(ctx, benchmark, procedure)
    )
    undecided = (
        block for rolled in ctx.chances.undecided for block in _undecided(ctx, rolled)
    )
    return (*decided, *undecided)


def _decided(ctx: RenderContext, benchmark: Benchmark, procedure: Dice) -> Blocks:
    title = ctx.say("chances.against", benchmark=(ctx.link(benchmark),))
    anchor = anchor_on_page(benchmark, procedure, part="success")
    bands = _bands(ctx, benchmark, procedure)
    return (
        blocks.Heading(2, anchor_on_page(benchmark, procedure), title),
        _success(ctx, procedure, bands, anchor),
        _against(ctx, benchmark, procedure),
        *chances_of_ranks(ctx, benchmark, procedure),
    )


def _undecided(ctx: RenderContext, procedure: Dice) -> Blocks:
    title = ctx.say("chances.totals", procedure=(ctx.link(procedure),))
    anchor = anchor_on_page(procedure, part="totals")
    totals = [
        WantedTotal(ctx.say("chances.total", number=total), total)
        for total in ctx.chances.round_totals(procedure)
    ]
    return (
        blocks.Heading(2, anchor_on_page(procedure), title),
        _success(ctx, procedure, totals, anchor, "chances.reached"),
        _needed(ctx, procedure, totals, ctx.label("total")),
    )


def _bands(
    ctx: RenderContext, benchmark: Benchmark, procedure: Dice
) -> Sequence[WantedTotal]:
    """The bands of a difficulty, with what has to be rolled for each."""
    beyond = int(procedure.success == "more-than")
    return [
        WantedTotal(numbered_title(ctx, band, number), number + beyond)
        for band, number in numbered(benchmark)
    ]


def _success(
    ctx: RenderContext,
    procedure: Dice,
    targets: Sequence[WantedTotal],
    anchor: str,
    caption: str = "chances.success",
) -> blocks.Chart:
    """A line for each target, along full dice."""
    thrown = ctx.chances.thrown(procedure)
    header = [target.words for target in targets]
    lines = [[odds.at_least(target.total) for target in targets] for _, odds in thrown]
    series = tuple(
        blocks.Series(wording.plain(words), tuple(column))
        for words, column in zip(header, zip(*lines, strict=True), strict=True)
    )
    title = ctx.say(caption, procedure=(ctx.link(procedure),))
    codes = [code for code, _ in thrown]
    said = ctx.say("chances.success.described", targets=ctx.listed(header))
    return chart(
        ctx,
        anchor=anchor,
        form="lines",
        caption=title,
        description=said,
        codes=map(str, codes),
        pictures=[blocks.Picture("", series)],
        table=chance_table(ctx, header, codes, lines, title),
    )


def _against(
    ctx: RenderContext, benchmark: Benchmark, procedure: Dice
) -> blocks.TableBlock:
    """The same wherever it stands, so it is made once."""
    key = (benchmark.id, procedure.id)
    table = ctx.needed.get(key)
    if table is None:
        bands = _bands(ctx, benchmark, procedure)
        table = _needed(ctx, procedure, bands, (ctx.link(benchmark),))
        ctx.needed[key] = table
    return table


def _needed(
    ctx: RenderContext, procedure: Dice, targets: Sequence[WantedTotal], corner: Inlines
) -> blocks.TableBlock:
    """For each target the smallest codes with the chances that are wanted."""
    rows = tuple(
        (
            target.words,
            *(_code(ctx, procedure, target.total, chance) for chance in WANTED),
        )
        for target in targets
    )
    chances = [whole_percent(ctx, chance) for chance in WANTED]
    header = (
        corner,
        *(ctx.say("chances.needed.at", chance=chance) for chance in chances),
    )
    caption = ctx.say("chances.needed", procedure=(ctx.link(procedure),))
    return blocks.TableBlock(header, rows, caption)


def _code(ctx: RenderContext, procedure: Dice, total: int, chance: Fraction) -> Inlines:
    code = ctx.chances.needed(procedure, total, chance)
    if code is None:
        return ctx.say("chances.needed.beyond", code=str(ctx.chances.largest))
    return say_value(ctx, code)
