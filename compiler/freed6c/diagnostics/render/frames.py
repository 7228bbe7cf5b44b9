"""The lines of files that a diagnostic is about, with what is marked underlined."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.render.drawing import window

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.diagnostics.render.placed import Mark

_CONTEXT: Final = 1


def gutter(marks: Sequence[Mark]) -> int:
    """How wide the widest number of a line is."""
    return max((len(str(mark.spot.line)) for mark in marks), default=1)


def frames(marks: Sequence[Mark], sources: Mapping[str, str]) -> Iterator[str]:
    """One frame a file, that of the primary mark first."""
    pad = " " * gutter(marks)
    files = list(dict.fromkeys(mark.spot.file for mark in marks))
    for file in files:
        here = [mark for mark in marks if mark.spot.file == file]
        spot = here[0].spot
        arrow = "-->" if file == files[0] else ":::"
        yield f"{pad}{arrow} {file}:{spot.line}:{spot.column}"
        if sources.get(file):
            yield f"{pad} |"
            yield from _frame(here, sources[file].split("\n"), len(pad))
        yield f"{pad} |"


def _frame(marks: Sequence[Mark], lines: Sequence[str], pad: int) -> Iterator[str]:
    ordered = sorted(marks, key=lambda mark: (mark.spot.line, mark.spot.column))
    by_line = {
        number: list(group)
        for number, group in groupby(ordered, key=lambda mark: mark.spot.line)
    }
    last = 0
    for number in _shown(by_line, len(lines)):
        if last and number > last + 1:
            yield "..."
        last = number
        yield from _line(number, by_line.get(number, []), lines[number - 1], pad)


def _shown(by_line: Mapping[int, object], count: int) -> list[int]:
    """Each marked line and the one above it."""
    wanted = {n for line in by_line for n in range(line - _CONTEXT, line + 1)}
    return sorted(number for number in wanted if 1 <= number <= count)


def _line(number: int, marks: Sequence[Mark], line: str, pad: int) -> Iterator[str]:
    columns = [_columns(mark, line) for mark in marks]
    part = window(line, *(columns[0] if columns else (0, 0)))
    yield f"{number:>{pad}} | {part.shown}".rstrip()
    for mark, (start, end) in zip(marks, columns, strict=True):
        before = part.column(start)
        sign = "^" if mark.primary else "-"
        under = " " * before + sign * max(part.column(end) - before, 1)
        yield f"{' ' * pad} | {under} {mark.text}".rstrip()


def _columns(mark: Mark, line: str) -> tuple[int, int]:
    spot = mark.spot
    end = spot.end_column if spot.end_line == spot.line else len(line) + 1
    return spot.column - 1, end - 1
