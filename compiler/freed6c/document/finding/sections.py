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
class Section:
    """What a page says of one thing: an entry, what is under a heading, or the page itself.

    `entry` is the id of an entry, `heading` that of some prose. What stands in a line of a table is
    there as `cells`, under their labels.
    """

    page: Page
    entry: str = ""
    heading: Heading | None = None
    blocks: list[Block] = field(default_factory=list)
    cells: tuple[tuple[Inlines, Inlines], ...] = ()


def sections_of(page: Page) -> Sequence[Section]:
    """The passages of a page; one of them is about what the page is about."""
    sections = [Section(page, page.entry)]
    for block in page.blocks:
        match block:
            case EntryHeading(_, id_) if id_:
                sections.append(Section(page, id_))
            case Heading():
                sections.append(Section(page, heading=block))
            case NoteBlock():
                sections.append(Section(page, block.id, blocks=[*block.problem]))
                sections[-1].blocks += (
                    b for reading in block.readings for b in reading.blocks
                )
                sections[-1].blocks += block.why
            case Definitions():
                sections[-1:] = _terms(sections[-1], block)
            case TableBlock():
                sections[-1:] = _rows(sections[-1], block)
            case _:
                sections[-1].blocks.append(block)
    return sections


def _terms(section: Section, block: Definitions) -> Iterator[Section]:
    """Terms that links lead to are told apart; what follows them belongs to all of it again."""
    rest = [item for item in block.items if not anchor_id(item.term)]
    for item in block.items:
        if id_ := anchor_id(item.term):
            yield Section(section.page, id_, blocks=[*item.blocks])
    if rest:
        section.blocks.append(Definitions(tuple(rest), block.numbered))
    yield section


def _rows(section: Section, block: TableBlock) -> Iterator[Section]:
    """Rows, or columns, that links lead to are told apart."""
    yield from _lines(section.page, block.header, block.rows)
    if any(map(anchor_id, block.header)):
        first, *columns = zip(block.header, *block.rows, strict=True)
        yield from _lines(section.page, first, columns)
    if id_ := anchor_id(block.caption):
        yield Section(section.page, id_, blocks=[block])
    else:
        section.blocks.append(block)
    yield section


def _lines(
    page: Page, labels: Sequence[Inlines], lines: Iterable[Sequence[Inlines]]
) -> Iterator[Section]:
    for line in lines:
        for place, cell in enumerate(line):
            if id_ := anchor_id(cell):
                pairs = tuple(zip(labels, line, strict=True))
                yield Section(page, id_, cells=(*pairs[:place], *pairs[place + 1 :]))


def anchor_id(words: Inlines) -> str:
    """The id of the entry whose place this is, if it is one."""
    return words[0].id if words and isinstance(words[0], Anchor) else ""


def is_link_list(block: Block) -> bool:
    """Whether all that a block does is to list entries: what it says of them, they say."""
    return isinstance(block, Definitions) and all(
        len(item.term) == 1 and isinstance(item.term[0], Link) for item in block.items
    )
