"""From an address to a line and a column, by reading the one file again."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from freed6c.diagnostics.outline import Node, outline
from freed6c.diagnostics.within import narrow
from freed6c.packs.address import Address, Spot
from freed6c.packs.events import Position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.packs.data import Path


def locate(place: Address | Spot, text: str) -> Spot:
    """Where in its file a place is; the deepest part of its path that exists.

    The end is just behind the last character. A spot is drawn back into the file.
    """
    lines, root = _read(text)
    if isinstance(place, Spot):
        return _inside(place, lines)
    if root is None:
        return Spot(place.file, 1, 1, 1, 1)
    start, end = _find(place, root, lines)
    spot = Spot(
        place.file, start.line + 1, start.column + 1, end.line + 1, end.column + 1
    )
    return _inside(spot, lines)


@lru_cache(maxsize=4)
def _read(text: str) -> tuple[tuple[str, ...], Node | None]:
    """The lines and the tree; a file often has several diagnostics in a row."""
    return tuple(text.split("\n")), outline(text)


def _find(
    place: Address, root: Node, lines: Sequence[str]
) -> tuple[Position, Position]:
    key, node, whole = _follow(root, place.path)
    if key is not None and (place.part == "key" or not whole):
        return _one_line(key, lines)
    if place.within is not None and node.kind == "text" and whole:
        exact = narrow(node, place.within, lines)
        if exact is not None:
            return _first_line(*exact, lines)
    return _value(key, node, lines)


def _follow(root: Node, path: Path) -> tuple[Node | None, Node, bool]:
    """The last key and value on a path, and whether it leads there whole."""
    key: Node | None = None
    node = root
    for step in path:
        found = node.step(step)
        if found is None:
            return key, node, False
        inner, node = found
        # An item of a list has no key: its own beginning says more than its list's.
        key = inner
    return key, node, True


def _value(
    key: Node | None, node: Node, lines: Sequence[str]
) -> tuple[Position, Position]:
    if node.kind == "text":
        empty = node.text == "" and not node.style
        return _one_line(key if empty and key is not None else node, lines)
    if node.style or not node.parts:
        return _one_line(node, lines)
    return _one_line(key, lines) if key else _value(None, node.parts[0], lines)


def _one_line(node: Node, lines: Sequence[str]) -> tuple[Position, Position]:
    """What a frame can underline of a value: its first line that says something."""
    if node.style in ("|", ">"):
        return _block(node, lines)
    return _first_line(node.start, node.end, lines)


def _first_line(
    start: Position, end: Position, lines: Sequence[str]
) -> tuple[Position, Position]:
    if end.line == start.line:
        return start, end
    return start, Position(start.line, len(lines[start.line].rstrip()))


def _block(node: Node, lines: Sequence[str]) -> tuple[Position, Position]:
    for number in node.rows(lines):
        line = lines[number]
        if line.strip():
            indent = len(line) - len(line.lstrip())
            return Position(number, indent), Position(number, len(line.rstrip()))
    header = len(lines[node.start.line].rstrip())
    return node.start, Position(node.start.line, header)


def _inside(spot: Spot, lines: Sequence[str]) -> Spot:
    line = min(max(spot.line, 1), len(lines))
    column = min(max(spot.column, 1), len(lines[line - 1]) + 1)
    end_line = min(max(spot.end_line, line), len(lines))
    least = column if end_line == line else 1
    end_column = min(max(spot.end_column, least), len(lines[end_line - 1]) + 1)
    return Spot(spot.file, line, column, end_line, end_column)
