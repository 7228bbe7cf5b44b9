"""Sheets to print, cards to cut out and a blank character sheet; and the table mode of a site."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from freed6c.document import blocks, changes, listing, placement, wording
from freed6c.document.describe import body, parts, tables
from freed6c.document.describe.rolls import rolled_values
from freed6c.document.prose import line
from freed6c.document.render_context import RenderContext, kind_word
from freed6c.document.wording import title_of
from freed6c.runtime.entries import actions, world
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.entries.tables import Condition, Track

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.runtime.record import Entry


CARDS_KEY: Final = "cards"

LETTERS: Final = 40
"""About so many letters stand in a line of a card."""

CARD_LINES: Final = 22
"""About so many lines fit on a card."""


def cards_page(ctx: RenderContext) -> Iterator[blocks.Page]:
    """Actions, conditions, menus, points."""
    cards = tuple(_cards(ctx.without_anchors().without_remarks()))
    content = (blocks.Panels("cards", cards),) if cards else ()
    yield from placement.special_page(ctx, CARDS_KEY, content, repeats=True)


def _cards(ctx: RenderContext) -> Iterator[blocks.Panel]:
    ruleset = ctx.ruleset
    whole: tuple[Entry, ...] = (
        *ruleset.of(actions.Action),
        *ruleset.of(actions.Menu),
        *ruleset.of(actions.Points),
    )
    for entry in whole:
        # How its text begins, then all that it says in numbers.
        above = parts.paragraph(ctx, listing.first_sentence(ctx, entry))
        content = (*above, *body(ctx, entry, 1))
        yield _card(ctx, entry, kind_word(ctx, entry), content)
    for track in ruleset.of(Track):
        for condition in track.conditions:
            if condition.effects or condition.rank:
                content = _condition(ctx, condition)
                yield _card(ctx, condition, title_of(track), content)


def _card(ctx: RenderContext, entry: Entry, kind: str, content: Blocks) -> blocks.Panel:
    badge = changes.badge(ctx, entry, "narrow", alone=True)
    title = ctx.chain("behind", ((ctx.link(entry),), badge))
    return blocks.Panel(title, content, kind, size=_size(content), entry=entry.id)


def _condition(ctx: RenderContext, condition: Condition) -> Blocks:
    return (
        *parts.paragraph(ctx, line(ctx, condition.text)),
        *parts.effect_blocks(ctx, condition.effects),
        *parts.facts(
            ctx,
            ("rank", tables.rank(condition.track, condition)),
            ("duration", tables.lasts(ctx, condition.duration)),
            ("recovered-by", tables.recovered_by(ctx, condition.recovered_by)),
        ),
    )


def _size(content: Blocks) -> Literal[1, 2, 3]:
    """As many sides, beside each other, as the text needs: a card is folded to show one."""
    lines = _lines(content, LETTERS)
    if lines <= CARD_LINES:
        return 1
    return 2 if lines <= 2 * CARD_LINES else 3


def _lines(content: Blocks, letters: int) -> int:
    """About so many lines of so many letters."""
    lines = 0
    for block in blocks.blocks_in(content):
        match block:
            case blocks.TableBlock(_, rows):
                # Each row is a line.
                lines += sum(_wrapped(sum(row, ()), letters) for row in rows)
            case blocks.EntryHeading():
                lines += 2
            case blocks.DefinitionList(items):
                # A short fact stands behind what it is called.
                lines += sum(
                    _wrapped(item.term, letters)
                    for item in items
                    if [type(inner) for inner in item.blocks] != [blocks.Paragraph]
                )
            case _:
                lines += sum(
                    _wrapped(words, letters) for words in blocks.lines_in(block)
                )
    return lines


def _wrapped(words: Inlines, letters: int) -> int:
    return 1 + len(wording.plain(words)) // letters


# The blank character sheet.


SHEET_KEY: Final = "sheet"
BOXES: Final = 8
"""So many points there is room for: most games have no limit to them."""

SHEET_LINES: Final = 3
"""So many lines for what is written in words, or things of one sort."""


def sheet_page(ctx: RenderContext) -> Iterator[blocks.Page]:
    """A sheet with a front and a back, if there is anything to write down about a character."""
    ctx = ctx.without_anchors()
    rated = tuple(_abilities(ctx))
    points = [
        _field(ctx, pool, "boxes").but(count=BOXES)
        for pool in ctx.ruleset.of(actions.Points)
    ]
    all_points = _panel(ctx.word("kinds.points"), points)
    counted = (*_numbers(ctx), *_tracks(ctx), *all_points)
    content = (
        blocks.Panels("character", (_identity(ctx), *rated)),
        blocks.Panels("character", (*counted, *_words(ctx))),
    )
    if rated or counted:
        yield from placement.special_page(ctx, SHEET_KEY, content)


def _panel(
    title: str | Inlines,
    fields: Iterable[blocks.FormField],
    blank: blocks.Blank = "",
    about: str = "",
) -> Iterator[blocks.Panel]:
    """A panel of fields, if there are some."""
    items = tuple(fields)
    if items:
        yield blocks.Panel(
            (blocks.Text(title),) if isinstance(title, str) else title,
            (blocks.FormFields(items),),
            blank=blank,
            about=about,
        )


def _field(ctx: RenderContext, entry: Entry, blank: blocks.Blank) -> blocks.FormField:
    """A field for an entry under its name, with what packs did to it."""
    badge = changes.badge(ctx, entry, "narrow")
    return blocks.FormField(title_of(entry), blank, about=entry.id, badge=badge)


def _identity(ctx: RenderContext) -> blocks.Panel:
    name = blocks.FormField(ctx.word("sheet.name"), "words", about="name")
    keys = ("player", "concept")
    fields = tuple(blocks.FormField(ctx.word(f"sheet.{key}"), "words") for key in keys)
    scales = tuple(
        # Other things have names like those of scales, and stand on the same sheet.
        blocks.FormField(
            ctx.patterns["sheet.scale"].format(name=title_of(scale)), "words"
        )
        for scale in ctx.ruleset.of(world.Scale)
    )
    title: Inlines = (blocks.Text(ctx.word("sheet.who")),)
    return blocks.Panel(
        title, (blocks.FormFields((name, *fields, *scales), abreast=True),)
    )


def _abilities(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """Each with its skills; those without any, by their type."""
    bare: dict[str, list[blocks.FormField]] = {}
    for ability in ctx.ruleset.of(world.Ability):
        if ability.skills:
            skills = [_rated(ctx, skill) for skill in ability.skills]
            room = _room(ability)
            yield from _panel(parts.named(ctx, ability), skills, room, ability.id)
        else:
            named = title_of(ability.type.entry) if ability.type else ""
            title = named or ctx.word("kinds.ability")
            bare.setdefault(title, []).append(_rated(ctx, ability))
    for title, fields in bare.items():
        yield from _panel(title, fields)


def _room(ability: world.Ability) -> blocks.Blank:
    return "code" if ability.ranked else "box"


def _rated(
    ctx: RenderContext, entry: world.Ability | world.Skill | world.Specialization
) -> blocks.FormField:
    name = title_of(entry)
    if entry.trained:
        name = ctx.patterns["sheet.trained"].format(name=name)
    blank = _room(entry) if isinstance(entry, world.Ability) else "code"
    parts = entry.specializations if isinstance(entry, world.Skill) else ()
    inside = tuple(_rated(ctx, part) for part in parts)
    return _field(ctx, entry, blank).but(label=name, inside=inside)


def _numbers(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """Those of people, then those of their things.

    People have several of the things that have a number of their own. The first of them has the
    numbers that rolls use; the others are lines to write on.
    """
    things: list[blocks.FormField] = []
    rolled = rolled_values(ctx.ruleset)
    for nature in ctx.ruleset.of(world.Nature):
        own = [v for v in ctx.ruleset.of(world.Value) if v.of.entry is nature]
        given = [ref.entry for ref in nature.values]
        values = tuple(
            blocks.FormField(
                title_of(value),
                "code" if value.type == "die-code" else "number",
                about=value.id if nature.agency or value.id in rolled else "",
                badge=changes.badge(ctx, value, "narrow"),
            )
            for value in dict.fromkeys((*given, *own))
        )
        if nature.agency:
            yield from _panel(ctx.word("kinds.value"), values)
        elif values:
            things.append(blocks.FormField(title_of(nature), "words", values))
            notes = tuple(value for value in values if not value.about)
            another = blocks.FormField(title_of(nature), "words", notes)
            things += [another] * (SHEET_LINES - 2 if own else 0)
    yield from _panel(ctx.word("sheet.things"), things)


def _tracks(ctx: RenderContext) -> Iterator[blocks.Panel]:
    for track in filter(concerns_people, ctx.ruleset.of(Track)):
        ticks = [
            _field(ctx, condition, "box")
            for condition in track.conditions
            if condition.rank or condition.effects
        ]
        yield from _panel(parts.named(ctx, track), ticks)


def concerns_people(track: Track) -> bool:
    """Whether people can have its conditions: not only things resist it."""
    things = (
        isinstance(ref.entry, world.Value) and not ref.entry.of.entry.agency
        for ref in track.resisted_by
    )
    return not track.resisted_by or not all(things)


def _words(ctx: RenderContext) -> Iterator[blocks.Panel]:
    """What is told of a character."""
    for hook in ctx.ruleset.of(world.Hook)[:1]:
        title = ctx.word("kinds.hook")
        lines = [blocks.FormField(kind_word(ctx, hook), "words")] * SHEET_LINES
        yield from _panel(title, lines)
    title = ctx.word("sheet.notes")
    yield from _panel(title, [blocks.FormField(title, "text", count=4 * SHEET_LINES)])


# The table mode: who takes part, whose turn it is, what lasts. A script does all of it.


TABLE_KEY: Final = "table"


def table_page(ctx: RenderContext) -> Iterator[blocks.Page]:
    """A page to play with, where there are people, and dice for them."""
    people: tuple[Entry, ...] = ctx.ruleset.of(world.Ability)
    if people and ctx.ruleset.of(Dice):
        place = blocks.RollerBlock(ctx.say("table.without"), "table")
        content = (place, blocks.FinePrint(ctx.say("table.intro")))
        yield from placement.special_page(
            ctx, "table-mode", content, key=TABLE_KEY, live=True
        )
