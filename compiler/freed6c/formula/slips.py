"""Formulas as people write them elsewhere: in spreadsheets, programs, books and other games.

Every slip is exchanged for what our notation has. Whoever asks tries whether that is a formula:
only then it was surely meant.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.suggest import COMMA, LONGEST_GUESSED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@dataclass(frozen=True, slots=True)
class Slip:
    """What is written otherwise, what stands for it here, and what is said of it."""

    pattern: re.Pattern[str]
    here: str
    says: str


def _slip(pattern: str, here: str, says: str) -> Slip:
    return Slip(re.compile(pattern), here, says)


DASHES: Final = "\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}\N{NON-BREAKING HYPHEN}"
TIMES: Final = r"\s*[\u00d7\u00b7]\s*|\s+[xX]\s+|(?<=[0-9)])(?<!\b0)[xX](?=[0-9(])"
"""Not two stars, which are a power elsewhere, nor the x of 0x10, which is sixteen there."""
GLUED: Final = r"\b([0-9]+(?:\.[0-9]+)?)(?![dw][0-9]*\b)([a-z]+)\b"
QUOTE: Final = r"(?:(?<![0-9])|(?<=[a-z][0-9]))['\"\u2018\u2019\u201c\u201d]"
"""Not behind a number, where it means feet, inches or minutes."""
CHOICE: Final = r"^([^?]*[^?\s])\s*\?\s*([^:]*[^:\s])\s*:\s*(.+)$"
IN_WORDS: Final = tuple(
    _slip(rf"(?<=[\w)])\s+(?:{words})\s+(?=[\w(-])", f" {sign} ", f"is written {sign}")
    for sign, words in (
        (">=", r"(?:is )?(?:at least|no less than|not less than)"),
        ("<=", r"(?:is )?(?:at most|no more than|not more than)"),
        (">", r"(?:is )?(?:greater|more|higher|larger) than|is above|exceeds"),
        ("<", r"(?:is )?(?:less|fewer|lower|smaller) than|is below"),
        ("!=", r"is not(?: equal to)?"),
        ("=", r"is equal to|is|equals"),
        ("+", r"plus"),
        ("-", r"minus"),
        ("*", r"times|multiplied by"),
        ("/", r"divided by"),
    )
)
"""Operators as a sentence has them: nothing else can be meant between two things."""
POINTS: Final = _slip(
    r"(?<![0-9])([0-9]+),([0-9]+)", r"\1.\2", "has a comma for a point"
)
"""A comma between digits may part two arguments, too, and is tried last."""
SLIPS: Final = (
    _slip(r"(?<![\w\s])(\w*)\s*#.*$", r"\1", "has a remark, which needs a space before its #"),
    _slip(r"^\s*=(?!=)\s*", "", "stands before a formula in spreadsheets alone"),
    _slip(f"[{DASHES}]", "-", "is not the minus of the keyboard"),
    _slip(r"\s*==\s*", " = ", "is written with one ="),
    _slip(r"\s*(?:=>|≥)\s*", " >= ", "is written >="),
    _slip(r"\s*(?:=<|≤)\s*", " <= ", "is written <="),
    _slip(r"\s*(?:<>|≠)\s*", " != ", "is written !="),
    _slip(r"\s*(?:&&|&)\s*", " and ", "is written and"),
    _slip(r"\s*(?:\|\||\|)\s*", " or ", "is written or"),
    _slip(r"!(?!=)\s*", "not ", "is written not"),
    _slip(TIMES, " * ", "is written *"),
    _slip(r"\s*÷\s*", " / ", "is written /"),
    _slip(r"\s+%\s+", " mod ", "is written mod"),
    _slip(r"\s*;\s*", ", ", "stands where a comma parts arguments"),
    _slip(r"[\[{]", "(", "stands where parentheses are round"),
    _slip(r"[\]}]", ")", "stands where parentheses are round"),
    _slip(
        r"(?<![0-9,])([1-9][0-9]{0,2}),([0-9]{3})(?:,([0-9]{3}))?(?!,?[0-9])",
        r"\1\2\3",
        "has a comma inside a number",
    ),
    _slip(r",\s*$", "", "is left from a list"),
    _slip(r"(?<=[0-9])_(?=[0-9])", "", "stands inside a number"),
    _slip(GLUED, r"\1 \2", "needs a space before its unit"),
    _slip(QUOTE, "", "stands round a name, which has no quotes"),
    _slip(r"\b([0-9]+D)\s+\+\s+([12])\b", r"\1+\2", "has blanks inside a die code"),
    _slip(r"\b([0-9]+)\s+D\b", r"\1D", "has a blank inside a die code"),
    _slip(r"\b(?:ROUNDDOWN|INT|TRUNC|Math\.floor)(?=\()", "floor", "is called floor"),
    _slip(r"\b(?:ROUNDUP|CEILING|Math\.ceil)(?=\()", "ceil", "is called ceil"),
    _slip(r"\b(IF|MIN|MAX|ABS|FLOOR|CEIL|COUNT)(?=\()", "", "is written in small letters"),
    _slip(CHOICE, r"if(\1, \2, \3)", "is written if(…, …, …)"),
    _slip(r"^if (\S.*?) then (\S.*?) else (\S.*)$", r"if(\1, \2, \3)", "is written if(…, …, …)"),
    _slip(
        r"(?<=[\w)]) (?:is )?between ([\w.-]+) and ([\w.-]+)",
        r" within \1 to \2",
        "is written within … to …",
    ),
    *IN_WORDS,
)  # fmt: skip


OTHER_FUNCTIONS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("maximum", "higher", "greater", "larger", "better"), "max"),
    **dict.fromkeys(("minimum", "lower", "lesser", "smaller", "worse"), "min"),
    **dict.fromkeys(("round-down", "rounddown", "trunc", "int"), "floor"),
    **dict.fromkeys(("round-up", "roundup", "ceiling"), "ceil"),
}
"""What functions are called elsewhere."""


@dataclass(frozen=True, slots=True)
class Meant:
    """What a text may have been meant as: `text`, by writing `new` for a stretch of it.

    The first slip is `written` from the character `at` on; `says` tells what is wrong with it.
    """

    text: str
    start: int
    end: int
    new: str
    written: str
    at: int
    says: str
    has_comma: bool
    """True if a comma inside a number can be a point or part thousands."""


@cache
def _dice(sides: tuple[int, ...]) -> tuple[Slip, ...]:
    """Dice with their sides behind, or another letter: of other sides they are no slip."""
    number = sides[0] if len(sides) == 1 else "(?!)"
    says = "is how other games count dice"
    one = _slip(rf"(?<![\w+])[dDwW](?:{number})\b", "1D", says)
    letters = rf"[dDwW](?:{number})?|[kKtT](?:{number})"
    return one, _slip(rf"\+?\b([0-9]*)(?:{letters})\b", r"\1D", says)


def readings(text: str, sides: tuple[int, ...]) -> Iterator[Meant]:
    """What a text may have been meant as, the likeliest first; nothing where it has no slips.

    `sides` are those of the dice that are rolled; of several kinds, none is sure.
    """
    if len(text) > LONGEST_GUESSED:
        return
    slips = (*SLIPS, *_dice(sides))
    meant = [_exchanged(text, slips), _exchanged(text, (POINTS, *slips))]
    found = [(slip.pattern.search(text), slip) for slip in (POINTS, *slips)]
    for candidate in dict.fromkeys(meant):
        at = min(
            (
                (match, slip)
                for match, slip in found
                if match and _here(slip, match) != match[0]
                if slip is not POINTS or candidate == meant[1]
            ),
            key=lambda each: each[0].start(),
            default=None,
        )
        if candidate != text and at is not None:
            match, slip = at
            written = match[0].strip() or text
            start = match.start() + match[0].index(written) if match[0].strip() else 0
            has_comma = len(COMMA.findall(text)) > len(COMMA.findall(candidate))
            change = _difference(text, candidate)
            yield Meant(candidate, *change, written, start, slip.says, has_comma)


def _exchanged(text: str, slips: tuple[Slip, ...]) -> str:
    for slip in slips:
        text = slip.pattern.sub(partial(_here, slip), text)
    return text.strip()


def _here(slip: Slip, match: re.Match[str]) -> str:
    """What stands for a match: an empty form is that of the match in small letters."""
    if slip.here or not match.re.groups:
        return match.expand(slip.here)
    return match[0].lower()


def _difference(old: str, new: str) -> tuple[int, int, str]:
    """The stretch of a text that another one differs in, and what stands there in that."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    back = 0
    while back < min(len(old), len(new)) - start and old[-1 - back] == new[-1 - back]:
        back += 1
    return start, len(old) - back, new[start : len(new) - back]
