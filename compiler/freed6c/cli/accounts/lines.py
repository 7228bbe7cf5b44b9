"""Values on a line, and lines that fit on a screen."""

from __future__ import annotations

from textwrap import shorten, wrap
from typing import TYPE_CHECKING, Final

from freed6c.packs.data import Data, inline

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.packs.location import Spot


WIDTH: Final = 80
LONGEST: Final = 300
"""Values longer than this can be read in their place."""


def brief(value: Data, most: int = LONGEST) -> str:
    """The same, cut off where it is longer than that; of long maps, the keys."""
    whole = inline(value)
    if isinstance(value, dict) and len(whole) > most:
        whole = ", ".join(value)
    return shorten(whole, most, placeholder=" …")


def wrapped(text: str, indent: int) -> Iterator[str]:
    """Lines of a screen's width."""
    space = " " * indent
    yield from wrap(
        text,
        WIDTH,
        initial_indent=space,
        subsequent_indent=space,
        break_on_hyphens=False,
        break_long_words=False,
    )


def where(spot: Spot | None) -> str:
    """`rules.yaml:12`."""
    return f"{spot.file}:{spot.line}" if spot else ""
