"""Breaks generated statements and docstrings into lines.

An expression is on one line if it fits. Otherwise it is broken inside its brackets, with one part
on each line. If it has operators outside of brackets, it is put in parentheses and broken in front
of the operators with the lowest precedence.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, TypeAlias

from freed6c.formula.python_fragments import (
    Brackets,
    Fragment,
    FragmentText,
    Operator,
    literal,
    text_of,
)
from freed6c.packs.lazy import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.formula.parser import Precedence
    from freed6c.formula.python_fragments import Piece

    Pieces: TypeAlias = Sequence[Piece]

WIDTH = 88
INDENT = "    "
QUOTES = '"""'
WORDS = regex(r"(?<=\s)(?=\S)")
"""The positions after white space and in front of a word, where a long text can be split."""


def statement(before: str, value: Fragment, depth: int = 0) -> str:
    """Return a statement of a block at a depth: `before` (`return `), and an expression."""
    start, pieces = INDENT * depth + before, value.pieces
    if len(start + value.text) <= WIDTH:
        return start + value.text
    brackets = any(isinstance(piece, Brackets) for piece in pieces)
    if not brackets or _loosest(pieces) is not None:
        pieces = (Brackets("(", (("", value),), ")", comma=False),)
    return start + _broken(pieces, depth)


def assign(target: str, value: Fragment, depth: int = 0) -> str:
    """Return `target = value`, as a statement of a block at a depth."""
    return statement(f"{target} = ", value, depth)


def _loosest(pieces: Pieces) -> Precedence | None:
    """Return the precedence of the operator that binds loosest, if there are operators."""
    found = (piece.precedence for piece in pieces if isinstance(piece, Operator))
    return min(found, default=None)


def _laid_out(before: str, pieces: Pieces, depth: int, after: str = "") -> str:
    """Return the lines of an expression inside brackets, at a depth.

    `before` is the text in front of it (`name=`), `after` the text after it (a comma). An
    expression that is too long is broken in front of the operators with the lowest precedence, or
    without operators inside its brackets.
    """
    start = INDENT * depth + before
    if len(line := start + text_of(pieces) + after) <= WIDTH:
        return line
    loosest = _loosest(pieces)
    if loosest is None:
        return start + _broken(pieces, depth) + after
    lines: list[str] = []
    operand: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, Operator) and piece.precedence is loosest:
            lines.append(_laid_out(before, operand, depth))
            before, operand = f"{piece.symbol} ", []
        else:
            operand.append(piece)
    return "\n".join((*lines, _laid_out(before, operand, depth, after)))


def _broken(pieces: Pieces, depth: int) -> str:
    """Return an expression with its brackets and long texts on several lines."""
    return "".join(_broken_piece(piece, depth) for piece in pieces)


def _broken_piece(piece: Piece, depth: int) -> str:
    match piece:
        case Brackets(parts=(("", Fragment(pieces=(FragmentText() as text,))),)):
            lines = _text_lines(text, depth + 1)
            lines[-1] += piece.close[:-1]  # a tuple with one item closes with `,)`
        case Brackets(parts=(_, *_)):
            comma = "," if piece.comma else ""
            lines = [
                _laid_out(prefix, part.pieces, depth + 1, comma)
                for prefix, part in piece.parts
            ]
        case FragmentText() if len(_text_lines(piece, depth + 1)) > 1:
            return _broken_piece(Brackets("(", (("", Fragment((piece,))),), ")"), depth)
        case _:
            return text_of((piece,))
    return "\n".join((piece.open, *lines, INDENT * depth + piece.close[-1]))


def _text_lines(text: FragmentText, depth: int) -> list[str]:
    """Return a text as adjacent literals, one on each line. A line break begins a new literal."""
    indent = INDENT * depth
    if len(indent + text.text) <= WIDTH:
        return [indent + text.text]
    parts = [""]
    for word in WORDS.split(text.value):
        too_long = len(indent + literal(parts[-1] + word)) > WIDTH
        if parts[-1] and (too_long or parts[-1].endswith("\n")):
            parts.append("")
        parts[-1] += word
    return [indent + literal(part) for part in parts]


ITEMS = regex(r"\n(?= *(?:- |\d+\. ))")
"""The line break in front of each item of a list, `- item` or `1. item`."""


def docstring(words: str, depth: int = 0) -> str:
    """Return a docstring, wrapped, on one line with its quotes if it fits.

    Paragraphs are parted by blank lines, and items of lists begin new lines. Quotes and backslashes
    are escaped, so that no text from a pack can become code.
    """
    indent = INDENT * depth
    safe = _safe(words).replace('"""', '\\"\\"\\"')
    first, *rest = [part for part in safe.split("\n\n") if part.strip()] or [""]
    width = WIDTH - len(indent)
    quotes = f"{QUOTES} " if first.lstrip().startswith('"') else QUOTES
    opening = _wrap(first, width, quotes)
    if not rest and "\n" not in opening:
        whole = opening + (" " if opening.endswith('"') else "") + QUOTES
        if len(whole) <= width:
            return indent + whole
        opening = _wrap(first, width - len(QUOTES), quotes)
    body = "\n\n".join((opening, *(_wrap(part, width) for part in rest)))
    return textwrap.indent(f"{body}\n{QUOTES}", indent, lambda line: bool(line.strip()))


def _safe(words: str) -> str:
    """Return a text with escapes for backslashes and invisible characters."""
    return "".join(
        letter
        if letter.isprintable() or letter.isspace()
        else letter.encode("unicode_escape", "surrogatepass").decode()
        for letter in words.replace("\\", "\\\\")
    )


def _wrap(paragraph: str, width: int, before: str = "") -> str:
    """Return a paragraph on lines of a width. Each item of a list begins a new line."""
    first, *items = ITEMS.split(paragraph)
    return "\n".join((_lines(first, width, before), *(_lines(i, width) for i in items)))


def _lines(text: str, width: int, before: str = "") -> str:
    """Return a text on lines of a width; a word that is wider has its own line."""
    margin = " " * (len(text) - len(text.lstrip(" ")))
    return textwrap.fill(
        before + " ".join(text.split()),
        width,
        initial_indent=margin,
        subsequent_indent=f"{margin}  " if text.startswith(f"{margin}- ") else margin,
        break_long_words=False,
        break_on_hyphens=False,
    )
