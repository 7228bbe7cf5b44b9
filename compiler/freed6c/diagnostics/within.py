"""Which characters of a file made some characters of a text value."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from freed6c.packs.events import Position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.diagnostics.outline import Node

_DOUBLE: Final = re.compile(
    r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)|.", re.DOTALL
)
_SINGLE: Final = re.compile(r"''|.", re.DOTALL)
_PLAIN: Final = re.compile(r".", re.DOTALL)
_PIECES: Final = {'"': _DOUBLE, "'": _SINGLE}


def narrow(
    node: Node, span: tuple[int, int], lines: Sequence[str]
) -> tuple[Position, Position] | None:
    """Where these characters of a text stand; nothing where that cannot be told."""
    start, end = (max(0, min(number, len(node.text))) for number in span)
    if node.style not in ("|", ">") and node.start.line == node.end.line:
        return _on_one_line(node, start, max(start, end), lines)
    return _in_several(node, start, max(start, end), lines)


def _on_one_line(
    node: Node, start: int, end: int, lines: Sequence[str]
) -> tuple[Position, Position] | None:
    quote = len(node.style)
    number = node.start.line
    raw = lines[number][node.start.column + quote : node.end.column - quote]
    pieces = _PIECES.get(node.style, _PLAIN).finditer(raw)
    columns = [0, *(piece.end() for piece in pieces)]
    if len(columns) != len(node.text) + 1:
        return None
    first = node.start.column + quote
    return (
        Position(number, first + columns[start]),
        Position(number, first + columns[end]),
    )


def _in_several(
    node: Node, start: int, end: int, lines: Sequence[str]
) -> tuple[Position, Position] | None:
    """Find the same words again: where a line ends in the file, a space may stand."""
    words = node.text[start:end].split()
    if not words:
        return None
    pattern = re.compile(r"\s+".join(re.escape(word) for word in words))
    earlier = len(pattern.findall(node.text[:start]))
    raw, offsets = _source(node, lines)
    for count, found in enumerate(pattern.finditer(raw)):
        if count == earlier:
            first, last = offsets[found.start()], offsets[found.end() - 1]
            return first, Position(last.line, last.column + 1)
    return None


def _source(node: Node, lines: Sequence[str]) -> tuple[str, list[Position]]:
    """The characters that a value was written with, and where each stands."""
    characters: list[str] = []
    offsets: list[Position] = []
    for number in node.rows(lines):
        begin = node.start.column if number == node.start.line else 0
        for column, character in enumerate(lines[number][begin:] + "\n", begin):
            characters.append(character)
            offsets.append(Position(number, column))
    return "".join(characters), offsets
