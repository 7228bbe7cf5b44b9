"""Marks of the parser (from 0) to spots (from 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.packs.address import Spot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.packs.events import Event, Mark


def at_event(file: str, event: Event) -> Spot:
    """Where an event stands, without what follows its first line."""
    return stretch(file, event.start_mark, event.end_mark)


def stretch(file: str, start: Mark, end: Mark) -> Spot:
    """From one mark to another."""
    line, column = start.line + 1, start.column + 1
    return Spot(file, line, column, end.line + 1, end.column + 1)


def at_mark(file: str, lines: Sequence[str], mark: Mark, length: int = 1) -> Spot:
    """Some characters from a mark on, drawn back into the file if it is behind."""
    number = min(mark.line, len(lines) - 1)
    whole = len(lines[number])
    start = min(mark.column, whole) if number == mark.line else whole
    end = min(start + length, whole)
    return Spot(file, number + 1, start + 1, number + 1, end + 1)
