"""Charts and tables of exact chances of success, for pools without bonuses or tokens.

They are on the page of chances (one section for each difficulty or procedure), and in short form
beside skills, difficulties and actions. A procedure is a way to roll dice (`Dice`), a benchmark a
table of numbers with names, and a benchmark whose bands checks use as difficulties is a difficulty.
"""

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
from freed6c.runtime.play.examples import check_procedure
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

    # The name of a target, such as "Hard (20)", and its number.
    Target: TypeAlias = tuple[Inlines, int]


# Shared by all charts.


CHANCES_PAGE: Final = "page.chances"
"""The link target of the page of chances."""

QUARTERS: Final = tuple(Fraction(number, 4) for number in range(5))
"""The marks on the scale of a chart: 0, 1/4, 1/2, 3/4, 1."""


def anchor_on_page(*entries: Entry, part: str = "") -> str:
    """Return the anchor of the section on these entries on the page of chances."""
    ids = (CHANCES_PAGE, *(entry.id for entry in entries), part)
    return "--".join(placement.anchor_of(id_) for id_ in ids if id_)


def numbered_title(ctx: RenderContext, band: Band, number: int) -> Inlines:
    """Return the name of a band with a number: "Hard (20)"."""
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
    """Return a chart with die codes from left to right and chances from 0 to 1 upwards.

    Below it, a table has a row for each die code and the columns of `header`.
    """
    right: list[blocks.Alignment] = ["right"] * len(header)
    columns = (ctx.label("dice"), *header)
    return blocks.Chart(
        anchor=anchor,
        form=form,
        caption=caption,
        description=wording.plain(description),
        places=tuple(codes),
        along=ctx.word("label.dice"),
        scale=tuple(wording.plain(percent(ctx, part, whole=True)) for part in QUARTERS),
        pictures=tuple(pictures),
        table=blocks.TableBlock(columns, tuple(rows), caption, ("left", *right)),
        numbers="" if form == "lines" else ctx.word("chances.numbers"),
    )


class OutcomeChance(NamedTuple):
    """A possible outcome of a roll.

    `title` heads its table column, `label` names its line or area in the chart, and `mark` is a
    short form of the label for narrow areas.
    """

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
    """Return a chart with one picture.

    `lines` has a line for each die code, with the chance of each outcome.
    """
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


def chances_of_results(
    ctx: RenderContext, benchmark: Benchmark, procedure: Dice
) -> Iterator[Block]:
    """Yield, for each band of a difficulty, the chances of each outcome.

    Without outcomes, these are the chances of failure and of each rank of success; nothing is
    yielded if the procedure has no ranks, either.
    """
    charts = [
        (numbered_title(ctx, band, number), band, chart)
        for band, number in numbered(benchmark)
        for chart in results_chart(ctx, procedure, (band, number))
    ]
    if charts and procedure.ranks and not procedure.outcomes:
        ranks, link = (ctx.link(procedure.ranks.entry),), (ctx.link(procedure),)
        yield blocks.Paragraph(ctx.say("chances.intro", procedure=link, ranks=ranks))
    for title, band, chart in charts:
        yield blocks.Heading(3, anchor_on_page(band, procedure), title)
        yield chart


def results_chart(
    ctx: RenderContext, procedure: Dice, target: tuple[Band, int] | None = None
) -> Iterator[blocks.Chart]:
    """Yield the chart of the outcomes or ranks of a procedure, if it has exact odds of them.

    It is against the number of a band, unless the outcomes need none.
    """
    outcomes, lines = _results(ctx, procedure, target[1] if target else None)
    if lines:
        part = "outcomes" if procedure.outcomes else "ranks"
        names = ctx.listed([(blocks.Text(outcome.label),) for outcome in outcomes])
        against = numbered_title(ctx, *target) if target else ()
        entries = (target[0], procedure) if target else (procedure,)
        described = ctx.say(f"chances.{part}.described", outcomes=names, band=against)
        yield _chart_of(
            ctx,
            procedure,
            outcomes,
            lines,
            anchor=anchor_on_page(*entries, part=part),
            form="shares",
            caption=f"chances.{part}",
            description=described,
        )


