"""Entries in a list: a link, and the first thing there is to say of each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Definition, Definitions, Paragraph, Text
from freed6c.document.marks import badge
from freed6c.document.references import line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.document.blocks import Blocks, Inline, Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.record import Entry

ENDS: Final = re.compile(r"(?<=[.!?])\s")
"""Where a sentence is over."""


def lines(scribe: Scribe, entries: Sequence[Entry]) -> tuple[Definitions, ...]:
    """Each with its first sentence."""
    items = tuple(
        Definition(marked(scribe, entry), _below(first_sentence(scribe, entry)))
        for entry in entries
    )
    return (Definitions(items),) if items else ()


def marked(scribe: Scribe, entry: Entry) -> Inlines:
    """A link to an entry, with a badge on what packs changed."""
    link, badges = (scribe.link(entry),), badge(scribe, entry)
    return scribe.say("behind", first=link, next=badges) if badges else link


def _below(words: Inlines) -> Blocks:
    return (Paragraph(words),) if words else ()


def first_sentence(scribe: Scribe, entry: Entry) -> Inlines:
    """How the text of an entry begins; nothing where it has none."""
    text = entry.text.strip().partition("\n\n")[0]
    if not text or text.startswith(("[[show:", "- ", "1. ")):
        return ()
    found: list[Inline] = []
    for inline in line(scribe, text):
        if isinstance(inline, Text) and (end := ENDS.search(inline.text)) is not None:
            return (*found, Text(inline.text[: end.start()]))
        found.append(inline)
    return tuple(found)
