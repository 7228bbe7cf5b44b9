"""The lexer, which splits a formula into tokens, and the limits of formulas.

A hyphen without spaces belongs to a name (`per-die`), and `3D+1` without spaces is one
token.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal, cast

from freed6c.diagnostics.codes import formulas as codes
from freed6c.formula.scope import FormulaProblem
from freed6c.formula.syntax_tree import SourceRange

if TYPE_CHECKING:
    from collections.abc import Iterator


# Packs come from strangers, so time and memory stay bounded.
MAX_NUMBER: Final = 10**12
"""The largest absolute value of a number."""

MAX_DENOMINATOR: Final = 10**60
"""The largest denominator of a fraction: exact odds need long ones."""

MAX_STEPS: Final = 100_000
"""Nodes that one evaluation may visit, those of called formulas included."""

TokenKind = Literal["number", "dice", "mark", "name", "sign", "end"]

RESERVED: Final = frozenset(
    {"and", "or", "not", "mod", "within", "to", "true", "false"}
)
"""Words that are never names."""

KEY: Final = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"

TOKEN_PATTERN: Final = re.compile(
    rf"""
    (?P<space>[ \t\r\n]+)
    | (?P<dice>[0-9]+D(?![A-Za-z0-9])(?:\+[0-9]+(?![A-Za-z0-9.]))?)
    | (?P<mark>[0-9]*[A-Z][A-Za-z]*[0-9]*|[0-9]+d[0-9]*(?![A-Za-z0-9-]))
    | (?P<number>[0-9]+(?:\.[0-9]+)?)
    | (?P<name>{KEY}(?:\.{KEY})*)
    | (?P<sign><=|>=|!=|[-+*/=<>(),±])
    """,
    re.VERBOSE | re.ASCII,
)

SUGGESTIONS: Final = {
    **dict.fromkeys("\N{MINUS SIGN}\N{EN DASH}", "write the minus of the keyboard: -"),
    "\N{MULTIPLICATION SIGN}": "write * to multiply",
    "\N{DIVISION SIGN}": "write / to divide",
    "%": "write mod for what is left after a division",
    "≤": "write <=",
    "≥": "write >=",
    "≠": "write !=",
    "!": "write not, or != for two things that differ",
    "&": "write and",
    "|": "write or",
    "_": "names are written with hyphens: per-die",
    **dict.fromkeys("'\"", "names stand without quotes"),
    **dict.fromkeys("[{", "parentheses are round: ( )"),
    "^": "there are no powers: multiply, as in a * a",
    "½": "write 1 / 2",
    ".": "a point stands in numbers and ids alone: 0.5, skill.swimming",
}


@dataclass(frozen=True, slots=True)
class Token(SourceRange):
    """A lexeme with its kind, from `start` to before `end`."""

    kind: TokenKind
    text: str

    @property
    def reserved(self) -> bool:
        """True if this is a word of the language, not a name."""
        return self.kind == "name" and self.text in RESERVED


def tokenize(text: str) -> tuple[Token, ...]:
    """Split a formula into tokens, the last of kind `end`.

    Raises FormulaProblem.
    """
    tokens = (*_scan(text), Token("end", "", start=len(text), end=len(text)))
    for number, following in pairwise(tokens):
        glued = number.end == following.start and following.kind == "name"
        if number.kind == "number" and glued:
            raise _glued_problem(number, following)
    return tokens


def _scan(text: str) -> Iterator[Token]:
    position = 0
    while position < len(text):
        match = TOKEN_PATTERN.match(text, position)
        if match is None:
            character = text[position]
            advice = [SUGGESTIONS[character]] if character in SUGGESTIONS else []
            start = position
            percent = re.search(r"[0-9.,]+%$", text[: position + 1])
            if percent is not None:
                start, character = percent.start(), percent[0]
                advice = ["write a number: nothing here is a percentage"]
            token = Token("sign", character, start=start, end=position + 1)
            raise FormulaProblem(
                codes.BAD_CHARACTER, token, character=character, help=advice
            )
        position = match.end()
        if match.lastgroup != "space":
            kind = cast("TokenKind", match.lastgroup)
            yield Token(kind, match.group(), start=match.start(), end=position)


def _glued_problem(number: Token, following: Token) -> FormulaProblem:
    advice = f"put a space between them: {number.text} {following.text}"
    if re.fullmatch(r"e[0-9]", following.text):
        advice = f"write it out: {number.text}{'0' * int(following.text[1:])}"
    text = number.text + following.text
    glued = Token("name", text, start=number.start, end=following.end)
    return FormulaProblem(codes.GLUED_NUMBER, glued, text=text, help=[advice])
