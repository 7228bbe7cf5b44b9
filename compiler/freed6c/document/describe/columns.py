"""Tables made of columns; a column that is empty from top to bottom is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self, TypeAlias

from freed6c.document.blocks import TableBlock, Text
from freed6c.document.wording import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.document.blocks import Alignment, Blocks, Inlines
    from freed6c.document.scribe import Scribe

    LabelledColumn: TypeAlias = tuple[str | Inlines, Sequence[Inlines]]


class Sketch(tuple["LabelledColumn", ...]):
    """Columns, each with the key of its label (or its words) and its cells."""

    __slots__ = ()

    def __new__(cls, *columns: LabelledColumn) -> Self:
        """Take the columns one by one."""
        return super().__new__(cls, columns)


def table(scribe: Scribe, sketch: Sketch, *, listing: bool = False) -> Blocks:
    """The table of these columns; nothing, where there are no rows."""
    used = [column for column in sketch if any(column[1])]
    if not used:
        return ()
    header = tuple(_label(scribe, label) for label, _ in used)
    rows = tuple(zip(*(cells for _, cells in used), strict=True))
    alignment = tuple(_alignment(cells) for _, cells in used)
    return (TableBlock(header, rows, alignment=alignment, listing=listing),)


def _label(scribe: Scribe, label: str | Inlines) -> Inlines:
    return scribe.label(label) if isinstance(label, str) else label


def _alignment(cells: Sequence[Inlines]) -> Alignment:
    """Numbers stand right."""
    texts = (plain(cell).lstrip("\N{MINUS SIGN}+") for cell in cells)
    numbers = all(text.isdigit() for text in texts if text)
    return "right" if numbers else "left"


def blank(scribe: Scribe, said: str = "") -> Inlines:
    """What stands in a cell that is blank."""
    return (Text(said),) if said else scribe.say("blank")
