"""Lines of YAML as their authors see them, for messages: indentation, name, value, and spans."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.packs.location import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.packs.yaml_events import Event, Mark


_PLAIN_NAME: Final = r"""[^\s'"\[\]{}#:,-][^:'"#{}\[\]]*?"""
_NAME: Final = re.compile(rf""" *(?:- +)*({_PLAIN_NAME}|"[^"]*"|'[^']*'):(?: +|$)""")
_IN_BRACES: Final = re.compile(r"[{,]\s*([\w-]+):\s*$")
_LONG: Final = 60
_END_OF_TEXT: Final = re.compile(r"\s+#.*$")


@dataclass(frozen=True, slots=True)
class Line:
    """`indent` counts characters; `name` and `value` are empty where there is none."""

    indent: int
    name: str
    value: str
    value_at: int


def read_line(text: str) -> Line:
    """Take a line apart."""
    indent = len(text) - len(text.lstrip(" "))
    match = _NAME.match(text)
    value_at = match.end() if match else _after_dashes(text)
    name = match[1] if match else ""
    return Line(indent, name, _END_OF_TEXT.sub("", text[value_at:]).rstrip(), value_at)


def _after_dashes(text: str) -> int:
    match = re.match(r" *(?:- +)*", text)
    return match.end() if match else 0


def name_before(text: str, column: int) -> str:
    """The name of the setting whose value begins at a column; nothing in a list."""
    before = text[:column]
    in_braces = _IN_BRACES.search(before)
    if in_braces:
        return in_braces[1]
    line = read_line(before)
    return line.name if line.value == "" else ""


def quoted(text: str) -> str:
    """A text in quotes, single ones where it has double quotes or backslashes."""
    if '"' in text or "\\" in text:
        return "'" + text.replace("'", "''") + "'"
    return f'"{text}"'


def quote_advice(name: str, text: str) -> str:
    """Advice that shows how to write it, the middle of a long text left out."""
    setting = f"{name}: " if name else ""
    if len(text) > _LONG:
        text = f"{text[: _LONG // 2].rstrip()} ... {text[-_LONG // 2 :].lstrip()}"
    return f"put the text in quotes:\n    {setting}{quoted(text)}"


# Marks of the parser count from 0, spans from 1.


def event_span(file: str, event: Event) -> Span:
    """Where an event stands, without what follows its first line."""
    return span_between(file, event.start_mark, event.end_mark)


def span_between(file: str, start: Mark, end: Mark) -> Span:
    """From one mark to another."""
    line, column = start.line + 1, start.column + 1
    return Span(file, line, column, end.line + 1, end.column + 1)


def mark_span(file: str, lines: Sequence[str], mark: Mark, length: int = 1) -> Span:
    """Some characters from a mark on, drawn back into the file if it is behind."""
    number = min(mark.line, len(lines) - 1)
    length_of_line = len(lines[number])
    start = min(mark.column, length_of_line) if number == mark.line else length_of_line
    end = min(start + length, length_of_line)
    return Span(file, number + 1, start + 1, number + 1, end + 1)


# Plain scalars: integers, booleans and text, nothing else.


_INTEGER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)")
_BOOLEANS: Final = {"true": True, "false": False}
_DIGITS: Final = frozenset("-0123456789")
MAX_DIGITS: Final = 18

EMPTY_WORDS: Final = frozenset(("", "~", "null"))
"""Plain words that stand for no value; packs have none."""


def plain_value(text: str) -> str | int | bool | None:
    """The value of a plain scalar; None for a number that is too long."""
    if text[0] not in _DIGITS:
        return _BOOLEANS.get(text, text)
    if not _INTEGER.fullmatch(text):
        return text
    return int(text) if len(text.lstrip("-")) <= MAX_DIGITS else None
