"""Backlinks: which entries link to an entry, or to one nested in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document import blocks
from freed6c.document.search.sections import is_link_list, sections_of
from freed6c.packs.ids import kind_of
from freed6c.packs.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

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
        for source, target in _links_on(page):
            if target in places:
                key = places[target].page
                related = key in {page.key, page.above} or above[key] == page.key
                if key in users and not related:
                    users[key][source] = None
    return tuple(_with_users(ctx, page, users.get(page.key, ())) for page in pages)


def _with_users(
    ctx: RenderContext, page: blocks.Page, sources: Collection[str]
) -> blocks.Page:
    if not sources:
        return page
    content = (*_new_users(ctx, page, sources), *page.blocks)
    return page.but(blocks=content, backlinks=_backlinks(ctx, sources))


def _is_new(ctx: RenderContext, id_: str) -> bool:
    return id_ in ctx.changed and ctx.changed[id_].fate == "added"


def _new_users(ctx: RenderContext, page: blocks.Page, sources: Iterable[str]) -> Blocks:
    """Links from entries that packs added, at the top for readers who know the base game."""
    new = [(ctx.link(ctx.ruleset.entry(id_)),) for id_ in sources if _is_new(ctx, id_)]
    if _is_new(ctx, page.entry) or not 0 < len(new) <= FEW:
        return ()
    return (blocks.ChangeMark(ctx.word("used-by.new"), ctx.listed(new)),)


def _links_on(page: blocks.Page) -> Iterator[tuple[str, str]]:
    """Entries with what the blocks link to that speak for them: all of a page, or a section."""
    if page.entry:
        sources = [(page.entry, page.blocks)]
    else:
        sections = () if page.shelf in SILENT else sections_of(page)
        sources = [(s.entry, tuple(s.blocks)) for s in sections if s.entry]
    for source, content in sources:
        for target in _links_in(content):
            yield source, target


def _links_in(content: Iterable[Block]) -> Sequence[str]:
    told = (block for block in content if not is_link_list(block))
    targets = (
        inline.target
        for block in blocks.blocks_in(told)
        for inline in blocks.marked_in(block)
        if isinstance(inline, blocks.Link)
    )
    return tuple(dict.fromkeys(targets))


def _backlinks(ctx: RenderContext, sources: Iterable[str]) -> Blocks:
    """Links by kind, chapters first."""
    kinds: dict[str, list[Inlines]] = {}
    for id_ in sources:
        link = (ctx.link(ctx.ruleset.entry(id_)),)
        kinds.setdefault(kind_of(id_), []).append(link)
    labels = {"term": "used-by.terms"}
    items = (
        blocks.DefinitionItem(
            (blocks.Text(ctx.word(labels.get(kind, f"kinds.{kind}"))),),
            (blocks.Paragraph(ctx.listed(kinds[kind])),),
        )
        for kind in ORDER
        if kind in kinds
    )
    return (blocks.DefinitionList(tuple(items)),)
