"""Suggestions for a problem: a line of help and, if the fix is certain, the edit that makes it.

Edits name a place by keys, as diagnostics do; `edits.py` finds the characters. The same data serves
the line of help, `check --fix`, editors, and tests that apply each edit and check the result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from freed6c.packs.lazy import dataclass

if TYPE_CHECKING:
    from freed6c.packs.location import Location, Span


@dataclass(frozen=True)
class Replacement:
    """An edit that replaces the value at a place by a text in YAML.

    It replaces the whole value, even of several lines, or the characters that its place names.
    The default place is that of the diagnostic.
    """

    text: str
    place: Location | Span | None = None


@dataclass(frozen=True)
class Removal:
    """An edit that removes a setting with its key, or an item of a list with its line."""

    place: Location


@dataclass(frozen=True)
class Addition:
    """An edit that adds a setting at the end of a map."""

    place: Location
    key: str
    text: str


@dataclass(frozen=True)
class Renaming:
    """An edit that renames a file within its folder."""

    file: str
    name: str


FileEdit: TypeAlias = Replacement | Removal | Addition | Renaming


@dataclass(frozen=True)
class WayOut:
    """A suggestion: a line for people, and the edits that do exactly this, if there are any."""

    text: str
    edits: tuple[FileEdit, ...] = ()

    def __str__(self) -> str:
        return self.text


Ways: TypeAlias = tuple[WayOut, ...]
"""The suggestions for a problem, the best first."""


def write(text: str, place: Location | Span | None = None) -> WayOut:
    """Return the suggestion to write a text at a place, by default that of the diagnostic."""
    return WayOut(f"write {text}", (Replacement(text, place),))


def placed(way: WayOut, place: Location | Span | None) -> WayOut:
    """Return the same suggestion, with this place for edits that have none."""
    edits = (
        Replacement(edit.text, place)
        if isinstance(edit, Replacement) and edit.place is None
        else edit
        for edit in way.edits
    )
    return WayOut(way.text, tuple(edits)) if place is not None else way
