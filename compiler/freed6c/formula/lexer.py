"""The first look at a formula: characters become numbers, dice, marks, names and signs.

A hyphen without spaces belongs to a name, and `3D+1` without spaces is one thing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal, cast

from freed6c.formula.scope import FormulaProblem

if TYPE_CHECKING:
    from collections.abc import Iterator


Sort = Literal["number", "dice", "mark", "name", "sign", "end"]

RESERVED: Final = frozenset(
    {"and", "or", "not", "mod", "within", "to", "true", "false"}
)
"""Words that are never names."""

KEY: Final = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"

PATTERN: Final = re.compile(
    rf"""
    (?P<space>[ \t\r\n]+)
    | (?P<dice>[0-9]+D(?![A-Za-z0-9])(?:\+[0-9]+(?![A-Za-z0-9.]))?)
    | (?P<mark>[0-9]*[A-Z][A-Za-z]*[0-9]*)
    | (?P<number>[0-9]+(?:\.[0-9]+)?)
    | (?P<name>{KEY}(?:\.{KEY})*)
    | (?P<sign><=|>=|!=|[-+*/=<>(),±])
    """,
    re.VERBOSE | re.ASCII,
)

INSTEAD: Final = {
    "\N{MINUS SIGN}": "write the minus of the keyboard: -",
    "\N{EN DASH}": "write the minus of the keyboard: -",
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
    '"': "names stand without quotes",
    "'": "names stand without quotes",
    "[": "parentheses are round: ( )",
    "{": "parentheses are round: ( )",
    ".": "write a number before and after the point: 0.5",
}


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of characters that belong together; `end` is not included."""

    sort: Sort
    text: str
    start: int
    end: int

    @property
    def reserved(self) -> bool:
        """Whether this is a word of the language and no name."""
        return self.sort == "name" and self.text in RESERVED


def tokens_of(text: str) -> tuple[Token, ...]:
    """Read everything in a formula, and an end. Raises FormulaProblem."""
    found = (*_tokens(text), Token("end", "", len(text), len(text)))
    for before, after in pairwise(found):
        if before.sort == "number" and before.end == after.start:
            _refuse_glued(before, after)
    return found


def _tokens(text: str) -> Iterator[Token]:
    position = 0
    while position < len(text):
        match = PATTERN.match(text, position)
        if match is None:
            character = text[position]
            raise FormulaProblem(
                f"a formula cannot contain {character}",
                position,
                position + 1,
                INSTEAD.get(character, ""),
                code="syntax",
            )
        position = match.end()
        if match.lastgroup != "space":
            sort = cast("Sort", match.lastgroup)
            yield Token(sort, match.group(), match.start(), position)


def _refuse_glued(number: Token, after: Token) -> None:
    if after.sort != "name":
        return
    dice = re.fullmatch(r"d[0-9]*", after.text)
    raise FormulaProblem(
        f"{number.text}{after.text} cannot be read",
        number.start,
        after.end,
        f"dice are counted with a capital D: {number.text}D"
        if dice
        else f"put a space between them: {number.text} {after.text}",
        code="syntax",
    )


# How far a formula may go. Packs come from strangers: time and memory stay bounded.


MAX_LENGTH: Final = 2_000
"""Characters of a formula."""

MAX_DEPTH: Final = 64
"""Parts within parts of a formula."""

MAX_NUMBER: Final = 10**12
"""The largest number, without its sign."""

MAX_PART: Final = 10**60
"""The largest number below the line of a fraction: exact chances need long ones."""

MAX_CALLS: Final = 64
"""Formulas that wait for each other."""

MAX_STEPS: Final = 100_000
"""Parts that are worked out for one answer, those of called formulas included."""
