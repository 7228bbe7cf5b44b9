"""Goes over everything that is in blocks."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import (
    BulletList,
    ChangeMark,
    Definitions,
    Emphasis,
    FinePrint,
    Heading,
    Inserted,
    LetterBlock,
    Link,
    NoteBlock,
    NumberedList,
    Paragraph,
    Remarks,
    Removed,
    Rollable,
    Strong,
    TableBlock,
    Value,
    WebLink,
)
from freed6c.document.charts import Chart
from freed6c.document.forms import Panels

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from freed6c.document.blocks import Block, Inline, Inlines

HOLDERS: Final = (
    Strong,
    Emphasis,
    Link,
    WebLink,
    Value,
    Rollable,
    Removed,
    Inserted,
)
"""Inlines that others stand in."""


def blocks_in(blocks: Iterable[Block]) -> Iterator[Block]:
    """Every block, those inside of others behind them."""
    for block in blocks:
        yield block
        yield from blocks_in(_inside(block))


def _inside(block: Block) -> Iterator[Block]:
    match block:
        case Definitions(items):
            for item in items:
                yield from item.blocks
        case Panels(_, panels):
            for panel in panels:
                yield from panel.blocks
        case Chart():
            yield block.table
        case NoteBlock():
            yield from block.problem
            for reading in block.readings:
                yield from reading.blocks
            yield from block.why
        case _:
            return


def inlines_in(block: Block) -> Iterator[Inline]:
    """Every inline that stands in a block itself, those inside of others behind them."""
    for inlines in lines_in(block):
        yield from _all(inlines)


def _all(inlines: Inlines) -> Iterator[Inline]:
    for inline in inlines:
        yield inline
        if isinstance(inline, HOLDERS):
            yield from _all(inline.inlines)


def lines_in(block: Block) -> Iterator[Inlines]:
    """Every line of words that stands in a block itself."""
    match block:
        case Paragraph() | FinePrint() | Heading():
            yield block.inlines
        case BulletList() | NumberedList() | Remarks() | LetterBlock():
            yield from block.items
        case TableBlock(header, rows):
            yield from (block.caption, *header, *chain.from_iterable(rows))
        case Definitions(definitions):
            for item in definitions:
                yield item.term
        case Chart():
            yield block.caption
        case NoteBlock():
            yield block.title
        case _:
            yield from _beside(block)


def _beside(block: Block) -> Iterator[Inlines]:
    match block:
        case Panels(_, panels):
            yield from (panel.title for panel in panels)
        case ChangeMark(_, why, revisions):
            yield why
            for revision in revisions:
                yield from (revision.what, revision.said)
        case _:
            return
