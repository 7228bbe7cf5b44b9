"""What uses an entry: every page whose text leads to it, or to something that it describes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Definition, Definitions, Link, Paragraph, Text
from freed6c.document.finding.passages import is_list, passages
from freed6c.document.index import kind_of
from freed6c.document.walk import blocks_in, inlines_in
from freed6c.packs.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from freed6c.document.blocks import Blocks, Page, Place, Shelf
    from freed6c.document.finding.passages import Passage
    from freed6c.document.scribe import Scribe

SILENT: Final[frozenset[Shelf]] = frozenset({"lists", "about"})
"""Shelves of pages that only say where something stands, or tell of the rules."""

ORDER: Final = ["chapter", *(kind.name for kind in KINDS if kind.name != "chapter")]


def with_backlinks(
    scribe: Scribe,
    pages: Sequence[Page],
    places: Mapping[str, Place],
) -> tuple[Page, ...]:
    """The same pages; those of single entries tell what they are used by."""
    above = {page.key: page.above for page in pages}
    users: dict[str, dict[str, None]] = {page.key: {} for page in pages if page.above}
    for passage in (one for page in pages for one in passages(page)):
        source, page = passage.page.entry or passage.entry, passage.page
        if not source or page.shelf in SILENT:
            continue
        for key in _leads_to(passage, places):
            related = key in {page.key, page.above} or above[key] == page.key
            if key in users and not related:
                users[key][source] = None
    return tuple(
        replace(page, used_by=_used_by(scribe, users[page.key]))
        if users.get(page.key)
        else page
        for page in pages
    )


def _leads_to(passage: Passage, places: Mapping[str, Place]) -> Iterator[str]:
    """The keys of pages that links of a passage lead to."""
    told = (block for block in passage.blocks if not is_list(block))
    for block in blocks_in(told):
        for inline in inlines_in(block):
            if isinstance(inline, Link) and inline.target in places:
                yield places[inline.target].page


def _used_by(scribe: Scribe, sources: Iterable[str]) -> Blocks:
    """Links by kind, chapters first."""
    kinds: dict[str, list[str]] = {}
    for id_ in sources:
        kinds.setdefault(kind_of(id_), []).append(id_)
    items = (
        Definition((Text(_label(scribe, kind)),), (_links(scribe, kinds[kind]),))
        for kind in ORDER
        if kind in kinds
    )
    return (Definitions(tuple(items)),)


def _label(scribe: Scribe, kind: str) -> str:
    return scribe.word("used-by.terms" if kind == "term" else f"kinds.{kind}")


def _links(scribe: Scribe, ids: Sequence[str]) -> Paragraph:
    entries = (scribe.ruleset.entry(id_) for id_ in ids)
    return Paragraph(scribe.listed([(scribe.link(entry),) for entry in entries]))
