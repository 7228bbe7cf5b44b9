"""Chapters: their prose, with what they show, and what they describe."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from freed6c.document import blocks, changes, licenses, listing, placement
from freed6c.document.compare.page import KEY as CHANGES
from freed6c.document.describe import parts
from freed6c.document.entries import around, at_home, full, shown
from freed6c.document.prose import chapter_prose
from freed6c.document.wording import title_of
from freed6c.runtime.entries.world import Unit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.document.blocks import Block, Blocks, Inlines
    from freed6c.document.pages.plan import PagePlan
    from freed6c.document.render_context import RenderContext
    from freed6c.runtime.entries.notes import Chapter
    from freed6c.runtime.record import Entry


def chapter_page(ctx: RenderContext, chapter: Chapter, plan: PagePlan) -> blocks.Page:
    """A chapter to be read, then its entries in detail, or the ways to them.

    To the pages of units it leads only where texts do: there is hardly more in them than a name.
    """
    anchor = placement.anchor_of(chapter.id)
    own = _own(chapter, plan)
    return blocks.Page(
        key=plan.keys[chapter.id],
        title=title_of(chapter),
        anchor=anchor,
        blocks=_content(ctx, chapter, plan),
        table_of_contents=listing.told_apart(ctx, _listed(own, plan)),
        entry=chapter.id,
        badge=_badge(ctx, chapter, own),
        shelf="chapters",
    )


def _members(chapter: Chapter, plan: PagePlan) -> Sequence[Entry]:
    """What a chapter contains, and what was added to it."""
    contained = [ref.entry for ref in chapter.contains]
    return [*contained, *plan.added.get(chapter.id, ())]


def _own(chapter: Chapter, plan: PagePlan) -> Sequence[Entry]:
    """The members that are described here, and not in another chapter."""
    members = _members(chapter, plan)
    return [entry for entry in members if plan.homes.get(entry.id) == chapter.id]


def _listed(own: Sequence[Entry], plan: PagePlan) -> Sequence[Entry]:
    return [
        member
        for member in own
        if not (isinstance(member, Unit) and plan.elsewhere(member))
    ]


def _content(ctx: RenderContext, chapter: Chapter, plan: PagePlan) -> Blocks:
    placed: set[str] = set()

    def embed(ctx: RenderContext, entry: Entry) -> Blocks:
        """The first time, an entry of the chapter itself gets its anchor here.

        Otherwise, or if it has a page of its own, it is quoted with a link.
        """
        own = plan.homes.get(entry.id) == chapter.id
        if not own or entry.id in placed or plan.elsewhere(entry):
            return shown(ctx, entry)
        placed.add(entry.id)
        return at_home(replace(ctx, shown=shown), entry)

    anchor = placement.anchor_of(chapter.id)
    prose = chapter_prose(replace(ctx, shown=embed), chapter.text, anchor)
    if not prose and chapter.id in ctx.changed:
        page = (blocks.Link(f"page.{CHANGES}", (blocks.Text(ctx.word(CHANGES)),)),)
        prose = (blocks.Paragraph(ctx.say("chapter.added", page=page)),)
    # Entries of other chapters are a line of links.
    away = ctx.listed(
        [
            (ctx.link(member),)
            for member in _members(chapter, plan)
            if plan.homes.get(member.id) != chapter.id
        ]
    )
    detail = (blocks.Text(ctx.word("in-detail")),)
    heading = (blocks.Heading(2, f"{anchor}--entries", detail),)
    described = _described(ctx, _listed(_own(chapter, plan), plan), plan, placed)
    return (
        *licenses.license_mark(ctx, chapter),
        *_distinct((*prose, *heading) if described else prose),
        *described,
        *parts.paragraph(ctx, ctx.say("see-also", entries=away) if away else ()),
    )


def _badge(ctx: RenderContext, chapter: Chapter, own: Sequence[Entry]) -> Inlines:
    """What packs did to a chapter, or to what is described in it."""
    if chapter.id in ctx.changed:
        return changes.badge(ctx, chapter, "sign")
    changed = [ctx.changed[entry.id] for entry in own if entry.id in ctx.changed]
    (badge,) = changes.badge_of(changed, ctx, "sign") or (None,)
    if not isinstance(badge, blocks.Badge):
        return ()
    said = ctx.patterns["badge.inside"].format(said=badge.text)
    return (badge.but(text=said, fate="changed"),)


def _described(
    ctx: RenderContext, entries: Sequence[Entry], plan: PagePlan, placed: set[str]
) -> Blocks:
    """Entries in full, or the rest of those in the prose; links to those with own pages."""
    content: Blocks = ()
    for entry in entries:
        if not plan.elsewhere(entry):
            describe = around if entry.id in placed else full
            content = (*content, *describe(ctx, entry, 3))
    return (
        *content,
        *listing.lines(ctx, [paged for paged in entries if plan.elsewhere(paged)]),
    )


def _distinct(content: Blocks) -> Iterator[Block]:
    """Number anchors of headings with the same words, without those that others are called."""
    called = {block.anchor for block in content if isinstance(block, blocks.Heading)}
    seen: dict[str, int] = {}
    for block in content:
        if isinstance(block, blocks.Heading):
            anchor, number = block.anchor, seen.get(block.anchor, 0) + 1
            while number > 1 and (anchor := f"{block.anchor}-{number}") in called:
                number += 1
            seen[block.anchor] = number
            called.add(anchor)
            yield blocks.Heading(block.level, anchor, block.inlines)
        else:
            yield block
