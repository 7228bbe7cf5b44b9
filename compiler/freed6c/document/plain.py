"""Prose as plain text, for docstrings and messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import BulletList, Heading, NumberedList, Paragraph
from freed6c.document.describe.changes import changes
from freed6c.document.describe.licenses import license_mark
from freed6c.document.references import prose
from freed6c.document.scribe import new_scribe
from freed6c.document.wording import plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from freed6c.document.blocks import Block, ChangeMark
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry


def plain_text(ruleset: Ruleset, text: str) -> str:
    """Prose without markup: links as names, values in words, lists with their marks."""
    return plain_reader(ruleset)(text)


def plain_reader(ruleset: Ruleset) -> Callable[[str], str]:
    """The same for many texts: what is known of the ruleset is gathered once."""
    scribe = new_scribe(ruleset, lambda _scribe, _entry: ())
    return lambda text: "\n\n".join(filter(None, map(_block, prose(scribe, text))))


def marks_reader(ruleset: Ruleset) -> Callable[[Entry], str]:
    """What packs did to each entry that another pack wrote, and its licence, in paragraphs."""
    scribe = new_scribe(ruleset, lambda _scribe, _entry: ())
    return lambda entry: "\n\n".join(
        (
            *map(_mark, changes(scribe, entry)),
            *(f"{plain(mark.inlines)}." for mark in license_mark(scribe, entry)),
        )
    )


def _mark(mark: ChangeMark) -> str:
    said = plain(mark.inlines)
    return f"{mark.label}: {said}" if said else f"{mark.label}."


def _block(block: Block) -> str:
    match block:
        case Paragraph(inlines) | Heading(_, _, inlines):
            return plain(inlines)
        case BulletList(items):
            return "\n".join(f"- {plain(item)}" for item in items)
        case NumberedList(items):
            numbered = enumerate(items, 1)
            return "\n".join(f"{n}. {plain(item)}" for n, item in numbered)
        case _:
            return ""
