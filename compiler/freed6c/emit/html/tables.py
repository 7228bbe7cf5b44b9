"""Estimates which tables are too wide for a screen, and writes the tags of their cells.

On a narrow screen, `tables.css` stacks a wide table: each row is a block, each cell a line with its
label. The name of a row comes first, then effects, then facts such as durations, and prose last.
The HTML keeps the order of the columns; the classes `early` and `late` move a cell. Columns that
are lists are put below each other.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.document.wording import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.document.blocks import Alignment, ColumnKind, TableBlock


# The estimated width of a table, in rem.


LETTER: Final = 0.5
"""The width of a letter."""
BOLD: Final = 0.56
"""The width of a letter of a small bold font, which must fit on a phone."""
PADDING: Final = 1.0
"""The padding of a cell on a phone, left and right together."""
WIDE_PADDING: Final = 2.0
"""The padding on a wide screen, with the arrow that shows how a column is sorted."""

LINES: Final[Mapping[ColumnKind, int]] = {"prose": 24, "effect": 18}
LINE: Final = 9
"""The letters that should fit on a line of a cell before its text is wrapped."""

SHORT: Final = 16
"""The letters of a cell that fits beside others on a phone."""

PHONE: Final = 19.5
"""The width of a table on a phone of 360 pixels."""
PHONE_PANEL: Final = 20.0
"""Its width in a panel on a phone, where cells have less padding."""
TEXT_WIDTH: Final = 40.0
"""Its width in the text of a page that has an outline beside it."""
PAGE_WIDTH: Final = 58.0
"""Its width on a page without an outline."""


class Fit(NamedTuple):
    """True for each place that is too narrow for a table.

    The places are a phone or a panel, the text beside an outline, a whole page.
    `short` is True if all cells are.
    """

    phone: bool
    text: bool
    page: bool
    short: bool


def fit(block: TableBlock, *, small: bool) -> Fit:
    """Return where a table doesn't fit. `small` tables are in panels.

    On a phone and in a panel, columns should be wide enough to be easy to read; on wide screens, it
    is enough if the longest word of each column fits.
    """
    columns = [*zip(*block.words, strict=True)]
    kinds = kinds_of(block)
    longest_words = [_longest(" ".join(column).split()) for column in columns]
    readable = sum(
        PADDING + BOLD * max(word, min(_longest(column[1:]), LINES.get(kind, LINE)))
        for word, column, kind in zip(longest_words, columns, kinds, strict=True)
    )
    minimum = sum(WIDE_PADDING + LETTER * word for word in longest_words)
    return Fit(
        phone=readable > (PHONE_PANEL if small else PHONE),
        text=minimum > TEXT_WIDTH,
        page=minimum > PAGE_WIDTH,
        short=all(_longest(column) <= SHORT for column in columns),
    )


def _longest(texts: Sequence[str]) -> int:
    return max(map(len, texts), default=0)


# The tags of cells.


def sides_of(block: TableBlock) -> Sequence[Alignment]:
    """Return the alignment of each column."""
    return block.alignment or ["left"] * len(block.header)


def kinds_of(block: TableBlock) -> Sequence[ColumnKind]:
    """Return the kind of each column."""
    return block.kinds or ["fact"] * len(block.header)


def is_numbers(block: TableBlock) -> bool:
    """Return True if all columns except that of the names are numbers.

    Such a table has one class, and its cells need none for their alignment.
    """
    others = [side for n, side in enumerate(sides_of(block)) if n != block.names]
    return len(others) > 1 and {*others} == {"right"}


def cell_tags(block: TableBlock, *, stacks: bool) -> Iterator[tuple[str, str]]:
    """Yield the opening and the closing tag for the cells of each column.

    If the table can be stacked, the tags have labels and classes for the order of the cells. If
    names of rows are alike, the next cell is part of the heading of its row.
    """
    names = [row[block.names] for row in block.words[1:]]
    headings = block.names, block.names + (len({*names}) < len(names))
    kinds = kinds_of(block)
    sides = sides_of(block)
    numbers = is_numbers(block)
    for place, (title, kind) in enumerate(zip(block.header, kinds, strict=True)):
        # Effects after facts or prose move up, prose in front of effects or facts moves down.
        before, after = kinds[block.names + 1 : place], kinds[place + 1 :]
        early = kind == "effect" and {"fact", "prose"} & {*before}
        late = kind == "prose" and {"effect", "fact"} & {*after}
        order = "early" if early else "late" if late else ""
        side = "right" if sides[place] == "right" and not numbers else ""
        classes = f"{side} {order if stacks else ''}".strip()
        attributes = f' class="{classes}"' if classes else ""
        # The name of a row is its heading, so it needs no label.
        label = escape(plain(title)) if stacks and kind != "name" else ""
        attributes += f' data-label="{label}"' if label else ""
        tag, scope = ("th", ' scope="row"') if place in headings else ("td", "")
        yield f"<{tag}{scope}{attributes}>", f"</{tag}>\n"
