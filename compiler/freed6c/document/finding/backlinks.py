"""What uses an entry: every page whose text leads to it, or to something that it describes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import (
    HOLDERS,
    Block,
    Blocks,
    ChangeMark,
    Definition,
    Definitions,
    Inlines,
    Link,
    Page,
    Paragraph,
    Place,
    Shelf,
    Text,
    blocks_in,
    lines_in,
)
from freed6c.document.finding.sections import is_list, passages
from freed6c.document.placement import kind_of
from freed6c.packs.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from freed6c.document.render_context import Scribe


SILENT: Final[frozenset[Shelf]] = frozenset({"lists", "about"})
"""Shelves of pages that only say where something stands, or tell of the rules."""

FEW: Final = 5
"""Where more is new, it is rather what uses everything."""

ORDER: Final = ["chapter", *(kind.name for kind in KINDS if kind.name != "chapter")]


def with_backlinks(
    ctx: Scribe,
    pages: Sequence[Page],
    places: Mapping[str, Place],
) -> tuple[Page, ...]:
    """The same pages; those of single entries tell what they are used by, what is new first."""
    above = {page.key: page.above for page in pages}
    users: dict[str, dict[str, None]] = {page.key: {} for page in pages if page.above}
    for page in pages:
        for source, blocks in _sources(page):
            for key in _leads_to(blocks, places):
                related = key in {page.key, page.above} or above[key] == page.key
                if key in users and not related:
                    users[key][source] = None
    return tuple(
        _told(ctx, page, users[page.key]) if users.get(page.key) else page
        for page in pages
    )


def _told(ctx: Scribe, page: Page, sources: Iterable[str]) -> Page:
    new = () if _is_new(ctx, page.entry) else _new(ctx, sources)
    blocks = (*new, *page.blocks)
    return replace(page, blocks=blocks, used_by=_used_by(ctx, sources))


def _is_new(ctx: Scribe, id_: str) -> bool:
    return id_ in ctx.changed and ctx.changed[id_].fate == "added"


def _new(ctx: Scribe, sources: Iterable[str]) -> Blocks:
    """What packs brought that speaks of it: whoever knows the game looks here, and not there."""
    new = [(ctx.link(ctx.ruleset.entry(id_)),) for id_ in sources if _is_new(ctx, id_)]
    if not 0 < len(new) <= FEW:
        return ()
    return (ChangeMark(ctx.word("used-by.new"), ctx.listed(new)),)


def _sources(page: Page) -> Iterator[tuple[str, Iterable[Block]]]:
    """The entry that a page is about with all that is said, or those that it tells of."""
    if page.entry:
        yield page.entry, page.blocks
    elif page.shelf not in SILENT:
        for passage in passages(page):
            if passage.entry:
                yield passage.entry, passage.blocks


def _leads_to(blocks: Iterable[Block], places: Mapping[str, Place]) -> Iterator[str]:
    """The keys of pages that links in blocks lead to."""
    told = (block for block in blocks if not is_list(block))
    for block in blocks_in(told):
        for line in lines_in(block):
            for target in _targets(line):
                if target in places:
                    yield places[target].page


def _targets(inlines: Inlines) -> Iterator[str]:
    """What links in words lead to. Most words are plain."""
    for inline in inlines:
        if type(inline) is Text:
            continue
        if isinstance(inline, Link):
            yield inline.target
        elif isinstance(inline, HOLDERS):
            yield from _targets(inline.inlines)


def _used_by(ctx: Scribe, sources: Iterable[str]) -> Blocks:
    """Links by kind, chapters first."""
    kinds: dict[str, list[str]] = {}
    for id_ in sources:
        kinds.setdefault(kind_of(id_), []).append(id_)
    items = (
        Definition((Text(_label(ctx, kind)),), (_links(ctx, kinds[kind]),))
        for kind in ORDER
        if kind in kinds
    )
    return (Definitions(tuple(items)),)


def _label(ctx: Scribe, kind: str) -> str:
    return ctx.word("used-by.terms" if kind == "term" else f"kinds.{kind}")


def _links(ctx: Scribe, ids: Sequence[str]) -> Paragraph:
    entries = (ctx.ruleset.entry(id_) for id_ in ids)
    return Paragraph(ctx.listed([(ctx.link(entry),) for entry in entries]))
