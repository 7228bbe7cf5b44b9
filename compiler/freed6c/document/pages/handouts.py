"""Pages to use at the table: cards, a blank character sheet, and the table mode of a site.

Cards are cut out: one for each action with a roll or effects, menu, pool of points, and condition
with effects. Nine are on a side of paper, with their backs on the next. The table mode is a page on
which a script tracks who takes part and rolls for them.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.document import blocks, changes, listing, placement, wording
from freed6c.document.describe import parts, tables
from freed6c.document.describe.actions import played, rolled
from freed6c.document.describe.by_kind import body
from freed6c.document.describe.rolls import rolled_values
from freed6c.document.pages.plan import pack_of
from freed6c.document.pages.quick_reference import brief, in_brief
from freed6c.document.render_context import RenderContext, kind_word
from freed6c.document.sentences.effects import cell, uncapitalized
from freed6c.document.sentences.formulas import names_in
from freed6c.document.wording import title_of
from freed6c.model.value_lookup import constant
from freed6c.packs.grouping import grouped
from freed6c.runtime.entries import actions, world
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.entries.tables import Condition, Table, Track

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.runtime.record import Entry


CARDS_KEY: Final = "cards"

LETTERS: Final = 785
"""The letters that fit on a card, approximately."""


MOST: Final = 12
"""The most entries on a card."""


class _Short(NamedTuple):
    """An entry on a card: the kind and the family that it shares a card with, then its content."""

    kind: str
    family: str
    entry: Entry
    content: Blocks
    facts: Sequence[blocks.DefinitionItem] = ()
    rank: Inlines = ()


def cards_page(ctx: RenderContext) -> Iterator[blocks.Page]:
    """Yield the page of cards, if there are any."""
    cards = _cards(ctx.without_anchors().without_remarks())
    first = next(cards, None)
    if first is not None:
        content = blocks.Deferred(lambda: [blocks.Panels("cards", (first, *cards))])
        yield from placement.special_page(ctx, CARDS_KEY, content, repeats=True)


def _cards(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """Yield cards, each with as many entries of a kind as have room, families apart."""
    shorts = [short for short in _shorts(ctx) if short.content or short.facts]
    counts = Counter(short[:2] for short in shorts)
    alone = {key for key in counts if counts[key] == 1}
    for (kind, family), rest in grouped(
        ((s.kind, "" if s[:2] in alone and not s.rank else s.family), s) for s in shorts
    ).items():
        while rest:
            most = min(MOST, len(rest))
            while most > 1 and not _fit(_content(ctx, family, rest[:most])):
                most -= 1
            yield _card(ctx, kind, family, rest[:most])
            del rest[:most]


def _shorts(ctx: RenderContext) -> Iterator[_Short]:
    ruleset = ctx.ruleset
    yield from (_action(ctx, action) for action in ruleset.of(actions.Action))
    for menu in ruleset.of(actions.Menu):
        yield _Short(kind_word(ctx, menu), "", menu, brief(in_brief(ctx), menu))
    for pool in ruleset.of(actions.Points):
        names = [(blocks.Text(way.name),) for way in pool.earn.values()]
        earned = parts.facts(ctx, ("earn", ctx.listed(names)))
        content = (*body(ctx, pool, 1)[:1], *brief(in_brief(ctx), pool), *earned)
        yield _Short(kind_word(ctx, pool), "", pool, content)
    for track in ruleset.of(Track):
        kind = kind_word(ctx, track)
        for condition in filter(lambda c: c.effects, track.conditions):
            rank, family = tables.rank(track, condition), title_of(track)
            lasts = tables.lasts(ctx, condition.usual_duration)
            cured = tables.recovered_by(ctx, condition.recovered_by)
            facts = parts.facts(ctx, ("duration", lasts), ("recovered-by", cured))
            content = (*parts.effect_blocks(ctx, condition.effects), *facts)
            yield _Short(kind, family, condition, content, (), rank)


def _action(ctx: RenderContext, action: actions.Action) -> _Short:
    """Return an action, with a table that its roll names if that has room.

    Its family is its name up to a colon, or the skill to roll.
    """
    roll, family = rolled(ctx, action), title_of(action).rpartition(": ")[0]
    if len(roll) == 1 and isinstance(roll[0], blocks.Link):
        family = family or wording.plain(roll)
    inner = ctx.with_names(names_in(ctx, action)).where_effects_begin(yours=True)
    facts = parts.facts(inner, *played(inner, action))
    items = [item for block in facts for item in block.items]
    named = [ctx.ruleset.entries.get(getattr(part, "target", "")) for part in roll]
    shown = [
        b for e in named if isinstance(e, Table) for b in tables.table_body(ctx, e)
    ]
    short = _Short(title_of(action.type.entry), family, action, (*shown,), items)
    return short if _fit(_content(ctx, "", [short])) else short._replace(content=())


def _card(
    ctx: RenderContext, kind: str, family: str, card: Sequence[_Short]
) -> blocks.Panel:
    """Return a card. That of one entry, or of no family, has the names as its title."""
    title: Inlines = (blocks.Text(family),)
    if not family or (len(card) == 1 and not card[0].rank):
        title = ctx.listed([_name(ctx, short, "") for short in card])
    content = _content(ctx, family, card)
    return blocks.Panel(title, content, kind, "box", entry=card[0].entry.id)


def _name(ctx: RenderContext, short: _Short, family: str) -> Inlines:
    name = title_of(short.entry).removeprefix(f"{family}: ")
    link = ctx.link(short.entry, wording.capitalized((blocks.Text(name),)))
    badge = changes.badge(ctx, short.entry, "narrow", alone=True)
    return ctx.chain("behind", (short.rank, (link,), badge))


def _content(ctx: RenderContext, family: str, card: Sequence[_Short]) -> Blocks:
    """Return the content of a card: of several entries, first the facts that they share."""
    shared = [fact for fact in card[0].facts if all(fact in s.facts for s in card)]
    items = []
    for short in card:
        begin = parts.paragraph(ctx, listing.first_sentence(ctx, short.entry))
        own = parts.definitions(fact for fact in short.facts if fact not in shared)
        said = (*begin, *short.content, *own)
        items.append(blocks.DefinitionItem(_name(ctx, short, family), said))
    if len(card) == 1 and not card[0].rank:
        return (*items[0].blocks, *parts.definitions(shared))
    return (*parts.definitions(shared), *parts.definitions(items))


ENDS: Final = {blocks.Paragraph: 12, blocks.BulletList: 12, blocks.TableBlock: 4}
"""The letters that the end of a text leaves empty, approximately."""


def _fit(content: Blocks) -> bool:
    """Return True if a card has room for its content."""
    return (
        sum(
            len(wording.plain(words)) + ENDS.get(type(block), 0)
            for block in blocks.blocks_in(content)
            for words in blocks.lines_in(block)
        )
        <= LETTERS
    )


# The blank character sheet.


SHEET_KEY: Final = "sheet"
MOST_BOXES: Final = 8
"""The most boxes for a pool of points; with a higher maximum, or none, you write the number."""

SHEET_LINES: Final = 3
"""The blank lines for free text."""


def sheet_page(ctx: RenderContext) -> Iterator[blocks.Page]:
    """Yield a blank character sheet with a front and a back, which share a side if they have room.

    Nothing is yielded if the game has no abilities, numbers, tracks or points.
    """
    ctx = ctx.without_anchors()
    rated = tuple(_abilities(ctx))
    points = [_points(ctx, pool) for pool in ctx.ruleset.of(actions.Points)]
    # What changes all the time is on the front: the first track, and points.
    tracks, pools = [*_tracks(ctx)], _panel(ctx.word("kinds.points"), points)
    changing = (*tracks[:1], *pools)
    counted = (*tracks[1:], *_numbers(ctx))
    content = (
        blocks.Panels("character", (*_identity(ctx), *rated, *changing)),
        blocks.Panels("character", (*counted, *_free_text(ctx))),
    )
    if rated or changing or counted:
        yield from placement.special_page(ctx, SHEET_KEY, content)


def _panel(
    title: str | Inlines,
    fields: Iterable[blocks.FormField],
    blank: blocks.Blank = "",
    about: str = "",
) -> Iterator[blocks.Panel]:
    """Yield a panel of fields, if there are any. `about` is the id of the entry in its title."""
    items = tuple(fields)
    if items:
        yield blocks.Panel(
            (blocks.Text(title),) if isinstance(title, str) else title,
            (blocks.FormFields(items),),
            blank=blank,
            about=about,
        )


def _field(ctx: RenderContext, entry: Entry, blank: blocks.Blank) -> blocks.FormField:
    """Return a field with the name of an entry, and a badge if packs changed the entry."""
    badge = changes.badge(ctx, entry, "narrow")
    return blocks.FormField(title_of(entry), blank, about=entry.id, badge=badge)


def _identity(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """Return the panel for the name, the player, the concept and the scales of a character."""
    fields = (
        blocks.FormField(ctx.word(f"sheet.{key}"), "words", about=about)
        for key, about in (("name", "name"), ("player", ""), ("concept", ""))
    )
    scales = (
        # The phrase adds the word "scale": a scale can be called like another field of the sheet.
        blocks.FormField(
            ctx.patterns["sheet.scale"].format(name=title_of(scale)), "words"
        )
        for scale in ctx.ruleset.of(world.Scale)
    )
    return _panel(ctx.word("sheet.who"), (*fields, *scales))


def _abilities(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """Yield a panel for each ability with skills, then one for each type of the other abilities."""
    without_skills: dict[str, list[blocks.FormField]] = {}
    for ability in ctx.ruleset.of(world.Ability):
        if ability.skills:
            skills = [_rated(ctx, skill) for skill in ability.skills]
            blank = _blank(ability) if _listed(ctx, ability) else ""
            yield from _panel(parts.named(ctx, ability), skills, blank, ability.id)
        else:
            title = title_of(ability.type.entry) if ability.type else ""
            title = title or ctx.word("kinds.ability")
            without_skills.setdefault(title, []).append(_rated(ctx, ability))
    for title, fields in without_skills.items():
        yield from _panel(title, fields)


def _blank(ability: world.Ability) -> blocks.Blank:
    """Return room for a die code; for an ability that a character only has or lacks, a box."""
    return "code" if ability.ranked else "box"


def _listed(ctx: RenderContext, entry: world.Ability | world.Value) -> bool:
    """Return False if a nature of the same pack lists such entries without this one.

    Such a value is a counter of play, and such an ability only holds skills together.
    """
    pack = pack_of(ctx.ruleset, entry)
    own = [n for n in ctx.ruleset.of(world.Nature) if pack_of(ctx.ruleset, n) == pack]
    listed = [r.entry for n in own if n.agency for r in (*n.abilities, *n.values)]
    return entry in listed or not any(type(e) is type(entry) for e in listed)


def _points(ctx: RenderContext, pool: actions.Points) -> blocks.FormField:
    most = None if pool.max is None else constant(ctx.ruleset, pool.max)
    if most in range(1, MOST_BOXES + 1):
        return _field(ctx, pool, "boxes").but(count=most)
    return _field(ctx, pool, "number")


def _rated(
    ctx: RenderContext, entry: world.Ability | world.Skill | world.Specialization
) -> blocks.FormField:
    """Return the field of a rating, with the fields of its specializations if it is a skill."""
    name = title_of(entry)
    if entry.trained_only:
        name = ctx.patterns["sheet.trained"].format(name=name)
    blank = _blank(entry) if isinstance(entry, world.Ability) else "code"
    nested = entry.specializations if isinstance(entry, world.Skill) else ()
    inside = tuple(_rated(ctx, specialization) for specialization in nested)
    return _field(ctx, entry, blank).but(label=name, inside=inside)


def _numbers(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """Yield a panel for the values of people, then one for their things (weapons, armor …).

    A nature is a sort of being or thing; it has `agency` if it acts, as people do. A character can
    own several things of a nature with values. The line of the first thing fills in the values that
    rolls use (its fields have an `about`); the next line is only for notes.
    """
    things: list[blocks.FormField] = []
    rolled = rolled_values(ctx.ruleset)
    for nature in ctx.ruleset.of(world.Nature):
        own = [v for v in ctx.ruleset.of(world.Value) if v.of.entry is nature]
        listed = [ref.entry for ref in nature.values]
        fields = tuple(
            blocks.FormField(
                title_of(value),
                "code" if value.type in ("die-code", "pool") else "number",
                about=value.id if nature.agency or value.id in rolled else "",
                badge=changes.badge(ctx, value, "narrow"),
            )
            for value in dict.fromkeys((*listed, *own))
            if not nature.agency or _listed(ctx, value)
        )
        if nature.agency:
            yield from _panel(ctx.word("kinds.value"), fields)
        elif fields:
            things.append(blocks.FormField(title_of(nature), "words", fields))
            if own:
                notes = tuple(field for field in fields if not field.about)
                things.append(blocks.FormField(title_of(nature), "words", notes))
    yield from _panel(ctx.word("sheet.things"), things)


def _tracks(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """Yield a panel for each track. Effects that differ only in a number are told once."""
    for track in filter(concerns_people, ctx.ruleset.of(Track)):
        conditions = [c for c in track.conditions if c.rank or c.effects]
        effects = [_effect(ctx, condition) for condition in conditions]
        alike = len({effect.partition(" ")[2] for effect in effects if effect}) == 1
        ticks: list[blocks.FormField] = []
        for condition, effect in zip(conditions, effects, strict=True):
            told = alike and any(tick.inside for tick in ticks)
            words = effect.partition(" ")[0] if told else effect
            inside = (blocks.FormField(words, ""),) if words else ()
            ticks.append(_field(ctx, condition, "box").but(inside=inside))
        yield from _panel(parts.named(ctx, track), ticks)


def _effect(ctx: RenderContext, condition: Condition) -> str:
    """Return the effects of a condition and its duration."""
    lasts = uncapitalized(ctx, tables.lasts(ctx, condition.usual_duration))
    effect = cell(ctx, condition.effects)
    return wording.plain(ctx.chain("list.comma", (effect, lasts))) if effect else ""


def concerns_people(track: Track) -> bool:
    """Return True if people can have the conditions of a track.

    They cannot if all that resists the conditions are values of things, such as the hull of a ship.
    """
    things = (
        isinstance(ref.entry, world.Value) and not ref.entry.of.entry.agency
        for ref in track.resisted_by
    )
    return not track.resisted_by or not all(things)


def _free_text(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """Yield the panels for hooks, if the game has them, and for notes."""
    if ctx.ruleset.of(world.Hook):
        lines = [blocks.FormField(ctx.word("kind.hook"), "words")] * SHEET_LINES
        yield from _panel(ctx.word("kinds.hook"), lines)
    title = ctx.word("sheet.notes")
    yield from _panel(title, [blocks.FormField(title, "text", count=4 * SHEET_LINES)])


# The table mode. A script fills it in the browser.


TABLE_KEY: Final = "table"


def table_page(ctx: RenderContext) -> Iterator[blocks.Page]:
    """Yield the page of the table mode, if the game has abilities and dice."""
    abilities: tuple[Entry, ...] = ctx.ruleset.of(world.Ability)
    if abilities and ctx.ruleset.of(Dice):
        roller = blocks.RollerBlock(ctx.say("table.without"), "table")
        content = (blocks.FinePrint(ctx.say("table.intro")), roller)
        yield from placement.special_page(
            ctx, "table-mode", content, key=TABLE_KEY, live=True
        )
