"""The page and anchor of each entry, and the redirects that lead to it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from freed6c.document import blocks
from freed6c.document.wording import slug
from freed6c.model.entry_contents import around
from freed6c.packs.ids import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from freed6c.document.blocks import Inlines
    from freed6c.document.render_context import RenderContext
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry


def anchor_of(id_: str) -> str:
    """The anchor of an id: `skill.brawling` is `skill-brawling`."""
    return id_.replace(".", "-")


def special_page(
    ctx: RenderContext,
    name: str,
    content: blocks.Blocks,
    *,
    key: str = "",
    word: str = "",
    shelf: blocks.Shelf = "reference",
    table_of_contents: Iterable[Inlines] = (),
    live: bool = False,
    repeats: bool = False,
) -> Iterator[blocks.Page]:
    """The page that links to `page.<name>` lead to, unless there is nothing on it.

    Its title and summary are the phrases of `word`, or else of its name.
    """
    word = word or name
    if content:
        yield blocks.Page(
            key=key or name,
            title=ctx.word(word),
            anchor=f"page-{name}",
            blocks=content,
            table_of_contents=tuple(table_of_contents),
            shelf=shelf,
            summary=ctx.patterns.get(f"{word}.summary", ""),
            live=live,
            repeats=repeats,
        )


def places_of(
    ruleset: Ruleset, pages: Iterable[blocks.Page]
) -> Mapping[str, blocks.PageAnchor]:
    """The place of each entry; for one that is not shown, that of its parent."""
    pages = tuple(pages)
    anchors = anchors_of(ruleset.entries)
    places = {
        id_: blocks.PageAnchor(page.key, anchors[id_])
        for page in pages
        for id_ in ids_on(page)
    }
    tops = {
        page.anchor: blocks.PageAnchor(page.key, page.anchor, top=True)
        for page in pages
    }
    places |= {id_: tops[anchor] for id_, anchor in anchors.items() if anchor in tops}
    # Pages that are no entries: `page.chances`.
    own = {
        anchor.replace("-", ".", 1): place
        for anchor, place in tops.items()
        if anchor.startswith("page-")
    }
    nearest = own
    for id_, entry in ruleset.entries.items():
        # Parents stand in front of what is nested in them.
        parent = around(entry)
        place = places.get(id_) or (nearest.get(parent.id) if parent else None)
        if place is not None:
            nearest[id_] = place
    return nearest


def anchors_of(entries: Mapping[str, Entry]) -> Mapping[str, str]:
    """An anchor for each id. Two ids that differ only in `.` and `-` get `--` for their dots."""
    plain = {id_: anchor_of(id_) for id_ in entries}
    counts = Counter(plain.values())
    return {
        id_: anchor if counts[anchor] == 1 else id_.replace(".", "--")
        for id_, anchor in plain.items()
    }


def ids_on(page: blocks.Page) -> Iterator[str]:
    """Yield the ids of the entries shown on a page, in order."""
    for block in blocks.blocks_in(page.blocks):
        if isinstance(block, blocks.EntryHeading | blocks.NoteBlock) and block.id:
            yield block.id
        for inline in blocks.marked_in(block):
            if isinstance(inline, blocks.InlineAnchor):
                yield inline.id


# Redirects: anchors of former ids and of aliases that lead to an entry.


LONGEST: Final = 100
"""Files have names of some 250 bytes at most, and come in folders."""


def redirects_of(
    ruleset: Ruleset, places: Mapping[str, blocks.PageAnchor]
) -> Mapping[str, tuple[str, ...]]:
    """Redirecting anchors by id of the entry; none that is taken or ambiguous."""
    former = ((anchor_of(old), now) for old, now in ruleset.moved.items())
    taken = {place.anchor for place in places.values()}
    candidates = [
        (anchor, id_)
        for anchor, id_ in dict.fromkeys((*former, *_from_aliases(ruleset)))
        if id_ in places and anchor not in taken and len(anchor) <= LONGEST
    ]
    meant = Counter(anchor for anchor, _ in candidates)
    names: dict[str, tuple[str, ...]] = {}
    for anchor, id_ in candidates:
        if meant[anchor] == 1:
            names[id_] = (*names.get(id_, ()), anchor)
    return names


def _from_aliases(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Anchors made of aliases, in ASCII, since they become names of files."""
    for entry in ruleset.entries.values():
        above = anchor_of(entry.id.removesuffix(entry.key))
        for alias in entry.aliases:
            if key := slug(_ascii(alias)):
                yield f"{above}{key}", entry.id


def _ascii(text: str) -> str:
    """Strip accents; empty where other characters would be lost."""
    plain = "".join(c for c in normalize("NFKD", text) if not "\u0300" <= c <= "\u036f")
    return plain if plain.isascii() else ""


def former_names(ruleset: Ruleset) -> Mapping[str, tuple[str, ...]]:
    """The last parts of the former ids of each entry, in words."""
    names: dict[str, tuple[str, ...]] = {}
    for old, now in ruleset.moved.items():
        words = old.removeprefix(f"{kind_of(old)}.").replace(".", " ").replace("-", " ")
        names[now] = (*names.get(now, ()), words)
    return names