def _results(
    ctx: RenderContext, procedure: Dice, number: int | None
) -> tuple[Sequence[OutcomeChance], Sequence[Sequence[Fraction]]]:
    """Return the outcomes, or failure and the ranks of success, with their odds for each code.

    The last outcome comes first, as failure does.
    """
    if procedure.outcomes:
        lines = [odds[::-1] for odds in ctx.chances.outcomes(procedure, number)]
        outcomes = procedure.outcomes[::-1]
        return [OutcomeChance((ctx.link(o),), title_of(o)) for o in outcomes], lines
    if procedure.ranks is None or number is None:
        return (), ()
    failure, no_rank = ctx.word("chances.failure"), ctx.word("chances.no-rank")
    mark = ctx.word("chances.failure.mark")
    banded = [
        OutcomeChance(numbered_title(ctx, b, b.place), title_of(b), str(b.place))
        for b in procedure.ranks.entry.bands
    ]
    failed = [OutcomeChance((blocks.Text(failure),), failure, mark), *banded]
    succeeded = [OutcomeChance((blocks.Text(no_rank),), no_rank, "0"), *banded]
    # The ranks that are possible for a failure, and for a success.
    missed, reached = (procedure.places(success=success) for success in (False, True))
    results = [*(failed[n] for n in missed), *(succeeded[n] for n in reached)]
    # A line for each code has the chances of each failure, then of each rank of success.
    lines = [
        (*(failing[n] for n in missed), *(ranked[n] for n in reached))
        for failing, ranked in ctx.chances.ranks(procedure, number)
    ]
    if not lines:
        return (), ()
    # Leave out the highest ranks if no code can reach them.
    last = max(n for line in lines for n, chance in enumerate(line, 1) if chance)
    return results[:last], [line[:last] for line in lines]


# Chances of success, and the smallest die codes for a good chance.


WANTED: Final = (Fraction(1, 2), Fraction(3, 4), Fraction(9, 10))
"""The chances for which tables list the smallest die code: even, good and very good."""


def chances_of_success(ctx: RenderContext, benchmark: Benchmark) -> Blocks:
    """Chart the chances to reach each band of a benchmark, if checks use it as a difficulty."""
    prefix = placement.anchor_of(benchmark.id)
    charts = tuple(
        _success(
            ctx,
            procedure,
            _bands(ctx, benchmark),
            f"{prefix}--{placement.anchor_of(procedure.id)}",
        )
        for difficulty, procedure in ctx.chances.difficulties
        if difficulty is benchmark
    )
    more = blocks.FinePrint(ctx.say("chances.more", page=_page(ctx)))
    return (*charts, more) if charts else ()


MOST_TOLD: Final = 6
"""If there are more difficulties, only the page of chances lists the dice that a skill needs."""


TYPICAL: Final = (3, 4, 5)
"""The numbers of dice of a fair, a good and a very good character."""


def number_of(rules: Rules, check: Check) -> int | None:
    """Return the number that a check has to reach; None if it varies."""
    number = check.against.number if check.against else None
    return constant(rules, number) if number else None


def chances_of(ctx: RenderContext, check: Check) -> Inlines:
    """Return the chances of the `TYPICAL` dice in a check.

    They are against the number to reach, if it never varies. If the check is against the fixed
    value of a rating of the target (the average of its dice, say), they are against a target with
    as many dice. If success has ranks, they are the chances of the first, as a tie has no effects.
    Empty in all other cases.
    """
    procedure = check_procedure(check, ctx.ruleset)
    number = number_of(ctx.ruleset, check)
    resisting = check.against.fixed if check.against else ()
    # Values, such as that of armor, are not on the same scale as the dice of a character.
    against_equal = bool(resisting) and not any(
        isinstance(rating, Ref) and isinstance(rating.entry, Value)
        for rating in resisting
    )
    no_number = number is None and not against_equal
    if procedure is None or not check.with_ or no_number:
        return ()
    ranked = bool(procedure.ranks and check.success)
    chances = []
    for code, odds in ctx.chances.thrown(procedure):
        target = fixed_value(ctx.ruleset, code) if against_equal else number
        if code.dice in TYPICAL and target is not None:
            chance = sum(odds.ranks(target)[1:]) if ranked else odds.success(target)
            said = percent(ctx, Fraction(chance), whole=True)
            chances.append(
                ctx.say("chances.of", code=say_value(ctx, code), chance=said)
            )
    words = ctx.listed(chances)
    for key, applies in {"ranked": ranked, "equal": against_equal}.items():
        words = ctx.say(f"chances.{key}", chances=words) if words and applies else words
    return words


def _page(ctx: RenderContext) -> Inlines:
    return (blocks.Link(CHANCES_PAGE, (blocks.Text(ctx.word("chances")),)),)


