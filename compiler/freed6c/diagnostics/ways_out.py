"""What to do about a problem: a line for people and, where that is sure, the edit that does it.

An edit names a place as diagnostics do, by keys, and not by characters: who reports a problem knows
no more. One declaration serves the line of help, `check --fix`, editors, and the tests that take
each way out and check again. `edits.py` finds the characters.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from freed6c.packs.location import Location, Span


@dataclass(frozen=True, slots=True)
class Replacement:
    """What stands at a place gives way to a text, which is written as YAML has it.

    A value goes whole, also one of several lines, or the characters that its place names. Without
    a place it is the one that the diagnostic points at.
    """

    text: str
    place: Location | Span | None = None


@dataclass(frozen=True, slots=True)
class Removal:
    """A setting goes, with its key, or an item of a list, with its line."""

    place: Location


@dataclass(frozen=True, slots=True)
class Addition:
    """A map gets one more setting, behind the others."""

    place: Location
    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Renaming:
    """A file gets another name, in the same folder."""

    file: str
    name: str


FileEdit: TypeAlias = Replacement | Removal | Addition | Renaming


@dataclass(frozen=True, slots=True)
class WayOut:
    """What to do about a problem, in a line for people; with edits, these do just that."""

    text: str
    edits: tuple[FileEdit, ...] = ()

    def __str__(self) -> str:
        return self.text


def write(text: str, place: Location | Span | None = None) -> WayOut:
    """Return the way out that writes a text at a place, else at that of its diagnostic."""
    return WayOut(f"write {text}", (Replacement(text, place),))


def placed(way: WayOut, place: Location | Span | None) -> WayOut:
    """The same, where edits without a place have this one."""
    edits = (
        Replacement(edit.text, place)
        if isinstance(edit, Replacement) and edit.place is None
        else edit
        for edit in way.edits
    )
    return WayOut(way.text, tuple(edits)) if place is not None else way
