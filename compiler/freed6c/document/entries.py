"""Render entries as blocks: heading, change marks, text, description of the kind, remarks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document import blocks, changes, licenses
from freed6c.document.describe import notes, parts, stories
from freed6c.document.describe.by_kind import IN_ROWS, LAID_OUT, ROLLED, body
from freed6c.document.render_context import RenderContext, kind_word
from freed6c.document.wording import title_of
from freed6c.model.internal_errors import working_on
from freed6c.runtime.entries.notes import Example, Note

if TYPE_CHECKING:
    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.runtime.record import Entry


def full(ctx: RenderContext, entry: Entry, level: int) -> Blocks:
    """Return an entry under its own heading."""
    if isinstance(entry, Note):
        return (notes.note(ctx, entry), *licenses.license_mark(ctx, entry))
    kind = kind_word(ctx, entry)
    heading = blocks.EntryHeading(level, entry.id, heading_of(entry), kind)
    return (heading, *content_of(ctx, entry, level))


def heading_of(entry: Entry) -> str:
    """Return the name of an entry, beginning with a capital letter."""
    title = title_of(entry)
    return title[:1].upper() + title[1:]


def content_of(ctx: RenderContext, entry: Entry, level: int = 1) -> Blocks:
    """Return the blocks of an entry without its heading.

    On its own page, an entry that is rolled begins with the roll, in front of its text. Blocks are
    cached, unless they depend on the heading level, because they contain headings.
    """
    content = ctx.told.get(entry.id)
    if content is None:
        rolled = ctx.paged and isinstance(entry, ROLLED)
        in_rows = isinstance(entry, IN_ROWS) or rolled
        with working_on(entry):
            described = body(ctx, entry, level)
            first = described[:rolled]
            content = (
                *licenses.license_mark(ctx, entry),
                *first,
                *parts.text_blocks(ctx, entry),
                *described[len(first) :],
                *notes.remarks(ctx, entry, *(entry.inside if in_rows else ())),
            )
        headed = any(isinstance(block, blocks.EntryHeading) for block in content)
        if not isinstance(entry, LAID_OUT) and not headed:
            ctx.told[entry.id] = content
    return (*changes.marks(ctx, entry), *content)


def at_home(ctx: RenderContext, entry: Entry) -> Blocks:
    """Return an entry for the prose of its chapter, as the target of links to the entry."""
    described = body(ctx.without_remarks(), entry, 4)
    captioned = _captioned(described, parts.named(ctx, entry))
    return (*captioned, *licenses.license_mark(ctx, entry))


def around(ctx: RenderContext, entry: Entry, level: int) -> Blocks:
    """Return the rest of an entry whose table is in the prose of the chapter; empty if none.

    It has the change marks, the text and the remarks.
    """
    texts = (*changes.marks(ctx, entry), *parts.text_blocks(ctx, entry))
    remarks = notes.remarks(ctx, entry, *entry.inside)
    if not texts and not remarks:
        return ()
    heading = blocks.EntryHeading(level, "", heading_of(entry), kind_word(ctx, entry))
    return (heading, *texts, *remarks)


def shown(ctx: RenderContext, entry: Entry) -> Blocks:
    """Return an entry for `[[show: id]]`: its description with a link to it, or its story."""
    if isinstance(entry, Example) and entry.is_story:
        return stories.story(ctx, entry)
    described = body(ctx.without_anchors().without_remarks(), entry, 4)
    return _captioned(described, changes.linked(ctx, entry, "narrow"))


def _captioned(content: Blocks, caption: Inlines) -> Blocks:
    """Add a caption: to the table if the content begins with one, else as a paragraph above it."""
    if content and isinstance(content[0], blocks.TableBlock):
        return (content[0].but(caption=caption), *content[1:])
    return (blocks.Paragraph((blocks.Strong(caption),)), *content)
