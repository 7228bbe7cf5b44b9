"""A blank character sheet: every ability, number, point and condition that the ruleset has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Inlines, Page, Text
from freed6c.document.forms import Blank, Field, Fields, Panel, Panels
from freed6c.document.scribe import Scribe, kind_word, title_of
from freed6c.runtime.entries.actions import Points
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


KEY: Final = "sheet"
BOXES: Final = 8
"""So many points there is room for: most games have no limit to them."""

LINES: Final = 3
"""So many lines for what is written in words, or things of one sort."""


def sheet_page(scribe: Scribe) -> Iterator[Page]:
    """A sheet with a front and a back, if there is anything to write down about a character."""
    rated = tuple(_abilities(scribe))
    counted = (*_numbers(scribe), *_tracks(scribe), *_points(scribe))
    if rated or counted:
        yield Page(
            key=KEY,
            title=scribe.word(KEY),
            anchor=f"page-{KEY}",
            blocks=(
                Panels("character", (_who(scribe), *rated)),
                Panels("character", (*counted, *_words(scribe))),
            ),
            shelf="reference",
            summary=scribe.word(f"{KEY}.summary"),
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
    return LINES - 1 if own else 1


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
        lines = [Field(kind_word(scribe, hook), "words")] * LINES
        yield from _panel(title, lines)
    title = scribe.word("sheet.notes")
    yield from _panel(title, [Field(title, "text", count=4 * LINES)])
