"""Which notes and examples are about an entry, and which reading of a note counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.model.values import as_written, at
from freed6c.runtime.entries.notes import Example, Note

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry


def remarks_in(ruleset: Ruleset) -> Mapping[str, tuple[Entry, ...]]:
    """Notes, then examples, by the id of each entry that they are about."""
    found: dict[str, tuple[Entry, ...]] = {}
    remarks: tuple[Note | Example, ...] = (*ruleset.of(Note), *ruleset.of(Example))
    for remark in remarks:
        for about in remark.about:
            found[about.id] = (*found.get(about.id, ()), remark)
    return found


def chosen_in(ruleset: Ruleset) -> Mapping[str, str]:
    """The key of the reading that counts, by the id of each note."""
    return {note.id: _chosen(ruleset, note) for note in ruleset.of(Note)}


def _chosen(ruleset: Ruleset, note: Note) -> str:
    if not note.decides:
        return note.chosen
    value = as_written(at(ruleset, note.decides))
    for key, reading in note.readings.items():
        if _same(str(reading.value), value):
            return key
    return ""


def _same(reading: str, value: str) -> bool:
    """A reference may be written by any tail of its id."""
    return value.casefold() == reading.casefold() or value.endswith(f".{reading}")
