"""Lays statements and docstrings out on lines, as `ruff format` does.

An expression is on one line where it fits. Else it breaks in its brackets, or in parentheses around
it, and there before the operators that bind loosest.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from freed6c.formula.parser import Precedence
from freed6c.formula.python_fragments import (
    Brackets,
    Fragment,
    FragmentText,
    Operator,
    literal,
    text_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.formula.python_fragments import Piece

    Pieces: TypeAlias = Sequence[Piece]

WIDTH = 88
INDENT = "    "
QUOTES = '"""'
WORDS = re.compile(r"(?<=\s)(?=\S)")
"""Between what ends in a space and what begins with a letter or sign."""
PLAIN = re.compile(r"[ !#-\[\]-~\n]*")
"""A text whose letters are all written as they are, but for line ends."""


def statement(before: str, value: Fragment, depth: int = 0) -> str:
    """A statement of a block at a depth: `before` (`return `), and an expression."""
    start, text, pieces = INDENT * depth + before, value.text, value.pieces
    if len(start) + len(text) <= WIDTH:
        return start + text
    if any(isinstance(piece, Operator) for piece in pieces):
        # In its own brackets, if it still fits when all of them are broken.
        broken = start + _Layout(0).line(pieces, len(start), depth)
        bare = (
            _breaks_in_brackets(pieces) and max(map(len, broken.split("\n"))) <= WIDTH
        )
    else:
        broken_off = len(INDENT * (depth + 1) + text) <= WIDTH
        bare = not broken_off or any(isinstance(piece, Brackets) for piece in pieces)
    layout = _Layout(WIDTH)
    if bare:
        return start + layout.line(pieces, len(start), depth)
    around = Brackets("(", (("", value),), ")", "parentheses")
    return start + layout.broken(around, depth)


def assign(target: str, value: Fragment, depth: int = 0) -> str:
    """`target = value`, as a statement of a block at a depth."""
    return statement(f"{target} = ", value, depth)


def _breaks_in_brackets(pieces: Pieces) -> bool:
    """Whether brackets inside an expression may break in place of parentheses around it.

    They may where there is at most one operator of the loosest kind, and the expression begins
    or ends with brackets:

        return rolled + largest(
            first,
            second,
        )
    """
    binding = [_binding(piece) for piece in pieces if isinstance(piece, Operator)]
    for before, piece in pairwise(pieces):
        # An attribute of what a call gives counts as an operator.
        member = piece.open if isinstance(piece, Brackets) else piece
        if isinstance(before, Brackets) and str(member).startswith("."):
            binding.append(Precedence.ATOM)
    loosest = min(binding)
    if binding.count(loosest) > 1:
        return False
    first, last = pieces[0], pieces[-1]
    begins = isinstance(first, Brackets) and first.open == "("
    ends = isinstance(last, Brackets) and bool(last.parts)
    return begins or ends


def _binding(operator: Operator) -> Precedence:
    """How tightly an operator binds where lines break: `and` and `or` break alike."""
    loose = operator.precedence is Precedence.AND
    return Precedence.OR if loose else operator.precedence


