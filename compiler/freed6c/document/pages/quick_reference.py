"""The quick reference: one printed sheet for the table, made of panels.

A line of it has the name of an entry and its effect; sites fold the rest below the line.
A pack lists in its `panels` what the sheet shows. For a pack without panels, the sheet shows all of
its entries that have a short form: actions, effect rolls, points, benchmarks, dice, menus, tracks.
"""

from __future__ import annotations

from itertools import chain, groupby
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from freed6c.document import blocks, changes, listing, placement
from freed6c.document.blocks import DefinitionItem
from freed6c.document.describe import parts, tables
from freed6c.document.describe.actions import rolled, scene_order
from freed6c.document.describe.dice import (
    outcome_conditions,
    step_sentences,
    token_words,
)
from freed6c.document.pages.plan import pack_of
from freed6c.document.prose import line, prose
from freed6c.document.sentences import amounts, formulas, numbers
from freed6c.document.sentences.effects import cell, ended, said_by_pack, uncapitalized
from freed6c.document.wording import capitalized, plain, title_of, unended
from freed6c.model.difficulties import difficulties
from freed6c.packs.grouping import grouped
from freed6c.runtime.amounts import Modifier
from freed6c.runtime.effects import Effect, Modify
from freed6c.runtime.entries import actions as entries
from freed6c.runtime.entries import dice, world
from freed6c.runtime.entries.notes import PanelEntry
from freed6c.runtime.entries.tables import Band, Benchmark, Condition, Table, Track

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from freed6c.document.blocks import Block, Blocks, Inlines
    from freed6c.document.describe.tables import Keyed
    from freed6c.document.render_context import RenderContext
    from freed6c.runtime.record import Entry

    Rolled: TypeAlias = entries.Action | entries.EffectRoll


# Actions, effect rolls and points.


SHORT: Final = 80
"""The longest effect, in letters, that fits in a line."""

SENTENCE: Final = 105
"""The longest sentence of prose, in letters: it reads faster than an effect."""


def _fold(name: Inlines, words: Inlines, *below: Block) -> DefinitionItem:
    """Return a line: a name and words, with details folded below them."""
    line_ = (blocks.Paragraph(capitalized(words)),) if words else ()
    return DefinitionItem(name, (*line_, *below))


def _folds(lines: Iterable[DefinitionItem]) -> Blocks:
    return tuple(block.but(folded=True) for block in parts.definitions(lines))


def _actions(ctx: RenderContext, type_: world.ActionType) -> Blocks:
    """Return a line for each action of a type."""
    actions = ctx.ruleset.of(entries.Action)
    return _checks(ctx, [a for a in actions if a.type.entry is type_])


def _title(ctx: RenderContext, entry: Entry) -> Inlines:
    """Return the name of an entry, with the use of a benchmark or the number of its actions."""
    name: Inlines = (ctx.link(entry),)
    if isinstance(entry, world.ActionType):
        key = "quick.any" if entry.count is None else "quick.count"
        period = (blocks.Text(entry.per.entry.name),)
        name = ctx.say(key, name=name, count=entry.count or 0, period=period)
    elif _has_ranks(ctx, entry):
        name = ctx.say("quick.ranks", name=name)
    elif entry in [benchmark for benchmark, _ in difficulties(ctx.ruleset)]:
        name = ctx.say("quick.difficulties", name=name)
    return changes.with_badge(ctx, entry, name)


def _checks(ctx: RenderContext, rolled_entries: Iterable[Rolled]) -> Blocks:
    """Return a line for each entry with its effect above its roll.

    Entries in a row whose names begin alike up to a colon share a line. A target that most rolls
    have is said once, above the lines.
    """
    shown = [*rolled_entries]
    targets = [_against(ctx, entry.check) for entry in shown if entry.check]
    usual = max(targets, key=targets.count, default=())
    usual = usual if 1 < targets.count(usual) > len(targets) / 2 else ()
    said = usual and ctx.say("quick.usual", against=usual)
    by_name = groupby(shown, lambda entry: _begin(entry) or entry.id)
    lines = _folds(_shared(ctx, [*group], usual) for _, group in by_name)
    return (*parts.paragraph(ctx, said), *lines)


def _begin(entry: Entry) -> str:
    """Return the name of an entry up to the colon; empty without one."""
    return "".join(title_of(entry).rpartition(": ")[:2])


def _shared(
    ctx: RenderContext, group: Sequence[Rolled], usual: Inlines
) -> DefinitionItem:
    """Return the line of an entry, or one line for several: how their names go on."""
    if len(group) == 1:
        return _check(ctx, group[0], usual)
    begin = _begin(group[0])
    lines, ends = [], []
    for entry in group:
        end = (ctx.link(entry, (blocks.Text(title_of(entry).removeprefix(begin)),)),)
        ends.append(changes.with_badge(ctx, entry, end))
        lines.append(_check(ctx, entry, usual).but(term=capitalized(ends[-1])))
    name = (blocks.Text(begin.removesuffix(": ")),)
    return _fold(name, ctx.chain("list.comma", ends), *parts.definitions(lines))


