"""Cut pages into sections: what is said of each entry, and under each heading."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from freed6c.document import blocks
from freed6c.document.blocks import Block, Heading, Inlines, Page
from freed6c.document.listing import short_facts
from freed6c.document.wording import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


FACTS: Final = 3
SHORT: Final = 90
"""So many facts are shown of a section, and none that has more characters than this."""


@dataclass(slots=True)
class Section:
    """What a page says of one thing: an entry, a heading, or the page itself.

    `entry` is the id of an entry, `heading` a heading in prose. For a row of a table, `cells` are
    the words of its other cells with their labels.
    """

    page: Page
    entry: str = ""
    heading: Heading | None = None
    blocks: list[Block] = field(default_factory=list)
    cells: tuple[tuple[str, str], ...] = ()

    def beginning(self, longest: int) -> str:
        """The first paragraph, shortened to so many characters."""
        words = (b.inlines for b in self.blocks if isinstance(b, blocks.Paragraph))
        return shortened(plain(next(words, ())), longest)

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """Cells of a row, or terms of the first definition list, where they are short."""
        first = (
            (plain(label), plain(said)) for label, said in short_facts(self.blocks)
        )
        facts = chain(self.cells, first)
        return tuple(
            islice((fact for fact in facts if 0 < len(fact[1]) <= SHORT), FACTS)
        )

    @property
    def text(self) -> str:
        """All of its words, without lists of links."""
        content = (block for block in self.blocks if not is_link_list(block))
        texts: list[str] = []
        for block in blocks.blocks_in(content):
            if isinstance(block, blocks.TableBlock):
                texts += (plain(block.caption), *chain.from_iterable(block.words))
            else:
                texts += map(plain, blocks.lines_in(block))
        texts += (said for _, said in self.cells)
        return " ".join(filter(None, texts))


def shortened(text: str, longest: int) -> str:
    """Cut a text between two words."""
    text = " ".join(text.split())
    if len(text) <= longest:
        return text
    kept = text[:longest].rpartition(" ")[0] or text[:longest]
    return f"{kept.rstrip(',;:')} …"


def sections_of(page: Page) -> Sequence[Section]:
    """Cut the content of a page. Blocks are added to the last section, which stays open."""
    sections = [Section(page, page.entry)]
    for block in page.blocks:
        match block:
            case blocks.EntryHeading(_, id_) if id_:
                sections.append(Section(page, id_))
            case Heading():
                sections.append(Section(page, heading=block))
            case blocks.NoteBlock():
                inside = [*blocks.children_of(block)]
                sections.append(Section(page, block.id, blocks=inside))
            case blocks.DefinitionList():
                sections[-1:] = _terms(sections[-1], block)
            case blocks.TableBlock():
                sections[-1:] = _rows(sections[-1], block)
            case _:
                sections[-1].blocks.append(block)
    return sections


def _terms(section: Section, block: blocks.DefinitionList) -> Iterator[Section]:
    """Cut out definitions with an anchor; what follows belongs to the section around again."""
    rest = [item for item in block.items if not anchor_id(item.term)]
    for item in block.items:
        if id_ := anchor_id(item.term):
            yield Section(section.page, id_, blocks=[*item.blocks])
    if rest:
        section.blocks.append(blocks.DefinitionList(tuple(rest), block.numbered))
    yield section


def _rows(section: Section, block: blocks.TableBlock) -> Iterator[Section]:
    """Cut out rows, or columns, with an anchor."""
    lines = [block.header, *block.rows]
    yield from _lines(section.page, lines, block.words)
    if any(map(anchor_id, block.header)):
        columns, words = zip(*lines, strict=True), zip(*block.words, strict=True)
        yield from _lines(section.page, [*columns], [*words])
    if id_ := anchor_id(block.caption):
        yield Section(section.page, id_, blocks=[block])
    else:
        section.blocks.append(block)
    yield section


def _lines(
    page: Page, lines: Sequence[Sequence[Inlines]], words: Sequence[Sequence[str]]
) -> Iterator[Section]:
    """A section for each cell with an anchor, which tells of its line; the first has the labels."""
    for line, said in zip(lines[1:], words[1:], strict=True):
        for place, cell in enumerate(line):
            if id_ := anchor_id(cell):
                pairs = tuple(zip(words[0], said, strict=True))
                yield Section(page, id_, cells=(*pairs[:place], *pairs[place + 1 :]))


def anchor_id(words: Inlines) -> str:
    """The id of the anchor that words begin with, if they do."""
    return words[0].id if words and isinstance(words[0], blocks.InlineAnchor) else ""


def is_link_list(block: Block) -> bool:
    """Whether a block only lists links to entries, whose text stands elsewhere."""
    return isinstance(block, blocks.DefinitionList) and all(
        len(item.term) == 1 and isinstance(item.term[0], blocks.Link)
        for item in block.items
    )
