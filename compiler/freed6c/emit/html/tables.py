"""Tables as HTML that a narrow screen can stack: each row a block, each cell with its label.

A phone takes the name of a row first, then what it does and how long, prose last. Browsers lay that
out (`tables.css`) by what is marked here; the cells stay in the order of the columns.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.document.wording import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.document.blocks import Alignment, TableBlock


# How wide a table is, by its letters, in rem.


LETTER: Final = 0.5
PADDING: Final = 1.0
"""On both sides of a cell on a phone,"""
WIDE_PADDING: Final = 2.0
"""and on a wide screen, with the arrow that says how a column is sorted."""

LINE: Final = 16
"""So many letters at least should stand on a line of a cell that has more."""

PHONE: Final = 19.5
"""What there is room for on a phone of 360 pixels,"""
PHONE_PANEL: Final = 24.0
"""in a panel there, where letters are small,"""
PANEL: Final = 36.0
"""in a panel of a wide screen,"""
TEXT_WIDTH: Final = 40.0
"""in the text of a page beside its outline,"""
PAGE_WIDTH: Final = 58.0
"""and without one."""


class Fit(NamedTuple):
    """Where a table has no room: on a phone, in a panel of any screen, in a text, on a page."""

    phone: bool
    panel: bool
    text: bool
    page: bool


def fit(block: TableBlock, *, small: bool) -> Fit:
    """Where a table has no room. `small` ones stand in panels, others in the text."""
    columns = [*zip(*block.words, strict=True)]
    words = [_longest_word(column) for column in columns]
    texts = [max(map(len, column)) for column in columns]
    wished = sum(
        PADDING + LETTER * max(word, min(text, LINE))
        for word, text in zip(words, texts, strict=True)
    )
    least = sum(WIDE_PADDING + LETTER * word for word in words)
    return Fit(
        phone=wished > (PHONE_PANEL if small else PHONE),
        panel=small and wished > PANEL,
        text=least > TEXT_WIDTH,
        page=least > PAGE_WIDTH,
    )


def _longest_word(texts: Sequence[str]) -> int:
    return max(map(len, " ".join(texts).split()), default=0)


# How its cells begin and end.


def sides_of(block: TableBlock) -> Sequence[Alignment]:
    """The alignment of each column."""
    return block.alignment or ["left"] * len(block.header)


def is_numbers(block: TableBlock) -> bool:
    """Whether all but the names are numbers. Such a table says so once, not in each cell."""
    others = [side for n, side in enumerate(sides_of(block)) if n != block.names]
    return len(others) > 1 and {*others} == {"right"}


def cell_tags(block: TableBlock, *, stacks: bool) -> Iterator[tuple[str, str]]:
    """The tags around the cells of each column, with the label where a table `stacks`."""
    kinds = block.kinds or ("fact",) * len(block.header)
    sides = sides_of(block)
    numbers = is_numbers(block)
    for place, (title, kind) in enumerate(zip(block.header, kinds, strict=True)):
        # Where its own place is not the one that a phone gives it, a column says so.
        before, behind = kinds[block.names + 1 : place], kinds[place + 1 :]
        early = kind == "effect" and {"fact", "prose"} & {*before}
        late = kind == "prose" and {"effect", "fact"} & {*behind}
        order = "early" if early else "late" if late else ""
        side = "right" if sides[place] == "right" and not numbers else ""
        words = f"{side} {order if stacks else ''}".strip()
        look = f' class="{words}"' if words else ""
        # A name needs no label.
        label = escape(plain(title)) if stacks and kind != "name" else ""
        said = f' data-label="{label}"' if label else ""
        if place == block.names:
            yield f'<th scope="row"{look}{said}>', "</th>\n"
        else:
            yield f"<td{look}{said}>", "</td>\n"
