"""Notes and chapters: readings that exist, and no entry twice in a chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.check.places import label
from freed6c.diagnostics.codes import checks as codes
from freed6c.model.values import at
from freed6c.runtime.entries.notes import Chapter, Note

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset


def check_notes(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report choices that are none of the readings, and decided settings with another value."""
    for note in ruleset.of(Note):
        if note.decides:
            yield from _decides(ruleset, note)
        elif note.chosen and note.chosen not in note.readings:
            yield codes.NO_SUCH_READING.at(
                label(ruleset, note, "chosen"),
                chosen=note.chosen,
                readings=", ".join(note.readings),
            )


def _decides(ruleset: Ruleset, note: Note) -> Iterator[Diagnostic]:
    value, place = at(ruleset, note.decides), label(ruleset, note, "decides")
    values = {reading.value.lower() for reading in note.readings.values()}
    if value is None:
        yield codes.NO_SUCH_PLACE.at(place, setting=note.decides)
    elif str(value).lower() not in values:
        yield codes.VALUE_WITHOUT_READING.at(place, setting=note.decides, value=value)


# Chapters.


def check_chapters(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report entries that a chapter contains twice."""
    for chapter in ruleset.of(Chapter):
        first: dict[str, int] = {}
        for position, ref in enumerate(chapter.contains):
            if first.setdefault(ref.id, position) != position:
                original = label(
                    ruleset, chapter, "contains", first[ref.id], words="here"
                )
                yield codes.REPEATED.at(
                    label(ruleset, chapter, "contains", position),
                    related=[original],
                    entry=ref.id,
                )
