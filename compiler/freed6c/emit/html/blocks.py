"""Blocks as HTML. Jinja2 fills whole pages; what stands in them, by the thousands, is made here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING

from freed6c.document.blocks import (
    BulletList,
    ChangeMark,
    Chart,
    Definitions,
    EntryHeading,
    FinePrint,
    Heading,
    NoteBlock,
    NumberedList,
    Paragraph,
    Remarks,
    Roller,
    TableBlock,
)
from freed6c.document.wording import plain
from freed6c.emit.html.charts import figure
from freed6c.emit.html.inlines import Html, inline

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from freed6c.document.blocks import Block, Definition, Inlines, Reading
    from freed6c.emit.targets import Targets

UNFOLDED = 2
"""So many worked examples are read in passing."""


@dataclass(slots=True)
class Writer:
    """Writes the blocks of one page. Headings are `deeper` than on a page of their own.

    The last heading is what a table without a caption is called.
    """

    targets: Targets
    deeper: int = 0
    heading: str = ""

    def blocks(self, blocks: Iterable[Block]) -> Html:
        """Blocks, in order."""
        return Html("".join(map(self.block, blocks)))

    def words(self, inlines: Inlines) -> str:
        """Words as HTML."""
        return inline(inlines, self.targets)

    def block(self, block: Block) -> str:
        """One block, on lines of its own."""
        match block:
            case Paragraph(inlines):
                return f"<p>{self.words(inlines)}</p>\n"
            case Definitions():
                return self._definitions(block)
            case TableBlock():
                return self._table(block)
            case Heading() | EntryHeading():
                return self._heading(block)
            case BulletList() | NumberedList():
                return self._list(block)
            case _:
                return self._beside(block)

    def _beside(self, block: Block) -> str:
        """What stands beside the matter."""
        match block:
            case FinePrint(inlines):
                return f'<p class="fine">{self.words(inlines)}</p>\n'
            case Remarks():
                return self._remarks(block)
            case NoteBlock():
                return self._note(block)
            case Chart():
                return self._chart(block)
            case Roller(without):
                said = f'<p class="fine">{self.words(without)}</p>'
                return f"<div data-roller>\n{said}\n</div>\n"
            case ChangeMark(label, inlines):
                said = f"<strong>{escape(label)}</strong> {self.words(inlines)}"
                return f'<p class="change">{said}</p>\n'
            case _:
                raise AssertionError(block)

    def _heading(self, block: Heading | EntryHeading) -> str:
        level = min(block.level + self.deeper, 6)
        if isinstance(block, Heading):
            self.heading = plain(block.inlines)
            return heading(level, block.anchor, self.words(block.inlines))
        self.heading = block.title
        anchor = self.targets.anchor(block.id) if block.id else ""
        return heading(level, anchor, escape(block.title), block.kind)

    def _list(self, block: BulletList | NumberedList) -> str:
        tag = "ul" if isinstance(block, BulletList) else "ol"
        return f"<{tag}>\n{self._items(block.items)}</{tag}>\n"

    def _items(self, items: Iterable[Inlines]) -> str:
        return "".join(f"<li>{self.words(item)}</li>\n" for item in items)

    def _table(self, block: TableBlock, label: str = "") -> str:
        sides = block.alignment or ("left",) * len(block.header)
        label = label or plain(block.caption) or self.heading
        scroll = self.targets.document.words["scroll"].format(title=label)
        caption = f"<caption>{self.words(block.caption)}</caption>\n"
        header = "".join(
            f'<th scope="col" class="{side}">{self.words(cell)}</th>\n'
            for cell, side in zip(block.header, sides, strict=True)
        )
        rows = "".join(self._row(row, sides) for row in block.rows)
        return (
            f'<div class="scroll" role="region" aria-label="{escape(scroll)}" tabindex="0">\n'
            f"<table>\n{caption if block.caption else ''}"
            f"<thead>\n<tr>\n{header}</tr>\n</thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n"
        )

    def _row(self, row: Sequence[Inlines], sides: Sequence[str]) -> str:
        cells = "".join(
            f'<td class="{side}">{self.words(cell)}</td>\n'
            for cell, side in zip(row, sides, strict=True)
        )
        return f"<tr>\n{cells}</tr>\n"

    def _chart(self, block: Chart) -> str:
        """The picture, and its numbers in a table, perhaps folded."""
        numbers = self._table(replace(block.table, caption=()), plain(block.caption))
        if block.numbers:
            summary = f"<summary>{escape(block.numbers)}</summary>"
            numbers = f'<details class="numbers">\n{summary}\n{numbers}</details>\n'
        return figure(block, self.words(block.caption), numbers)

    def _definitions(self, block: Definitions) -> str:
        if block.numbered:
            items = "".join(map(self._numbered, block.items))
            return f'<ol class="terms">\n{items}</ol>\n'
        role = "facts" if all(map(_is_short, block.items)) else "terms"
        items = "".join(map(self._definition, block.items))
        return f'<dl class="{role}">\n{items}</dl>\n'

    def _definition(self, item: Definition) -> str:
        body = self.blocks(item.blocks)
        return f"<div>\n<dt>{self.words(item.term)}</dt>\n<dd>\n{body}</dd>\n</div>\n"

    def _numbered(self, item: Definition) -> str:
        term = f'<p class="term">{self.words(item.term)}</p>'
        return f"<li>\n{term}\n{self.blocks(item.blocks)}</li>\n"

    def _note(self, block: NoteBlock) -> str:
        anchor = self.targets.anchor(block.id)
        title = heading(2 + self.deeper, anchor, self.words(block.title), block.kind)
        readings = "".join(
            self._reading(one, block.labels.chosen) for one in block.readings
        )
        listed = f"{_label(block.labels.readings)}<ul>\n{readings}</ul>\n"
        why = f"{_label(block.labels.why)}{self.blocks(block.why)}"
        return (
            f'<article class="note">\n{title}{self.blocks(block.problem)}'
            f"{listed if readings else ''}{why if block.why else ''}</article>\n"
        )

    def _reading(self, reading: Reading, chosen: str) -> str:
        said = self.blocks(reading.blocks)
        if not reading.chosen:
            return f"<li>\n{said}</li>\n"
        mark = f'<p class="mark">{escape(chosen)}</p>'
        return f'<li class="chosen">\n{mark}\n{said}</li>\n'

    def _remarks(self, block: Remarks) -> str:
        opened = block.kind == "example" and len(block.items) <= UNFOLDED
        summary = escape(block.label if len(block.items) == 1 else block.count)
        return (
            f'<details class="{block.kind}"{" open" if opened else ""}>\n'
            f"<summary>{summary}</summary>\n<ul>\n{self._items(block.items)}</ul>\n</details>\n"
        )


def heading(level: int, anchor: str, words: str, kind: str = "") -> str:
    """A heading, where links to it lead; with the kind of thing that stands below it."""
    id_ = f' id="{escape(anchor)}"' if anchor else ""
    line = f"<h{level}{id_}>{words}</h{level}>\n"
    if not kind:
        return line
    return f'<hgroup>\n{line}<p class="kind">{escape(kind)}</p>\n</hgroup>\n'


def _label(words: str) -> str:
    return f'<p class="term">{escape(words)}</p>\n'


def _is_short(item: Definition) -> bool:
    return all(isinstance(block, Paragraph | BulletList) for block in item.blocks)
