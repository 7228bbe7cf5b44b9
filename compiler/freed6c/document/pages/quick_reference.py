"""The quick reference: one printed sheet for the table.

A pack says in its `panels` what stands on it. Of one without any, all that has a short form does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from freed6c.document import blocks, changes, listing, placement
from freed6c.document.describe import parts, tables
from freed6c.document.describe.actions import rolled, scene_order
from freed6c.document.describe.dice import token_words
from freed6c.document.pages.plan import pack_of
from freed6c.document.prose import line, prose
from freed6c.document.sentences import amounts, formulas, numbers
from freed6c.document.sentences.effects import cell
from freed6c.document.wording import capitalized, plain, unended
from freed6c.model.difficulties import difficulties
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
"""Letters of an effect that are read in passing."""

SENTENCE: Final = 105
"""Letters of a sentence that are: it reads faster than an effect."""


class CheckLine(NamedTuple):
    """What is rolled, against what, and what comes of it."""

    entry: Entry
    roll: Inlines
    against: Inlines
    effect: Inlines


def _actions(ctx: RenderContext, type_: world.ActionType) -> Blocks:
    """The actions of a type."""
    actions = ctx.ruleset.of(entries.Action)
    return _lines_table(ctx, [a for a in actions if a.type.entry is type_])


def _count(ctx: RenderContext, type_: world.ActionType) -> Inlines:
    """A type of action, with how often there is one."""
    key = "quick.any" if type_.count is None else "quick.count"
    name, period = changes.linked(ctx, type_), (blocks.Text(type_.per.entry.name),)
    return ctx.say(key, name=name, count=type_.count or 0, period=period)


def _lines_table(
    ctx: RenderContext, rolled_entries: Iterable[entries.Action | entries.EffectRoll]
) -> Blocks:
    """A line for each entry. An `against` that all have in common says nothing."""
    lines = [_line(ctx, entry) for entry in rolled_entries]
    against = [line.against for line in lines]
    same = len(against) > 1 and all(words in (against[0], ()) for words in against)
    rolls = all(isinstance(line.entry, entries.EffectRoll) for line in lines)
    names = [changes.linked(ctx, line.entry) for line in lines]
    rolled = [_rolled(ctx, line.roll, () if same else line.against) for line in lines]
    return parts.table(
        ctx,
        ("effect-roll" if rolls else "action", names),
        ("with", rolled),
        ("effect", [line.effect for line in lines]),
    )


def _rolled(ctx: RenderContext, roll: Inlines, against: Inlines) -> Inlines:
    return capitalized(ctx.chain("quick.against", (roll, against)))


def _line(ctx: RenderContext, entry: entries.Action | entries.EffectRoll) -> CheckLine:
    """The line of an action or an effect roll.

    The first cell of a chosen row says of which table that is.
    """
    inner, check = ctx.with_names(formulas.names_in(ctx, entry)), entry.check
    if isinstance(entry, entries.EffectRoll):
        said = formulas.ratings_words(inner, entry.check.with_)
        effect = cell(inner, entry.check.success)
        return CheckLine(entry, said, _against(inner, entry.check), effect)
    if check is None:
        return CheckLine(entry, (), (), _outcome(inner, entry, entry.effects))
    roll = rolled(inner, entry)
    further = inner
    if roll == formulas.ratings_words(inner, check.with_):
        further = inner.with_names(formulas.cells_by_table(inner, entry))
    effect = _outcome(inner, entry, entry.effects or check.success)
    return CheckLine(entry, roll, _against(further, check), effect)


def _against(ctx: RenderContext, check: entries.Check) -> Inlines:
    """What has to be reached, without what is said of it where it is a number of something."""
    against = check.against
    if against is None:
        return ()
    return formulas.target_words(ctx, against) or line(ctx, against.text)


def _outcome(
    ctx: RenderContext, action: entries.Action, effects: Sequence[Effect]
) -> Inlines:
    """What it is in short, else the effect, or how the action is told, whichever is short."""
    if action.in_short:
        return unended(line(ctx, action.in_short))
    said = cell(ctx.where_effects_begin(), effects)
    if 0 < len(plain(said)) <= SHORT:
        return said
    sentence = unended(listing.first_sentence(ctx, action))
    return sentence if len(plain(sentence)) <= SENTENCE else ()


def _points(ctx: RenderContext, pool: entries.Points) -> Blocks:
    """What a pool is spent on."""
    ways = pool.spend.values()
    return parts.table(
        ctx,
        ("cost", [(blocks.Text(str(way.cost)),) for way in ways]),
        ("spend", [(blocks.Text(way.name),) for way in ways]),
        ("effect", [_way(ctx, way) for way in ways]),
    )


def _way(ctx: RenderContext, way: entries.Spend) -> Inlines:
    begins = way.at != "after-roll"
    return cell(ctx.where_effects_begin(begins=begins), way.effects)


# Benchmarks, dice and menus.


def _ladder(ctx: RenderContext, benchmark: Benchmark) -> Blocks:
    """The bands, with the number that counts."""
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
        ("name", [parts.named(ctx, band) for band in bands]),
        ("number", [*map(_number, counted)]),
        ("duration", [tables.lasts(ctx, band.lasts) for band in bands]),
    )


def _number(number: int | None) -> Inlines:
    return () if number is None else (blocks.Text(str(number)),)


def _dice_order(ctx: RenderContext, procedure: dice.Dice) -> Blocks:
    """The steps by name, with what calls for them."""
    steps = []
    for step in procedure.steps:
        said, name = token_words(ctx, step, " {word}"), changes.linked(ctx, step)
        pair = ctx.say("compare.pair", label=name, said=said) if said else name
        steps.append(pair)
    return (blocks.NumberedList(tuple(steps)),) if steps else ()


def _menu(ctx: RenderContext, menu: entries.Menu) -> Blocks:
    """What can be bought, by cost. Picks of one cost stand together."""
    by_cost: dict[int, list[Inlines]] = {}
    for pick in sorted(menu.picks, key=lambda pick: pick.cost):
        by_cost.setdefault(pick.cost, []).append(_pick(ctx, pick))
    return parts.table(
        ctx,
        ("cost", [*map(_number, by_cost)]),
        ("effect", [ctx.chain("sentences", picks) for picks in by_cost.values()]),
    )


def _pick(ctx: RenderContext, pick: entries.Pick) -> Inlines:
    """By its name, with the amount where it is about one; else by what it does."""
    return changes.with_badge(ctx, pick, _bought(ctx, pick))


def _bought(ctx: RenderContext, pick: entries.Pick) -> Inlines:
    if not pick.name:
        return cell(ctx.where_effects_begin(), pick.effects)
    match pick.effects:
        case (Modify(by=Modifier() as by),) if not by.token:
            said = amounts.amount(ctx, by)
            return ctx.say("quick.pick", name=pick.name, amount=said)
        case _:
            return (blocks.Text(pick.name),)


# Tracks.


def _track(ctx: RenderContext, track: Track, keys: Sequence[str] = ()) -> Blocks:
    """What each condition does, and how long; of the track's own columns those that are named.

    Conditions of which nothing is to be said need no line; if all are such, they share one.
    """
    columns = [(key, column) for key, column in track.columns.items() if key in keys]
    conditions = [
        condition
        for condition in track.conditions
        if columns or cell(ctx, condition.effects) or condition.duration is not None
    ]
    names: list[Inlines] = [
        parts.named(ctx, condition) for condition in conditions or track.conditions
    ]
    return parts.table(
        ctx,
        ("rank", [tables.rank(track, condition) for condition in conditions]),
        ("condition", names if conditions else [ctx.listed(names)]),
        *(
            (
                (blocks.Text(keyed[1].name),),
                [tables.cell_words(ctx, keyed, c.cells) for c in conditions],
            )
            for keyed in columns
        ),
        ("effect", [cell(ctx, condition.effects) for condition in conditions]),
        ("duration", [tables.lasts(ctx, c.duration) for c in conditions]),
    )


# Short forms.


def _brief(ctx: RenderContext, entry: Entry, columns: Sequence[str] = ()) -> Blocks:
    """An entry in a few lines; one without a short form, as it is shown in texts.

    Tables have the columns that are named, or all; tracks none of their own but those.
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


