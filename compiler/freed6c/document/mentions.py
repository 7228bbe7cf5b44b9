"""Find references to an entry in prose and in rules, and the notes and examples about an entry."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from freed6c.model.addresses import ProvenanceIndex
from freed6c.model.entry_contents import around, prose_in, references_of
from freed6c.model.prose import references_in
from freed6c.model.value_lookup import as_written, at, path_of
from freed6c.packs.ids import entry_at, find_path, id_at, kind_of
from freed6c.packs.kinds import BY_NAME, child_kinds
from freed6c.runtime.entries.notes import Example, Note

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.packs.location import Location, Span
    from freed6c.packs.pack import MergedRuleset
    from freed6c.packs.provenance import Origin
    from freed6c.runtime.record import Entry


class EntryMention(NamedTuple):
    """A place that refers to an entry: its address, its position in a file, and if it is prose."""

    place: str
    spot: Span | None
    prose: bool


def mentions_of(
    merged: MergedRuleset, ruleset: Ruleset, address: str
) -> tuple[EntryMention, ...]:
    """Return the places that refer to the entry at an address, prose first."""
    path = find_path(merged.tree, address)
    if path is None:
        return ()
    id_ = id_at(entry_at(path)[2])
    marks = ProvenanceIndex.of(merged)
    mentions: dict[str, EntryMention] = {}
    for entry in ruleset.entries.values():
        for path, location, prose in _in_entry(ruleset, entry, id_):
            place = id_at(tuple(step for step in path if isinstance(step, str)))
            if place not in mentions and entry.id != id_:
                spot = None if location is None else marks.span(location)
                mentions[place] = EntryMention(place, spot, prose)
    return tuple(sorted(mentions.values(), key=lambda mention: not mention.prose))


def _in_entry(
    ruleset: Ruleset, entry: Entry, id_: str
) -> Iterator[tuple[KeyPath, Location | None, bool]]:
    """Yield the path, location and `True if prose` of each reference in an entry to another."""
    for path, text in prose_in(ruleset, entry):
        for reference in references_in(text) if "[[" in text else ():
            linked = path_of(ruleset, reference.target)
            if linked and id_at(entry_at(linked)[2]) == id_:
                at = reference.start, reference.end
                written = ruleset.provenance.words_at(path, *at)
                yield path, written and written.address, True
    for path, target in references_of(ruleset, entry):
        if target == id_:
            yield path, ruleset.provenance.location(path), False


# Notes and examples by the entries that they are about.


def remarks_in(ruleset: Ruleset) -> Mapping[str, tuple[Entry, ...]]:
    """Return the notes, then the examples, about each entry, by its id.

    Examples with steps are left out: they are tests, or stories that a text includes elsewhere.
    So are those with `print: false`.
    """
    by_entry: dict[str, tuple[Entry, ...]] = {}
    printed = (ex for ex in ruleset.of(Example) if ex.print and not ex.steps)
    remarks: tuple[Note | Example, ...] = (*ruleset.of(Note), *printed)
    for remark in remarks:
        ids = [about.id for about in remark.about]
        for id_ in _once_per_page(remark) if isinstance(remark, Note) else ids:
            by_entry[id_] = (*by_entry.get(id_, ()), remark)
    return by_entry


def first_about(remark: Entry) -> str:
    """Return the id of the first entry that a note or an example is about."""
    if isinstance(remark, Note):
        return next(iter(_once_per_page(remark)), "")
    return remark.about[0].id if isinstance(remark, Example) else ""


def _once_per_page(note: Note) -> Iterable[str]:
    """Return the ids of the entries that a note is about, but only one for each page.

    An entry and the entries nested in it share a page, where the note should appear once: at the
    first nested entry, or else at the entry itself.
    """
    ids_by_page: dict[str, str] = {}
    for about in note.about:
        page = _page_of(about.entry)
        # A nested entry replaces the entry of the page, whose id is that of the page.
        if ids_by_page.get(page, page) == page:
            ids_by_page[page] = about.id
    return ids_by_page.values()


def _page_of(entry: Entry) -> str:
    """Return the id of the entry on whose page an entry is shown: itself, or one around it."""
    parent = around(entry)
    if parent is None or child_kinds(BY_NAME[kind_of(entry.id)]):
        return entry.id
    return _page_of(parent)


def chosen_in(ruleset: Ruleset) -> Mapping[str, str]:
    """Return the key of the chosen reading of each note, by the id of the note.

    A note on an open question lists its possible readings. `decides` is the address of a value, by
    which the rules choose one of them.
    """
    return {note.id: _chosen(ruleset, note) for note in ruleset.of(Note)}


def _chosen(ruleset: Ruleset, note: Note) -> str:
    """Return the key of the reading whose value is in the rules; empty if there is none."""
    if not note.decides:
        return note.chosen
    changes = decided_otherwise(ruleset, note)
    if changes and _more_is_changed(ruleset, note, {change.pack for change in changes}):
        return ""
    value = as_written(at(ruleset, note.decides))
    for key, reading in note.readings.items():
        # A reference can be written with or without its kind: `skill.brawling`, `brawling`.
        same = value.casefold() == str(reading.value).casefold()
        if same or value.endswith(f".{reading.value}"):
            return key
    return ""


def decided_otherwise(ruleset: Ruleset, note: Note) -> tuple[Origin, ...]:
    """Return the changes of the value that a note decides, by packs that left the note as it is."""
    path = path_of(ruleset, note.decides) if note.decides else None
    records = ruleset.provenance.chain(ruleset.paths[note.id])
    inside = ruleset.provenance.changes_below(ruleset.paths[note.id])
    packs = {origin.pack for origin in (*records, *inside)}
    return tuple(
        origin
        for origin in ruleset.provenance.chain(path or ())
        if origin.changes and origin.pack not in packs
    )


def _more_is_changed(ruleset: Ruleset, note: Note, packs: Collection[str]) -> bool:
    """Return True if packs also changed other values of the entries that a note is about.

    Then the value doesn't prove a reading. For example, a reading says that a table ends
    with row 9, and the value of row 9 is as before, but a pack has added a row 10.
    """
    decided = path_of(ruleset, note.decides)
    return any(
        origin.pack in packs and path != decided
        for about in note.about
        for path, origin in ruleset.provenance.changes_by_path(ruleset.paths[about.id])
    )
