"""Cards to cut out: what is in play gets a card of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from freed6c.document.blocks import (
    Blank,
    Block,
    Blocks,
    EntryHeading,
    Field,
    Fields,
    Inlines,
    Page,
    Panel,
    Panels,
    Paragraph,
    TableBlock,
    Text,
    blocks_in,
    lines_in,
)
from freed6c.document.describe import body
from freed6c.document.describe.parts import effect_blocks, facts
from freed6c.document.describe.tables import lasts, rank
from freed6c.document.listing import first_sentence
from freed6c.document.prose_rendering import line
from freed6c.document.render_context import Scribe, kind_word, title_of
from freed6c.document.wording import plain
from freed6c.runtime.entries.actions import Action, Menu, Points
from freed6c.runtime.entries.tables import Condition, Track
from freed6c.runtime.entries.world import (
    Ability,
    Hook,
    Nature,
    Scale,
    Skill,
    Specialization,
    Value,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from freed6c.runtime.record import Entry


CARDS_KEY: Final = "cards"

LETTERS: Final = 42
"""About so many letters stand in a line of a card."""

CARD_LINES: Final = 24
"""About so many lines fit on a card."""


def cards_page(scribe: Scribe) -> Iterator[Page]:
    """Actions, conditions, menus, points."""
    cards = tuple(_cards(scribe.unanchored().unremarked()))
    if cards:
        yield Page(
            key=CARDS_KEY,
            title=scribe.word(CARDS_KEY),
            anchor=f"page-{CARDS_KEY}",
            blocks=(Panels("cards", cards),),
            shelf="reference",
            summary=scribe.word(f"{CARDS_KEY}.summary"),
            repeats=True,
        )


def _cards(scribe: Scribe) -> Iterator[Panel]:
    ruleset = scribe.ruleset
    whole: tuple[Entry, ...] = (
        *ruleset.of(Action),
        *ruleset.of(Menu),
        *ruleset.of(Points),
    )
    for entry in whole:
        yield _card(scribe, entry, kind_word(scribe, entry), _described(scribe, entry))
    for track in ruleset.of(Track):
        for condition in track.conditions:
            if condition.effects or condition.rank:
                kind = title_of(track)
                yield _card(scribe, condition, kind, _condition(scribe, condition))


def _card(scribe: Scribe, entry: Entry, kind: str, blocks: Blocks) -> Panel:
    title: Inlines = (scribe.link(entry),)
    return Panel(title, blocks, kind, size=_size(blocks))


def _described(scribe: Scribe, entry: Entry) -> Blocks:
    """How its text begins, then all that it says in numbers."""
    first = first_sentence(scribe, entry)
    above = (Paragraph(first),) if first else ()
    return (*above, *body(scribe, entry, 1))


def _condition(scribe: Scribe, condition: Condition) -> Blocks:
    text = (Paragraph(line(scribe, condition.text)),) if condition.text else ()
    return (
        *text,
        *effect_blocks(scribe, condition.effects),
        *facts(
            scribe,
            ("rank", rank(condition.track, condition)),
            ("duration", lasts(scribe, condition)),
            ("recovered-by", scribe.links(condition.recovered_by, "or")),
        ),
    )


def _size(blocks: Blocks) -> Literal[1, 2, 4]:
    """One card, two abreast, or twice two: as many as the text needs."""
    if _lines(blocks, LETTERS) <= CARD_LINES:
        return 1
    return 2 if _lines(blocks, 2 * LETTERS) <= CARD_LINES else 4


def _lines(blocks: Blocks, letters: int) -> int:
    return sum(_lines_of(block, letters) for block in blocks_in(blocks))


def _lines_of(block: Block, letters: int) -> int:
    """About so many lines of so many letters."""
    match block:
        case TableBlock(header, rows):
            wide = letters // len(header)
            return 1 + sum(max(_broken(cell, wide) for cell in row) for row in rows)
        case EntryHeading():
            return 2
        case _:
            return sum(_broken(words, letters) for words in lines_in(block))


def _broken(words: Inlines, letters: int) -> int:
    return 1 + len(plain(words)) // letters


# A blank character sheet: every ability, number, point and condition that the ruleset
# has.


SHEET_KEY: Final = "sheet"
BOXES: Final = 8
"""So many points there is room for: most games have no limit to them."""

SHEET_LINES: Final = 3
"""So many lines for what is written in words, or things of one sort."""


def sheet_page(scribe: Scribe) -> Iterator[Page]:
    """A sheet with a front and a back, if there is anything to write down about a character."""
    rated = tuple(_abilities(scribe))
    counted = (*_numbers(scribe), *_tracks(scribe), *_points(scribe))
    if rated or counted:
        yield Page(
            key=SHEET_KEY,
            title=scribe.word(SHEET_KEY),
            anchor=f"page-{SHEET_KEY}",
            blocks=(
                Panels("character", (_who(scribe), *rated)),
                Panels("character", (*counted, *_words(scribe))),
            ),
            shelf="reference",
            summary=scribe.word(f"{SHEET_KEY}.summary"),
        )


def _panel(title: str, fields: Iterable[Field], blank: Blank = "") -> Iterator[Panel]:
    """A panel of fields, if there are some."""
    items = tuple(fields)
    if items:
        yield Panel((Text(title),), (Fields(items),), blank=blank)


def _who(scribe: Scribe) -> Panel:
    keys = ("name", "player", "concept")
    fields = tuple(Field(scribe.word(f"sheet.{key}"), "words") for key in keys)
    scales = tuple(_level(scribe, one) for one in scribe.ruleset.of(Scale))
    title: Inlines = (Text(scribe.word("sheet.who")),)
    return Panel(title, (Fields((*fields, *scales), abreast=True),))


def _level(scribe: Scribe, scale: Scale) -> Field:
    """Other things have names like those of scales, and stand on the same sheet."""
    name = scribe.patterns["sheet.scale"].format(name=title_of(scale))
    return Field(name, "words")


def _abilities(scribe: Scribe) -> Iterator[Panel]:
    """Each with its skills; those without any, by their type."""
    bare: dict[str, list[Field]] = {}
    for ability in scribe.ruleset.of(Ability):
        if ability.skills:
            skills = [_rated(scribe, skill) for skill in ability.skills]
            yield from _panel(title_of(ability), skills, _room(ability))
        else:
            named = title_of(ability.type.entry) if ability.type else ""
            title = named or scribe.word("kinds.ability")
            bare.setdefault(title, []).append(_rated(scribe, ability))
    for title, fields in bare.items():
        yield from _panel(title, fields)


def _room(ability: Ability) -> Blank:
    return "code" if ability.ranked else "box"


def _rated(scribe: Scribe, entry: Ability | Skill | Specialization) -> Field:
    name = title_of(entry)
    if entry.trained:
        name = scribe.patterns["sheet.trained"].format(name=name)
    blank = _room(entry) if isinstance(entry, Ability) else "code"
    parts = entry.specializations if isinstance(entry, Skill) else ()
    return Field(name, blank, tuple(_rated(scribe, part) for part in parts))


def _numbers(scribe: Scribe) -> Iterator[Panel]:
    """Those of people, then those of their things."""
    for nature in scribe.ruleset.of(Nature):
        values = [_number(value) for value in _values_of(scribe, nature)]
        if nature.agency:
            yield from _panel(scribe.word("kinds.value"), values)
    things = [one for one in scribe.ruleset.of(Nature) if not one.agency]
    fields = [
        Field(title_of(nature), "words", tuple(values))
        for nature in things
        if (values := [_number(value) for value in _values_of(scribe, nature)])
        for _ in range(_copies(scribe, nature))
    ]
    yield from _panel(scribe.word("sheet.things"), fields)


def _copies(scribe: Scribe, nature: Nature) -> int:
    """People have several of the things that have a number of their own."""
    own = any(one.of.entry is nature for one in scribe.ruleset.of(Value))
    return SHEET_LINES - 1 if own else 1


def _values_of(scribe: Scribe, nature: Nature) -> list[Value]:
    """Those that it has by nature, and those that are said to be its own."""
    given = [ref.entry for ref in nature.values]
    own = [one for one in scribe.ruleset.of(Value) if one.of.entry is nature]
    return list(dict.fromkeys((*given, *own)))


def _number(value: Value) -> Field:
    return Field(title_of(value), "code" if value.type == "die-code" else "number")


def _tracks(scribe: Scribe) -> Iterator[Panel]:
    for track in scribe.ruleset.of(Track):
        if _is_of_people(track):
            ticks = [_tick(one) for one in track.conditions if one.rank or one.effects]
            yield from _panel(title_of(track), ticks)


def _is_of_people(track: Track) -> bool:
    """Whether not only things resist it."""
    found = [ref.entry for ref in track.resisted_by]
    things = [
        one for one in found if isinstance(one, Value) and not one.of.entry.agency
    ]
    return not found or len(things) < len(found)


def _tick(condition: Condition) -> Field:
    return Field(title_of(condition), "box")


def _points(scribe: Scribe) -> Iterator[Panel]:
    """All pools on one panel."""
    pools = scribe.ruleset.of(Points)
    boxes = [Field(title_of(pool), "boxes", count=BOXES) for pool in pools]
    yield from _panel(scribe.word("kinds.points"), boxes)


def _words(scribe: Scribe) -> Iterator[Panel]:
    """What is told of a character."""
    for hook in scribe.ruleset.of(Hook)[:1]:
        title = scribe.word("kinds.hook")
        lines = [Field(kind_word(scribe, hook), "words")] * SHEET_LINES
        yield from _panel(title, lines)
    title = scribe.word("sheet.notes")
    yield from _panel(title, [Field(title, "text", count=4 * SHEET_LINES)])
