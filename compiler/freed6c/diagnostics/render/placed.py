"""Diagnostics with their places found, in the order in which they are shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from freed6c.diagnostics.places import locate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from freed6c.diagnostics import Diagnostic, Label
    from freed6c.packs.address import Spot


@dataclass(frozen=True, slots=True)
class Mark:
    """A label at its spot."""

    spot: Spot
    text: str
    primary: bool


@dataclass(frozen=True, slots=True)
class Placed:
    """A diagnostic and the spots of its labels, the primary first if there is one."""

    diagnostic: Diagnostic
    marks: tuple[Mark, ...]

    @property
    def spot(self) -> Spot | None:
        """Where it is; nothing where the problem is no place in a file."""
        first = self.marks[0] if self.marks else None
        return first.spot if first and first.primary else None

    @property
    def file(self) -> str:
        """The file, empty if there is none."""
        return self.spot.file if self.spot else ""


def in_order(
    diagnostics: Iterable[Diagnostic], sources: Mapping[str, str]
) -> list[Placed]:
    """Sorted by file, line, column and code; what has no place comes first."""
    by_file = sorted(diagnostics, key=_file)  # so that each file is read once
    return sorted((_place(each, sources) for each in by_file), key=_rank)


def _file(diagnostic: Diagnostic) -> str:
    return diagnostic.label.place.file if diagnostic.label else ""


def _place(diagnostic: Diagnostic, sources: Mapping[str, str]) -> Placed:
    label = diagnostic.label
    marks = [] if label is None else [_mark(label, sources, primary=True)]
    marks += [_mark(each, sources, primary=False) for each in diagnostic.related]
    return Placed(diagnostic, tuple(marks))


def _mark(label: Label, sources: Mapping[str, str], *, primary: bool) -> Mark:
    spot = locate(label.place, sources.get(label.place.file, ""))
    return Mark(spot, label.text, primary)


def _rank(placed: Placed) -> tuple[str, int, int, str, str]:
    diagnostic, spot = placed.diagnostic, placed.spot
    line, column = (spot.line, spot.column) if spot else (0, 0)
    return placed.file, line, column, diagnostic.code.id, diagnostic.message


def counted(number: int, word: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"
