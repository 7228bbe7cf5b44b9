"""Which characters of a file an edit changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from freed6c.diagnostics.locate import (
    last_position,
    line_starts,
    narrow,
    parse_lines,
    walk,
)
from freed6c.diagnostics.ways_out import Addition, Removal, Renaming, Replacement
from freed6c.packs.location import Location, Span
from freed6c.packs.yaml_tree import Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from freed6c.diagnostics.ways_out import FileEdit
    from freed6c.packs.yaml_tree import Node


@dataclass(frozen=True, slots=True, order=True)
class TextChange:
    """A stretch of a text, from the first character on and up to the last, gives way to another."""

    start: Position
    end: Position
    text: str


def file_of(edit: FileEdit) -> str:
    """The file that an edit is about."""
    match edit:
        case Renaming():
            return edit.file
        case Replacement() | Removal() | Addition():
            return edit.place.file if edit.place is not None else ""
        case _:
            assert_never(edit)


def change_of(edit: FileEdit, text: str) -> TextChange | None:
    """What an edit comes to in the text of its file; None where it cannot be done there."""
    lines, root = parse_lines(text)
    match edit:
        case Replacement(new, Span() as span):
            start = Position(span.line - 1, span.column - 1)
            return TextChange(
                start, Position(span.end_line - 1, span.end_column - 1), new
            )
        case Replacement(new, Location() as place) if root is not None:
            found = _stretch(place, root, lines)
            return TextChange(*found, new) if found else None
        case Removal(place) if root is not None:
            return _removal(place, root, lines)
        case Addition(place, key, new) if root is not None:
            return _addition(place, f"{key}: {new}", root, lines)
        case Replacement() | Removal() | Addition() | Renaming():
            return None
        case _:
            assert_never(edit)


def edited(
    text: str, changes: Iterable[TextChange]
) -> tuple[str, dict[TextChange, range]]:
    """The text after changes, and which of its characters each of them wrote.

    Of changes that overlap, the first one counts.
    """
    starts = line_starts(text)
    parts: list[str] = []
    written: dict[TextChange, range] = {}
    done = length = 0
    for change in sorted(set(changes)):
        start, end = (starts[at.line] + at.column for at in (change.start, change.end))
        if start >= done:
            parts += (text[done:start], change.text)
            length += start - done + len(change.text)
            written[change] = range(length - len(change.text), length)
            done = end
    return "".join((*parts, text[done:])), written


def _stretch(
    place: Location, root: Node, lines: Sequence[str]
) -> tuple[Position, Position] | None:
    key, node, whole = walk(root, place.path)
    if not whole:
        return None
    if place.part == "key":
        return (key.start, key.end) if key is not None else None
    if place.within is not None:
        return narrow(node, place.within, lines) if node.kind == "text" else None
    return node.start, last_position(node, lines)


def _removal(place: Location, root: Node, lines: Sequence[str]) -> TextChange | None:
    key, node, whole = walk(root, place.path)
    if not whole or not place.path:
        return None
    _, parent, _ = walk(root, place.path[:-1])
    start, end = (key or node).start, last_position(node, lines)
    if parent.style == "{":
        return _removal_in_brackets(parent, start, end, lines)
    if len(parent.parts) <= (2 if parent.kind == "map" else 1):  # it would be empty
        return _removal(Location(place.file, place.path[:-1]), root, lines)
    first = Position(start.line, 0)
    if lines[start.line][: start.column].strip(" -"):  # something stands before it
        first = start
    elif parent.kind == "map" and lines[start.line][: start.column].strip():
        # `- first: 1` loses its first setting: the next one takes its place.
        following = (key.start for key in parent.parts[::2] if key.start > start)
        return next((TextChange(start, end, "") for end in following), None)
    return TextChange(first, Position(end.line + 1, 0), "")


def _removal_in_brackets(
    parent: Node, start: Position, end: Position, lines: Sequence[str]
) -> TextChange:
    """With the comma behind it; that before it if it is the last."""
    step = 2 if parent.kind == "map" else 1
    firsts = [part.start for part in parent.parts[::step]]
    number = firsts.index(start)
    if number + 1 < len(firsts):
        return TextChange(start, firsts[number + 1], "")
    if number:
        before = last_position(parent.parts[number * step - 1], lines)
        return TextChange(before, end, "")
    return TextChange(start, end, "")


def _addition(
    place: Location, setting: str, root: Node, lines: Sequence[str]
) -> TextChange | None:
    _, node, whole = walk(root, place.path)
    if not whole or node.kind != "map":
        return None
    if not node.parts:
        return TextChange(node.start, node.end, f"{{{setting}}}")
    end = last_position(node.parts[-1], lines)
    if node.style == "{":
        return TextChange(end, end, f", {setting}")
    indent = " " * node.parts[0].start.column
    end = Position(end.line, len(lines[end.line]))
    return TextChange(end, end, f"\n{indent}{setting}")
