"""Sets of faces as packs write them: `6`, `5-6`, `7+`; by die, or the same for every die."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..entries.dice import Faces

WRITTEN = re.compile(r"([0-9]{1,4})(?:(\+)|-([0-9]{1,4}))?", re.ASCII)
DIE = re.compile(r"d([0-9]{1,4})", re.ASCII)
MOST_SIDES = 1000
NONE: frozenset[int] = frozenset()


def sides_of(die: str) -> int:
    """The sides of `d6`. Raises ValueError for anything that is not a die."""
    match = DIE.fullmatch(die)
    if match is None or not 1 <= int(match[1]) <= MOST_SIDES:
        message = f"not a die of 1 to {MOST_SIDES} sides: {die!r}"
        raise ValueError(message)
    return int(match[1])


def faces(text: str, sides: int) -> frozenset[int]:
    """The faces of a die of so many sides that a text means. Raises ValueError."""
    match = WRITTEN.fullmatch(text)
    if match is None:
        message = f"not faces, such as 6, 5-6 or 7+: {text!r}"
        raise ValueError(message)
    low = int(match[1])
    high = sides if match[2] else int(match[3] or low)
    return frozenset(range(max(low, 1), min(high, sides) + 1))


def faces_of(said: Faces, sides: int) -> frozenset[int]:
    """The faces that are meant of such a die: its own, else those of `other`, else none."""
    if isinstance(said, str):
        return faces(said, sides)
    text = said.get(f"d{sides}", said.get("other"))
    return NONE if text is None else faces(str(text), sides)


def opposite(face: int, sides: int) -> int:
    """The face across: both add up to one more than the die has sides."""
    return sides + 1 - face
