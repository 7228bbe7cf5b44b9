"""The keys and values of a file during typing, with their positions.

A YAML parser rejects a whole file because of an unfinished line. Such a line is completed or
omitted, and the file is parsed again. Positions count from 0, in characters.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Final, Literal

from freed6c.diagnostics.locate import last_position
from freed6c.packs.lazy import dataclass, regex
from freed6c.packs.yaml_tree import (
    TOO_DEEP,
    Position,
    Tree,
    UnreadableError,
    parse_quickly,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.packs.data import KeyPath
    from freed6c.packs.yaml_tree import Lines, Node


@dataclass(frozen=True)
class OutlinePart:
    """A key or a value that isn't a map or list, with its path and the range without its quotes.

    A single word where a map is expected is an unfinished `key`.
    """

    path: KeyPath
    part: Literal["key", "value"]
    start: Position
    end: Position
    text: str

    def holds(self, at: Position) -> bool:
        """True if a cursor is in it, or at one of its ends."""
        return self.start <= at <= self.end


def outline(text: str) -> list[OutlinePart]:
    """Return the keys and values of a text, in order."""
    tree = _repaired(text.split("\n"))
    if tree.root is None:
        return []
    if tree.root.kind == "text":
        return [_part("key", tree.root, (tree.root.text,), tree.lines)]
    return list(_parts(tree.root, (), tree.lines))


def _parts(node: Node, path: KeyPath, lines: Lines) -> Iterator[OutlinePart]:
    if node.kind == "map":
        for key, value in node.settings:
            here = (*path, key.text)
            yield _part("key", key, here, lines)
            yield from _parts(value, here, lines)
    elif node.kind == "list":
        for number, item in enumerate(node.parts):
            yield from _parts(item, (*path, number), lines)
    elif node.text or node.style:
        yield _part("value", node, path, lines)


def _part(
    part: Literal["key", "value"], node: Node, path: KeyPath, lines: Lines
) -> OutlinePart:
    start, end = node.start, last_position(node, lines)
    if node.style in ("'", '"'):
        start = start._replace(column=start.column + 1)
        end = end._replace(column=end.column - 1)
    return OutlinePart(path, part, start, end, node.text)


# Unfinished lines.


MOST_ROUNDS: Final = 5
_SIGNS: Final = regex(
    r"""(?<![^\s\[{,:])(?:"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?|\#.*)|[\[\]{}]"""
)
"""A text in quotes, which can lack the closing one; a comment; a bracket."""
_CLOSING: Final = {"{": "}", "[": "]"}


def _repaired(lines: Lines) -> Tree:
    """Return the tree of a text, with repairs of lines that cannot be parsed.

    Each round takes a repair that makes the text valid, or the one that lets the parser continue
    furthest.
    """
    read = _read(lines)
    for _ in range(MOST_ROUNDS):
        if isinstance(read, Tree):
            return read
        if read.problem == TOO_DEEP:
            break
        tries = []
        for number, line in dict.fromkeys(_repairs(lines, read)):
            repaired = [*lines[:number], line, *lines[number + 1 :]]
            again = _read(repaired)
            if isinstance(again, Tree):
                return again
            tries.append((again.at, repaired, again))
        _, lines, read = max(tries, key=itemgetter(0))
    return Tree(lines)


def _read(lines: Lines) -> Tree | UnreadableError:
    try:
        return parse_quickly("\n".join(lines))
    except UnreadableError as failure:
        return failure


def _repairs(lines: Lines, error: UnreadableError) -> Iterator[tuple[int, str]]:
    """Yield line numbers with a repaired line, the likeliest repair first.

    Repairs close quotes and brackets on the line that opens them, or on the last one before the
    parser failed; add a colon to an unfinished key; or omit the line.
    """
    at = min(error.at.line, len(lines) - 1)
    since = min(error.since.line, at)
    before = range(at - 1, -1, -1)
    above = next((number for number in before if lines[number].strip()), at)
    opener = next(
        (number for number in (at, *before) if _unclosed(lines[number])[1]), at
    )
    for number in (since, opener):
        closing = _unclosed(lines[number])[1]
        for last in (number, above, at) if closing else ():
            yield last, _unclosed(lines[last])[0] + closing
    for number in (since, at, above):
        yield number, "".join((*_unclosed(lines[number]), ":"))
    yield at, ""
    yield since, ""


def _unclosed(line: str) -> tuple[str, str]:
    """Return a line without its comment, and the characters that close its quotes and brackets."""
    closing = ""
    for match in _SIGNS.finditer(line):
        sign = match[0]
        if sign[0] == "#":
            line = line[: match.start()]
        elif sign in _CLOSING:
            closing = _CLOSING[sign] + closing
        elif sign in "}]":
            closing = closing[1:]
        elif len(sign) == 1 or sign[-1] != sign[0]:
            closing = sign[0] + closing
    return line.rstrip(), closing
