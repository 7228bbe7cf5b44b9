"""Tables as Markdown, padded so that they can be read as they are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from freed6c.emit.markdown.inlines import inline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.document.blocks import Alignment, Inlines, TableBlock
    from freed6c.emit.targets import Targets

BARE_BAR: Final = re.compile(r"(?<!\\)\|")
WIDEST: Final = 60
"""Cells wider than this are not padded: nobody reads such a table without rendering."""


def table(block: TableBlock, targets: Targets) -> str:
    """The header, a line, the rows."""
    header = [_cell(cell, targets) for cell in block.header]
    rows = [[_cell(cell, targets) for cell in row] for row in block.rows]
    left: Alignment = "left"
    alignment = block.alignment or (left,) * len(header)
    widths = [
        max(len(row[column]) for row in (header, *rows))
        for column in range(len(header))
    ]
    widths = [max(3, width) if width <= WIDEST else 3 for width in widths]
    rule = [_rule(width, side) for width, side in zip(widths, alignment, strict=True)]
    lines = (_line(row, widths, alignment) for row in (header, *rows))
    first, *others = lines
    return "\n".join((first, f"| {' | '.join(rule)} |", *others))


def _cell(cell: Inlines, targets: Targets) -> str:
    """In code a bar would end the cell: there it is escaped only inside of tables."""
    return BARE_BAR.sub(r"\\|", inline(cell, targets))


def _rule(width: int, alignment: Alignment) -> str:
    return "-" * (width - 1) + ":" if alignment == "right" else "-" * width


def _line(
    cells: Sequence[str], widths: Sequence[int], alignment: Sequence[Alignment]
) -> str:
    padded = (
        cell.rjust(width) if side == "right" else cell.ljust(width)
        for cell, width, side in zip(cells, widths, alignment, strict=True)
    )
    return f"| {' | '.join(padded)} |"
