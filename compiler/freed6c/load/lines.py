"""A line of a file as its author sees it: how deep it stands, its name, its value."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

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
    found = _NAME.match(text)
    at = found.end() if found else _after_dashes(text)
    name = found[1] if found else ""
    return Line(indent, name, _END_OF_TEXT.sub("", text[at:]).rstrip(), at)


def _after_dashes(text: str) -> int:
    found = re.match(r" *(?:- +)*", text)
    return found.end() if found else 0


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


def in_quotes(name: str, text: str) -> str:
    """Advice that shows how to write it, the middle of a long text left out."""
    setting = f"{name}: " if name else ""
    if len(text) > _LONG:
        text = f"{text[: _LONG // 2].rstrip()} ... {text[-_LONG // 2 :].lstrip()}"
    return f"put the text in quotes:\n    {setting}{quoted(text)}"
