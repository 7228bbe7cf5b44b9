"""Entries in a list: a link, and the first thing there is to say of each."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Definition, Definitions, Paragraph, Text
from freed6c.document.marks import badge
from freed6c.document.references import line
from freed6c.document.scribe import kind_word, title_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.document.blocks import Blocks, Inline, Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.record import Entry

ENDS: Final = re.compile(r"(?<=[.!?])\s")
"""Where a sentence is over."""


def lines(scribe: Scribe, entries: Sequence[Entry]) -> tuple[Definitions, ...]:
    """Each with its first sentence; those of one name tell what kind of thing they are."""
    names = Counter(map(title_of, entries))
    items = tuple(
        Definition(
            marked(scribe, entry, alike=names[title_of(entry)] > 1),
            _below(first_sentence(scribe, entry)),
        )
        for entry in entries
    )
    return (Definitions(items),) if items else ()


def marked(scribe: Scribe, entry: Entry, *, alike: bool = False) -> Inlines:
    """A link to an entry, with a badge on what packs changed."""
    link, badges = _name(scribe, entry, alike=alike), badge(scribe, entry)
    return scribe.say("behind", first=link, next=badges) if badges else link


def _name(scribe: Scribe, entry: Entry, *, alike: bool) -> Inlines:
    link = scribe.link(entry)
    if not alike:
        return (link,)
    return scribe.say("list.alike", entry=(link,), kind=kind_word(scribe, entry))


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
