"""Look entries up by id or suffix of one; the page and anchor of each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from freed6c.document import blocks
from freed6c.packs.ids import by_suffix

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from freed6c.document.blocks import Inlines
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry


@dataclass(frozen=True, slots=True)
class EntryIndex:
    """All entries by id, and by every suffix of their ids."""

    by_id: Mapping[str, Entry]
    by_tail: Mapping[str, tuple[Entry, ...]]

    def find(self, written: str, kinds: Collection[str] = ()) -> Entry | None:
        """The entry that is meant; None where there is none, or where several match."""
        exact = self.by_id.get(written)
        if exact is not None:
            return exact
        candidates = self.candidates(written, kinds)
        return candidates[0] if len(candidates) == 1 else None

    def candidates(self, tail: str, kinds: Collection[str] = ()) -> tuple[Entry, ...]:
        """Every entry of these kinds, or of any, whose id has this suffix."""
        entries = self.by_tail.get(tail, ())
        return tuple(e for e in entries if not kinds or kind_of(e.id) in kinds)


def index_entries(entries: Mapping[str, Entry]) -> EntryIndex:
    """Index the entries of a ruleset."""
    return EntryIndex(entries, by_suffix(entries))


def kind_of(id_: str) -> str:
    """The kind that an id begins with."""
    return id_.partition(".")[0]


# Pages and anchors of entries.


def anchor_of(id_: str) -> str:
    """The anchor of an id: `skill.brawling` is `skill-brawling`."""
    return id_.replace(".", "-")


def places_of(
    ruleset: Ruleset, pages: Iterable[blocks.Page]
) -> Mapping[str, blocks.PageAnchor]:
    """The place of each entry; for one that is not shown, that of its parent."""
    pages = tuple(pages)
    anchors = anchors_of(ruleset.entries)
    places = {
        id_: blocks.PageAnchor(page.key, anchors[id_])
        for page in pages
        for id_ in _ids_on(page)
    }
    tops = {page.anchor: page.key for page in pages}
    places |= {
        id_: blocks.PageAnchor(tops[anchor], anchor, top=True)
        for id_, anchor in anchors.items()
        if anchor in tops
    }
    return _own(pages) | {
        id_: place
        for id_, entry in ruleset.entries.items()
        if (place := _nearest(entry, places)) is not None
    }


def _own(pages: Iterable[blocks.Page]) -> dict[str, blocks.PageAnchor]:
    """Places of pages that are no entries: `page.chances`."""
    return {
        page.anchor.replace("-", ".", 1): blocks.PageAnchor(
            page.key, page.anchor, top=True
        )
        for page in pages
        if page.anchor.startswith("page-")
    }


def anchors_of(entries: Mapping[str, Entry]) -> Mapping[str, str]:
    """An anchor for each id. Two ids that differ only in `.` and `-` get `--` for their dots."""
    plain = {id_: anchor_of(id_) for id_ in entries}
    counts = Counter(plain.values())
    return {
        id_: anchor if counts[anchor] == 1 else id_.replace(".", "--")
        for id_, anchor in plain.items()
    }


def _ids_on(page: blocks.Page) -> Iterator[str]:
    for block in blocks.blocks_in(page.blocks):
        if isinstance(block, blocks.EntryHeading | blocks.NoteBlock) and block.id:
            yield block.id
        yield from _anchors_in(blocks.lines_in(block))


def _anchors_in(lines: Iterable[Inlines]) -> Iterator[str]:
    for line in lines:
        for inline in line:
            if type(inline) is blocks.Text:
                continue
            if isinstance(inline, blocks.Anchor):
                yield inline.id
            elif isinstance(inline, blocks.CONTAINERS):
                yield from _anchors_in((inline.inlines,))


def _nearest(
    entry: Entry, places: Mapping[str, blocks.PageAnchor]
) -> blocks.PageAnchor | None:
    place = places.get(entry.id)
    parent = entry.__dict__.get("parent")
    if place is None and parent is not None:
        return _nearest(parent.entry, places)
    return place
