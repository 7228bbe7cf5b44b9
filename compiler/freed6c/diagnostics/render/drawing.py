"""Lines of a file as a terminal shows them: cut to fit, nothing unseen."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Final

WIDTH: Final = 100
_BEFORE: Final = 40
_CUT: Final = "..."
_NO_WIDTH: Final = ("Mn", "Me")
_UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_CONTROLS: Final = 0x20


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a line that is shown: `text`, from its character `first` on."""

    text: str
    first: int = 0
    head: str = ""
    tail: str = ""

    @property
    def shown(self) -> str:
        """As a terminal shows it."""
        return self.head + "".join(map(_shown, self.text)) + self.tail

    def column(self, position: int) -> int:
        """At which column of the window a character of the line is shown."""
        return len(self.head) + width(self.text[: max(position - self.first, 0)])


def window(line: str, start: int, end: int) -> Window:
    """A line, cut to fit, so that what stands from `start` to `end` is seen."""
    if len(line) <= WIDTH:
        return Window(line)
    first = 0 if end <= WIDTH else max(0, start - _BEFORE)
    last = first + WIDTH
    tail = _CUT if last < len(line) else ""
    return Window(line[first:last], first, _CUT if first else "", tail)


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
    """Make tabs, control characters and what misleads the eye visible."""
    if character == "\t":
        return "\u2192"
    if " " <= character <= "~":
        return character
    if ord(character) < _CONTROLS:
        return chr(0x2400 + ord(character))
    if unicodedata.category(character) in _UNSEEN and character != "\u200d":
        return f"<U+{ord(character):04X}>"
    return character
