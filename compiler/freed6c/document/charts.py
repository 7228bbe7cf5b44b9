"""Charts: chances that one can see, beside the numbers that one can read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from fractions import Fraction

    from freed6c.document.blocks import Inlines, TableBlock


@dataclass(frozen=True, slots=True)
class Series:
    """Numbers of a chart that belong together, one for each of its places along the way.

    `mark` is a short sign for where there is no room for the label.
    """

    label: str
    values: tuple[Fraction, ...]
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """One of the pictures of a chart. It has a title where there are several."""

    title: str
    series: tuple[Series, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """Chances that one can see, and the table of their numbers.

    As `lines`, each series is one; as `shares`, a bar for each place is divided among them; in
    `pairs`, the first series of a picture is what was before the second. `places` stand along the
    way, `scale` is said at even distances from never to always. Where the table is `folded`,
    `numbers` is the word to open it by.
    """

    anchor: str
    form: Literal["lines", "pairs", "shares"]
    caption: Inlines
    description: str
    places: tuple[str, ...]
    along: str
    scale: tuple[str, ...]
    pictures: tuple[Picture, ...]
    table: TableBlock
    numbers: str = ""