@dataclass(frozen=True, slots=True)
class _Layout:
    """Lays expressions out on lines of a width; with width 0, everything breaks that can.

    `column` is where an expression begins, `depth` how deep its block is indented, `after` what
    follows on its last line.
    """

    width: int

    def line(self, pieces: Pieces, column: int, depth: int, after: str = "") -> str:
        """An expression that breaks in its brackets alone."""
        text = ""
        for number, piece in enumerate(pieces, 1):
            part = text_of((piece,))
            if isinstance(piece, Brackets) and piece.parts:
                follows = _up_to_break(pieces[number:], after)
                if column + len(part) + len(follows) > self.width:
                    part = self.broken(piece, depth)
            elif (
                isinstance(piece, FragmentText)
                and column + len(part + after) > self.width
            ):
                lines = _text_lines(piece, depth + 1)
                if len(lines) > 1 or len(lines[0]) <= self.width:
                    part = "\n".join(("(", *lines, INDENT * depth + ")"))
            text += part
            column = len(part) - part.rfind("\n") - 1 + column * ("\n" not in part)
        return text

    def inside(self, pieces: Pieces, column: int, depth: int, after: str) -> str:
        """An expression inside brackets: it may break at its operators."""
        text = text_of(pieces)
        if column + len(text) + len(after) <= self.width:
            return text
        operators = [piece for piece in pieces if isinstance(piece, Operator)]
        if not operators:
            return self.line(pieces, column, depth, after)
        loosest = min(map(_binding, operators))
        ends = [
            place
            for place, piece in enumerate(pieces)
            if isinstance(piece, Operator) and _binding(piece) is loosest
        ]
        text = self.inside(pieces[: ends[0]], column, depth, "")
        for start, end in zip(ends, (*ends[1:], len(pieces)), strict=True):
            before = INDENT * depth + text_of(pieces[start : start + 1])[1:]
            rest = "" if end < len(pieces) else after
            operand = self.inside(pieces[start + 1 : end], len(before), depth, rest)
            text += f"\n{before}{operand}"
        return text

    def broken(self, brackets: Brackets, depth: int) -> str:
        """Brackets over several lines."""
        indent, call = INDENT * (depth + 1), brackets.style == "call"
        alone = call and len(brackets.parts) == 1
        lines = [indent + brackets.inside]
        if alone and isinstance(text := brackets.parts[0][1].pieces[-1], FragmentText):
            lines = _text_lines(text, depth + 1)
        elif not call or len(lines[0]) > self.width:
            comma = "," if brackets.style == "list" or (call and not alone) else ""
            lines = [
                indent
                + prefix
                + self.inside(part.pieces, len(indent + prefix), depth + 1, comma)
                + comma
                for prefix, part in brackets.parts
            ]
        return "\n".join((brackets.open, *lines, INDENT * depth + brackets.close[-1]))


def _text_lines(text: FragmentText, depth: int) -> list[str]:
    """A text as literals, each on a line of its own; every paragraph begins a new one."""
    indent = INDENT * depth
    if len(indent + text.text) <= WIDTH:
        return [indent + text.text]
    room = WIDTH - len(indent)
    # What has no signs that are escaped is as long as it looks.
    length = _length if PLAIN.fullmatch(text.value) else _escaped_length
    parts = [""]
    for word in WORDS.split(text.value):
        longer = length(parts[-1] + word) > room
        if parts[-1] and (longer or parts[-1].endswith("\n")):
            parts.append("")
        parts[-1] += word
    return [indent + literal(part) for part in parts]


def _length(text: str) -> int:
    """The length of the literal of a text without signs that are escaped, but for line ends."""
    return len(text) + text.count("\n") + len('""')


def _escaped_length(text: str) -> int:
    return len(literal(text))


def _up_to_break(pieces: Pieces, after: str) -> str:
    """What follows on the same line, whatever else breaks."""
    text = ""
    for piece in pieces:
        if isinstance(piece, Brackets) and piece.parts:
            return text + piece.open
        text += text_of((piece,))
    return text + after


ITEMS = re.compile(r"\n(?= *(?:- |\d+\. ))")
"""Before each item of a list."""


def docstring(words: str, depth: int = 0) -> str:
    """A docstring, wrapped: on one line with its quotes if it fits, paragraphs and items set off.

    Whatever a pack put into it stays text.
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
    """Words in which a backslash is one, and nothing is hidden."""
    escaped = words.replace("\\", "\\\\")
    if escaped.replace("\n", "").isprintable():
        return escaped
    return "".join(
        letter
        if letter.isprintable() or letter.isspace()
        else letter.encode("unicode_escape", "surrogatepass").decode()
        for letter in escaped
    )


def _wrap(paragraph: str, width: int, before: str = "") -> str:
    """A paragraph on lines of a width; the items of a list begin lines of their own."""
    first, *items = ITEMS.split(paragraph)
    return "\n".join((_lines(first, width, before), *(_lines(i, width) for i in items)))


def _lines(text: str, width: int, before: str = "") -> str:
    """Words on lines of a width; one that is wider stands alone. `textwrap` takes twice as long."""
    margin = " " * (len(text) - len(text.lstrip(" ")))
    indent = f"{margin}  " if text.startswith(f"{margin}- ") else margin
    words = before + " ".join(text.split())
    first = _line(width - len(margin)).match(words)
    if first is None:
        return margin + words
    rest = _line(width - len(indent)).findall(words, first.end())
    return margin + f"\n{indent}".join((first[1], *rest))


@cache
def _line(width: int) -> re.Pattern[str]:
    return re.compile(rf"(.{{1,{width}}}(?= |$)|[^ ]+) ?")
