"""Entries in a list: a link, and the first thing there is to say of each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Definition, Definitions, Paragraph, Text
from freed6c.document.index import kind_of
from freed6c.document.marks import badge
from freed6c.document.references import line
from freed6c.document.scribe import kind_word
from freed6c.document.wording import capitalised

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.document.blocks import Blocks, Inline, Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.record import Entry

ENDS: Final = re.compile(r"(?<=[.!?])\s")
"""Where a sentence is over."""

ITEM: Final = re.compile(r"(?:- |\d+\. )(.*?)(?=\n(?:- |\d+\. )|\Z)", re.DOTALL)
"""The first item of a list."""


def lines(scribe: Scribe, entries: Sequence[Entry]) -> tuple[Definitions, ...]:
    """Each with its first sentence; its kind, where there are several: names can be alike."""
    mixed = len({kind_of(entry.id) for entry in entries}) > 1
    items = tuple(
        Definition(
            marked(scribe, entry, mixed=mixed),
            _below(first_sentence(scribe, entry)),
        )
        for entry in entries
    )
    return (Definitions(items),) if items else ()


def marked(scribe: Scribe, entry: Entry, *, mixed: bool = False) -> Inlines:
    """A link to an entry, with a badge on what packs changed."""
    link, badges = _name(scribe, entry, mixed=mixed), badge(scribe, entry)
    return scribe.say("behind", first=link, next=badges) if badges else link


def _name(scribe: Scribe, entry: Entry, *, mixed: bool) -> Inlines:
    link = capitalised((scribe.link(entry),))
    if not mixed:
        return link
    return scribe.say("list.mixed", entry=link, kind=kind_word(scribe, entry))


def _below(words: Inlines) -> Blocks:
    return (Paragraph(words),) if words else ()


def first_sentence(scribe: Scribe, entry: Entry) -> Inlines:
    """How the text of an entry begins, if with a list with its first item; nothing without text."""
    text = entry.text.strip().partition("\n\n")[0]
    if not text or text.startswith("[[show:"):
        return ()
    item = ITEM.match(text)
    return _finished(_first_of(scribe, text if item is None else item[1]))


def _finished(words: Inlines) -> Inlines:
    """What is announced does not follow here."""
    match words:
        case (*before, Text(text)) if text.endswith(":"):
            return (*before, Text(f"{text[:-1]}."))
        case _:
            return words


def _first_of(scribe: Scribe, text: str) -> Inlines:
    """The first sentence."""
    found: list[Inline] = []
    for inline in line(scribe, text):
        if isinstance(inline, Text) and (end := ENDS.search(inline.text)) is not None:
            return (*found, Text(inline.text[: end.start()]))
        found.append(inline)
    return tuple(found)
