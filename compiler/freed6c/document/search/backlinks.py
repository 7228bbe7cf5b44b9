"""Backlinks: for the page of an entry, the entries that link to it or to an entry nested in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document import blocks
from freed6c.document.search.sections import is_link_list, sections_of
from freed6c.packs.grouping import grouped
from freed6c.packs.ids import kind_of
from freed6c.packs.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from freed6c.document.blocks import Block, Blocks
    from freed6c.document.render_context import RenderContext


SILENT: Final[frozenset[blocks.Shelf]] = frozenset({"lists", "about"})
"""Shelves (groups of the navigation) whose links don't count: lists link to everything."""

FEW: Final = 5
"""If more new entries link to a page, none is pointed out: then most things use its entry."""

ORDER: Final = ["chapter", *(kind.name for kind in KINDS if kind.name != "chapter")]


def with_backlinks(
    ctx: RenderContext,
    pages: Sequence[blocks.Page],
    places: Mapping[str, blocks.PageAnchor],
) -> tuple[blocks.Page, ...]:
    """Return the pages with the `backlinks` of those of single entries.

    Pages that a few new entries link to also get a mark at the top with these entries. `places` is
    the page and anchor of each entry, by id. Links between a page and its parent don't count.
    """
    parents = {page.key: page.above for page in pages}
    # The ids of the linking entries by page key; an inner dict is an ordered set.
    sources: dict[str, dict[str, None]] = {page.key: {} for page in pages if page.above}
    for page in blocks.describing(pages):
        for source, target in _links_on(page):
            if target in places:
                key = places[target].page
                related = key in {page.key, page.above} or parents[key] == page.key
                if key in sources and not related:
                    sources[key][source] = None
    return tuple(_with_links(ctx, page, sources.get(page.key, ())) for page in pages)


def _with_links(
    ctx: RenderContext, page: blocks.Page, sources: Collection[str]
) -> blocks.Page:
    if not sources:
        return page
    content = (*_new_links(ctx, page, sources), *page.blocks)
    return page.but(blocks=content, backlinks=_backlinks(ctx, sources))


def _is_new(ctx: RenderContext, id_: str) -> bool:
    return id_ in ctx.changed and ctx.changed[id_].fate == "added"


def _new_links(ctx: RenderContext, page: blocks.Page, sources: Iterable[str]) -> Blocks:
    """Return a mark that lists the linking entries that packs added, if the page is not new too."""
    new = [(ctx.link(ctx.ruleset.entry(id_)),) for id_ in sources if _is_new(ctx, id_)]
    if _is_new(ctx, page.entry) or not 0 < len(new) <= FEW:
        return ()
    return (blocks.ChangeMark(ctx.word("used-by.new"), ctx.listed(new)),)


def _links_on(page: blocks.Page) -> Iterator[tuple[str, str]]:
    """Yield the links on a page as pairs of ids: the linking entry and the target.

    On the page of an entry, all links are from it. On other pages, the links of a section are from
    the entry of the section.
    """
    if page.entry:
        sources = [(page.entry, page.blocks)]
    else:
        sections = () if page.shelf in SILENT else sections_of(page)
        sources = [(s.entry, tuple(s.blocks)) for s in sections if s.entry]
    for source, content in sources:
        for target in _links_in(content):
            yield source, target


def _links_in(content: Iterable[Block]) -> Sequence[str]:
    """Return the targets of all links but those of mere lists of links, without repeats."""
    described = (block for block in content if not is_link_list(block))
    targets = (
        inline.target
        for block in blocks.blocks_in(described)
        for inline in blocks.marked_in(block)
        if isinstance(inline, blocks.Link)
    )
    return tuple(dict.fromkeys(targets))


def _backlinks(ctx: RenderContext, sources: Iterable[str]) -> Blocks:
    """Return the links to the linking entries by kind, chapters first."""
    kinds = grouped(
        (kind_of(id_), (ctx.link(ctx.ruleset.entry(id_)),)) for id_ in sources
    )
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