# Panels chosen by hand.


def _chosen(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """The panels of the packs, in their order."""
    brief = _in_brief(ctx)
    for panel in ctx.ruleset.of(PanelEntry):
        shown = [ref.entry for ref in panel.shows]
        content = (*prose(brief, panel.text), *_shown(brief, panel, shown))
        if content:
            yield blocks.Panel(parts.named(ctx, panel), content)


def _shown(
    ctx: RenderContext, panel: PanelEntry, shown: Sequence[Entry]
) -> Iterator[blocks.Block]:
    """What a panel shows. What is rolled stands in one table; several of others have captions."""
    rolled = [
        entry
        for entry in shown
        if isinstance(entry, entries.Action | entries.EffectRoll)
    ]
    yield from _lines_table(ctx, rolled)
    others = [entry for entry in shown if entry not in rolled]
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


# Panels made of what has a short form.


def _made(
    ctx: RenderContext, wanted: Callable[[Entry], bool]
) -> Iterator[blocks.Panel]:
    """Panels of the wanted entries, in the order in which a scene asks for them."""
    ruleset, brief = ctx.ruleset, _in_brief(ctx)
    rolled_against = [benchmark for benchmark, _ in difficulties(ruleset)]
    ladders = dict.fromkeys((*rolled_against, *ruleset.of(Benchmark)))
    before: tuple[Entry, ...] = (*ladders, *ruleset.of(dice.Dice))
    behind: tuple[Entry, ...] = (
        *ruleset.of(Track),
        *ruleset.of(entries.Menu),
        *ruleset.of(entries.Points),
    )
    types = filter(wanted, ruleset.of(world.ActionType))
    rolls = filter(wanted, ruleset.of(entries.EffectRoll))
    title: Inlines = (blocks.Text(ctx.word("kinds.effect-roll")),)
    panels = (
        *(
            (changes.linked(ctx, one), _brief(brief, one))
            for one in filter(wanted, before)
        ),
        *((_count(ctx, type_), _brief(brief, type_)) for type_ in types),
        (title, _lines_table(brief, rolls)),
        *(
            (changes.linked(ctx, one), _brief(brief, one))
            for one in filter(wanted, behind)
        ),
    )
    for title, content in panels:
        if content:
            yield blocks.Panel(title, content)


def _missing(ctx: RenderContext) -> Callable[[Entry], bool]:
    """Tells what no panel shows, of packs that have no panels; of any, where none has."""
    ruleset = ctx.ruleset
    panels = ruleset.of(PanelEntry)
    shown = {ref.id for panel in panels for ref in panel.shows}
    choosing = {pack_of(ruleset, panel) for panel in panels}
    return lambda entry: (
        entry.id not in shown and pack_of(ruleset, entry) not in choosing
    )


# The page.


KEY: Final = "reference"


def _in_brief(ctx: RenderContext) -> RenderContext:
    return ctx.without_anchors().without_remarks().abbreviated()


def reference_page(ctx: RenderContext) -> Iterator[blocks.Page]:
    """What is looked up most, if there is any of it."""
    panels = (*_chosen(ctx), *_made(ctx, _missing(ctx)))
    content = (blocks.Panels("reference", panels),) if panels else ()
    panel_entries = ctx.ruleset.of(PanelEntry)
    contents = [changes.linked(ctx, panel, "sign") for panel in panel_entries]
    yield from placement.special_page(ctx, KEY, content, table_of_contents=contents)
