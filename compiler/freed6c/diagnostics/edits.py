"""Applies edits to text: finds the characters of a file that each edit changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from freed6c.diagnostics.locate import (
    ends_of,
    last_position,
    line_starts,
    narrow,
    parse_lines,
    walk,
)
from freed6c.diagnostics.ways_out import Addition, Removal, Renaming, Replacement
from freed6c.packs.lazy import dataclass
from freed6c.packs.location import Location, Span
from freed6c.packs.yaml_tree import Position

if TYPE_CHECKING:
    from collections.abc import Iterable

    from freed6c.diagnostics.ways_out import FileEdit
    from freed6c.packs.yaml_tree import Ends, Lines, Node


@dataclass(frozen=True, order=True)
class TextChange:
    """A replacement of the characters from `start` up to `end` by another text."""

    start: Position
    end: Position
    text: str


def file_of(edit: FileEdit) -> str:
    """Return the file of an edit."""
    match edit:
        case Renaming():
            return edit.file
        case Replacement() | Removal() | Addition():
            return edit.place.file if edit.place is not None else ""
        case _:
            assert_never(edit)


def change_of(edit: FileEdit, text: str) -> TextChange | None:
    """Return the text change of an edit in its file, or None if it cannot be applied there."""
    lines, root = parse_lines(text)
    match edit:
        case Replacement(new, Span() as span):
            return TextChange(*ends_of(span), new)
        case Replacement(new, Location() as place) if root is not None:
            ends = _ends_of(place, root, lines)
            return TextChange(*ends, new) if ends else None
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
    """Return the text after changes, and the range of characters that each change wrote.

    If changes overlap, only the first one is applied.
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


def _ends_of(place: Location, root: Node, lines: Lines) -> Ends | None:
    """Return the start and end of the characters at a place; None if the place does not exist."""
    key, node, whole = walk(root, place.path)
    if not whole:
        return None
    if place.part == "key":
        return (key.start, key.end) if key is not None else None
    if place.within is not None:
        return narrow(node, place.within, lines) if node.kind == "text" else None
    return node.start, last_position(node, lines)


def _removal(place: Location, root: Node, lines: Lines) -> TextChange | None:
    """Return the removal of a setting or an item; of its container if that would be empty."""
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
    if lines[start.line][: start.column].strip(" -"):  # other text precedes it
        first = start
    elif parent.kind == "map" and lines[start.line][: start.column].strip():
        # Removing the first setting of `- first: 1` moves the next one after the hyphen.
        following = (key.start for key in parent.parts[::2] if key.start > start)
        return next((TextChange(start, end, "") for end in following), None)
    return TextChange(first, Position(end.line + 1, 0), "")


def _removal_in_brackets(
    parent: Node, start: Position, end: Position, lines: Lines
) -> TextChange:
    """Return the removal of an item, with the comma after it, or before it if it is the last."""
    # The parts of a map are its keys and values in turn.
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
    place: Location, setting: str, root: Node, lines: Lines
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