def dice_needed(ctx: RenderContext, own: Ref[Dice] | None) -> Blocks:
    """Return a table for each difficulty of a check: the smallest codes for a good chance.

    `own` is the procedure of the check, or None for the usual procedure of the game.
    """
    procedure = own.entry if own else ctx.ruleset.procedure
    difficulties = ctx.chances.difficulties
    benchmarks = [d.benchmark for d in difficulties if d.procedure is procedure]
    if procedure is None or len(benchmarks) > MOST_TOLD:
        return ()
    return tuple(_needed_against(ctx, benchmark, procedure) for benchmark in benchmarks)


def all_chances(ctx: RenderContext) -> Iterator[Block]:
    """Yield the content of the page of chances.

    Each difficulty has the smallest die codes for good chances, the chances of success, and the
    chances of each rank or outcome. A procedure without difficulties has the chances of its
    outcomes, or of some round totals.
    """
    for benchmark, procedure in ctx.chances.difficulties:
        title = ctx.say("chances.against", benchmark=(ctx.link(benchmark),))
        yield blocks.Heading(2, anchor_on_page(benchmark, procedure), title)
        yield from assumed(ctx, procedure)
        yield _needed_against(ctx, benchmark, procedure)
        anchor = anchor_on_page(benchmark, procedure, part="success")
        yield _success(ctx, procedure, _bands(ctx, benchmark), anchor)
        yield from chances_of_results(ctx, benchmark, procedure)
    for procedure in ctx.chances.undecided:
        key = "chances.totals" if procedure.needs_target else "chances.outcomes"
        title = ctx.say(key, procedure=(ctx.link(procedure),))
        yield blocks.Heading(2, anchor_on_page(procedure), title)
        yield from assumed(ctx, procedure)
        if not procedure.needs_target:
            yield from results_chart(ctx, procedure)
            continue
        totals = [
            (ctx.say("chances.total", number=total), total)
            for total in ctx.chances.round_totals(procedure)
        ]
        anchor = anchor_on_page(procedure, part="totals")
        yield _success(ctx, procedure, totals, anchor, reach=True)
        yield _needed(ctx, procedure, totals, ctx.label("total"), reach=True)


def assumed(ctx: RenderContext, procedure: Dice) -> Iterator[blocks.Paragraph]:
    """Name the choice that the odds assume in each step that leaves a choice to a person."""
    for step in procedure.steps:
        if isinstance(step, ChooseOne) and not step.toss:
            link, choice = (ctx.link(step),), step.choices[step.assume].name
            yield blocks.Paragraph(ctx.say("chances.assumed", step=link, choice=choice))


def _bands(ctx: RenderContext, benchmark: Benchmark) -> list[Target]:
    """Return the bands of a difficulty as targets."""
    return [
        (numbered_title(ctx, band, number), number)
        for band, number in numbered(benchmark)
    ]


def _success(
    ctx: RenderContext,
    procedure: Dice,
    targets: Sequence[Target],
    anchor: str,
    *,
    reach: bool = False,
) -> blocks.Chart:
    """Chart the chance of success against each target, one line for each, by number of dice.

    With `reach`, chart the chance to reach it.
    """
    titles = ctx.listed([words for words, _ in targets])
    return _chart_of(
        ctx,
        procedure,
        [OutcomeChance(words, wording.plain(words)) for words, _ in targets],
        [
            [
                odds.at_least(number) if reach else odds.success(number)
                for _, number in targets
            ]
            for _, odds in ctx.chances.thrown(procedure)
        ],
        anchor=anchor,
        form="lines",
        caption="chances.reached" if reach else "chances.success",
        description=ctx.say("chances.success.described", targets=titles),
    )


def _needed_against(
    ctx: RenderContext, benchmark: Benchmark, procedure: Dice
) -> blocks.TableBlock:
    return _needed(ctx, procedure, _bands(ctx, benchmark), (ctx.link(benchmark),))


def _needed(
    ctx: RenderContext,
    procedure: Dice,
    targets: Sequence[Target],
    corner: Inlines,
    *,
    reach: bool = False,
) -> blocks.TableBlock:
    """Return a table with a row for each target: the smallest die codes for `WANTED` chances.

    `corner` heads the column of targets.
    """
    beyond = ctx.say("chances.needed.beyond", code=str(ctx.chances.largest))
    rows = []
    for words, total in targets:
        codes = (
            ctx.chances.needed(procedure, total, chance, reach=reach)
            for chance in WANTED
        )
        cells = (beyond if code is None else say_value(ctx, code) for code in codes)
        rows.append((words, *cells))
    chances = [percent(ctx, chance, whole=True) for chance in WANTED]
    header = (ctx.say("chances.needed.at", chance=chance) for chance in chances)
    caption = ctx.say("chances.needed", procedure=(ctx.link(procedure),))
    return blocks.TableBlock((corner, *header), tuple(rows), caption)
