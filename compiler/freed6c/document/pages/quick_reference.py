"""The quick reference: one printed sheet for the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.document import blocks, listing, placement
from freed6c.document.describe import parts, tables
from freed6c.document.describe.actions import rolled
from freed6c.document.describe.dice import token_words
from freed6c.document.render_context import RenderContext, title_of
from freed6c.document.sentences import amounts, formulas, numbers
from freed6c.document.sentences.effects import cell
from freed6c.document.sentences.rules import against_words
from freed6c.document.wording import capitalized, plain, unended
from freed6c.model.difficulties import difficulties
from freed6c.runtime.amounts import Modifier
from freed6c.runtime.effects import Effect, Modify
from freed6c.runtime.entries import actions as entries
from freed6c.runtime.entries import dice, world
from freed6c.runtime.entries.tables import Benchmark, Track

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

    entry: Entry
    roll: Inlines
    against: Inlines
    effect: Inlines


def actions(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """By their type, with how often there is one."""
    for type_ in ctx.ruleset.of(world.ActionType):
        lines = [
            _line(ctx, action)
            for action in ctx.ruleset.of(entries.Action)
            if action.type.entry is type_
        ]
        period: Inlines = (blocks.Text(type_.per.entry.name),)
        key = "quick.any" if type_.count is None else "quick.count"
        name: Inlines = (ctx.link(type_),)
        said = ctx.say(key, name=name, count=type_.count or 0, period=period)
        if lines:
            yield blocks.Panel(said, _lines_table(ctx, "action", lines))


def effect_rolls(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """What is rolled when an action says so, all on one panel."""
    lines = []
    for roll in ctx.ruleset.of(entries.EffectRoll):
        inner, check = ctx.with_names(formulas.names_in(ctx, roll)), roll.check
        rolled_ = capitalized(formulas.ratings_words(inner, check.with_, "or"))
        against = capitalized(against_words(inner, check.against))
        lines.append(CheckLine(roll, rolled_, against, cell(inner, check.success)))
    if lines:
        title = (blocks.Text(ctx.word("kinds.effect-roll")),)
        yield blocks.Panel(title, _lines_table(ctx, "effect-roll", lines))


def _lines_table(ctx: RenderContext, label: str, lines: Sequence[CheckLine]) -> Blocks:
    """An `against` that all have in common says nothing."""
    against = [line.against for line in lines]
    same = len(against) > 1 and all(words in (against[0], ()) for words in against)
    return parts.table(
        ctx,
        (label, [(ctx.link(line.entry),) for line in lines]),
        ("with", [line.roll for line in lines]),
        ("against", [() for _ in lines] if same else against),
        ("effect", [line.effect for line in lines]),
    )


def _line(ctx: RenderContext, action: entries.Action) -> CheckLine:
    """What is rolled, against what, and what comes of it, if that is short.

    The first cell of a chosen row says of which table that is.
    """
    inner = ctx.with_names(formulas.names_in(ctx, action))
    check = action.check
    if check is None:
        return CheckLine(action, (), (), _outcome(inner, action, action.effects))
    roll = rolled(inner, action)
    further = inner
    if roll == formulas.ratings_words(inner, check.with_, "or"):
        further = inner.with_names(formulas.cells_by_table(inner, action))
    against = against_words(further, check.against)
    effect = _outcome(inner, action, action.effects or check.success)
    return CheckLine(action, capitalized(roll), capitalized(against), effect)


def _outcome(
    ctx: RenderContext, action: entries.Action, effects: Sequence[Effect]
) -> Inlines:
    """The effect, or how the action is told, whichever is short."""
    said = cell(ctx.where_effects_begin(), effects)
    if 0 < len(plain(said)) <= SHORT:
        return said
    sentence = unended(listing.first_sentence(ctx, action))
    return sentence if len(plain(sentence)) <= SENTENCE else ()


def points(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """What each pool is spent on."""
    for pool in ctx.ruleset.of(entries.Points):
        ways = pool.spend.values()
        content = parts.table(
            ctx,
            ("cost", [(blocks.Text(str(way.cost)),) for way in ways]),
            ("spend", [(blocks.Text(way.name),) for way in ways]),
            ("effect", [_way(ctx, way) for way in ways]),
        )
        yield from panel(ctx, pool, content)


def _way(ctx: RenderContext, way: entries.Spend) -> Inlines:
    begins = way.at != "after-roll"
    return cell(ctx.where_effects_begin(begins=begins), way.effects)


# Benchmarks, dice and menus.


def ladders(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """Those that checks are rolled against, with the number that counts; then all others."""
    rolled = (benchmark for benchmark, _ in difficulties(ctx.ruleset))
    for benchmark in dict.fromkeys((*rolled, *ctx.ruleset.of(Benchmark))):
        yield from panel(ctx, benchmark, _ladder(ctx, benchmark))


def _ladder(ctx: RenderContext, benchmark: Benchmark) -> Blocks:
    bands = benchmark.bands
    ranked = any(
        procedure.ranks is not None and procedure.ranks.entry is benchmark
        for procedure in ctx.ruleset.of(dice.Dice)
    )
    places = [band.place if ranked else None for band in bands]
    counted = [None if ranked else band.number for band in bands]
    return parts.table(
        ctx,
        ("range", [numbers.say_range(ctx, band.range) for band in bands]),
        ("rank", [*map(_number, places)]),
        ("name", [(blocks.Text(title_of(band)),) for band in bands]),
        ("number", [*map(_number, counted)]),
        ("duration", [tables.lasts(ctx, band.lasts) for band in bands]),
    )


def _number(number: int | None) -> Inlines:
    return () if number is None else (blocks.Text(str(number)),)


def dice_order(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """The steps of each procedure by name, with what calls for them."""
    for procedure in ctx.ruleset.of(dice.Dice):
        steps = []
        for step in procedure.steps:
            said, name = token_words(ctx, step, " {word}"), (ctx.link(step),)
            pair = ctx.say("compare.pair", label=name, said=said) if said else name
            steps.append(pair)
        yield from panel(ctx, procedure, (blocks.NumberedList(tuple(steps)),))


def menus(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """What can be bought, by cost. Picks of one cost stand together."""
    for menu in ctx.ruleset.of(entries.Menu):
        by_cost: dict[int, list[Inlines]] = {}
        for pick in sorted(menu.picks, key=lambda pick: pick.cost):
            by_cost.setdefault(pick.cost, []).append(_pick(ctx, pick))
        content = parts.table(
            ctx,
            ("cost", [*map(_number, by_cost)]),
            ("effect", [ctx.chain("sentences", picks) for picks in by_cost.values()]),
        )
        yield from panel(ctx, menu, content)


def _pick(ctx: RenderContext, pick: entries.Pick) -> Inlines:
    """By its name, with the amount where it is about one; else by what it does."""
    if not pick.name:
        return cell(ctx.where_effects_begin(), pick.effects)
    match pick.effects:
        case (Modify(by=Modifier() as by),) if not by.token:
            said = amounts.amount(ctx, by)
            return ctx.say("quick.pick", name=pick.name, amount=said)
        case _:
            return (blocks.Text(pick.name),)


# Tracks.


def tracks(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """What each condition does, and how long.

    Conditions of which nothing is to be said need no line; if all are such, they share one.
    """
    for track in ctx.ruleset.of(Track):
        conditions = [
            condition
            for condition in track.conditions
            if cell(ctx, condition.effects) or condition.duration is not None
        ]
        names: list[Inlines] = [
            (blocks.Text(title_of(condition)),)
            for condition in conditions or track.conditions
        ]
        content = parts.table(
            ctx,
            ("rank", [tables.rank(track, condition) for condition in conditions]),
            ("condition", names if conditions else [ctx.listed(names)]),
            ("effect", [cell(ctx, condition.effects) for condition in conditions]),
            ("duration", [tables.lasts(ctx, c.duration) for c in conditions]),
        )
        yield from panel(ctx, track, content)


# The page.


PANELS: Final = (
    ladders,
    dice_order,
    actions,
    effect_rolls,
    tracks,
    menus,
    points,
)
"""In the order in which a scene asks for them."""

KEY: Final = "reference"


def reference_page(ctx: RenderContext) -> Iterator[blocks.Page]:
    """What is looked up most, if there is any of it."""
    brief = ctx.without_anchors().without_remarks().abbreviated()
    panels = tuple(panel for panels_of in PANELS for panel in panels_of(brief))
    content = (blocks.Panels("reference", panels),) if panels else ()
    yield from placement.special_page(ctx, KEY, content)
