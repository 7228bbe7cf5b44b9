"""Notes on open questions, in full."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import NoteBlock, NoteLabels, Reading, Text
from freed6c.document.references import prose

if TYPE_CHECKING:
    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.entries.notes import Note


def note(scribe: Scribe, entry: Note) -> NoteBlock:
    """What is open, how it can be read, how it is read here and why."""
    chosen = scribe.chosen.get(entry.id, "")
    return NoteBlock(
        id=entry.id,
        title=_title(scribe, entry),
        kind=scribe.word(f"note.{entry.kind}"),
        problem=prose(scribe, entry.problem),
        readings=tuple(
            Reading(prose(scribe, reading.text), chosen=key == chosen)
            for key, reading in entry.readings.items()
        ),
        why=_why(scribe, entry),
        labels=NoteLabels(
            readings=scribe.word("note.readings"),
            chosen=scribe.word("note.chosen"),
            why=scribe.word("note.why"),
        ),
    )


def _title(scribe: Scribe, entry: Note) -> Inlines:
    return (Text(entry.name),) if entry.name else scribe.links(entry.about)


def _why(scribe: Scribe, entry: Note) -> Blocks:
    return prose(scribe, entry.why) if entry.why else ()
