"""Writes a setting into a text, ready to edit, so that authors don't need to know ids."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from freed6c.diagnostics.edits import TextChange, change_of
from freed6c.diagnostics.locate import last_position, parse_lines, walk
from freed6c.diagnostics.ways_out import Addition, Replacement
from freed6c.packs.location import Location
from freed6c.packs.yaml_tree import Position

if TYPE_CHECKING:
    from freed6c.packs.data import KeyPath


def insertion(text: str, keys: KeyPath, value: str) -> TextChange | None:
    """Return the change that writes a value at a path of keys, below those that exist.

    If the path has a value, the change has its range, and no text. Return None if the text isn't
    valid YAML, or if a value on the path isn't a map.
    """
    lines, root = parse_lines(text)
    if root is None:
        if any(line.split("#")[0].strip() for line in lines):
            return None
        end = Position(len(lines) - 1, len(lines[-1]))
        block = _block(keys, value, 0).removeprefix("" if lines[-1] else "\n")
        return TextChange(end, end, f"{block}\n")
    depth = max(n for n in range(len(keys) + 1) if walk(root, keys[:n])[2])
    place, rest = Location("", keys[:depth]), keys[depth:]
    key, node, _ = walk(root, place.path)
    if not rest:
        return change_of(Replacement("", place), text)
    if node.style == "{":
        inside = reduce(lambda inner, k: f"{{{k}: {inner}}}", reversed(rest[1:]), value)
        return change_of(Addition(place, str(rest[0]), inside), text)
    if node.kind == "list" or node.text or node.style:
        return None
    first = node.parts[0].start if key is None or node.parts else key.start
    line = last_position(node, lines).line
    end = Position(line, len(lines[line]))
    return TextChange(
        end, end, _block(rest, value, first.column + 2 * (not node.parts))
    )


def _block(keys: KeyPath, value: str, column: int) -> str:
    """Return nested maps on lines that begin at a column, the innermost with the value."""
    lines = (f"\n{' ' * (column + 2 * n)}{key}:" for n, key in enumerate(keys))
    return f"{''.join(lines)} {value}"
