"""What all that is said of chances has in common: the scale, the bands, the table."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Alignment, Inlines, TableBlock
from freed6c.document.places import anchor_of
from freed6c.document.scribe import Scribe, title_of
from freed6c.document.sentences.numbers import percent
from freed6c.document.sentences.values import say_value
from freed6c.document.wording import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.runtime.amounts import DieCode
    from freed6c.runtime.entries.tables import Band
    from freed6c.runtime.record import Entry


PAGE: Final = "page.chances"
"""What links to the page of all chances lead to."""

QUARTERS: Final = tuple(Fraction(number, 4) for number in range(5))


def anchor_on_page(*entries: Entry, part: str = "") -> str:
    """An anchor on the page of chances for what is said of these entries."""
    parts = [anchor_of(PAGE), *(anchor_of(one.id) for one in entries), part]
    return "--".join(filter(None, parts))


def scale(scribe: Scribe) -> tuple[str, ...]:
    """What is said along the side of a chart, from never to always."""
    return tuple(plain(whole_percent(scribe, one)) for one in QUARTERS)


def whole_percent(scribe: Scribe, chance: Fraction) -> Inlines:
    """A round chance."""
    return scribe.say("percent", number=str(round(chance * 100)))


def headed(scribe: Scribe, band: Band, number: int) -> Inlines:
    """A band, and a number that belongs to it."""
    return scribe.say("chances.numbered", name=title_of(band), number=number)


def chance_table(
    scribe: Scribe,
    header: Sequence[Inlines],
    codes: Sequence[DieCode],
    lines: Sequence[Sequence[Fraction]],
    caption: Inlines,
) -> TableBlock:
    """Codes down, chances across."""
    rows = tuple(
        (say_value(scribe, code), *(percent(scribe, chance) for chance in chances))
        for code, chances in zip(codes, lines, strict=True)
    )
    left: Alignment = "left"
    right: Alignment = "right"
    alignment = (left, *(right for _ in header))
    return TableBlock((scribe.label("dice"), *header), rows, caption, alignment)
