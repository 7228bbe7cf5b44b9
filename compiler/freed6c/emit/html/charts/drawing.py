"""The few shapes that charts are made of, and the room that they have."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

LOOKS: Final = 8
"""So many series look different from each other."""

WIDE: Final = 360
LEFT: Final = 40
"""The room for the scale, or for the names of bars."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is in a picture of this size."""

    wide: int
    high: int
    inside: str


@dataclass(frozen=True, slots=True)
class Plot:
    """The part of a picture where chances are drawn, never below and always above."""

    left: int
    top: int
    wide: int
    high: int

    @property
    def right(self) -> int:
        """Where lines end."""
        return self.left + self.wide

    @property
    def bottom(self) -> int:
        """Where never is."""
        return self.top + self.high


def text(sort: str, x: float, y: float, words: str) -> str:
    """Words at a place."""
    return f'<text class="{sort}" x="{x:.4g}" y="{y:.4g}">{escape(words)}</text>\n'


def path(sort: str, drawn: str) -> str:
    """A line."""
    return f'<path class="{sort}" d="{drawn}"/>\n'


def through(points: Iterable[tuple[float, float]]) -> str:
    """The way through some points."""
    return "M" + "L".join(f"{x:.4g} {y:.4g}" for x, y in points)


def rect(number: int, box: tuple[float, float, float, float]) -> str:
    """Part of a bar, in the shade of the series of this number."""
    x, y, wide, high = (f"{side:.4g}" for side in box)
    sort = f"r{look(number)}"
    return f'<rect class="{sort}" x="{x}" y="{y}" width="{wide}" height="{high}"/>\n'


def look(number: int) -> int:
    """Which look a series has."""
    return number % LOOKS + 1
