"""Find the page and anchor of each entry, and the redirects from its former ids and aliases."""

from __future__ import annotations

from collections import Counter
from itertools import count
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from freed6c.document import blocks
from freed6c.document.wording import slug
from freed6c.model.entry_contents import around
from freed6c.packs.ids import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from freed6c.document.blocks import Inlines
    from freed6c.document.render_context import RenderContext
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry


def anchor_of(id_: str) -> str:
    """Return the anchor for an id: `skill-brawling` for `skill.brawling`."""
    return id_.replace(".", "-")


def special_page(
    ctx: RenderContext,
    name: str,
    content: Sequence[blocks.Block],
    *,
    key: str = "",
    word: str = "",
    shelf: blocks.Shelf = "reference",
    table_of_contents: Iterable[Inlines] = (),
    live: bool = False,
    repeats: bool = False,
) -> Iterator[blocks.Page]:
    """Yield the page with the link target `page.<name>`, unless `content` is empty.

    Its title and summary are the phrases with the key `word`, by default its name.
    """
    word = word or name
    if isinstance(content, blocks.Deferred) or content:
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
    """Return the place of each entry; an entry that is on no page has the place of its parent."""
    pages = tuple(pages)
    anchors = anchors_of(ruleset.entries)
    places = {
        id_: blocks.PageAnchor(page.key, anchors[id_])
        for page in blocks.describing(pages)
        for id_ in ids_on(page)
    }
    tops = {p.anchor: blocks.PageAnchor(p.key, p.anchor, top=True) for p in pages}
    places |= {id_: tops[anchor] for id_, anchor in anchors.items() if anchor in tops}
    # Pages that are not entries have ids such as `page.chances`.
    placed = {
        anchor.replace("-", ".", 1): place
        for anchor, place in tops.items()
        if anchor.startswith("page-")
    }
    if page := placed.get("page.changes"):
        for pack in ruleset.manifests:
            anchor = f"{page.anchor}--pack--{pack.id}"
            placed[f"page.changes.{pack.id}"] = blocks.PageAnchor(page.page, anchor)
    for id_, entry in ruleset.entries.items():
        # Parents come before their nested entries, so their place is known here.
        parent = around(entry)
        place = places.get(id_) or (placed.get(parent.id) if parent else None)
        if place is not None:
            placed[id_] = place
    return placed


def anchors_of(entries: Mapping[str, Entry]) -> Mapping[str, str]:
    """Return a unique anchor for each id.

    If two ids differ only in `.` and `-`, dots become `--` in both instead of `-`.
    """
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


def numbers_of(document: blocks.Document) -> Mapping[str, str]:
    """Return the number of the section that each anchor of a book begins or is in.

    Pages are numbered 1, 2, 3, and the headings in each 1.1, 1.2, 1.3, whatever their level.
    What paper leaves out has the last numbers.
    """
    numbers: dict[str, str] = {}
    for chapter, page in enumerate(sorted(document.pages, key=_on_screens), 1):
        number, sections = str(chapter), count(1)
        numbers[page.anchor] = number
        for block in blocks.blocks_in(page.blocks):
            anchor = ""
            match block:
                case blocks.Heading():
                    anchor = block.anchor
                case blocks.EntryHeading(id=id_) | blocks.NoteBlock(id=id_) if id_:
                    anchor = document.places[id_].anchor
            if anchor:
                number = numbers[anchor] = f"{chapter}.{next(sections)}"
            for inline in blocks.marked_in(block):
                if isinstance(inline, blocks.InlineAnchor):
                    numbers.setdefault(document.places[inline.id].anchor, number)
    return numbers


def _on_screens(page: blocks.Page) -> bool:
    """Return True if a book on paper leaves out a page: it needs scripts, or is the sheet."""
    (first,) = page.blocks[:1] or (None,)
    sheet = isinstance(first, blocks.Panels) and first.look == "character"
    return sheet or any(isinstance(b, blocks.RollerBlock) for b in page.blocks)


# Redirects from anchors of former ids and aliases to an entry.


LONGEST: Final = 100
"""The longest anchor that gets a redirect, which is a file whose path must not be too long."""


def redirects_of(
    ruleset: Ruleset, places: Mapping[str, blocks.PageAnchor]
) -> Mapping[str, tuple[str, ...]]:
    """Return the anchors that redirect to each entry, by its id.

    Anchors that belong to another entry, or could mean two entries, are left out.
    """
    former = ((anchor_of(old), now) for old, now in ruleset.moved.items())
    taken = {place.anchor for place in places.values()}
    candidates = [
        (anchor, id_)
        for anchor, id_ in dict.fromkeys((*former, *_from_aliases(ruleset)))
        if id_ in places and anchor not in taken and len(anchor) <= LONGEST
    ]
    targets = Counter(anchor for anchor, _ in candidates)
    redirects: dict[str, tuple[str, ...]] = {}
    for anchor, id_ in candidates:
        if targets[anchor] == 1:
            redirects[id_] = (*redirects.get(id_, ()), anchor)
    return redirects


def _from_aliases(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield an anchor for each alias, with the id of its entry; in ASCII, for file names."""
    for entry in ruleset.entries.values():
        above = anchor_of(entry.id.removesuffix(entry.key))
        for alias in entry.aliases:
            if key := slug(_ascii(alias)):
                yield f"{above}{key}", entry.id


def _ascii(text: str) -> str:
    """Return a text without accents; empty if it has other characters that are not in ASCII."""
    # NFKD splits a letter from its accents, which are the characters U+0300 to U+036F.
    plain = "".join(c for c in normalize("NFKD", text) if not "\u0300" <= c <= "\u036f")
    return plain if plain.isascii() else ""


def former_names(ruleset: Ruleset) -> Mapping[str, tuple[str, ...]]:
    """Return the former ids of each entry as words, without their kind: `heavy blow`."""
    names: dict[str, tuple[str, ...]] = {}
    for old, now in ruleset.moved.items():
        words = old.removeprefix(f"{kind_of(old)}.").replace(".", " ").replace("-", " ")
        names[now] = (*names.get(now, ()), words)
    return names
