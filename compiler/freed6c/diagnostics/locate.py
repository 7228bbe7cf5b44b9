"""Finds the lines and columns of addresses, by parsing the file again.

A *node* is a map, a list or a text of the YAML tree. Its `style` is the sign that it is written
with: a quote, a bracket, `|` or `>` for text in blocks, or nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from freed6c.packs.lazy import regex
from freed6c.packs.location import Location, Span
from freed6c.packs.yaml_tree import Node, Position, UnreadableError, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.packs.data import KeyPath
    from freed6c.packs.yaml_tree import Ends, Lines


# From characters of a text value to characters of the file.


_DOUBLE: Final = regex(
    r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)|.", re.DOTALL
)
_SINGLE: Final = regex(r"''|.", re.DOTALL)
_PLAIN: Final = regex(r".", re.DOTALL)
_PIECES: Final = {'"': _DOUBLE, "'": _SINGLE}
"""By the quotes of a text: what is written for one character, such as `\\u00e9` or `''`."""


def narrow(node: Node, span: tuple[int, int], lines: Lines) -> Ends | None:
    """Return the positions of some characters of a text node, or None if they are unknown."""
    start, end = (max(0, min(number, len(node.text))) for number in span)
    if node.style not in ("|", ">") and node.start.line == node.end.line:
        return _narrow_in_line(node, start, max(start, end), lines)
    return _narrow_in_lines(node, start, max(start, end), lines)


def _narrow_in_line(node: Node, start: int, end: int, lines: Lines) -> Ends | None:
    """Return positions in a text on one line, by the column of each of its characters."""
    number = node.start.line
    if node.columns is None:
        quote = len(node.style)
        first = node.start.column + quote
        raw = lines[number][first : node.end.column - quote]
        pieces = _PIECES.get(node.style, _PLAIN).finditer(raw)
        node.columns = [first, *(first + piece.end() for piece in pieces)]
    if len(node.columns) != len(node.text) + 1:
        return None
    return Position(number, node.columns[start]), Position(number, node.columns[end])


def _narrow_in_lines(node: Node, start: int, end: int, lines: Lines) -> Ends | None:
    """Return positions in a text of several lines, by counting characters that aren't spaces.

    Spaces don't count, because a line break in the file can be a space in the text. `node.dark` has
    the number of counted characters before each character of the text, `node.written` the positions
    of the counted characters in the file.
    """
    if node.dark is None:
        node.dark = list(accumulate((not c.isspace() for c in node.text), initial=0))
        node.written = list(_characters(node, lines))
    first, last = node.dark[start], node.dark[end]
    if first == last or last > len(node.written):
        return None
    return node.written[first][0], node.written[last - 1][1]


_BLANK: Final = regex(r"\s|\\(?:[\sntvfrNLP_]|x(?:09|0[AaDd]|20|85|[Aa]0)|$)")
"""A space as written in double quotes, or an escaped line break."""


def _characters(node: Node, lines: Lines) -> Iterator[Ends]:
    """Yield the start and end position of each character of the source that isn't a space."""
    pieces = _PIECES.get(node.style, _PLAIN)
    is_blank = _BLANK.fullmatch if node.style == '"' else str.isspace
    for number in node.rows(lines):
        begin = node.start.column + len(node.style) if number == node.start.line else 0
        for piece in pieces.finditer(lines[number], begin):
            if not is_blank(piece[0]):
                start, end = piece.span()
                yield Position(number, start), Position(number, end)


def ends_of(span: Span) -> Ends:
    """Return the positions of the start and end of a span."""
    start = Position(span.line - 1, span.column - 1)
    return start, Position(span.end_line - 1, span.end_column - 1)


def locate(place: Location | Span, text: str) -> Span:
    """Return the span of a place in its file, or of the deepest part of its path that exists.

    The end is just after the last character. Spans are clamped to the file.
    """
    lines, root = parse_lines(text)
    if isinstance(place, Span):
        return _clamp(place, lines)
    if root is None:
        return Span(place.file, 1, 1, 1, 1)
    start, end = _range_of(place, root, lines)
    corners = (number + 1 for number in (*start, *end))
    return _clamp(Span(place.file, *corners), lines)


@lru_cache(maxsize=4)
def parse_lines(text: str) -> tuple[Lines, Node | None]:
    """Return the lines, and the tree if the text can be read.

    A file often has several diagnostics in a row, so the last trees are kept.
    """
    try:
        tree = parse(text)
    except UnreadableError:
        return text.split("\n"), None
    return tree.lines, tree.root


@lru_cache(maxsize=4)
def line_starts(text: str) -> tuple[int, ...]:
    """Return the offset of the first character of each line."""
    return tuple(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))


def _range_of(place: Location, root: Node, lines: Lines) -> Ends:
    key, node, whole = walk(root, place.path)
    if key is not None and (place.part == "key" or not whole):
        return _shown_line(key, lines)
    if place.within is not None and node.kind == "text" and whole:
        exact = narrow(node, place.within, lines)
        if exact is not None:
            return _cut_to_line(*exact, lines)
    return _value_range(key, node, lines)


def walk(root: Node, path: KeyPath) -> tuple[Node | None, Node, bool]:
    """Return the last key and value on a path, and True if the whole path exists."""
    key: Node | None = None
    node = root
    for step in path:
        pair = node.step(step)
        if pair is None:
            return key, node, False
        # An item of a list has no key: its own start is more useful than its list's.
        key, node = pair
    return key, node, True


def last_position(node: Node, lines: Lines) -> Position:
    """Return the position after the last character: a node's end can be the next one's start."""
    while node.kind != "text" and not node.style and node.parts:
        node = node.parts[-1]
    if node.style not in ("|", ">"):
        return node.end
    filled = [number for number in node.rows(lines) if lines[number].strip()]
    last = filled[-1] if filled else node.start.line
    return Position(last, len(lines[last]))


def _value_range(key: Node | None, node: Node, lines: Lines) -> Ends:
    if node.kind == "text":
        empty = node.text == "" and not node.style
        return _shown_line(key if empty and key is not None else node, lines)
    if node.style or not node.parts:
        return _shown_line(node, lines)
    return _shown_line(key, lines) if key else _value_range(None, node.parts[0], lines)


def _shown_line(node: Node, lines: Lines) -> Ends:
    """Return the part of a value to underline: its first line with text."""
    if node.style in ("|", ">"):
        return _block_line(node, lines)
    return _cut_to_line(node.start, node.end, lines)


def _cut_to_line(start: Position, end: Position, lines: Lines) -> Ends:
    if end.line == start.line:
        return start, end
    return start, Position(start.line, len(lines[start.line].rstrip()))


def _block_line(node: Node, lines: Lines) -> Ends:
    for number in node.rows(lines):
        line = lines[number]
        if line.strip():
            indent = len(line) - len(line.lstrip())
            return Position(number, indent), Position(number, len(line.rstrip()))
    return node.start, Position(node.start.line, len(lines[node.start.line].rstrip()))


def _clamp(spot: Span, lines: Lines) -> Span:
    line = min(max(spot.line, 1), len(lines))
    column = min(max(spot.column, 1), len(lines[line - 1]) + 1)
    end_line = min(max(spot.end_line, line), len(lines))
    low = column if end_line == line else 1
    end_column = min(max(spot.end_column, low), len(lines[end_line - 1]) + 1)
    return Span(spot.file, line, column, end_line, end_column)