def _check(ctx: RenderContext, entry: Rolled, usual: Inlines) -> DefinitionItem:
    """Return the line of an action or an effect roll, without the `usual` target.

    A formula can use a cell of a table row that the player chooses. The first such cell in the line
    names its table ("the damage of the weapon in the table of weapons"), the next ones don't.
    """
    inner, check = ctx.with_names(formulas.names_in(ctx, entry)), entry.check
    roll: Inlines = ()
    if check is not None:
        roll = formulas.ratings_words(inner, check.with_)
        against_context = inner
        # `rolled` names the tables. If that makes no difference, the roll uses no cell.
        if isinstance(entry, entries.Action) and roll == (roll := rolled(inner, entry)):
            against_context = inner.with_names(formulas.cells_by_table(inner, entry))
        against = _against(against_context, check)
        if against != usual:
            roll = ctx.chain("quick.against", (roll, against))
        roll = ctx.say("compare.pair", label=ctx.label("with"), said=roll)
    effect = (
        cell(inner, entry.check.success)
        if isinstance(entry, entries.EffectRoll)
        else _outcome(inner, entry, entry.effects or (check.success if check else ()))
    )
    below = parts.paragraph(ctx, roll) if effect else ()
    return _fold(changes.linked(ctx, entry), effect or roll, *below)


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
    """Return a line for each way to spend the points of a pool, with its cost."""
    lines = []
    for way in pool.spend.values():
        inner = ctx.where_effects_begin(begins=way.at != "after-roll")
        cost = formulas.formula(ctx, way.cost.text)
        name = ctx.say("quick.pick", name=way.name, amount=cost)
        lines.append(_fold(name, cell(inner, way.effects)))
    return _folds(lines)


# Benchmarks, dice and menus.


def _ladder(ctx: RenderContext, benchmark: Benchmark) -> Blocks:
    """Return a line for each band, with its rank if it has one."""
    ranked = _has_ranks(ctx, benchmark)
    return _folds(_band(ctx, band, ranked=ranked) for band in benchmark.bands)


def _has_ranks(ctx: RenderContext, entry: Entry) -> bool:
    """Return True if a dice procedure uses a benchmark for its ranks of success."""
    return entry in [p.ranks.entry for p in ctx.ruleset.of(dice.Dice) if p.ranks]


def _band(ctx: RenderContext, band: Band, *, ranked: bool) -> DefinitionItem:
    name = parts.named(ctx, band)
    if ranked:
        rank = ctx.chain("behind", (ctx.label("rank"), (blocks.Text(str(band.place)),)))
        name = ctx.say("compare.pair", label=rank, said=name)
    below = tables.lasts(ctx, band.duration) or listing.first_sentence(ctx, band)
    return _fold(numbers.say_range(ctx, band.range), name, *parts.paragraph(ctx, below))


def _dice_order(ctx: RenderContext, procedure: dice.Dice) -> Blocks:
    """Return a numbered list of the steps by name, each with its tokens and what it does."""
    steps = []
    for step in procedure.steps:
        tokens, name = token_words(ctx, step), changes.linked(ctx, step)
        pair = ctx.say("compare.pair", label=name, said=tokens) if tokens else name
        steps.append(ctx.join_sentences((ended(ctx, pair), *step_sentences(ctx, step))))
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
    """Return the name of a pick, with the amount if it has one; without a name, its effects."""
    name: Inlines = (blocks.Text(pick.name),)
    match pick.effects:
        case effects if not pick.name:
            name = cell(ctx.where_effects_begin(), effects)
        case (Modify(by=Modifier() as by),) if not by.token:
            amount = amounts.amount(ctx, by)
            if plain(amount) not in pick.name:
                name = ctx.say("quick.pick", name=pick.name, amount=amount)
    return changes.with_badge(ctx, pick, name)


# Tracks.


def _track(ctx: RenderContext, track: Track, keys: Sequence[str] = ()) -> Blocks:
    """Return a line for each condition of a track with its effects, above its duration.

    `keys` select columns that the track adds. Conditions without effects and duration are left out;
    if none has them, one line lists the names of all. Words that end the effects of all are said
    once, above the lines.
    """
    columns = [(key, column) for key, column in track.columns.items() if key in keys]
    conditions = [
        condition
        for condition in track.conditions
        if columns or cell(ctx, condition.effects) or condition.usual_duration
    ]
    if not conditions:
        names = [_ranked(ctx, condition) for condition in track.conditions]
        return parts.paragraph(ctx, ctx.listed(names))
    facts = [_facts(ctx, condition, columns) for condition in conditions]
    halves = [_after_first_word(words) for words, *_ in facts]
    ends = {end for _, end in halves}
    end = ends.pop() if len(ends) == 1 < len(halves) else ()
    lines = (
        _fold(_ranked(ctx, one), half if end else words, *parts.paragraph(ctx, *rest))
        for one, (half, _), (words, *rest) in zip(
            conditions, halves, facts, strict=True
        )
    )
    said = end and ctx.say("quick.end", end=end)
    return (*parts.paragraph(ctx, said), *_folds(lines))


