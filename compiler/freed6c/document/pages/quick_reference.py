"""The quick reference: one printed sheet for the table, made of panels.

A pack lists in its `panels` what the sheet shows. For a pack without panels, the sheet shows all of
its entries that have a short form: actions, effect rolls, points, benchmarks, dice, menus, tracks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from freed6c.document import blocks, changes, listing, placement
from freed6c.document.describe import parts, tables
from freed6c.document.describe.actions import rolled, scene_order
from freed6c.document.describe.dice import outcome_conditions, token_words
from freed6c.document.pages.plan import pack_of
from freed6c.document.prose import line, prose
from freed6c.document.sentences import amounts, formulas, numbers
from freed6c.document.sentences.effects import cell, said_by_pack, uncapitalized
from freed6c.document.wording import capitalized, plain, unended
from freed6c.model.difficulties import difficulties
from freed6c.packs.grouping import grouped
from freed6c.runtime.amounts import Modifier
from freed6c.runtime.effects import Effect, Modify
from freed6c.runtime.entries import actions as entries
from freed6c.runtime.entries import dice, world
from freed6c.runtime.entries.notes import PanelEntry
from freed6c.runtime.entries.tables import Benchmark, Table, Track

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.document.render_context import RenderContext
    from freed6c.runtime.record import Entry


# Actions, effect rolls and points.


SHORT: Final = 80
"""The longest effect, in letters, that fits in a line."""

SENTENCE: Final = 105
"""The longest sentence of prose, in letters: it reads faster than an effect."""


class CheckLine(NamedTuple):
    """The line of an entry: what is rolled, against what, and its effect."""

    entry: Entry
    roll: Inlines
    against: Inlines
    effect: Inlines


def _actions(ctx: RenderContext, type_: world.ActionType) -> Blocks:
    """Return a table of the actions of a type."""
    actions = ctx.ruleset.of(entries.Action)
    return _lines_table(ctx, [a for a in actions if a.type.entry is type_])


def _count(ctx: RenderContext, type_: world.ActionType) -> Inlines:
    """Return an action type with the number of its actions in a period."""
    key = "quick.any" if type_.count is None else "quick.count"
    name, period = changes.linked(ctx, type_), (blocks.Text(type_.per.entry.name),)
    return ctx.say(key, name=name, count=type_.count or 0, period=period)


def _lines_table(
    ctx: RenderContext, rolled_entries: Iterable[entries.Action | entries.EffectRoll]
) -> Blocks:
    """Return a table with a line for each entry.

    The opposition is left out if all lines have the same.
    """
    lines = [_line(ctx, entry) for entry in rolled_entries]
    against = [line.against for line in lines]
    same = len(against) > 1 and all(words in (against[0], ()) for words in against)
    only_rolls = all(isinstance(line.entry, entries.EffectRoll) for line in lines)
    names = [changes.linked(ctx, line.entry) for line in lines]
    rolled = [_rolled(ctx, line.roll, () if same else line.against) for line in lines]
    return parts.table(
        ctx,
        ("effect-roll" if only_rolls else "action", names),
        ("with", rolled),
        ("effect", [line.effect for line in lines]),
    )


def _rolled(ctx: RenderContext, roll: Inlines, against: Inlines) -> Inlines:
    return capitalized(ctx.chain("quick.against", (roll, against)))


def _line(ctx: RenderContext, entry: entries.Action | entries.EffectRoll) -> CheckLine:
    """Return the line of an action or an effect roll.

    A formula can use a cell of a table row that the player chooses. The first such cell in the line
    names its table ("the damage of the weapon in the table of weapons"), the next ones don't.
    """
    inner, check = ctx.with_names(formulas.names_in(ctx, entry)), entry.check
    if isinstance(entry, entries.EffectRoll):
        roll = formulas.ratings_words(inner, entry.check.with_)
        effect = cell(inner, entry.check.success)
        return CheckLine(entry, roll, _against(inner, entry.check), effect)
    if check is None:
        return CheckLine(entry, (), (), _outcome(inner, entry, entry.effects))
    roll = rolled(inner, entry)
    against_context = inner
    # `rolled` names the tables. If that makes no difference, the roll uses no cell.
    if roll == formulas.ratings_words(inner, check.with_):
        against_context = inner.with_names(formulas.cells_by_table(inner, entry))
    effect = _outcome(inner, entry, entry.effects or check.success)
    return CheckLine(entry, roll, _against(against_context, check), effect)


def _against(ctx: RenderContext, check: entries.Check) -> Inlines:
    """Return the number to reach or the opposition; its text only if it has neither."""
    against = check.against
    if against is None:
        return ()
    if written := said_by_pack(ctx, against):
        return unended(uncapitalized(ctx, written))
    return formulas.target_words(ctx, against) or line(ctx, against.text)


def _outcome(
    ctx: RenderContext, action: entries.Action, effects: Sequence[Effect]
) -> Inlines:
    """Return the summary of an action; else its effects or its first sentence, if short enough."""
    if action.summary:
        return unended(line(ctx, action.summary))
    effect = cell(ctx.where_effects_begin(), effects)
    if 0 < len(plain(effect)) <= SHORT:
        return effect
    sentence = unended(listing.first_sentence(ctx, action))
    return sentence if len(plain(sentence)) <= SENTENCE else ()


def _points(ctx: RenderContext, pool: entries.Points) -> Blocks:
    """Return a table of the ways to spend the points of a pool."""
    ways = pool.spend.values()
    return parts.table(
        ctx,
        ("cost", [formulas.formula(ctx, way.cost.text) for way in ways]),
        ("spend", [(blocks.Text(way.name),) for way in ways]),
        ("effect", [_spend_effect(ctx, way) for way in ways]),
    )


def _spend_effect(ctx: RenderContext, way: entries.Spend) -> Inlines:
    begins = way.at != "after-roll"
    return cell(ctx.where_effects_begin(begins=begins), way.effects)


# Benchmarks, dice and menus.


def _ladder(ctx: RenderContext, benchmark: Benchmark) -> Blocks:
    """Return a table of bands with the rank of each, or else the number of each.

    Bands have ranks if a dice procedure uses the benchmark for its ranks of success.
    """
    bands = benchmark.bands
    ranked = any(
        procedure.ranks is not None and procedure.ranks.entry is benchmark
        for procedure in ctx.ruleset.of(dice.Dice)
    )
    ranks = [band.place if ranked else None for band in bands]
    numbers_ = [None if ranked else band.number for band in bands]
    return parts.table(
        ctx,
        ("range", [numbers.say_range(ctx, band.range) for band in bands]),
        ("rank", [*map(_number, ranks)]),
        ("name", [parts.named(ctx, band) for band in bands]),
        ("number", [*map(_number, numbers_)]),
        ("duration", [tables.lasts(ctx, band.duration) for band in bands]),
    )


def _number(number: int | None) -> Inlines:
    return () if number is None else (blocks.Text(str(number)),)


def _dice_order(ctx: RenderContext, procedure: dice.Dice) -> Blocks:
    """Return a numbered list of the steps by name, each with its tokens."""
    steps = []
    for step in procedure.steps:
        tokens, name = token_words(ctx, step), changes.linked(ctx, step)
        pair = ctx.say("compare.pair", label=name, said=tokens) if tokens else name
        steps.append(pair)
    outcomes = []
    for outcome in procedure.outcomes:
        name, words = changes.linked(ctx, outcome), outcome_conditions(ctx, outcome)
        outcomes.append(ctx.say("compare.pair", label=name, said=words))
    lists = (steps, outcomes)
    return tuple(blocks.NumberedList(tuple(items)) for items in lists if items)


def _menu(ctx: RenderContext, menu: entries.Menu) -> Blocks:
    """Return a table of the picks of a menu, with one row for each cost."""
    by_cost = grouped((pick.cost.text, _pick(ctx, pick)) for pick in menu.picks)
    # By length, smaller numbers come first, and formulas last.
    costs = sorted(by_cost, key=lambda cost: (len(cost), cost))
    return parts.table(
        ctx,
        ("cost", [formulas.formula(ctx, cost) for cost in costs]),
        ("effect", [ctx.chain("sentences", by_cost[cost]) for cost in costs]),
    )


def _pick(ctx: RenderContext, pick: entries.Pick) -> Inlines:
    return changes.with_badge(ctx, pick, _pick_words(ctx, pick))


def _pick_words(ctx: RenderContext, pick: entries.Pick) -> Inlines:
    """Return the name of a pick, with the amount if it has one; without a name, its effects."""
    if not pick.name:
        return cell(ctx.where_effects_begin(), pick.effects)
    match pick.effects:
        case (Modify(by=Modifier() as by),) if not by.token:
            amount = amounts.amount(ctx, by)
            if plain(amount) in pick.name:
                return (blocks.Text(pick.name),)
            return ctx.say("quick.pick", name=pick.name, amount=amount)
        case _:
            return (blocks.Text(pick.name),)


# Tracks.


def _track(ctx: RenderContext, track: Track, keys: Sequence[str] = ()) -> Blocks:
    """Return a table of the conditions of a track with their effects and durations.

    `keys` select columns that the track adds. Conditions without effects and duration are left out;
    if none has them, one row lists the names of all.
    """
    columns = [(key, column) for key, column in track.columns.items() if key in keys]
    conditions = [
        condition
        for condition in track.conditions
        if columns or cell(ctx, condition.effects) or condition.usual_duration
    ]
    names: list[Inlines] = [
        parts.named(ctx, condition) for condition in conditions or track.conditions
    ]
    return parts.table(
        ctx,
        ("rank", [tables.rank(track, condition) for condition in conditions]),
        ("condition", names if conditions else [ctx.listed(names)]),
        *tables.track_columns(ctx, columns, conditions),
        ("effect", [cell(ctx, condition.effects) for condition in conditions]),
        ("duration", [tables.lasts(ctx, c.usual_duration) for c in conditions]),
    )


# Short forms.


def _brief(ctx: RenderContext, entry: Entry, columns: Sequence[str] = ()) -> Blocks:
    """Return the short form of an entry; without one, the form that prose embeds.

    `columns` select columns of a table, or added columns of a track. By default, a table shows all
    of its columns, a track none of the added ones.
    """
    match entry:
        case Table():
            return tables.table_body(ctx, entry, columns=columns)
        case Track():
            return _track(ctx, entry, columns)
        case entries.Action() | entries.EffectRoll():
            return _lines_table(ctx, [entry])
        case _:
            brief = BRIEF.get(type(entry), ctx.shown)
            return brief(ctx, entry)


BRIEF: Final[Mapping[type[Entry], Callable[[RenderContext, Any], Blocks]]] = {
    entries.Scene: scene_order,
    Benchmark: _ladder,
    dice.Dice: _dice_order,
    world.ActionType: _actions,
    entries.Menu: _menu,
    entries.Points: _points,
}


# Panels that packs define.


def _pack_panels(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """Yield the panels of the packs, in their order."""
    brief = _in_brief(ctx)
    for panel in ctx.ruleset.of(PanelEntry):
        content = (*prose(brief, panel.text), *_panel_entries(brief, panel))
        if content:
            yield blocks.Panel(parts.named(ctx, panel), content)


def _panel_entries(ctx: RenderContext, panel: PanelEntry) -> Iterator[blocks.Block]:
    """Yield one table of the actions and effect rolls of a panel, then its other entries.

    If there are several other entries, their tables have captions.
    """
    shown: list[Entry] = [ref.entry for ref in panel.shows]
    rolls = (entries.Action, entries.EffectRoll)
    yield from _lines_table(ctx, [e for e in shown if isinstance(e, rolls)])
    others = [entry for entry in shown if not isinstance(entry, rolls)]
    for entry in others:
        for block in _brief(ctx, entry, panel.only):
            if isinstance(block, blocks.TableBlock) and len(others) > 1:
                caption = (
                    _count(ctx, entry)
                    if isinstance(entry, world.ActionType)
                    else changes.linked(ctx, entry)
                )
                yield block.but(caption=caption)
            else:
                yield block


# Panels for packs that define none.


def _generated_panels(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """Yield panels of the missing entries, in the order in which a scene of play needs them."""
    ruleset, brief, is_missing = ctx.ruleset, _in_brief(ctx), _missing_test(ctx)
    # Benchmarks that checks use as difficulties come first.
    used = [benchmark for benchmark, _ in difficulties(ruleset)]
    benchmarks = dict.fromkeys((*used, *ruleset.of(Benchmark)))
    before_actions: tuple[Entry, ...] = (*benchmarks, *ruleset.of(dice.Dice))
    after_actions: tuple[Entry, ...] = (
        *ruleset.of(Track),
        *ruleset.of(entries.Menu),
        *ruleset.of(entries.Points),
    )
    types = filter(is_missing, ruleset.of(world.ActionType))
    rolls = filter(is_missing, ruleset.of(entries.EffectRoll))
    title: Inlines = (blocks.Text(ctx.word("kinds.effect-roll")),)

    def panels_of(group: Iterable[Entry]) -> Iterator[tuple[Inlines, Blocks]]:
        for entry in filter(is_missing, group):
            yield changes.linked(ctx, entry), _brief(brief, entry)

    panels = (
        *panels_of(before_actions),
        *((_count(ctx, type_), _brief(brief, type_)) for type_ in types),
        (title, _lines_table(brief, rolls)),
        *panels_of(after_actions),
    )
    for title, content in panels:
        if content:
            yield blocks.Panel(title, content)


def _missing_test(ctx: RenderContext) -> Callable[[Entry], bool]:
    """Return a test for entries that no panel shows and whose pack defines no panels."""
    ruleset = ctx.ruleset
    panels = ruleset.of(PanelEntry)
    shown = {ref.id for panel in panels for ref in panel.shows}
    packs = {pack_of(ruleset, panel) for panel in panels}
    return lambda entry: entry.id not in shown and pack_of(ruleset, entry) not in packs


# The page.


KEY: Final = "reference"


def _in_brief(ctx: RenderContext) -> RenderContext:
    return ctx.without_anchors().without_remarks().abbreviated()


def reference_page(ctx: RenderContext) -> Iterator[blocks.Page]:
    """Yield the quick reference, if it has any panels."""
    panels = (*_pack_panels(ctx), *_generated_panels(ctx))
    content = (blocks.Panels("reference", panels),) if panels else ()
    panel_entries = ctx.ruleset.of(PanelEntry)
    contents = [changes.linked(ctx, panel, "sign") for panel in panel_entries]
    yield from placement.special_page(ctx, KEY, content, table_of_contents=contents)
