"""Reads the prose of packs into blocks and inlines. What references become, the caller says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Protocol

from freed6c.document import blocks
from freed6c.model.prose import INLINE, QUANTITY, BlockSort, one_line, raw_blocks

if TYPE_CHECKING:
    from freed6c.document.blocks import Block, Blocks, Inline, Inlines

MARKED: Final = re.compile(r"[*`\[]")


class ProseBuilder(Protocol):
    """Makes inlines and blocks of what the parser of prose finds."""

    def text(self, words: str) -> Inlines:
        """Words without any mark."""

    def code(self, text: str) -> Inline:
        """`` `code` ``."""

    def link(self, target: str, words: Inlines) -> Inline:
        """`[[id]]` or `[[id|words]]`; without words, the name of the entry."""

    def value(self, address: str) -> Inline:
        """`[[=address]]`."""

    def quantity(self, number: str, unit: str) -> Inline:
        """`[[5 ft]]`."""

    def show(self, target: str) -> Blocks:
        """`[[show: id]]`."""

    def heading(self, inlines: Inlines) -> Block:
        """`## words`."""


def parse_prose(text: str, builder: ProseBuilder, *, headings: bool = False) -> Blocks:
    """Parse prose into blocks. Headings are parsed only where asked for."""
    content: list[Block] = []
    waiting: list[Inlines] = []
    sort: BlockSort = "paragraph"
    for raw in raw_blocks(text, headings=headings):
        if waiting and raw.sort != sort:
            content.append(_list(sort, waiting))
            waiting = []
        sort = raw.sort
        written = text[raw.start : raw.end]
        if sort == "show":
            content.extend(builder.show(written))
            continue
        inlines = parse_line(one_line(written), builder)
        if sort in {"bullet", "number"}:
            waiting.append(inlines)
        elif sort == "heading":
            content.append(builder.heading(inlines))
        else:
            content.append(blocks.Paragraph(inlines))
    return (*content, _list(sort, waiting)) if waiting else tuple(content)


def _list(sort: BlockSort, items: list[Inlines]) -> Block:
    return (blocks.BulletList if sort == "bullet" else blocks.NumberedList)(
        tuple(items)
    )


def parse_line(text: str, builder: ProseBuilder) -> Inlines:
    """Parse the inlines of one block."""
    if not text:
        return ()
    if MARKED.search(text) is None:
        return builder.text(text)
    inlines: list[Inline] = []
    position = 0
    for match in INLINE.finditer(text):
        if match.start() > position:
            inlines.extend(builder.text(text[position : match.start()]))
        inlines.append(_inline(match, builder))
        position = match.end()
    if position < len(text):
        inlines.extend(builder.text(text[position:]))
    return tuple(inlines)


def _inline(match: re.Match[str], builder: ProseBuilder) -> Inline:
    sort = match.lastgroup
    if sort == "reference":
        return _reference(match["reference"], builder)
    if sort == "code":
        return builder.code(match["code"])
    if sort == "url":
        return blocks.WebLink(match["url"], parse_line(match["words"], builder))
    if sort == "strong":
        return blocks.Strong(parse_line(match["strong"], builder))
    return blocks.Emphasis(parse_line(match["emphasis"], builder))


def _reference(written: str, builder: ProseBuilder) -> Inline:
    if written.startswith("="):
        return builder.value(written[1:].strip())
    quantity = QUANTITY.fullmatch(written)
    if quantity is not None:
        return builder.quantity(quantity["number"], quantity["unit"])
    target, bar, words = written.partition("|")
    return builder.link(target.strip(), parse_line(words, builder) if bar else ())
