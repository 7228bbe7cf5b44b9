"""Blocks as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import (
    BulletList,
    ChangeMark,
    Definitions,
    EntryHeading,
    FinePrint,
    Heading,
    LetterBlock,
    NoteBlock,
    NumberedList,
    Paragraph,
    Remarks,
    TableBlock,
)
from freed6c.document.charts import Chart
from freed6c.document.forms import Fields, Panels, Roller
from freed6c.emit.markdown.forms import blank, fields
from freed6c.emit.markdown.inlines import anchor, escaped, inline, line
from freed6c.emit.markdown.tables import table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from freed6c.document.blocks import Block, Definition
    from freed6c.document.forms import Panel
    from freed6c.emit.targets import Targets


UNFOLDED: Final = 2
"""So many remarks are read in passing."""


def blocks(some: Iterable[Block], targets: Targets, deeper: int = 0) -> str:
    """Blocks with a blank line between them; headings are so many levels `deeper`.

    Paper rolls no dice.
    """
    written = (block for block in some if not isinstance(block, Roller))
    return "\n\n".join(_block(block, targets, deeper) for block in written)


def heading(level: int, anchor_: str, words: str) -> str:
    """A heading under its anchor."""
    title = f"{'#' * min(level, 6)} {words}"
    return f"{anchor(anchor_)}\n\n{title}" if anchor_ else title


def _block(block: Block, targets: Targets, deeper: int) -> str:
    match block:
        case Heading(level, anchor_, inlines):
            return heading(level + deeper, anchor_, inline(inlines, targets))
        case EntryHeading():
            return _entry_heading(block, targets, deeper)
        case Paragraph(inlines) | FinePrint(inlines):
            return line(inlines, targets)
        case NoteBlock() | Panels() | LetterBlock():
            return _parted(block, targets, deeper)
        case ChangeMark() | Remarks():
            return _beside(block, targets)
        case _:
            return _listing(block, targets)


def _change(block: ChangeMark, targets: Targets) -> str:
    """A quotation: who and why, then each thing that is different."""
    why = f" {inline(block.why, targets)}" if block.why else ""
    told = (
        f"> - {inline(one.what, targets)}: {inline(one.said, targets)}"
        for one in block.revisions
    )
    above = (f"> **{escaped(block.label)}.**{why}",)
    return "\n".join((*above, ">", *told) if block.revisions else above)


def _parted(
    block: NoteBlock | Panels | LetterBlock, targets: Targets, deeper: int
) -> str:
    """What has headings of its own."""
    if isinstance(block, NoteBlock):
        return _note(block, targets, deeper)
    if isinstance(block, LetterBlock):
        title = heading(2 + deeper, block.anchor, escaped(block.letter))
        return f"{title}\n\n{_listing(BulletList(block.items), targets)}"
    return "\n\n".join(_panel(one, targets, deeper) for one in block.items)


def _panel(panel: Panel, targets: Targets, deeper: int) -> str:
    """Under a heading, with room beside it where it is to be filled in."""
    room = f" {blank(panel.blank)}" if panel.blank else ""
    title = heading(2 + deeper, "", f"{inline(panel.title, targets)}{room}")
    kind = (f"*{escaped(panel.kind)}*",) if panel.kind else ()
    return "\n\n".join((title, *kind, blocks(panel.blocks, targets, deeper + 1)))


def _beside(block: ChangeMark | Remarks, targets: Targets) -> str:
    """A remark or two as a quotation; more of them are folded away."""
    if isinstance(block, ChangeMark):
        return _change(block, targets)
    label = escaped(block.label)
    lines = [line(item, targets) for item in block.items if item]
    if len(lines) > UNFOLDED:
        return _folded(escaped(block.count), lines)
    if len(lines) == 1:
        return f"> **{label}:** {lines[0]}"
    return "\n".join((f"> **{label}**", ">", *(f"> - {one}" for one in lines)))


def _folded(summary: str, lines: Iterable[str]) -> str:
    listed = "\n".join(f"- {one}" for one in lines)
    return f"<details><summary>{summary}</summary>\n\n{listed}\n\n</details>"


def _listing(block: Block, targets: Targets) -> str:
    match block:
        case BulletList(items):
            return "\n".join(f"- {line(item, targets)}" for item in items)
        case NumberedList(items):
            numbered = enumerate(items, 1)
            return "\n".join(f"{n}. {line(item, targets)}" for n, item in numbered)
        case Chart(table=numbers) | (TableBlock() as numbers):
            caption = inline(numbers.caption, targets)
            above = f"**{caption}**\n\n" if caption else ""
            return f"{above}{table(numbers, targets)}"
        case Definitions():
            return _definitions(block, targets)
        case Fields():
            return fields(block)
        case _:
            raise AssertionError(block)


def _entry_heading(block: EntryHeading, targets: Targets, deeper: int) -> str:
    anchor_ = targets.anchor(block.id) if block.id else ""
    said = heading(block.level + deeper, anchor_, escaped(block.title))
    return f"{said}\n\n*{escaped(block.kind)}*" if block.kind else said


def _definitions(block: Definitions, targets: Targets) -> str:
    """A list; what takes more than a line stands apart from what follows."""
    marks = [f"{n}." if block.numbered else "-" for n in range(1, len(block.items) + 1)]
    items = [
        _definition(item, mark, targets)
        for item, mark in zip(block.items, marks, strict=True)
    ]
    apart = any("\n" in item for item in items)
    return ("\n\n" if apart else "\n").join(items)


def _definition(item: Definition, mark: str, targets: Targets) -> str:
    term = f"**{inline(item.term, targets)}{':' if item.blocks else ''}**"
    first, *others = item.blocks or (None,)
    beside = isinstance(first, Paragraph)
    head = (
        f"{mark} {term} {inline(first.inlines, targets)}"
        if isinstance(first, Paragraph)
        else f"{mark} {term}"
    )
    rest = others if beside or first is None else item.blocks
    inside = blocks(rest, targets)
    indent = " " * (len(mark) + 1)
    return "\n".join((head, *_indented(inside, indent))) if inside else head


def _indented(text: str, indent: str) -> Iterator[str]:
    yield ""
    for one in text.split("\n"):
        yield f"{indent}{one}" if one else ""


def _note(block: NoteBlock, targets: Targets, deeper: int) -> str:
    title = inline(block.title, targets)
    parts = [
        heading(2 + deeper, targets.anchor(block.id), title),
        f"*{escaped(block.kind)}*",
        blocks(block.problem, targets),
    ]
    if block.readings:
        parts.append(f"{escaped(block.labels.readings)}:")
        parts.append(_readings(block, targets))
    if block.why:
        why = blocks(block.why, targets)
        parts.append(f"**{escaped(block.labels.why)}:** {why}")
    return "\n\n".join(part for part in parts if part)


def _readings(block: NoteBlock, targets: Targets) -> str:
    lines = []
    for reading in block.readings:
        chosen = f"**({escaped(block.labels.chosen)})** " if reading.chosen else ""
        first, *more = blocks(reading.blocks, targets).split("\n")
        lines.append("\n".join((f"- {chosen}{first}", *(f"  {one}" for one in more))))
    return "\n".join(lines)