def _after_first_word(words: Inlines) -> tuple[Inlines, Inlines]:
    """Split words after the first, usually an amount; without plain text, there is no end."""
    if not words or not isinstance(words[0], blocks.Text):
        return words, ()
    first, _, rest = words[0].text.partition(" ")
    return (blocks.Text(first),), (blocks.Text(rest), *words[1:]) if rest else ()


def _ranked(ctx: RenderContext, condition: Condition) -> Inlines:
    """Return the name of a condition after its rank."""
    rank = tables.rank(condition.track, condition)
    return ctx.chain("behind", (rank, changes.linked(ctx, condition)))


def _facts(
    ctx: RenderContext, condition: Condition, columns: Sequence[Keyed]
) -> Sequence[Inlines]:
    """Return what a condition does; first the words of its line, which can be empty."""
    facts = [
        ctx.say("compare.pair", label=label, said=cells[0])
        for label, cells in tables.track_columns(ctx, columns, [condition])
        if cells[0]
    ]
    lasts = tables.lasts(ctx, condition.usual_duration)
    facts += filter(None, (cell(ctx, condition.effects), lasts))
    return facts or [()]


# Short forms.


def brief(ctx: RenderContext, entry: Entry, columns: Sequence[str] = ()) -> Blocks:
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
            return _checks(ctx, [entry])
        case _:
            return BRIEF.get(type(entry), ctx.shown)(ctx, entry)


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
    short = in_brief(ctx)
    for panel in ctx.ruleset.of(PanelEntry):
        content = (*prose(short, panel.text), *_panel_entries(short, panel))
        if content:
            yield blocks.Panel(parts.named(ctx, panel), content)


def _panel_entries(ctx: RenderContext, panel: PanelEntry) -> Iterator[blocks.Block]:
    """Yield one list of the actions and effect rolls of a panel, then its other entries.

    If there are several other entries, each has its name above it, or is folded below its name. A
    scene is always folded.
    """
    shown: list[Entry] = [ref.entry for ref in panel.shows]
    rolls = (entries.Action, entries.EffectRoll)
    yield from _checks(ctx, [e for e in shown if isinstance(e, rolls)])
    others = [entry for entry in shown if not isinstance(entry, rolls)]
    for entry in others:
        content = brief(ctx, entry, panel.only)
        if not content or (len(others) == 1 and not isinstance(entry, entries.Scene)):
            yield from content
        elif _stays_open(entry):
            yield from parts.definitions([DefinitionItem(_title(ctx, entry), content)])
        else:
            yield from _folds([_fold(changes.linked(ctx, entry), (), *content)])


def _stays_open(entry: Entry) -> bool:
    """Return True if the lines of an entry are wanted at a glance, even beside other entries.

    A track with ranks below 0 is a mood, which few rolls need.
    """
    if isinstance(entry, Track):
        conditions = entry.conditions
        return conditions[0].rank >= 0 and any(c.effects for c in conditions)
    return isinstance(entry, Benchmark | world.ActionType | entries.Points)


# Panels for packs that define none.


def _generated_panels(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """Yield panels of the missing entries, in the order in which a scene of play needs them."""
    ruleset, short, is_missing = ctx.ruleset, in_brief(ctx), _missing_test(ctx)
    # Benchmarks that checks use as difficulties come first.
    used = [benchmark for benchmark, _ in difficulties(ruleset)]
    benchmarks = dict.fromkeys((*used, *ruleset.of(Benchmark)))
    rolls = _checks(short, filter(is_missing, ruleset.of(entries.EffectRoll)))

    def panels_of(*groups: Iterable[Entry]) -> Iterator[blocks.Panel]:
        for entry in filter(is_missing, chain(*groups)):
            if content := brief(short, entry):
                yield blocks.Panel(_title(ctx, entry), content)

    yield from panels_of(benchmarks, *map(ruleset.of, (dice.Dice, world.ActionType)))
    if rolls:
        yield blocks.Panel((blocks.Text(ctx.word("kinds.effect-roll")),), rolls)
    yield from panels_of(*map(ruleset.of, (Track, entries.Menu, entries.Points)))


def _missing_test(ctx: RenderContext) -> Callable[[Entry], bool]:
    """Return a test for entries that no panel shows and whose pack defines no panels."""
    panels = ctx.ruleset.of(PanelEntry)
    shown = {ref.id for panel in panels for ref in panel.shows}
    packs = {pack_of(ctx.ruleset, panel) for panel in panels}
    return lambda entry: (
        entry.id not in shown and pack_of(ctx.ruleset, entry) not in packs
    )


# The page.


KEY: Final = "reference"


def in_brief(ctx: RenderContext) -> RenderContext:
    """Return the context for short forms."""
    return ctx.without_anchors().without_remarks().abbreviated()


def reference_page(ctx: RenderContext) -> Iterator[blocks.Page]:
    """Yield the quick reference, if it has any panels."""
    panels = (*_pack_panels(ctx), *_generated_panels(ctx))
    content = (blocks.Panels("reference", panels),) if panels else ()
    yield from placement.special_page(ctx, KEY, content)
