"""Prose and change marks as plain text, for docstrings and messages."""

from __future__ import annotations

from dataclasses import replace
from itertools import starmap
from textwrap import indent
from typing import TYPE_CHECKING, Final

from freed6c.document import blocks, changes, licenses, wording
from freed6c.document.prose import prose
from freed6c.document.render_context import RenderContext, new_context, nothing
from freed6c.document.sentences.effects import ended

if TYPE_CHECKING:
    from collections.abc import Callable

    from freed6c.document.blocks import Block, Blocks, Inlines
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry


LONGEST: Final = 60
"""The most characters of an old or new text that is quoted, as plain text has no strikethrough."""


def plain_text(ruleset: Ruleset, text: str) -> str:
    """Return prose without markup: links as names, values in words, lists with their markers."""
    return plain_reader(ruleset)(text)


def plain_reader(ruleset: Ruleset) -> Callable[[str], str]:
    """Return `plain_text` for one ruleset, for several texts: it makes the context only once."""
    return reader_of(new_context(ruleset, nothing))


def reader_of(ctx: RenderContext) -> Callable[[str], str]:
    """Return a function that renders prose as plain text in a context, without `[[show: id]]`."""
    ctx = replace(ctx, shown=nothing)
    return lambda text: paragraphs(prose(ctx, text))


def paragraphs(content: Blocks) -> str:
    """Return paragraphs, headings and lists as plain text; skip all other blocks."""
    return "\n\n".join(filter(None, map(_block, content)))


def marks_text(ctx: RenderContext, entry: Entry) -> str:
    """Return the change marks and the license of an entry as plain text."""
    marks = [_mark(ctx, mark) for mark in changes.marks(ctx, entry)]
    license_ = licenses.license_mark(ctx, entry)
    marks += (f"{wording.plain(mark.inlines)}." for mark in license_)
    return "\n\n".join(marks)


def _mark(ctx: RenderContext, mark: blocks.ChangeMark) -> str:
    """Return a change mark as a paragraph: packs, old and new texts, reason."""
    revisions = (ended(ctx, _revision(ctx, revision)) for revision in mark.revisions)
    text = wording.plain(ctx.join_sentences((*revisions, mark.why)))
    return f"{mark.label}: {text}" if text else f"{mark.label}."


def _revision(ctx: RenderContext, revision: blocks.Revision) -> Inlines:
    """Return a revision with its old and new text, each only if it isn't empty or too long.

    The key of the phrase names the texts in it, such as `change.field.before.after`.
    """
    before = changes.text_before(revision.said)
    sides = {"before": before, "after": changes.text_after(revision.said)}
    quoted = {key: text for key, text in sides.items() if 0 < len(text) <= LONGEST}
    key = ".".join(("change.field", *quoted))
    return ctx.say(key, what=revision.what, **quoted)


def _item(marker: str, words: Inlines, below: Blocks) -> str:
    """Return a list item, with nested blocks indented to align with its words."""
    separator = "\n\n" if below and isinstance(below[0], blocks.Paragraph) else "\n"
    text = separator.join(filter(None, (wording.plain(words), paragraphs(below))))
    return f"{marker} {indent(text, ' ' * (len(marker) + 1)).lstrip()}"


def _block(block: Block) -> str:
    match block:
        case blocks.Paragraph(inlines) | blocks.Heading(_, _, inlines):
            return wording.plain(inlines)
        case blocks.BulletList() | blocks.NumberedList():
            return "\n".join(starmap(_item, blocks.items_of(block)))
        case _:
            return ""
