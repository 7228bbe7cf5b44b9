"""Pools as people type them: `5d wd, adv`, `3d+1+2D`, `5D \N{MINUS SIGN} 2`.

Data are written as `notation.py` reads them, and not otherwise; this is for those who are in a
hurry, on a phone perhaps. What cannot be told is left as it is, to be refused with a way out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from .notation import LONGEST
from .tokens import tokens_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from ..entries.dice import Dice

SIGNS: Final = str.maketrans(
    {"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", ",": " "},
)
APART: Final = re.compile(r"\s*([+-])\s+(?=[0-9])")
"""A sign between spaces belongs to both sides."""

PART: Final = re.compile(r"[0-9]+[dD]\+[0-9]+(?=[+-]|$)|[+-]?[^\s+-]+|[+-]")
"""A code with its pips, or whatever a sign begins."""

CODE: Final = re.compile(r"[+-]?[0-9]+[dD](\+[0-9]+)?")
CALL: Final = re.compile(r"([0-9]*)([A-Za-z]+)([0-9]*)")


def typed(text: str, procedure: Dice) -> str:
    """The same in the notation of pools."""
    if len(text) > LONGEST:
        return text
    tokens = tokens_of(procedure)
    plain = APART.sub(r"\1", text.translate(SIGNS))
    parts = (part for term in plain.split() for part in PART.findall(term))
    return " ".join(_part(part, tokens) for part in parts)


def _part(part: str, tokens: Collection[str]) -> str:
    """With letters as large as they should be."""
    if CODE.fullmatch(part):
        return part.upper()
    call = CALL.fullmatch(part)
    if call is None or call[2] in tokens:
        return part
    meant = [token for token in tokens if token.lower() == call[2].lower()]
    return f"{call[1]}{meant[0]}{call[3]}" if len(meant) == 1 else part
