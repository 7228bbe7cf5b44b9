"""Backlinks: which entries link to an entry, or to one nested in it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from freed6c.document import blocks, placement
from freed6c.document.search.sections import is_link_list, sections_of
from freed6c.packs.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from freed6c.document.blocks import Block, Blocks, Inlines
    from freed6c.document.render_context import RenderContext


SILENT: Final[frozenset[blocks.Shelf]] = frozenset({"lists", "about"})
"""Shelves of pages that only say where something stands, or tell of the rules."""

FEW: Final = 5
"""Where more is new, it is rather what uses everything."""

ORDER: Final = ["chapter", *(kind.name for kind in KINDS if kind.name != "chapter")]


def with_backlinks(
    ctx: RenderContext,
    pages: Sequence[blocks.Page],
    places: Mapping[str, blocks.PageAnchor],
) -> tuple[blocks.Page, ...]:
    """Set `backlinks` of pages of single entries, and mark links from what packs added."""
    above = {page.key: page.above for page in pages}
    users: dict[str, dict[str, None]] = {page.key: {} for page in pages if page.above}
    for page in pages:
        for source, content in _sources(page):
            for key in _leads_to(content, places):
                related = key in {page.key, page.above} or above[key] == page.key
                if key in users and not related:
                    users[key][source] = None
    return tuple(
        _with_users(ctx, page, users[page.key]) if users.get(page.key) else page
        for page in pages
    )


def _with_users(
    ctx: RenderContext, page: blocks.Page, sources: Iterable[str]
) -> blocks.Page:
    new = () if _is_new(ctx, page.entry) else _new_users(ctx, sources)
    content = (*new, *page.blocks)
    return replace(page, blocks=content, backlinks=_used_by(ctx, sources))


def _is_new(ctx: RenderContext, id_: str) -> bool:
    return id_ in ctx.changed and ctx.changed[id_].fate == "added"


def _new_users(ctx: RenderContext, sources: Iterable[str]) -> Blocks:
    """Links from entries that packs added, at the top for readers who know the base game."""
    new = [(ctx.link(ctx.ruleset.entry(id_)),) for id_ in sources if _is_new(ctx, id_)]
    if not 0 < len(new) <= FEW:
        return ()
    return (blocks.ChangeMark(ctx.word("used-by.new"), ctx.listed(new)),)


def _sources(page: blocks.Page) -> Iterator[tuple[str, Iterable[Block]]]:
    """Entries with the blocks that speak for them: that of the page, or of its sections."""
    if page.entry:
        yield page.entry, page.blocks
    elif page.shelf not in SILENT:
        for section in sections_of(page):
            if section.entry:
                yield section.entry, section.blocks


def _leads_to(
    content: Iterable[Block], places: Mapping[str, blocks.PageAnchor]
) -> Iterator[str]:
    """The keys of pages that blocks link to."""
    told = (block for block in content if not is_link_list(block))
    for block in blocks.blocks_in(told):
        for line in blocks.lines_in(block):
            for target in _targets(line):
                if target in places:
                    yield places[target].page


def _targets(inlines: Inlines) -> Iterator[str]:
    """The targets of links. Plain text, the most common case, is skipped early."""
    for inline in inlines:
        if type(inline) is blocks.Text:
            continue
        if isinstance(inline, blocks.Link):
            yield inline.target
        elif isinstance(inline, blocks.CONTAINERS):
            yield from _targets(inline.inlines)


def _used_by(ctx: RenderContext, sources: Iterable[str]) -> Blocks:
    """Links by kind, chapters first."""
    kinds: dict[str, list[str]] = {}
    for id_ in sources:
        kinds.setdefault(placement.kind_of(id_), []).append(id_)
    items = (
        blocks.DefinitionItem(
            (blocks.Text(_kind_label(ctx, kind)),), (_links(ctx, kinds[kind]),)
        )
        for kind in ORDER
        if kind in kinds
    )
    return (blocks.DefinitionList(tuple(items)),)


def _kind_label(ctx: RenderContext, kind: str) -> str:
    return ctx.word("used-by.terms" if kind == "term" else f"kinds.{kind}")


def _links(ctx: RenderContext, ids: Sequence[str]) -> blocks.Paragraph:
    entries = (ctx.ruleset.entry(id_) for id_ in ids)
    return blocks.Paragraph(ctx.listed([(ctx.link(entry),) for entry in entries]))
