"""Exact chances to be seen and read, for dice that nothing changes."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from freed6c.document import blocks, placement, wording
from freed6c.document.chances import numbered
from freed6c.document.sentences.amounts import say_value
from freed6c.document.sentences.numbers import percent
from freed6c.document.wording import title_of
from freed6c.model.value_lookup import constant
from freed6c.runtime.entries.dice import ChooseOne
from freed6c.runtime.entries.world import Value
from freed6c.runtime.play.state import fixed_value
from freed6c.runtime.record import Ref

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from freed6c.document.blocks import Block, Blocks, Inlines
    from freed6c.document.render_context import RenderContext
    from freed6c.runtime.entries.actions import Check
    from freed6c.runtime.entries.dice import Dice
    from freed6c.runtime.entries.tables import Band, Benchmark
    from freed6c.runtime.record import Entry
    from freed6c.runtime.situation import Rules

    # A total that somebody hopes for, behind what it is called.
    WantedTotal: TypeAlias = tuple[Inlines, int]


# Shared by all charts.


CHANCES_PAGE: Final = "page.chances"
"""What links to the page of all chances lead to."""

QUARTERS: Final = tuple(Fraction(number, 4) for number in range(5))


def anchor_on_page(*entries: Entry, part: str = "") -> str:
    """An anchor on the page of chances for what is said of these entries."""
    ids = (CHANCES_PAGE, *(entry.id for entry in entries), part)
    return "--".join(placement.anchor_of(id_) for id_ in ids if id_)


def whole_percent(ctx: RenderContext, chance: Fraction) -> Inlines:
    """A round chance."""
    return ctx.say("percent", number=str(round(chance * 100)))


def numbered_title(ctx: RenderContext, band: Band, number: int) -> Inlines:
    """A band, and a number that belongs to it."""
    return ctx.say("chances.numbered", name=title_of(band), number=number)


def chart(
    ctx: RenderContext,
    *,
    anchor: str,
    form: Literal["lines", "pairs", "shares"],
    caption: Inlines,
    description: Inlines,
    codes: Iterable[str],
    pictures: Iterable[blocks.Picture],
    header: Sequence[Inlines],
    rows: Iterable[tuple[Inlines, ...]],
) -> blocks.Chart:
    """A chart along dice, from never to always, with a table of dice down and `header` across."""
    right: list[blocks.Alignment] = ["right"] * len(header)
    columns = (ctx.label("dice"), *header)
    return blocks.Chart(
        anchor=anchor,
        form=form,
        caption=caption,
        description=wording.plain(description),
        places=tuple(codes),
        along=ctx.word("label.dice"),
        scale=tuple(wording.plain(whole_percent(ctx, part)) for part in QUARTERS),
        pictures=tuple(pictures),
        table=blocks.TableBlock(columns, tuple(rows), caption, ("left", *right)),
        numbers="" if form == "lines" else ctx.word("chances.numbers"),
    )


class OutcomeChance(NamedTuple):
    """What can come of a roll: its title in the table and in the chart, and its mark there."""

    title: Inlines
    label: str
    mark: str = ""


def _chart_of(
    ctx: RenderContext,
    procedure: Dice,
    outcomes: Sequence[OutcomeChance],
    lines: Sequence[Sequence[Fraction]],
    *,
    anchor: str,
    form: Literal["lines", "shares"],
    caption: str,
    description: Inlines,
) -> blocks.Chart:
    """A chart of one picture. `lines` has a line for each code, the chances of all outcomes."""
    codes = [code for code, _ in ctx.chances.thrown(procedure)]
    series = tuple(
        blocks.Series(outcome.label, tuple(column), outcome.mark)
        for outcome, column in zip(outcomes, zip(*lines, strict=True), strict=True)
    )
    return chart(
        ctx,
        anchor=anchor,
        form=form,
        caption=ctx.say(caption, procedure=(ctx.link(procedure),)),
        description=description,
        codes=map(str, codes),
        pictures=[blocks.Picture("", series)],
        header=[outcome.title for outcome in outcomes],
        rows=[
            (say_value(ctx, code), *(percent(ctx, chance) for chance in chances))
            for code, chances in zip(codes, lines, strict=True)
        ],
    )


# Chances of each rank of success.


def chances_of_ranks(
    ctx: RenderContext, benchmark: Benchmark, procedure: Dice
) -> Iterator[Block]:
    """For each band of a difficulty, if the procedure has ranks at all."""
    if procedure.ranks is None:
        return
    ranks = procedure.ranks.entry
    said = {"procedure": (ctx.link(procedure),), "ranks": (ctx.link(ranks),)}
    yield blocks.Paragraph(ctx.say("chances.intro", **said))
    failure, no_rank = ctx.word("chances.failure"), ctx.word("chances.no-rank")
    mark = ctx.word("chances.failure.mark")
    banded = [
        OutcomeChance(
            numbered_title(ctx, rank, rank.place), title_of(rank), str(rank.place)
        )
        for rank in ranks.bands
    ]
    failed = [OutcomeChance((blocks.Text(failure),), failure, mark), *banded]
    succeeded = [OutcomeChance((blocks.Text(no_rank),), no_rank, "0"), *banded]
    missed, reached = (procedure.places(success=success) for success in (False, True))
    outcomes = [*(failed[n] for n in missed), *(succeeded[n] for n in reached)]
    for band, number in numbered(benchmark):
        against = numbered_title(ctx, band, number)
        yield blocks.Heading(3, anchor_on_page(band, procedure), against)
        # A line for each code: the chances of failure, then of success with rank 0, 1, …
        lines = []
        for _, odds in ctx.chances.thrown(procedure):
            failing, ranked = odds.failures(number), odds.ranks(number)
            lines.append([*(failing[n] for n in missed), *(ranked[n] for n in reached)])
        # Ranks that none of the codes can reach at all are left out.
        last = max(n for line in lines for n, chance in enumerate(line, 1) if chance)
        yield _chart_of(
            ctx,
            procedure,
            outcomes[:last],
            [line[:last] for line in lines],
            anchor=anchor_on_page(band, procedure, part="ranks"),
            form="shares",
            caption="chances.ranks",
            description=ctx.say("chances.ranks.described", band=against),
        )


# Chances of success, and the dice that it takes.


WANTED: Final = (Fraction(1, 2), Fraction(3, 4), Fraction(9, 10))
"""An even chance, a good one, a very good one."""


def chances_of_success(ctx: RenderContext, benchmark: Benchmark) -> Blocks:
    """The chance to reach each band, if a check names one of them as its difficulty."""
    above = placement.anchor_of(benchmark.id)
    charts = tuple(
        _success(
            ctx,
            procedure,
            _bands(ctx, benchmark, procedure),
            f"{above}--{placement.anchor_of(procedure.id)}",
        )
        for difficulty, procedure in ctx.chances.difficulties
        if difficulty is benchmark
    )
    more = blocks.FinePrint(ctx.say("chances.more", page=_page(ctx)))
    return (*charts, more) if charts else ()


MOST_TOLD: Final = 6
"""Where there are more difficulties, they stand on the page of chances and not at each skill."""


def where_chances_stand(ctx: RenderContext, asked: Ref[Dice] | None) -> Inlines:
    """Where to look how likely a check succeeds that is rolled as a procedure, if anywhere."""
    procedure = asked.entry if asked else ctx.ruleset.procedure
    benchmarks = ctx.chances.difficulties_of(procedure)
    if len(benchmarks) > MOST_TOLD:
        return ctx.say("chances.where.many", page=_page(ctx))
    if benchmarks:
        links = [(ctx.link(benchmark),) for benchmark in benchmarks]
        return ctx.say("chances.where", benchmarks=ctx.listed(links))
    if procedure in ctx.chances.undecided:
        return ctx.say("chances.where.totals", page=_page(ctx))
    return ()


TYPICAL: Final = (3, 4, 5)
"""Dice of those who are somewhat, well and very good at something."""


def number_of(rules: Rules, check: Check) -> int | None:
    """The number that a check has to reach, where that is the same for all."""
    number = check.against.number if check.against else None
    return constant(rules, number) if number else None


def chances_of(ctx: RenderContext, check: Check) -> Inlines:
    """The chance of a few dice against the number of a check, or against as many dice, fixed."""
    procedure, number = ctx.ruleset.procedure, number_of(ctx.ruleset, check)
    resisting = check.against.fixed if check.against else ()
    fixed = bool(resisting) and not any(
        isinstance(rating, Ref) and isinstance(rating.entry, Value)
        for rating in resisting
    )
    if procedure is None or not check.with_ or not (fixed or number is not None):
        return ()
    said = []
    for code, odds in ctx.chances.thrown(procedure):
        reach = fixed_value(ctx.ruleset, code) if fixed else number
        if code.dice in TYPICAL and reach is not None:
            total = reach + int(procedure.success == "more-than")
            chance = percent(ctx, odds.at_least(total))
            pool = say_value(ctx, code)
            said.append(ctx.say("chances.of", code=pool, chance=chance))
    if not said:
        return ()
    return ctx.say(
        "chances.equal" if fixed else "chances.plain", chances=ctx.listed(said)
    )


def _page(ctx: RenderContext) -> Inlines:
    return (blocks.Link(CHANCES_PAGE, (blocks.Text(ctx.word("chances")),)),)


def dice_needed(ctx: RenderContext, asked: Ref[Dice] | None) -> Blocks:
    """Which code a check wants that is rolled as a procedure, for each difficulty."""
    procedure = asked.entry if asked else ctx.ruleset.procedure
    benchmarks = ctx.chances.difficulties_of(procedure)
    if procedure is None or len(benchmarks) > MOST_TOLD:
        return ()
    return tuple(_needed_against(ctx, benchmark, procedure) for benchmark in benchmarks)


def all_chances(ctx: RenderContext) -> Iterator[Block]:
    """By difficulty: the chance of success, the dice that it takes, and how far a success goes.

    Where nothing says what is difficult, the chances of some totals.
    """
    for benchmark, procedure in ctx.chances.difficulties:
        title = ctx.say("chances.against", benchmark=(ctx.link(benchmark),))
        yield blocks.Heading(2, anchor_on_page(benchmark, procedure), title)
        yield from _assumed(ctx, procedure)
        anchor = anchor_on_page(benchmark, procedure, part="success")
        yield _success(ctx, procedure, _bands(ctx, benchmark, procedure), anchor)
        yield _needed_against(ctx, benchmark, procedure)
        yield from chances_of_ranks(ctx, benchmark, procedure)
    for procedure in ctx.chances.undecided:
        title = ctx.say("chances.totals", procedure=(ctx.link(procedure),))
        yield blocks.Heading(2, anchor_on_page(procedure), title)
        yield from _assumed(ctx, procedure)
        totals = [
            (ctx.say("chances.total", number=total), total)
            for total in ctx.chances.round_totals(procedure)
        ]
        anchor = anchor_on_page(procedure, part="totals")
        yield _success(ctx, procedure, totals, anchor, "chances.reached")
        yield _needed(ctx, procedure, totals, ctx.label("total"))


def _assumed(ctx: RenderContext, procedure: Dice) -> Iterator[Block]:
    """What the chances reckon with where a step leaves a choice to somebody."""
    for step in procedure.steps:
        if isinstance(step, ChooseOne):
            link, choice = (ctx.link(step),), step.choices[step.assume].name
            said = ctx.say("chances.assumed", step=link, choice=choice)
            yield blocks.Paragraph(said)


def _bands(
    ctx: RenderContext, benchmark: Benchmark, procedure: Dice
) -> Sequence[WantedTotal]:
    """The bands of a difficulty, with what has to be rolled for each."""
    beyond = int(procedure.success == "more-than")
    return [
        (numbered_title(ctx, band, number), number + beyond)
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
    titles = ctx.listed([words for words, _ in targets])
    return _chart_of(
        ctx,
        procedure,
        [OutcomeChance(words, wording.plain(words)) for words, _ in targets],
        [
            [odds.at_least(total) for _, total in targets]
            for _, odds in ctx.chances.thrown(procedure)
        ],
        anchor=anchor,
        form="lines",
        caption=caption,
        description=ctx.say("chances.success.described", targets=titles),
    )


def _needed_against(
    ctx: RenderContext, benchmark: Benchmark, procedure: Dice
) -> blocks.TableBlock:
    bands = _bands(ctx, benchmark, procedure)
    return _needed(ctx, procedure, bands, (ctx.link(benchmark),))


def _needed(
    ctx: RenderContext, procedure: Dice, targets: Sequence[WantedTotal], corner: Inlines
) -> blocks.TableBlock:
    """For each target the smallest codes with the chances that are wanted."""
    beyond = ctx.say("chances.needed.beyond", code=str(ctx.chances.largest))
    rows = []
    for words, total in targets:
        codes = (ctx.chances.needed(procedure, total, chance) for chance in WANTED)
        cells = (beyond if code is None else say_value(ctx, code) for code in codes)
        rows.append((words, *cells))
    chances = [whole_percent(ctx, chance) for chance in WANTED]
    header = (ctx.say("chances.needed.at", chance=chance) for chance in chances)
    caption = ctx.say("chances.needed", procedure=(ctx.link(procedure),))
    return blocks.TableBlock((corner, *header), tuple(rows), caption)
