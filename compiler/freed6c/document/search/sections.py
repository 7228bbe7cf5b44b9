"""Cut pages into sections: the content on each entry, and under each heading."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from freed6c.document import blocks
from freed6c.document.blocks import Block, Heading, Inlines, Page
from freed6c.document.listing import short_facts
from freed6c.document.wording import plain
from freed6c.packs.lazy import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


FACTS: Final = 3
"""The most facts of a section in a preview."""

SHORT: Final = 90
"""The most characters of a fact in a preview; longer facts are left out."""


@dataclass()
class Section:
    """The content of a page on one subject: an entry, a heading, or the page itself.

    `entry` is the id of the entry, if the subject is one; `heading` is the heading, if it is one.
    If the subject is a row of a table, `cells` are pairs of a column label and the words of the
    cell, without the cell that names the row.
    """

    page: Page
    entry: str = ""
    heading: Heading | None = None
    blocks: list[Block] = field(default_factory=list)
    cells: tuple[tuple[str, str], ...] = ()

    def beginning(self, longest: int) -> str:
        """Return the first paragraph, shortened to at most `longest` characters."""
        texts = (
            plain(b.inlines) for b in self.blocks if isinstance(b, blocks.Paragraph)
        )
        return shortened(next(filter(None, texts), ""), longest)

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """The first short facts: pairs of a label and a value.

        They are the cells of a row, and the items of the first definition list.
        """
        listed = ((plain(term), plain(fact)) for term, fact in short_facts(self.blocks))
        facts = chain(self.cells, listed)
        short = (fact for fact in facts if 0 < len(fact[1]) <= SHORT)
        return tuple(islice(short, FACTS))

    @property
    def text(self) -> str:
        """All words of the section, without lists of links."""
        content = (block for block in self.blocks if not is_link_list(block))
        texts: list[str] = []
        for block in blocks.blocks_in(content):
            if isinstance(block, blocks.TableBlock):
                texts += (plain(block.caption), *chain.from_iterable(block.words))
            else:
                texts += map(plain, blocks.lines_in(block))
        texts += (words for _, words in self.cells)
        return " ".join(filter(None, texts))


def shortened(text: str, longest: int) -> str:
    """Cut a text after the last whole word that fits, and add an ellipsis."""
    text = " ".join(text.split())
    if len(text) <= longest:
        return text
    beginning = text[:longest].rpartition(" ")[0] or text[:longest]
    return f"{beginning.rstrip(',;:')} …"


def sections_of(page: Page) -> Sequence[Section]:
    """Cut the content of a page into sections.

    The last section of the list is open: blocks are added to it until a heading begins another.
    Definitions and table rows with an anchor become sections in front of it, so that the content
    after the list or table still belongs to the open section.
    """
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
    """Yield a section for each definition with an anchor, then the open section with the others."""
    rest = [item for item in block.items if not anchor_id(item.term)]
    for item in block.items:
        if id_ := anchor_id(item.term):
            yield Section(section.page, id_, blocks=[*item.blocks])
    if rest:
        section.blocks.append(blocks.DefinitionList(tuple(rest), block.numbered))
    yield section


def _rows(section: Section, block: blocks.TableBlock) -> Iterator[Section]:
    """Yield a section for each row and each column with an anchor, then the open section.

    A table whose caption has an anchor is a section itself; another is added to the open section.
    """
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
    """Yield a section for each line of cells with an anchor in it.

    `lines` are rows or columns, and `words` their cells as plain text. The first line has labels.
    """
    for line, line_words in zip(lines[1:], words[1:], strict=True):
        for index, cell in enumerate(line):
            if id_ := anchor_id(cell):
                pairs = tuple(zip(words[0], line_words, strict=True))
                # Leave out the cell with the anchor, which is the name of the line.
                yield Section(page, id_, cells=(*pairs[:index], *pairs[index + 1 :]))


def anchor_id(words: Inlines) -> str:
    """Return the id of the anchor that words begin with; "" without one."""
    return words[0].id if words and isinstance(words[0], blocks.InlineAnchor) else ""


def is_link_list(block: Block) -> bool:
    """Return True if a block only lists links to entries that are described elsewhere."""
    return isinstance(block, blocks.DefinitionList) and all(
        len(item.term) == 1 and isinstance(item.term[0], blocks.Link)
        for item in block.items
    )
