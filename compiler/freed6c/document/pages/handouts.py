"""Pages to use at the table: cards, a blank character sheet, and the table mode of a site.

Cards are cut out: one for each action with a roll or effects, menu, pool of points, and condition
with effects. Nine are on a side of paper, with their backs on the next. The table mode is a page on
which a script tracks who takes part and rolls for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document import blocks, changes, listing, placement, wording
from freed6c.document.describe import parts, tables
from freed6c.document.describe.actions import played
from freed6c.document.describe.by_kind import body
from freed6c.document.describe.rolls import rolled_values
from freed6c.document.pages.quick_reference import brief, in_brief
from freed6c.document.render_context import RenderContext, kind_word
from freed6c.document.sentences.effects import cell, uncapitalized
from freed6c.document.sentences.formulas import names_in
from freed6c.document.wording import title_of
from freed6c.model.value_lookup import constant
from freed6c.runtime.entries import actions, world
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.entries.tables import Condition, Track

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.runtime.record import Entry


CARDS_KEY: Final = "cards"

LETTERS: Final = 480
"""The letters that fit on a card, approximately. In small type, there can be a third more."""


def cards_page(ctx: RenderContext) -> Iterator[blocks.Page]:
    """Yield the page of cards, if there are any."""
    cards = _cards(ctx.without_anchors().without_remarks())
    first = next(cards, None)
    if first is not None:
        content = blocks.Deferred(lambda: [blocks.Panels("cards", (first, *cards))])
        yield from placement.special_page(ctx, CARDS_KEY, content, repeats=True)


def _cards(ctx: RenderContext) -> Iterator[blocks.Panel]:
    ruleset = ctx.ruleset
    for action in ruleset.of(actions.Action):
        inner = ctx.with_names(names_in(ctx, action)).where_effects_begin(yours=True)
        if content := parts.facts(inner, *played(inner, action)):
            yield _card(ctx, action, title_of(action.type.entry), content)
    for menu in ruleset.of(actions.Menu):
        yield _card(ctx, menu, kind_word(ctx, menu), brief(in_brief(ctx), menu))
    for pool in ruleset.of(actions.Points):
        names = [(blocks.Text(way.name),) for way in pool.earn.values()]
        earned = parts.facts(ctx, ("earn", ctx.listed(names)))
        content = (*body(ctx, pool, 1)[:1], *brief(in_brief(ctx), pool), *earned)
        yield _card(ctx, pool, kind_word(ctx, pool), content)
    for track in ruleset.of(Track):
        for condition in track.conditions:
            if content := parts.effect_blocks(ctx, condition.effects):
                facts = parts.facts(
                    ctx,
                    ("rank", tables.rank(track, condition)),
                    ("duration", tables.lasts(ctx, condition.usual_duration)),
                    ("recovered-by", tables.recovered_by(ctx, condition.recovered_by)),
                )
                yield _card(ctx, condition, title_of(track), (*content, *facts))


def _card(ctx: RenderContext, entry: Entry, kind: str, content: Blocks) -> blocks.Panel:
    badge = changes.badge(ctx, entry, "narrow", alone=True)
    title = ctx.chain("behind", ((ctx.link(entry),), badge))
    content = (*parts.paragraph(ctx, listing.first_sentence(ctx, entry)), *content)
    dense = _letters(content) > LETTERS
    return blocks.Panel(title, content, kind, "box", dense=dense, entry=entry.id)


def _letters(content: Blocks) -> int:
    """Return the letters of all texts, each with half a line for what its end leaves empty."""
    texts = (words for b in blocks.blocks_in(content) for words in blocks.lines_in(b))
    return sum(len(wording.plain(words)) + 12 for words in texts if words)


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
    counted = (*_tracks(ctx), *_numbers(ctx), *_panel(ctx.word("kinds.points"), points))
    content = (
        blocks.Panels("character", (*_identity(ctx), *rated)),
        blocks.Panels("character", (*counted, *_free_text(ctx))),
    )
    if rated or counted:
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
            blank = _blank(ability)
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
    for track in filter(concerns_people, ctx.ruleset.of(Track)):
        ticks = [
            _field(ctx, condition, "box").but(inside=_effect(ctx, condition))
            for condition in track.conditions
            if condition.rank or condition.effects
        ]
        yield from _panel(parts.named(ctx, track), ticks)


def _effect(ctx: RenderContext, condition: Condition) -> tuple[blocks.FormField, ...]:
    """Return the effects of a condition and its duration, as a line without room to write."""
    lasts = uncapitalized(ctx, tables.lasts(ctx, condition.usual_duration))
    effect = cell(ctx, condition.effects)
    words = wording.plain(ctx.chain("list.comma", (effect, lasts)))
    return (blocks.FormField(words, ""),) if effect else ()


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
