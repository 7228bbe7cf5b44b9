"""Pages of chapters: the prose of the chapter, then the descriptions of its entries.

A chapter `contains` entries. The members of a chapter are these and the entries that
`additions.py` adds to it. Its own members are those that no earlier chapter has: only one chapter
describes an entry. Its prose can embed entries.
"""

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
    """Return the page of a chapter: its prose, then its entries in full or links to their pages.

    Units with their own page are not in the list of links: they have little more than a name.
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
    """Return the entries that a chapter contains, and those that were added to it."""
    return (*(ref.entry for ref in chapter.contains), *plan.added.get(chapter.id, ()))


def _own(chapter: Chapter, plan: PagePlan) -> Sequence[Entry]:
    """Return the members of which this chapter is the home."""
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
        """Return an entry that the prose embeds.

        The first time, an own member of the chapter is described here and gets its anchor.
        In all other cases, the entry is quoted with a link to its description.
        """
        is_own = plan.homes.get(entry.id) == chapter.id
        if not is_own or entry.id in placed or plan.elsewhere(entry):
            return shown(ctx, entry)
        placed.add(entry.id)
        return at_home(replace(ctx, shown=shown), entry)

    anchor = placement.anchor_of(chapter.id)
    prose = chapter_prose(replace(ctx, shown=embed), chapter.text, anchor)
    if not prose and chapter.id in ctx.changed:
        page = (blocks.Link(f"page.{CHANGES}", (blocks.Text(ctx.word(CHANGES)),)),)
        prose = (blocks.Paragraph(ctx.say("chapter.added", page=page)),)
    # Members that other chapters describe are a line of links.
    others = ctx.listed(
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
        *parts.paragraph(ctx, ctx.say("see-also", entries=others) if others else ()),
    )


def _badge(ctx: RenderContext, chapter: Chapter, own: Sequence[Entry]) -> Inlines:
    """Return a badge if packs changed a chapter; else one if they changed an entry in it."""
    if chapter.id in ctx.changed:
        return changes.badge(ctx, chapter, "sign")
    changed = [ctx.changed[entry.id] for entry in own if entry.id in ctx.changed]
    (badge,) = changes.badge_of(changed, ctx, "sign") or (None,)
    if not isinstance(badge, blocks.Badge):
        return ()
    text = ctx.patterns["badge.inside"].format(said=badge.text)
    return (badge.but(text=text, fate="changed"),)


def _described(
    ctx: RenderContext, entries: Sequence[Entry], plan: PagePlan, placed: set[str]
) -> Blocks:
    """Return the entries in full, then links to those with their own pages.

    For entries `placed` in the prose, only the parts that the prose does not show follow.
    """
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
    """Number the anchors of headings with the same words: `skills`, `skills-2`, `skills-3`.

    A number is skipped if another heading has this anchor already.
    """
    used = {block.anchor for block in content if isinstance(block, blocks.Heading)}
    last_numbers: dict[str, int] = {}
    for block in content:
        if isinstance(block, blocks.Heading):
            anchor, number = block.anchor, last_numbers.get(block.anchor, 0) + 1
            while number > 1 and (anchor := f"{block.anchor}-{number}") in used:
                number += 1
            last_numbers[block.anchor] = number
            used.add(anchor)
            yield blocks.Heading(block.level, anchor, block.inlines)
        else:
            yield block
