"""The keys and values of a file that is being typed, with their places.

YAML's parser refuses a file as a whole for half a line. Where it does, the line is finished or left
out, and the file read again. Positions count from 0, in characters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Final, Literal

from freed6c.diagnostics.locate import last_position
from freed6c.packs.yaml_tree import (
    TOO_DEEP,
    Position,
    Tree,
    UnreadableError,
    parse_quickly,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.packs.data import KeyPath
    from freed6c.packs.yaml_tree import Node


@dataclass(frozen=True, slots=True)
class OutlinePart:
    """A key or a value, without its quotes, by the path that leads to it.

    A value of several lines ends on its last one. What is half a key is a `key`.
    """

    path: KeyPath
    part: Literal["key", "value"]
    start: Position
    end: Position
    text: str

    def holds(self, at: Position) -> bool:
        """Whether a cursor is in it, or at one of its ends."""
        return self.start <= at <= self.end


def outline(text: str) -> list[OutlinePart]:
    """All keys and values of a text, in their order."""
    tree = _mended(text.split("\n"))
    if tree.root is None:
        return []
    if tree.root.kind == "text":
        return [_part("key", tree.root, (tree.root.text,), tree.lines)]
    return list(_parts(tree.root, (), tree.lines))


def _parts(node: Node, path: KeyPath, lines: Sequence[str]) -> Iterator[OutlinePart]:
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
    part: Literal["key", "value"], node: Node, path: KeyPath, lines: Sequence[str]
) -> OutlinePart:
    start, end = node.start, last_position(node, lines)
    if node.style in ("'", '"'):
        start, end = (
            start._replace(column=start.column + 1),
            end._replace(column=end.column - 1),
        )
    return OutlinePart(path, part, start, end, node.text)


# Half lines.


MOST_ROUNDS: Final = 5
_SIGNS: Final = re.compile(
    r"""(?<![^\s\[{,:])(?:"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?|\#.*)|[\[\]{}]"""
)
"""What is in quotes, up to the end of a line at most; a comment; brackets."""
_CLOSING: Final = {"{": "}", "[": "]"}


def _mended(lines: Sequence[str]) -> Tree:
    """The tree of a text with what was probably meant for lines that cannot be read.

    Of what may have been meant, it is what reads, else what lets the parser come furthest.
    """
    read = _read(lines)
    for _ in range(MOST_ROUNDS):
        if isinstance(read, Tree):
            return read
        if read.problem == TOO_DEEP:
            break
        tries = []
        for number, line in dict.fromkeys(_repairs(lines, read)):
            tried = [*lines[:number], line, *lines[number + 1 :]]
            again = _read(tried)
            if isinstance(again, Tree):
                return again
            tries.append((again.at, tried, again))
        _, lines, read = max(tries, key=itemgetter(0))
    return Tree(lines)


def _read(lines: Sequence[str]) -> Tree | UnreadableError:
    try:
        return parse_quickly("\n".join(lines))
    except UnreadableError as failure:
        return failure


def _repairs(
    lines: Sequence[str], failure: UnreadableError
) -> Iterator[tuple[int, str]]:
    """Lines by their numbers, and what may have been meant; the likeliest first.

    Quotes and brackets are closed on the line that opens them, or on the last one before that
    where the parser gave up; half a key gets its colon; the line is left out.
    """
    at = min(failure.at.line, len(lines) - 1)
    since = min(failure.since.line, at)
    before = range(at - 1, -1, -1)
    above = next((number for number in before if lines[number].strip()), at)
    opener = next((number for number in (at, *before) if _ended(lines[number])[1]), at)
    for number in (since, opener):
        closing = _ended(lines[number])[1]
        for last in (number, above, at) if closing else ():
            yield last, _ended(lines[last])[0] + closing
    for number in (since, at, above):
        yield number, "".join((*_ended(lines[number]), ":"))
    yield at, ""
    yield since, ""


def _ended(line: str) -> tuple[str, str]:
    """A line without its comment, and what closes the quotes and brackets that it opens."""
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
