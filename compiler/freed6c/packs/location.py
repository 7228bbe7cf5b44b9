"""Locations in packs: a file, and the keys that lead to a value in it.

Lines and columns are computed only for messages (`diagnostics/locate.py`): storing a mark for
every value would cost more than reading the packs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from freed6c.packs.lazy import dataclass

if TYPE_CHECKING:
    from freed6c.packs.data import KeyPath


@dataclass(frozen=True)
class Location:
    """A value or a key in a file, by its path.

    `part` selects the key or the value; `within` narrows a text value to some of its characters
    (start, end), to show an error inside a formula.
    """

    file: str
    path: KeyPath = ()
    part: Literal["key", "value"] = "value"
    within: tuple[int, int] | None = None

    def at(self, *steps: str | int) -> Location:
        """Return a location further inside."""
        return Location(self.file, (*self.path, *steps))

    def key(self) -> Location:
        """Return the location of the key."""
        return Location(self.file, self.path, "key")

    def characters(self, start: int, end: int) -> Location:
        """Return the location of these characters of the text."""
        return Location(self.file, self.path, "value", (start, end))


@dataclass(frozen=True)
class Span:
    """A range of text by line and column, both from 1. Columns count characters.

    It locates problems in files that cannot be read as YAML, in which there are no keys.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
