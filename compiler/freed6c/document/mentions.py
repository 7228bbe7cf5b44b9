"""Find references to an entry: in prose, and in rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from freed6c.model.addresses import ProvenanceIndex
from freed6c.model.entry_contents import around, prose_in, references_of
from freed6c.model.prose import references_in
from freed6c.model.value_lookup import as_written, at, path_of
from freed6c.packs.ids import find_path, id_at, kind_of
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
    """A place that refers to an entry: in `prose`, or as part of a rule."""

    place: str
    spot: Span | None
    prose: bool


def mentions_of(
    merged: MergedRuleset, ruleset: Ruleset, address: str
) -> tuple[EntryMention, ...]:
    """Each place that refers to the entry at an address, prose first."""
    ids = {path: id_ for id_, path in ruleset.paths.items()}
    id_ = _innermost(ids, find_path(merged.tree, address))
    if not id_:
        return ()
    marks = ProvenanceIndex.of(merged)
    mentions: dict[str, EntryMention] = {}
    for entry in ruleset.entries.values():
        for place, where, prose in _in_entry(ruleset, entry, id_, ids):
            said = id_at(tuple(step for step in place if isinstance(step, str)))
            if said not in mentions and entry.id != id_:
                spot = None if where is None else marks.span(where)
                mentions[said] = EntryMention(said, spot, prose)
    return tuple(sorted(mentions.values(), key=lambda mention: not mention.prose))


def _innermost(ids: Mapping[KeyPath, str], path: KeyPath | None) -> str:
    """The id of the innermost entry that a path leads into."""
    steps = path or ()
    depths = range(len(steps), 0, -1)
    return next((ids[steps[:depth]] for depth in depths if steps[:depth] in ids), "")


def _in_entry(
    ruleset: Ruleset, entry: Entry, id_: str, ids: Mapping[KeyPath, str]
) -> Iterator[tuple[KeyPath, Location | None, bool]]:
    for path, text in prose_in(ruleset, entry):
        for reference in references_in(text) if "[[" in text else ():
            if _innermost(ids, path_of(ruleset, reference.target)) == id_:
                at = reference.start, reference.end
                written = ruleset.provenance.words_at(path, *at)
                yield path, written and written.address, True
    for path, named in references_of(ruleset, entry):
        if named == id_:
            yield path, ruleset.provenance.location(path), False


# Notes and examples by what they are about.


def remarks_in(ruleset: Ruleset) -> Mapping[str, tuple[Entry, ...]]:
    """Notes, then examples, by the id of what they are about; situations are not printed."""
    by_entry: dict[str, tuple[Entry, ...]] = {}
    printed = (example for example in ruleset.of(Example) if not example.steps)
    remarks: tuple[Note | Example, ...] = (*ruleset.of(Note), *printed)
    for remark in remarks:
        ids = [about.id for about in remark.about]
        for id_ in _told_once(remark) if isinstance(remark, Note) else ids:
            by_entry[id_] = (*by_entry.get(id_, ()), remark)
    return by_entry


def _told_once(note: Note) -> Iterable[str]:
    """What a note is about; of an entry and its parts, only the first part that it names.

    These stand on one page, where a reader should not meet the same question twice.
    """
    told: dict[str, str] = {}
    for about in note.about:
        page = _page_of(about.entry)
        if told.get(page, page) == page:
            told[page] = about.id
    return told.values()


def _page_of(entry: Entry) -> str:
    """The entry on whose page one is told: itself, or what it is a part of."""
    parent = around(entry)
    if parent is None or child_kinds(BY_NAME[kind_of(entry.id)]):
        return entry.id
    return _page_of(parent)


def chosen_in(ruleset: Ruleset) -> Mapping[str, str]:
    """The key of the reading that counts, by the id of each note."""
    return {note.id: _chosen(ruleset, note) for note in ruleset.of(Note)}


def _chosen(ruleset: Ruleset, note: Note) -> str:
    if not note.decides:
        return note.chosen
    decided = decided_otherwise(ruleset, note)
    if decided and _more_is_changed(ruleset, note, {origin.pack for origin in decided}):
        return ""
    value = as_written(at(ruleset, note.decides))
    for key, reading in note.readings.items():
        wanted = str(reading.value).casefold()
        if value.casefold() == wanted or value.endswith(f".{reading.value}"):
            return key
    return ""


def decided_otherwise(ruleset: Ruleset, note: Note) -> tuple[Origin, ...]:
    """The changes of what a note decides, by packs that have not changed the note to agree."""
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
    """Whether packs changed something else, too, of what a note is about.

    Then a reading need not hold although its value does: a table does not end with its last row
    but one.
    """
    decided = path_of(ruleset, note.decides)
    return any(
        origin.pack in packs and path != decided
        for about in note.about
        for path, origin in ruleset.provenance.changes_by_path(ruleset.paths[about.id])
    )
