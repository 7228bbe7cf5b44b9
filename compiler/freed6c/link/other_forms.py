"""Scalars in notations used elsewhere: `10 and more` for `10+`, `for 3 rounds` for `3 rounds`.

Callers read the result again, and suggest it only if it can be read.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from freed6c.diagnostics.spellings import NUMERALS
from freed6c.diagnostics.suggest import LONGEST_GUESSED
from freed6c.runtime.amounts import DieCode, Quantity, Range
from freed6c.runtime.effects import Duration, Moment

if TYPE_CHECKING:
    from collections.abc import Mapping

Exchanges: TypeAlias = "tuple[tuple[str, str], ...]"
"""Patterns and their replacements, applied one after the other, without regard to case."""

DIGITS: Final[Exchanges] = tuple(
    (rf"\b{word}\b", str(number)) for number, word in enumerate(NUMERALS) if number
)
"""Numerals become digits: `three` becomes `3`."""
MORE: Final = "(?:and|or) (?:more|above|higher|up|over|greater|better|beyond)"
SIGNS: Final[Exchanges] = (
    ("[\u2010-\u2015\u2212]", "-"),  # long dashes, and the minus sign
    ("\u2026|\\.{2,}", "-"),  # `1...3`
    ("[\u00a0\u202f]", " "),  # spaces that don't break
    ("(?<=[0-9])(?=[\u00bc-\u00be])", " "),  # a fraction sign after a digit
    ("\u00bd", "1/2"),
    ("\u00bc", "1/4"),
    ("\u00be", "3/4"),
    (r"(?<=[0-9])\s*-\s*(?=[0-9])", "-"),  # `1 - 3`
)
NUMBERS: Final[Exchanges] = (*SIGNS, *DIGITS, (r"^\+", ""))
DIE_CODES: Final[Exchanges] = (
    *SIGNS,
    *DIGITS,
    (r"^([0-9]+)\s*(?:dice|die|[dw])$", r"\1D"),  # `3 dice`, `3d`, German `3W`
    (r"^([0-9]+)\s*[dw]\s*\+\s*([0-9]+)$", r"\1D+\2"),  # `3d + 1`
)
RANGES: Final[Exchanges] = (
    *SIGNS,
    *DIGITS,
    (rf"^([0-9]+) {MORE}$", r"\1+"),
    (r"^(?:>=|\u2265|at least|from)\s*([0-9]+)(?: on| up| upwards)?$", r"\1+"),
    (r"^(?:from|between) ([0-9]+) (?:to|and) ([0-9]+)$", r"\1-\2"),
    (r"^([0-9]+)\s+\+$", r"\1+"),  # `10 +`
)
QUANTITIES: Final[Exchanges] = (
    *NUMBERS,
    (r"([0-9])([A-Za-z])", r"\1 \2"),  # `5ft`
    (r"\.$", ""),  # `5 ft.`
    (r"^(?:<=|\u2264|at most|max\.?|within)\s*", "up to "),
    (r"^(?:>=|\u2265|at least|from)\s*(\S+ \S+)$", r"\1 or more"),
    (rf"^(\S+ \S+)(?: {MORE}|\s?\+)$", r"\1 or more"),
    (r"^([0-9./]+)(?:-| to )([0-9./]+) (\S+)$", r"\1 \3 to \2 \3"),  # `5-10 ft`
    (r"^([0-9./]+ \S+) - ([0-9./]+ \S+)$", r"\1 to \2"),  # `5 ft - 10 ft`
)
MOMENTS: Final[Exchanges] = (
    (r"\b(?:the|a|an)\s+", ""),
    (r"^(?:at|on|in)\s+", ""),
    (r"\bevery\b", "each"),
    (r"\bbeginning\b", "start"),
    (r"^each (start|end) of ", r"\1 of each "),
)
DURATIONS: Final[Exchanges] = (
    *DIGITS,
    (r"\b(?:the|an|a)\s+", ""),
    (r"^(?:for|lasts|during)\s+", ""),
    (r"^(?:for )?(?:ever|good|permanent|permanently|endless|indefinitely|forever)$", "always"),
    (r"^until (?:healed|cured|treated)$", "until recovered"),
    (r"^(?:to|till|til|up to)\s+", "until "),
    (r"^end of ", "until end of "),
    (r"\b(?:this|current) (?=\S+$)(?<=of this )", ""),
)  # fmt: skip
OTHER_FORMS: Final[Mapping[Any, Exchanges]] = {
    DieCode: DIE_CODES,
    Fraction: (*NUMBERS, (r"^([0-9]+)\s*%$", r"\1/100")),
    Range[int]: RANGES,
    Range[Quantity]: QUANTITIES,
    Quantity: QUANTITIES,
    Moment: MOMENTS,
    Duration: DURATIONS,
}


def in_pack_notation(hint: Any, text: str) -> str:
    """Return a scalar in the notation of packs; unchanged as far as its notation isn't known.

    `hint` is the type of the scalar. For a Range[int], `at least three` becomes `3+`.
    """
    if len(text) > LONGEST_GUESSED:
        return text
    for pattern, replacement in OTHER_FORMS.get(hint, ()):
        text = re.sub(pattern, replacement, text, flags=re.IGNORECASE)
    if hint is DieCode:
        return text.strip()
    return text.strip().lower() if hint in OTHER_FORMS else text
