"""Pages taken apart: what is said of each entry, and what stands under each heading."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from freed6c.document.blocks import (
    Anchor,
    Block,
    Definitions,
    EntryHeading,
    Heading,
    Inlines,
    Link,
    NoteBlock,
    Page,
    TableBlock,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


@dataclass(slots=True)
class Passage:
    """What a page says of one thing: an entry, what is under a heading, or the page itself.

    `entry` is the id of an entry, `heading` that of some prose. What stands in a line of a table is
    there as `cells`, under their labels.
    """

    page: Page
    entry: str = ""
    heading: Heading | None = None
    blocks: list[Block] = field(default_factory=list)
    cells: tuple[tuple[Inlines, Inlines], ...] = ()


def passages(page: Page) -> Sequence[Passage]:
    """The passages of a page; one of them is about what the page is about."""
    found = [Passage(page, page.entry)]
    for block in page.blocks:
        match block:
            case EntryHeading(_, id_) if id_:
                found.append(Passage(page, id_))
            case Heading():
                found.append(Passage(page, heading=block))
            case NoteBlock():
                found.append(Passage(page, block.id, blocks=[*block.problem]))
                found[-1].blocks += (b for one in block.readings for b in one.blocks)
                found[-1].blocks += block.why
            case Definitions():
                found[-1:] = _terms(found[-1], block)
            case TableBlock():
                found[-1:] = _rows(found[-1], block)
            case _:
                found[-1].blocks.append(block)
    return found


def _terms(here: Passage, block: Definitions) -> Iterator[Passage]:
    """Terms that links lead to are told apart; what follows them belongs to all of it again."""
    rest = [item for item in block.items if not anchored(item.term)]
    for item in block.items:
        if id_ := anchored(item.term):
            yield Passage(here.page, id_, blocks=[*item.blocks])
    if rest:
        here.blocks.append(Definitions(tuple(rest), block.numbered))
    yield here


def _rows(here: Passage, block: TableBlock) -> Iterator[Passage]:
    """Rows, or columns, that links lead to are told apart."""
    yield from _lines(here.page, block.header, block.rows)
    if any(map(anchored, block.header)):
        first, *columns = zip(block.header, *block.rows, strict=True)
        yield from _lines(here.page, first, columns)
    if id_ := anchored(block.caption):
        yield Passage(here.page, id_, blocks=[block])
    else:
        here.blocks.append(block)
    yield here


def _lines(
    page: Page, labels: Sequence[Inlines], lines: Iterable[Sequence[Inlines]]
) -> Iterator[Passage]:
    for line in lines:
        for place, cell in enumerate(line):
            if id_ := anchored(cell):
                pairs = tuple(zip(labels, line, strict=True))
                yield Passage(page, id_, cells=(*pairs[:place], *pairs[place + 1 :]))


def anchored(words: Inlines) -> str:
    """The id of the entry whose place this is, if it is one."""
    return words[0].id if words and isinstance(words[0], Anchor) else ""


def is_list(block: Block) -> bool:
    """Whether all that a block does is to list entries: what it says of them, they say."""
    return isinstance(block, Definitions) and all(
        len(item.term) == 1 and isinstance(item.term[0], Link) for item in block.items
    )
