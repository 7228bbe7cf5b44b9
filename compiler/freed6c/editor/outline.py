"""The keys and values of a file that is being typed, with their places.

YAML's own parser refuses a file as a whole for half a line. This reads line by line and goes on
after what it does not understand; what the parser reads, it reads alike (`tests/test_lsp.py`
holds the two together over all packs). Positions count from 0, in characters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from freed6c.packs.yaml_tree import Position

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.packs.data import KeyPath


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


@dataclass(slots=True)
class _Level:
    """A map or list that is open: where its keys or hyphens stand, and the last step into it."""

    indent: int
    path: KeyPath
    is_list: bool
    last: str | int = -1


_KEY: Final = re.compile(
    r"""("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s\[\]{}#&*!|>'"%@`,-][^#]*?|-[^\s#][^#]*?)\s*:(?=\s|$)"""
)
_COMMENT: Final = re.compile(r"(?:^|\s)#.*$")
_BLOCK: Final = re.compile(r"[|>][+-]?[0-9]?[+-]?\s*(?:#.*)?$")


def outline(text: str) -> list[OutlinePart]:
    """All keys and values of a text, in their order."""
    return list(_Reader(text.split("\n")).read())


@dataclass(slots=True)
class _Reader:
    lines: Sequence[str]
    levels: list[_Level] = field(default_factory=list)
    number: int = 0

    def read(self) -> Iterator[OutlinePart]:
        while self.number < len(self.lines):
            line = self.lines[self.number]
            content = line.strip()
            if not content or content[0] == "#" or content in ("---", "..."):
                self.number += 1
                continue
            indent = len(line) - len(line.lstrip(" "))
            yield from self._line(line, indent)

    def close(self, indent: int, *, item: bool = False) -> None:
        """Leave what ends where a line begins in this column."""
        while self.levels and (
            self.levels[-1].indent > indent
            or (
                self.levels[-1].indent == indent
                and self.levels[-1].is_list
                and not item
            )
        ):
            self.levels.pop()

    def inside(self, indent: int) -> KeyPath:
        """The path of what stands in this column, where nothing is open there yet."""
        if not self.levels:
            return ()
        level = self.levels[-1]
        if level.indent == indent and not level.is_list:
            return level.path
        return (*level.path, level.last)

    def _line(self, line: str, column: int) -> Iterator[OutlinePart]:
        while line[column : column + 2] in ("- ", "-"):
            self._item(column)
            column += 1
            column += len(line[column:]) - len(line[column:].lstrip(" "))
            if column >= len(line.rstrip()):
                self.number += 1
                return
        match = _KEY.match(line, column)
        if match is None:
            yield from self._text(line, column)
            return
        self.close(column)
        path = self.inside(column)
        if not self.levels or self.levels[-1].indent < column:
            self.levels.append(_Level(column, path, is_list=False))
        key = _unquoted(match[1])
        self.levels[-1].last = key
        here = (*path, key)
        quote = match[1][0] in "\"'"
        yield OutlinePart(
            here,
            "key",
            Position(self.number, match.start(1) + quote),
            Position(self.number, match.end(1) - quote),
            key,
        )
        start = match.end()
        start += len(line[start:]) - len(line[start:].lstrip(" "))
        yield from self._value(here, line, start, column)

    def _item(self, column: int) -> None:
        self.close(column, item=True)
        if self.levels and self.levels[-1].is_list and self.levels[-1].indent == column:
            self.levels[-1].last = int(self.levels[-1].last) + 1
            return
        level = self.levels[-1] if self.levels else None
        path = (*level.path, level.last) if level else ()
        self.levels.append(_Level(column, path, is_list=True, last=0))

    def _text(self, line: str, column: int) -> Iterator[OutlinePart]:
        """A line without a key: an item of a list, or half a key."""
        item = (
            bool(self.levels)
            and self.levels[-1].is_list
            and column > self.levels[-1].indent
        )
        if not item:
            self.close(column)
        path = self.inside(column)
        if not item and line[column] in "\"'" and not self._is_value(column):
            half = self._quoted(path, column, column)
            here = (*path, half.text)
            yield OutlinePart(here, "key", half.start, half.end, half.text)
            return
        if item or line[column] in "{[\"'":
            yield from self._value(
                path, line, column, self.levels[-1].indent if item else column
            )
            return
        text = _COMMENT.sub("", line[column:]).rstrip()
        start = Position(self.number, column)
        yield OutlinePart(
            (*path, text), "key", start, Position(self.number, column + len(text)), text
        )
        self.number += 1

    def _is_value(self, column: int) -> bool:
        """Whether a text that begins a line stands below its key: further right."""
        return bool(self.levels) and self.levels[-1].indent < column

    def _value(
        self, path: KeyPath, line: str, start: int, indent: int
    ) -> Iterator[OutlinePart]:
        rest = line[start:]
        if not rest.strip() or rest[0] == "#":
            self.number += 1
        elif _BLOCK.match(rest):
            yield self._block(path, start, indent)
        elif rest[0] in "{[":
            flow = _Flow(self.lines, Position(self.number, start), indent)
            yield from flow.read(path)
            self.number = flow.line + 1
        elif rest[0] in "\"'":
            yield self._quoted(path, start, indent)
        else:
            yield self._plain(path, start, indent)

    def _deeper(self, indent: int) -> int:
        """The line behind those that begin further right, or are empty."""
        number = self.number + 1
        last = number
        while number < len(self.lines):
            line = self.lines[number]
            if line.strip():
                if len(line) - len(line.lstrip(" ")) <= indent:
                    break
                last = number + 1
            number += 1
        return last

    def _block(self, path: KeyPath, start: int, indent: int) -> OutlinePart:
        first, end = self.number, self._deeper(indent)
        self.number = end
        text = "\n".join(self.lines[first + 1 : end])
        return OutlinePart(
            path, "value", Position(first, start), _end_of(self.lines, end - 1), text
        )

    def _plain(self, path: KeyPath, start: int, indent: int) -> OutlinePart:
        first, end = self.number, self._deeper(indent)
        parts = [_COMMENT.sub("", self.lines[first][start:]).rstrip()]
        if self.lines[first][start + len(parts[0]) :].strip():  # a comment ends it
            end = first + 1
        parts += [
            _COMMENT.sub("", each).strip() for each in self.lines[first + 1 : end]
        ]
        self.number = end
        last = (
            start + len(parts[0])
            if end == first + 1
            else len(self.lines[end - 1].rstrip())
        )
        return OutlinePart(
            path,
            "value",
            Position(first, start),
            Position(end - 1, last),
            " ".join(part for part in parts if part),
        )

    def _quoted(self, path: KeyPath, start: int, indent: int) -> OutlinePart:
        flow = _Flow(self.lines, Position(self.number, start), indent)
        slot = flow.scalar(path)
        self.number = flow.line + 1
        return slot


def _end_of(lines: Sequence[str], number: int) -> Position:
    return Position(number, len(lines[number]))


def _unquoted(text: str) -> str:
    if text[0] == "'":
        return text[1:-1].replace("''", "'")
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if text[0] == '"' else text


_FLOW_KEY: Final = re.compile(
    r"""\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s\[\]{},#"':][^\[\]{},#:]*?)\s*:(?=[\s,\]}]|$)"""
)
_PLAIN_END: Final = re.compile(r"[,\]}]|:(?=[\s,\]}]|$)|\s#|$")


@dataclass(slots=True)
class _Flow:
    """Reads what stands in braces and brackets, up to where it ends, or is left open.

    It is left open where a line begins no further right than the key that it belongs to.
    """

    lines: Sequence[str]
    at: Position
    indent: int

    @property
    def line(self) -> int:
        """The line that it has come to."""
        return self.at.line

    def read(self, path: KeyPath) -> Iterator[OutlinePart]:
        """The keys and values of a value that begins here."""
        opener = self._next()
        if opener == "{":
            self._step(1)
            yield from self._map(path)
        elif opener == "[":
            self._step(1)
            yield from self._list(path)
        elif opener:
            yield self.scalar(path)

    def _map(self, path: KeyPath) -> Iterator[OutlinePart]:
        while (sign := self._next()) and sign not in "}]":
            if sign == ",":
                self._step(1)
                continue
            line = self.lines[self.at.line]
            match = _FLOW_KEY.match(line, self.at.column)
            if match is None:  # half a key
                slot = self.scalar(path)
                if slot.start == slot.end:
                    self._step(1)
                    continue
                yield OutlinePart(
                    (*path, slot.text), "key", slot.start, slot.end, slot.text
                )
                continue
            key, quote = _unquoted(match[1]), match[1][0] in "\"'"
            yield OutlinePart(
                (*path, key),
                "key",
                Position(self.at.line, match.start(1) + quote),
                Position(self.at.line, match.end(1) - quote),
                key,
            )
            self.at = Position(self.at.line, match.end())
            if self._next() not in ("", ",", "}", "]"):
                yield from self.read((*path, key))
        if sign:
            self._step(1)

    def _list(self, path: KeyPath) -> Iterator[OutlinePart]:
        number = 0
        while (sign := self._next()) and sign not in "]}":
            if sign == ",":
                number += 1
                self._step(1)
                continue
            before = self.at
            yield from self.read((*path, number))
            if self.at == before:
                self._step(1)
        if sign:
            self._step(1)

    def scalar(self, path: KeyPath) -> OutlinePart:
        """A text that begins here, in quotes or plain."""
        start, line = self.at, self.lines[self.at.line]
        quote = line[start.column] if start.column < len(line) else ""
        if quote in ("'", '"') and quote:
            return self._in_quotes(path, quote)
        end = _PLAIN_END.search(line, start.column)
        column = end.start() if end else len(line)
        text = line[start.column : column].rstrip()
        self.at = Position(start.line, column)
        if line[column : column + 1] == ":":
            self._step(1)
        return OutlinePart(
            path, "value", start, Position(start.line, start.column + len(text)), text
        )

    def _in_quotes(self, path: KeyPath, quote: str) -> OutlinePart:
        first = Position(self.at.line, self.at.column + 1)
        number, column = first
        parts: list[str] = []
        while number < len(self.lines):
            line = self.lines[number]
            start = column
            while column < len(line):
                if (quote == '"' and line[column] == "\\") or (
                    line[column] == quote
                    and quote == "'"
                    and line[column + 1 : column + 2] == quote
                ):
                    column += 2
                elif line[column] == quote:
                    parts.append(
                        line[start:column].strip() if parts else line[start:column]
                    )
                    self.at = Position(number, column + 1)
                    return OutlinePart(
                        path, "value", first, Position(number, column), " ".join(parts)
                    )
                else:
                    column += 1
            parts.append(line[start:].strip())
            following = self.lines[number + 1] if number + 1 < len(self.lines) else ""
            if (
                following.strip()
                and len(following) - len(following.lstrip(" ")) <= self.indent
            ):
                break
            number, column = number + 1, 0
        last = min(number, len(self.lines) - 1)
        self.at = _end_of(self.lines, last)
        return OutlinePart(path, "value", first, self.at, " ".join(parts))

    def _step(self, columns: int) -> None:
        self.at = Position(self.at.line, self.at.column + columns)

    def _next(self) -> str:
        """The next sign that means something; empty where it ends."""
        number, column = self.at
        while True:
            line = self.lines[number]
            while column < len(line) and line[column] in " \t":
                column += 1
            if column < len(line) and not (
                line[column] == "#" and (column == 0 or line[column - 1] in " \t")
            ):
                self.at = Position(number, column)
                return line[column]
            number, column = number + 1, 0
            if number >= len(self.lines):
                return ""
            line = self.lines[number]
            content = line.lstrip(" ")
            if (
                content
                and content[0] not in "]}"
                and len(line) - len(content) <= self.indent
            ):
                return ""
