"""An entry as it is shown: heading, changes, text, what its kind says, remarks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from freed6c.document.blocks import EntryHeading, Paragraph, Strong, TableBlock
from freed6c.document.describe import body
from freed6c.document.describe.notes import note
from freed6c.document.describe.parts import changes, named, remarks, words_of
from freed6c.document.scribe import kind_word, title_of
from freed6c.runtime.entries.notes import Note

if TYPE_CHECKING:
    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.record import Entry


def full(scribe: Scribe, entry: Entry, level: int) -> Blocks:
    """Everything about an entry, under a heading of its own."""
    if isinstance(entry, Note):
        return (note(scribe, entry),)
    kind = kind_word(scribe, entry)
    heading = EntryHeading(level, entry.id, title_of(entry), kind)
    return (heading, *_below(scribe, entry, body(scribe, entry, level)))


def _below(scribe: Scribe, entry: Entry, described: Blocks) -> Blocks:
    return (
        *changes(scribe, entry),
        *words_of(scribe, entry),
        *described,
        *remarks(scribe, entry),
    )


def at_home(scribe: Scribe, entry: Entry) -> Blocks:
    """An entry in the midst of its chapter's prose: all of it, with a caption."""
    caption = (Strong(named(scribe, entry)),)
    text = words_of(scribe, entry)
    below = (*changes(scribe, entry), *remarks(scribe, entry))
    described = body(scribe, entry, 4)
    if text or not described or not isinstance(described[0], TableBlock):
        return (Paragraph(caption), *text, *described, *below)
    return (*_captioned(described, caption), *below)


def shown(scribe: Scribe, entry: Entry) -> Blocks:
    """An entry that is shown away from its place: what it says in numbers, and a link."""
    described = body(scribe.unanchored(), entry, 4)
    return _captioned(described, (scribe.link(entry),))


def _captioned(blocks: Blocks, caption: Inlines) -> Blocks:
    """The caption goes to the table, or over the rest."""
    if blocks and isinstance(blocks[0], TableBlock):
        return (replace(blocks[0], caption=caption), *blocks[1:])
    return (Paragraph((Strong(caption),)), *blocks)
