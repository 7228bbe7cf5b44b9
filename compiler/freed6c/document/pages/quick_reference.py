"""The quick reference: one printed sheet for the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.document import blocks, listing
from freed6c.document.describe import parts, tables
from freed6c.document.describe.actions import against_words, rolled
from freed6c.document.render_context import RenderContext, title_of
from freed6c.document.sentences import amounts, formulas, numbers
from freed6c.document.sentences.effects import cell
from freed6c.document.wording import capitalised, plain, unended
from freed6c.model.difficulties import difficulties
from freed6c.runtime.amounts import Modifier
from freed6c.runtime.effects import Effect, Modify
from freed6c.runtime.entries import actions as entries
from freed6c.runtime.entries import dice, world
from freed6c.runtime.entries.tables import Band, Benchmark, Track

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.runtime.record import Entry


def panel(ctx: RenderContext, entry: Entry, content: Blocks) -> Iterator[blocks.Panel]:
    """A panel that leads to the entry; none where there is nothing to show."""
    if content:
        yield blocks.Panel((ctx.link(entry),), content)


# Actions, effect rolls and points.


SHORT: Final = 80
"""Letters of an effect that are read in passing."""

SENTENCE: Final = 105
"""Letters of a sentence that are: it reads faster than an effect."""


class CheckLine(NamedTuple):
    """What is rolled, against what, and what comes of it."""

    roll: Inlines
    against: Inlines
    effect: Inlines


def actions(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """By their type, with how often there is one."""
    for type_ in ctx.ruleset.of(world.ActionType):
        listed = [
            action
            for action in ctx.ruleset.of(entries.Action)
            if action.type.entry is type_
        ]
        for panel_ in panel(ctx, type_, _table(ctx, listed)):
            yield _counted(ctx, panel_, type_)


def _counted(
    ctx: RenderContext, panel_: blocks.Panel, type_: world.ActionType
) -> blocks.Panel:
    period: Inlines = (blocks.Text(type_.per.entry.name),)
    key = "quick.any" if type_.count is None else "quick.count"
    said = ctx.say(key, name=panel_.title, count=type_.count or 0, period=period)
    return blocks.Panel(said, panel_.blocks)


def _table(ctx: RenderContext, listed: Sequence[entries.Action]) -> Blocks:
    lines = [_line(ctx, action) for action in listed]
    return _lines_table(ctx, "action", listed, lines)


def effect_rolls(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """What is rolled when an action says so, all on one panel."""
    rolls = ctx.ruleset.of(entries.EffectRoll)
    lines = [
        _rolled(ctx.with_names(formulas.names_in(ctx, roll)), roll) for roll in rolls
    ]
    content = _lines_table(ctx, "effect-roll", rolls, lines)
    if content:
        yield blocks.Panel((blocks.Text(ctx.word("kinds.effect-roll")),), content)


def _lines_table(
    ctx: RenderContext, label: str, listed: Sequence[Entry], lines: Sequence[CheckLine]
) -> Blocks:
    """An `against` that all have in common says nothing."""
    against = [line.against for line in lines]
    same = len(against) > 1 and all(words in (against[0], ()) for words in against)
    columns = parts.TableColumns(
        (label, [(ctx.link(entry),) for entry in listed]),
        ("with", [line.roll for line in lines]),
        ("against", [() for _ in lines] if same else against),
        ("effect", [line.effect for line in lines]),
    )
    return parts.table(ctx, columns)


def _line(ctx: RenderContext, action: entries.Action) -> CheckLine:
    """What is rolled, against what, and what comes of it, if that is short.

    The first cell of a chosen row says of which table that is.
    """
    inner = ctx.with_names(formulas.names_in(ctx, action))
    effect = _outcome(inner, action, action.effects)
    check = action.check
    if check is None:
        return CheckLine((), (), effect)
    roll = rolled(inner, action)
    own_words = roll != formulas.ratings_words(inner, check.with_, "or")
    further = (
        inner if own_words else inner.with_names(formulas.cells_by_table(inner, action))
    )
    against = against_words(further, check.against)
    effect = _outcome(inner, action, action.effects or check.success)
    return CheckLine(capitalised(roll), capitalised(against), effect)


def _rolled(ctx: RenderContext, roll: entries.EffectRoll) -> CheckLine:
    check = roll.check
    return CheckLine(
        capitalised(formulas.ratings_words(ctx, check.with_, "or")),
        capitalised(against_words(ctx, check.against)),
        cell(ctx, check.success),
    )


def _outcome(
    ctx: RenderContext, action: entries.Action, effects: Sequence[Effect]
) -> Inlines:
    """The effect, or how the action is told, whichever is short."""
    said = cell(ctx, effects)
    if 0 < len(plain(said)) <= SHORT:
        return said
    sentence = unended(listing.first_sentence(ctx, action))
    return sentence if len(plain(sentence)) <= SENTENCE else ()


def points(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """What each pool is spent on."""
    for pool in ctx.ruleset.of(entries.Points):
        ways = list(pool.spend.values())
        columns = parts.TableColumns(
            ("cost", [(blocks.Text(str(way.cost)),) for way in ways]),
            ("spend", [(blocks.Text(way.name),) for way in ways]),
            ("effect", [cell(ctx, way.effects) for way in ways]),
        )
        yield from panel(ctx, pool, parts.table(ctx, columns))


# Benchmarks, dice and menus.


def difficulty(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """The ladders that checks are rolled against, with the number that counts."""
    for benchmark in dict.fromkeys(named for named, _ in difficulties(ctx.ruleset)):
        yield from panel(ctx, benchmark, _ladder(ctx, benchmark))


def ranks(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """All other ladders: what turns points into ranks."""
    rolled = {benchmark for benchmark, _ in difficulties(ctx.ruleset)}
    for benchmark in ctx.ruleset.of(Benchmark):
        if benchmark not in rolled:
            yield from panel(ctx, benchmark, _ladder(ctx, benchmark))


def _ladder(ctx: RenderContext, benchmark: Benchmark) -> Blocks:
    bands = benchmark.bands
    ranked = _gives_ranks(ctx, benchmark)
    columns = parts.TableColumns(
        ("range", [numbers.say_range(ctx, band.range) for band in bands]),
        ("rank", [(blocks.Text(str(band.place)),) if ranked else () for band in bands]),
        ("name", [(blocks.Text(title_of(band)),) for band in bands]),
        ("number", [() if ranked else _number(band) for band in bands]),
        ("duration", [tables.band_duration(ctx, band) for band in bands]),
    )
    return parts.table(ctx, columns)


def _gives_ranks(ctx: RenderContext, benchmark: Benchmark) -> bool:
    return any(
        procedure.ranks is not None and procedure.ranks.entry is benchmark
        for procedure in ctx.ruleset.of(dice.Dice)
    )


def _number(band: Band) -> Inlines:
    return () if band.number is None else (blocks.Text(str(band.number)),)


def dice_order(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """The steps of each procedure by name, with what calls for them."""
    for procedure in ctx.ruleset.of(dice.Dice):
        steps = tuple(_step(ctx, step) for step in procedure.steps)
        yield from panel(ctx, procedure, (blocks.NumberedList(steps),))


def _step(ctx: RenderContext, step: dice.Step) -> Inlines:
    token = getattr(step, "token", "")
    tokens = [token] if isinstance(token, str) else list(token)
    said = ctx.listed([_token(step, letters) for letters in tokens if letters])
    name: Inlines = (ctx.link(step),)
    return ctx.say("compare.pair", label=name, said=said) if said else name


def _token(step: dice.Step, token: str) -> Inlines:
    word = amounts.token_label(step, token)
    return (
        (blocks.CodeSpan(token), blocks.Text(f" {word}"))
        if word
        else (blocks.CodeSpan(token),)
    )


def menus(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """What can be bought, by cost."""
    for menu in ctx.ruleset.of(entries.Menu):
        yield from panel(ctx, menu, _menu_table(ctx, menu))


def _menu_table(ctx: RenderContext, menu: entries.Menu) -> Blocks:
    """Picks of one cost stand together."""
    costs = sorted({pick.cost for pick in menu.picks})
    columns = parts.TableColumns(
        ("cost", [(blocks.Text(str(cost)),) for cost in costs]),
        (
            "effect",
            [
                ctx.join_phrases(
                    [_pick(ctx, pick) for pick in menu.picks if pick.cost == cost]
                )
                for cost in costs
            ],
        ),
    )
    return parts.table(ctx, columns)


def _pick(ctx: RenderContext, pick: entries.Pick) -> Inlines:
    """By its name, with the amount where it is about one; else by what it does."""
    if not pick.name:
        return cell(ctx, pick.effects)
    match pick.effects:
        case (Modify(by=Modifier() as by),) if not by.token:
            said = amounts.amount(ctx, by)
            return ctx.say("quick.pick", name=pick.name, amount=said)
        case _:
            return (blocks.Text(pick.name),)


# Tracks.


def tracks(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """What each condition does, and how long."""
    for track in ctx.ruleset.of(Track):
        yield from panel(ctx, track, _track_table(ctx, track))


def _track_table(ctx: RenderContext, track: Track) -> Blocks:
    """Conditions of which nothing is to be said need no line; if all are such, they share one."""
    conditions = [
        condition
        for condition in track.conditions
        if cell(ctx, condition.effects) or tables.lasts(ctx, condition)
    ]
    if not conditions:
        names: list[Inlines] = [
            (blocks.Text(title_of(condition)),) for condition in track.conditions
        ]
        return parts.table(ctx, parts.TableColumns(("condition", [ctx.listed(names)])))
    columns = parts.TableColumns(
        ("rank", [tables.rank(track, condition) for condition in conditions]),
        (
            "condition",
            [(blocks.Text(title_of(condition)),) for condition in conditions],
        ),
        ("effect", [cell(ctx, condition.effects) for condition in conditions]),
        ("duration", [tables.lasts(ctx, condition) for condition in conditions]),
    )
    return parts.table(ctx, columns)


# The page.


def quick_panels(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """In the order in which a scene asks for them."""
    for panels in (
        difficulty,
        ranks,
        dice_order,
        actions,
        effect_rolls,
        tracks,
        menus,
        points,
    ):
        yield from panels(ctx)


KEY: Final = "reference"


def reference_page(ctx: RenderContext) -> Iterator[blocks.Page]:
    """What is looked up most, if there is any of it."""
    panels = tuple(quick_panels(ctx.without_anchors().without_remarks().abbreviated()))
    if panels:
        yield blocks.Page(
            key=KEY,
            title=ctx.word(KEY),
            anchor=f"page-{KEY}",
            blocks=(blocks.Panels("reference", panels),),
            shelf="reference",
            summary=ctx.word(f"{KEY}.summary"),
        )
