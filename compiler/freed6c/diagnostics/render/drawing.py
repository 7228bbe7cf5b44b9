"""Lines of a file as a terminal shows them: tabs, wide and unseen characters, length."""

from __future__ import annotations

import unicodedata
from typing import Final

WIDTH: Final = 100
_BEFORE: Final = 40
_CUT: Final = "..."
_NO_WIDTH: Final = ("Mn", "Me")
_UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_CONTROLS: Final = 0x20


def draw(line: str, start: int, end: int) -> tuple[str, int, int]:
    """A line, cut to fit, and the columns of what is marked in it, counted as shown."""
    line, start, end = _cut(line, start, end)
    before = width(line[:start])
    return "".join(map(_shown, line)), before, before + width(line[start:end])


def width(text: str) -> int:
    """How many columns a text takes."""
    return sum(_width(character) for character in text)


def _width(character: str) -> int:
    shown = _shown(character)
    if len(shown) > 1:
        return len(shown)
    if unicodedata.category(shown) in _NO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(shown) in ("W", "F") else 1


def _shown(character: str) -> str:
    """Tabs and control characters become visible; so does what could mislead the eye."""
    if character == "\t":
        return "\u2192"
    if " " <= character <= "~":
        return character
    if ord(character) < _CONTROLS:
        return chr(0x2400 + ord(character))
    if unicodedata.category(character) in _UNSEEN and character != "\u200d":
        return f"<U+{ord(character):04X}>"
    return character


def _cut(line: str, start: int, end: int) -> tuple[str, int, int]:
    """The part of a long line around what is marked."""
    if len(line) <= WIDTH:
        return line, start, end
    first = 0 if end <= WIDTH else max(0, start - _BEFORE)
    part = line[first : first + WIDTH]
    head = _CUT if first else ""
    tail = _CUT if first + WIDTH < len(line) else ""
    start, end = start - first, min(end - first, WIDTH)
    return head + part + tail, start + len(head), end + len(head)
