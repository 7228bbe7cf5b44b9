"""Where something is written: a file and the keys that lead to it.

Lines and columns are found on demand, for what is reported (`diagnostics/locate.py`): keeping a
mark for every value would cost more than reading the packs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from freed6c.packs.data import KeyPath


@dataclass(frozen=True, slots=True)
class Location:
    """A value or a key in a file, by its path.

    `part` says whether the key or the value is meant; `within` narrows a text value to some of its
    characters (from, to), which is how an error inside a formula is shown.
    """

    file: str
    path: KeyPath = ()
    part: Literal["key", "value"] = "value"
    within: tuple[int, int] | None = None

    def at(self, *steps: str | int) -> Location:
        """The address of something further inside."""
        return Location(self.file, (*self.path, *steps))

    def key(self) -> Location:
        """The key instead of the value."""
        return Location(self.file, self.path, "key")

    def characters(self, start: int, end: int) -> Location:
        """Only these characters of the text that stands here."""
        return Location(self.file, self.path, "value", (start, end))


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text by line and column, both from 1 and in characters.

    It names places in files that cannot be read as YAML.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
