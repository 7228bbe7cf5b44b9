"""The lexer, which splits a formula into tokens, and the limits of formulas.

`floor(3.5 * per-die) + 3D+1 B2` has the names `floor` and `per-die`, the number `3.5`, the dice
`3D+1`, the mark `B2`, and the signs `(`, `*`, `)` and `+`. A hyphen or a plus without spaces can
belong to a name or to dice, as in `per-die` and `3D+1`.
"""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal, cast

from freed6c.diagnostics.codes import formulas as codes
from freed6c.formula.scope import BadFormulaError
from freed6c.formula.syntax_tree import SourceRange
from freed6c.packs.lazy import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator


# Packs come from strangers, so time and memory stay bounded.
MAX_NUMBER: Final = 10**12
"""The largest absolute value of a number."""

MAX_DENOMINATOR: Final = 10**60
"""The largest denominator of a fraction: exact odds need long ones."""

MAX_STEPS: Final = 100_000
"""The number of nodes that one evaluation can visit, including those of called formulas."""

TokenKind = Literal["number", "dice", "mark", "name", "sign", "end"]
"""The kind of a token: a group of TOKEN_PATTERN, or the end of the formula."""

RESERVED: Final = frozenset(
    {"and", "or", "not", "mod", "within", "to", "true", "false"}
)
"""Words that are never names."""

KEY: Final = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
"""A part of a name between dots: `skill`, `per-die`, `d6`."""

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
"""One token or a run of spaces.

- dice: `3D`, `3D+1`. Of `3D+1.5` and `3D+rank`, only the `3D` is dice.
- mark: `WD`, `B2`, `1WD`, `WD8`; also `2d` and `2d6`, which the checker reports with a suggestion.
- number: `12`, `3.5`.
- name: `rank`, `per-die`, `row.category`, `skill.first-aid`; also the words in RESERVED.
- sign: an operator, a parenthesis or a comma.
"""

SUGGESTIONS: Final = {
    **dict.fromkeys("\N{MINUS SIGN}\N{EN DASH}", "replace it with a plain minus: -"),
    "\N{MULTIPLICATION SIGN}": "replace it with *",
    "\N{DIVISION SIGN}": "replace it with /",
    "%": "write mod for the remainder of a division",
    "≤": "write <=",
    "≥": "write >=",
    "≠": "write !=",
    "!": "write not, or != to compare",
    "&": "write and",
    "|": "write or",
    "_": "use hyphens in names: per-die",
    **dict.fromkeys("'\"", "remove the quotes around names"),
    **dict.fromkeys("[{", "use round parentheses: ( )"),
    "^": "formulas have no powers; multiply, as in a * a",
    "½": "write 1 / 2",
    ".": "use points only in numbers and ids: 0.5, skill.swimming",
}
"""Suggestions for characters that are not part of any token."""


@dataclass(frozen=True)
class Token(SourceRange):
    """The `text` of a token, from `start` to before `end` in the formula, and its kind."""

    kind: TokenKind
    text: str

    @property
    def reserved(self) -> bool:
        """True if this is a keyword, such as `and`, rather than a name."""
        return self.kind == "name" and self.text in RESERVED


def tokenize(text: str) -> tuple[Token, ...]:
    """Split a formula into tokens; the last one is empty, of kind `end`.

    Raises BadFormulaError for an unknown character, and for a number without a space before its
    unit (`5ft`).
    """
    tokens = (*_scan(text), Token("end", "", start=len(text), end=len(text)))
    for token, following in pairwise(tokens):
        adjacent = token.end == following.start
        if token.kind == "number" and following.kind == "name" and adjacent:
            raise _glued_problem(token, following)
    return tokens


def _scan(text: str) -> Iterator[Token]:
    """Yield the tokens of a formula, without spaces and without the end."""
    position = 0
    while position < len(text):
        match = TOKEN_PATTERN.match(text, position)
        if match is None:
            character = text[position]
            advice = [SUGGESTIONS[character]] if character in SUGGESTIONS else []
            start = position
            # The whole percentage is reported, not only its sign: "12.5%".
            percent = re.search(r"[0-9.,]+%$", text[: position + 1])
            if percent is not None:
                start, character = percent.start(), percent[0]
                advice = ["write a number; formulas have no percentages"]
            token = Token("sign", character, start=start, end=position + 1)
            raise BadFormulaError(
                codes.BAD_CHARACTER, token, character=character, help=advice
            )
        position = match.end()
        if match.lastgroup != "space":
            kind = cast("TokenKind", match.lastgroup)
            yield Token(kind, match.group(), start=match.start(), end=position)


def _glued_problem(number: Token, following: Token) -> BadFormulaError:
    """Return the problem of a number and a name without a space between: `5ft`, `1.5e3`."""
    text = number.text + following.text
    advice = f"add a space between them: {number.text} {following.text}"
    if re.fullmatch(r"e[0-9]", following.text):
        advice = f"write the number in full: {Decimal(text):f}"
    glued = Token("name", text, start=number.start, end=following.end)
    return BadFormulaError(codes.GLUED_NUMBER, glued, text=text, help=[advice])
