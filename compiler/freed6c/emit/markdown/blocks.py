"""Blocks as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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
from freed6c.emit.markdown.inlines import anchor, escaped, inline, line
from freed6c.emit.markdown.tables import table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from freed6c.document.blocks import Block, Definition
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
        case NoteBlock():
            return _note(block, targets, deeper)
        case ChangeMark() | Remarks():
            return _beside(block, targets)
        case _:
            return _listing(block, targets)


def _beside(block: ChangeMark | Remarks, targets: Targets) -> str:
    """A remark or two as a quotation; more of them are folded away."""
    label = escaped(block.label)
    items = block.items if isinstance(block, Remarks) else (block.inlines,)
    lines = [line(item, targets) for item in items if item]
    if isinstance(block, Remarks) and len(lines) > UNFOLDED:
        return _folded(escaped(block.count), lines)
    if not lines:
        return f"> **{label}**"
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
        case Chart(table=numbers):
            return _listing(numbers, targets)
        case TableBlock():
            caption = inline(block.caption, targets)
            above = f"**{caption}**\n\n" if caption else ""
            return f"{above}{table(block, targets)}"
        case Definitions():
            return _definitions(block, targets)
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
