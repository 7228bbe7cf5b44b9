"""Notes and chapters: readings that exist, and no entry twice in a chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.check.places import label, labels
from freed6c.diagnostics.codes import checks
from freed6c.diagnostics.diagnostic import Diagnostic
from freed6c.model.values import at
from freed6c.runtime.entries.notes import Chapter, Note

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.model.ruleset import Ruleset


def check_notes(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report choices that are none of the readings, and decided settings with another value."""
    for note in ruleset.of(Note):
        if note.decides:
            yield from _decides(ruleset, note)
        elif note.chosen and note.chosen not in note.readings:
            yield Diagnostic(
                code=checks.NO_SUCH_READING,
                message=f"'{note.chosen}' is not one of the readings",
                label=label(ruleset, note, "chosen"),
                help=(f"readings here: {', '.join(note.readings)}",),
            )


def _decides(ruleset: Ruleset, note: Note) -> Iterator[Diagnostic]:
    value = at(ruleset, note.decides)
    if value is None:
        yield Diagnostic(
            code=checks.NO_SUCH_PLACE,
            message=f"there is nothing at '{note.decides}' to decide",
            label=label(ruleset, note, "decides"),
            help=("write an id, then a setting of that entry",),
        )
    elif str(value).lower() not in {
        reading.value.lower() for reading in note.readings.values()
    }:
        yield Diagnostic(
            code=checks.NO_SUCH_READING,
            message=f"{note.decides} is '{value}', and no reading says so",
            label=label(ruleset, note, "decides"),
            help=("add a reading with this value",),
        )


# Chapters.


def check_chapters(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report entries that a chapter contains twice."""
    for chapter in ruleset.of(Chapter):
        first: dict[str, int] = {}
        for position, ref in enumerate(chapter.contains):
            if first.setdefault(ref.id, position) == position:
                continue
            original = label(ruleset, chapter, "contains", first[ref.id], words="here")
            yield Diagnostic(
                code=checks.REPEATED,
                message=f"the chapter contains {ref.id} twice",
                label=label(ruleset, chapter, "contains", position, words="and again"),
                related=labels(original),
                help=("take one of the two out",),
            )
