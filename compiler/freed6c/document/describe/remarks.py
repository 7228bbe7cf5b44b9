"""Notes and worked examples, beside the entries that they are about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from freed6c.document.blocks import Definition, Definitions, Remarks
from freed6c.document.describe.examples import example
from freed6c.document.describe.licenses import license_mark
from freed6c.document.describe.parts import named, words_of
from freed6c.document.references import line
from freed6c.document.wording import lowered
from freed6c.runtime.entries.notes import Example, Note

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.record import Entry


def listed(scribe: Scribe, entries: Iterable[Entry]) -> tuple[Definitions, ...]:
    """Entries that are part of another, with what is said about each."""
    items = tuple(
        Definition(named(scribe, entry), told(scribe, entry)) for entry in entries
    )
    return (Definitions(items),) if items else ()


def told(scribe: Scribe, entry: Entry) -> Blocks:
    """What is said about an entry that is part of another."""
    return (
        *words_of(scribe, entry),
        *license_mark(scribe, entry),
        *remarks(scribe, entry),
    )


def remarks(scribe: Scribe, *entries: Entry) -> Blocks:
    """Notes and examples about some entries; each once."""
    about: dict[str, tuple[Entry, Entry]] = {}
    for entry in entries:
        for remark in scribe.remarks.get(entry.id, ()):
            about.setdefault(remark.id, (remark, entry))
    notes = [
        _short(scribe, note) for note, _ in about.values() if isinstance(note, Note)
    ]
    examples = [
        example(scribe, one, entry)
        for one, entry in about.values()
        if isinstance(one, Example)
    ]
    return (
        *_remarks(scribe, "example", examples),
        *_remarks(scribe, "note", notes),
    )


def _remarks(
    scribe: Scribe, kind: Literal["note", "example"], items: Sequence[Inlines]
) -> Blocks:
    if not items:
        return ()
    label = scribe.word(f"label.{kind}" if len(items) == 1 else f"label.{kind}s")
    count = f"{len(items)} {lowered(label)}"
    return (Remarks(kind, label, count, tuple(items)),)


def _short(scribe: Scribe, note: Note) -> Inlines:
    """The problem, how it is read here, and a link to all that is to be said."""
    reading = chosen_reading(scribe, note)
    more = scribe.link(note, scribe.say("note.more"))
    words = line(scribe, note.problem)
    if reading:
        read_so = scribe.say("note.read", reading=reading)
        words = scribe.say("behind", first=words, next=read_so)
    return scribe.say("behind", first=words, next=(more,))


def chosen_reading(scribe: Scribe, note: Note) -> Inlines:
    """The words of the reading that counts; none where it is not one of them."""
    key = scribe.chosen.get(note.id, "")
    found = note.readings.get(key)
    return () if found is None else line(scribe, found.text)
