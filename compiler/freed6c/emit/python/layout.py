"""Builds Python literals, calls and docstrings as source, formatted as `ruff format` does.

An expression is on one line where it fits, else it has a line for each part with a trailing
comma. Text from packs only ever becomes a literal, never code.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

WIDTH = 88
INDENT = "    "
QUOTES = '"""'


@dataclass(frozen=True, slots=True)
class Atom:
    """An expression that is never broken: a name, a number, a string."""

    text: str


@dataclass(frozen=True, slots=True)
class Brackets:
    """A bracketed expression; each part has a prefix, as `name=` or `"key": ` or nothing."""

    open: str
    close: str
    parts: tuple[tuple[str, Expression], ...]
    lone_comma: bool = False
    """Whether a single part needs a trailing comma, as in a tuple."""


Expression: TypeAlias = Atom | Brackets


def call(name: str, /, *args: Expression, **kwargs: Expression) -> Brackets:
    """A call: `name(1, a=2)`."""
    keywords = ((f"{key}=", value) for key, value in kwargs.items())
    parts = (*(("", value) for value in args), *keywords)
    return Brackets(f"{name}(", ")", parts)


def sequence(items: Iterable[Expression]) -> Brackets:
    """A tuple."""
    return Brackets("(", ")", tuple(("", item) for item in items), lone_comma=True)


def mapping(items: Iterable[tuple[str, Expression]]) -> Brackets:
    """A dict with strings for keys."""
    return Brackets(
        "{", "}", tuple((f"{literal(key)}: ", value) for key, value in items)
    )


def literal(value: str) -> str:
    """A string literal, in double quotes unless that takes more escapes."""
    if value.isprintable() and '"' not in value and "\\" not in value:
        return f'"{value}"'
    quote = "'" if value.count('"') > value.count("'") else '"'
    return quote + "".join(_escaped(letter, quote) for letter in value) + quote


def _escaped(letter: str, quote: str) -> str:
    if letter in {"\\", quote}:
        return f"\\{letter}"
    if letter == "\n":
        return "\\n"
    if letter.isprintable():
        return letter
    code = ord(letter)
    if code < 0x100:  # noqa: PLR2004
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"  # noqa: PLR2004


def flat(expression: Expression) -> str:
    """An expression on one line."""
    if isinstance(expression, Atom):
        return expression.text
    parts = ", ".join(label + flat(part) for label, part in expression.parts)
    comma = "," if expression.lone_comma and len(expression.parts) == 1 else ""
    return f"{expression.open}{parts}{comma}{expression.close}"


def assign(target: str, value: Expression, depth: int = 0) -> str:
    """`target = value`, as a statement of a block at a depth."""
    return "\n".join(_layout(f"{target} = ", value, "", depth))


def expression_statement(value: Expression, depth: int = 0) -> str:
    """An expression as a statement of its own."""
    return "\n".join(_layout("", value, "", depth))


def _layout(
    before: str, expression: Expression, after: str, depth: int
) -> Iterator[str]:
    line = INDENT * depth + before + flat(expression) + after
    if len(line) <= WIDTH or isinstance(expression, Atom) or not expression.parts:
        yield line
        return
    yield INDENT * depth + before + expression.open
    for label, part in expression.parts:
        yield from _layout(label, part, ",", depth + 1)
    yield INDENT * depth + expression.close + after


def docstring(words: str, depth: int = 0) -> str:
    """A docstring, wrapped: on one line with its quotes if it fits, paragraphs set off."""
    indent = INDENT * depth
    safe = words.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    first, *rest = [part for part in safe.split("\n\n") if part.strip()] or [""]
    width = WIDTH - len(indent)
    opening = _wrap(first, width, QUOTES)
    if not rest and "\n" not in opening:
        whole = opening + (" " if opening.endswith('"') else "") + QUOTES
        if len(whole) <= width:
            return indent + whole
        opening = _wrap(first, width - len(QUOTES), QUOTES)
    body = "\n\n".join((opening, *(_wrap(part, width) for part in rest)))
    return textwrap.indent(f"{body}\n{QUOTES}", indent, lambda line: bool(line.strip()))


def _wrap(paragraph: str, width: int, before: str = "") -> str:
    return textwrap.fill(
        before + " ".join(paragraph.split()),
        width,
        break_long_words=False,
        break_on_hyphens=False,
    )
