"""Goes over everything that is in blocks."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from freed6c.document.blocks import (
    BulletList,
    ChangeMark,
    Chart,
    Definitions,
    Emphasis,
    FinePrint,
    Heading,
    Link,
    NoteBlock,
    NumberedList,
    Paragraph,
    Remarks,
    Rollable,
    Strong,
    TableBlock,
    Value,
    WebLink,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from freed6c.document.blocks import Block, Inline, Inlines


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
    for inlines in _lines_of(block):
        yield from _all(inlines)


def _all(inlines: Inlines) -> Iterator[Inline]:
    for inline in inlines:
        yield inline
        match inline:
            case Strong(inner) | Emphasis(inner):
                yield from _all(inner)
            case Link(_, inner) | WebLink(_, inner) | Value(_, inner):
                yield from _all(inner)
            case Rollable(_, inner):
                yield from _all(inner)
            case _:
                continue


def _lines_of(block: Block) -> Iterator[Inlines]:
    match block:
        case Paragraph() | FinePrint() | Heading() | ChangeMark():
            yield block.inlines
        case BulletList() | NumberedList() | Remarks():
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
            return
