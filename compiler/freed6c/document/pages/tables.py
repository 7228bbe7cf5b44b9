"""All tables on one page."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Heading, Page, TableBlock, Text
from freed6c.document.describe import body
from freed6c.document.index import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.document.blocks import Block, Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.record import Entry

KEY: Final = "every-table"
KINDS: Final = ("table", "benchmark", "track", "menu")
"""Kinds whose entries are read as tables."""

MOST: Final = 200
"""More tables than this are looked for in their list."""


def tables_page(scribe: Scribe) -> Iterator[Page]:
    """Every table with a link to what else is said of it, if there are not too many."""
    entries = [entry for kind in KINDS for entry in scribe.ruleset.every(kind)]
    if 0 < len(entries) <= MOST:
        yield Page(
            key=KEY,
            title=scribe.word(KEY),
            anchor=f"page-{KEY}",
            blocks=tuple(_blocks(scribe, entries)),
            contents=tuple((scribe.link(entry),) for entry in entries),
            shelf="reference",
            summary=scribe.word(f"{KEY}.summary"),
            repeats=True,
        )


def _blocks(scribe: Scribe, entries: list[Entry]) -> Iterator[Block]:
    for kind, group in groupby(entries, lambda entry: kind_of(entry.id)):
        title = (Text(scribe.word(f"kinds.{kind}")),)
        yield Heading(2, f"page-{KEY}--{kind}", title)
        for entry in group:
            yield from _tables(scribe, entry)


def _tables(scribe: Scribe, entry: Entry) -> Iterator[Block]:
    """The tables of an entry; the first leads to it."""
    caption: Inlines = (scribe.link(entry),)
    for block in body(scribe.unanchored().unremarked(), entry, 1):
        if isinstance(block, TableBlock):
            yield replace(block, caption=caption or block.caption)
            caption = ()
