"""Blocks become views."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from freed6c.document.blocks import (
    BulletList,
    ChangeMark,
    Definitions,
    EntryHeading,
    FinePrint,
    Heading,
    NoteBlock,
    NumberedList,
    Paragraph,
    Remarks,
    TableBlock,
)
from freed6c.document.wording import plain
from freed6c.emit.html.inlines import Html, inline
from freed6c.emit.html.views import (
    CellView,
    ChangeView,
    DefinitionsView,
    DefinitionView,
    HeadingView,
    ListView,
    NoteView,
    NumberedView,
    ParagraphView,
    ReadingView,
    RemarksView,
    TableView,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from freed6c.document.blocks import Block, Definition, Inlines
    from freed6c.emit.html.views import BlockView
    from freed6c.emit.targets import Targets

UNFOLDED = 2
"""So many worked examples are read in passing."""


@dataclass(slots=True)
class Viewer:
    """Makes views for one page. Headings are `deeper` than on a page of their own.

    The last heading is what a table without a caption is called.
    """

    targets: Targets
    deeper: int = 0
    heading: str = ""

    def blocks(self, blocks: Iterable[Block]) -> tuple[BlockView, ...]:
        """Views of blocks, in order."""
        return tuple(self.block(block) for block in blocks)

    def words(self, inlines: Inlines) -> Html:
        """Words as HTML."""
        return inline(inlines, self.targets)

    def block(self, block: Block) -> BlockView:
        """The view of one block."""
        match block:
            case Paragraph(inlines):
                return ParagraphView(self.words(inlines))
            case FinePrint(inlines):
                return ParagraphView(self.words(inlines), "fine")
            case Heading() | EntryHeading():
                return self._heading(block)
            case BulletList() | NumberedList():
                return self._list(block)
            case TableBlock():
                return self._table(block)
            case _:
                return self._other(block)

    def _other(self, block: Block) -> BlockView:
        match block:
            case Definitions():
                return self._definitions(block)
            case NoteBlock():
                return self._note(block)
            case Remarks():
                return self._remarks(block)
            case ChangeMark(label, inlines):
                return ChangeView(label, self.words(inlines))
            case _:
                raise AssertionError(block)

    def _heading(self, block: Heading | EntryHeading) -> HeadingView:
        level = min(block.level + self.deeper, 6)
        if isinstance(block, Heading):
            self.heading = plain(block.inlines)
            return HeadingView(level, block.anchor, self.words(block.inlines))
        self.heading = block.title
        anchor = self.targets.anchor(block.id) if block.id else ""
        return HeadingView(level, anchor, _escaped(block.title), block.kind)

    def _list(self, block: BulletList | NumberedList) -> ListView:
        tag = "ul" if isinstance(block, BulletList) else "ol"
        return ListView(tag, tuple(map(self.words, block.items)))

    def _table(self, block: TableBlock) -> TableView:
        sides = block.alignment or ("left",) * len(block.header)
        header = tuple(
            CellView("th", self.words(cell), "col", side)
            for cell, side in zip(block.header, sides, strict=True)
        )
        rows = tuple(
            tuple(
                CellView("td", self.words(cell), "", side)
                for cell, side in zip(row, sides, strict=True)
            )
            for row in block.rows
        )
        label = plain(block.caption) or self.heading
        scroll = self.targets.document.words["scroll"].format(title=label)
        return TableView(scroll, self.words(block.caption), header, rows)

    def _definitions(self, block: Definitions) -> DefinitionsView | NumberedView:
        entries = tuple(map(self._definition, block.items))
        if block.numbered:
            return NumberedView(entries)
        short = all(_is_short(item) for item in block.items)
        return DefinitionsView("facts" if short else "terms", entries)

    def _definition(self, item: Definition) -> DefinitionView:
        return DefinitionView(self.words(item.term), self.blocks(item.blocks))

    def _note(self, block: NoteBlock) -> NoteView:
        chosen = block.labels.chosen
        return NoteView(
            level=2 + self.deeper,
            anchor=self.targets.anchor(block.id),
            title=self.words(block.title),
            kind=block.kind,
            problem=self.blocks(block.problem),
            readings_label=block.labels.readings,
            readings=tuple(
                ReadingView(chosen if one.chosen else "", self.blocks(one.blocks))
                for one in block.readings
            ),
            why_label=block.labels.why,
            why=self.blocks(block.why),
        )

    def _remarks(self, block: Remarks) -> RemarksView:
        opened = block.kind == "example" and len(block.items) <= UNFOLDED
        items = tuple(map(self.words, block.items))
        summary = block.label if len(items) == 1 else block.count
        return RemarksView(block.kind, summary, opened, items)


def _is_short(item: Definition) -> bool:
    return all(isinstance(block, Paragraph | BulletList) for block in item.blocks)


def _escaped(text: str) -> Html:
    return Html(escape(text))
