"""Python source laid out as `ruff format` lays it out, without running it.

Source is built from expressions: on one line where it fits, else one part to a line with a comma
behind each. What packs wrote only ever becomes a literal, never code.
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
    """Something that never breaks: a name, a number, a text."""

    text: str


@dataclass(frozen=True, slots=True)
class Group:
    """Parts between brackets; `labels` stand before the parts (`name=`, `"key": `)."""

    open: str
    close: str
    parts: tuple[tuple[str, Expression], ...]
    lone_comma: bool = False
    """Whether one part alone needs a comma behind it, as in a tuple."""


Expression: TypeAlias = Atom | Group


def call(name: str, /, **arguments: Expression) -> Group:
    """`name(a=1, b=2)`."""
    parts = tuple((f"{key}=", value) for key, value in arguments.items())
    return Group(f"{name}(", ")", parts)


def invoke(name: str, *arguments: Expression) -> Group:
    """`name(1, 2)`."""
    return Group(f"{name}(", ")", tuple(("", value) for value in arguments))


def sequence(items: Iterable[Expression]) -> Group:
    """A tuple."""
    return Group("(", ")", tuple(("", item) for item in items), lone_comma=True)


def mapping(items: Iterable[tuple[str, Expression]]) -> Group:
    """A dict with text for keys."""
    return Group("{", "}", tuple((f"{text(key)}: ", value) for key, value in items))


def text(value: str) -> str:
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
    return "\n".join(_laid_out(f"{target} = ", value, "", depth))


def stated(value: Expression, depth: int = 0) -> str:
    """An expression as a statement of its own."""
    return "\n".join(_laid_out("", value, "", depth))


def _laid_out(
    before: str, expression: Expression, after: str, depth: int
) -> Iterator[str]:
    line = INDENT * depth + before + flat(expression) + after
    if len(line) <= WIDTH or isinstance(expression, Atom) or not expression.parts:
        yield line
        return
    yield INDENT * depth + before + expression.open
    for label, part in expression.parts:
        yield from _laid_out(label, part, ",", depth + 1)
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
