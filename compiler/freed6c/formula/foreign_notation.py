"""Formulas in the notation of spreadsheets, programs, books and other games.

Patterns rewrite them as freed6c formulas: `=IF(A >= 3; 2d6; 0)` becomes `if(A >= 3, 2D, 0)`. The
linker suggests a rewritten text only if it is a valid formula.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.spellings import COMMA
from freed6c.diagnostics.suggest import LONGEST_GUESSED
from freed6c.packs.lazy import dataclass, regex

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Mapping


@dataclass(frozen=True)
class Rewrite:
    """A regex for a foreign notation, its replacement, and the wording of the message.

    If the `form` is empty and the pattern has groups, the replacement is the match in lower case.
    """

    pattern: re.Pattern[str]
    form: str
    says: str


def _rewrite(pattern: str, form: str, says: str) -> Rewrite:
    return Rewrite(regex(pattern), form, says)


DASHES: Final = "\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}\N{NON-BREAKING HYPHEN}"
TIMES: Final = r"\s*[\u00d7\u00b7]\s*|\s+[xX]\s+|(?<=[0-9)])(?<!\b0)[xX](?=[0-9(])"
"""A cross or a dot between factors, or an x: `a x b`, `2x3`. Not the hexadecimal `0x10`."""
GLUED: Final = r"\b([0-9]+(?:\.[0-9]+)?)(?![dw][0-9]*\b)([a-z]+)\b"
"""A number and its unit without a space, `5ft`; not dice, `2d6` or `3w`."""
QUOTE: Final = r"(?:(?<![0-9])|(?<=[a-z][0-9]))['\"\u2018\u2019\u201c\u201d]"
"""A quote around a name: `'rank'`, `'row2'`. Not after a number, where it means feet or inches."""
CHOICE: Final = r"^([^?]*[^?\s])\s*\?\s*([^:]*[^:\s])\s*:\s*(.+)$"
"""The conditional expression of C: `a > b ? a : b`."""
IN_WORDS: Final = tuple(
    _rewrite(
        rf"(?<=[\w)])\s+(?:{words})\s+(?=[\w(-])", f" {sign} ", f"should be {sign}"
    )
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
"""Operators in words, between two operands."""
PARTS: Final = tuple(
    _rewrite(rf"(?<![\w./]){part} (?=[a-z])", f"{decimal} ", "divides by a measure")
    for part, decimal in (("1 ?/ ?2", 0.5), ("1 ?/ ?4", 0.25), ("3 ?/ ?4", 0.75))
)
"""Parts of a measure: `1/2 ft`."""
POINTS: Final = _rewrite(
    r"(?<![0-9])([0-9]+),([0-9]+)", r"\1.\2", "has a decimal comma instead of a point"
)
"""A decimal comma: `1,5`. It is a separate reading, because the comma can separate arguments."""
PRODUCT: Final = _rewrite(
    r"\b([0-9]+(?:\.[0-9]+)?) ?(?!(?:[dwx][0-9]*|to|mod|and|or|within)\b)([a-z][\w.-]*)",
    r"\1 * \2",
    "needs a * after its number",
)
"""A number in front of a name: `2 rank`. It is a separate reading, as the name can be a unit."""
REWRITES: Final = (
    _rewrite(r"(?<![\w\s])(\w*)\s*#.*$", r"\1", "has a comment without a space in front of its #"),
    _rewrite(r"^\s*=(?!=)\s*", "", "begins a formula only in spreadsheets"),
    _rewrite(f"[{DASHES}]", "-", "is not a plain minus"),
    _rewrite(r"\s*==\s*", " = ", "should be a single ="),
    _rewrite(r"\s*(?:=>|≥)\s*", " >= ", "should be >="),
    _rewrite(r"\s*(?:=<|≤)\s*", " <= ", "should be <="),
    _rewrite(r"\s*(?:<>|≠)\s*", " != ", "should be !="),
    _rewrite(r"\s*(?:&&|&)\s*", " and ", "should be and"),
    _rewrite(r"\s*(?:\|\||\|)\s*", " or ", "should be or"),
    _rewrite(r"!(?!=)\s*", "not ", "should be not"),
    _rewrite(TIMES, " * ", "should be *"),
    _rewrite(r"\s*÷\s*", " / ", "should be /"),
    _rewrite(r"\s+%\s+", " mod ", "should be mod"),
    _rewrite(r"\s*;\s*", ", ", "should be a comma between arguments"),
    _rewrite(r"[\[{]", "(", "should be a round parenthesis"),
    _rewrite(r"[\]}]", ")", "should be a round parenthesis"),
    _rewrite(
        r"(?<![0-9,])([1-9][0-9]{0,2}),([0-9]{3})(?:,([0-9]{3}))?(?!,?[0-9])",
        r"\1\2\3",
        "has a comma inside a number",
    ),
    _rewrite(r",\s*$", "", "is left over from a list"),
    _rewrite(r"(?<=[0-9])_(?=[0-9])", "", "is inside a number"),
    _rewrite(GLUED, r"\1 \2", "needs a space in front of its unit"),
    _rewrite(QUOTE, "", "is around a name, which needs no quotes"),
    _rewrite(r"\b([0-9]+D)\s+\+\s+([12])\b", r"\1+\2", "has spaces inside a die code"),
    _rewrite(r"\b([0-9]+)\s+D\b", r"\1D", "has a space inside a die code"),
    _rewrite(r"\b(?:ROUNDDOWN|INT|TRUNC|Math\.floor)(?=\()", "floor", "is called floor here"),
    _rewrite(r"\b(?:ROUNDUP|CEILING|Math\.ceil)(?=\()", "ceil", "is called ceil here"),
    _rewrite(r"\b(IF|MIN|MAX|ABS|FLOOR|CEIL|COUNT)(?=\()", "", "should be in lower case"),
    _rewrite(CHOICE, r"if(\1, \2, \3)", "should be if(…, …, …)"),
    _rewrite(r"^if (\S.*?) then (\S.*?) else (\S.*)$", r"if(\1, \2, \3)", "should be if(…, …, …)"),
    _rewrite(
        r"(?<=[\w)]) (?:is )?between ([\w.-]+) and ([\w.-]+)",
        r" within \1 to \2",
        "should be within … to …",
    ),
    *IN_WORDS,
    *PARTS,
)  # fmt: skip


OTHER_FUNCTIONS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("maximum", "higher", "greater", "larger", "better"), "max"),
    **dict.fromkeys(("minimum", "lower", "lesser", "smaller", "worse"), "min"),
    **dict.fromkeys(("round-down", "rounddown", "trunc", "int"), "floor"),
    **dict.fromkeys(("round-up", "roundup", "ceiling"), "ceil"),
}
"""Functions by their foreign names."""


@dataclass(frozen=True)
class ForeignReading:
    """A rewritten formula.

    `text` is the whole formula; it differs from the original one by `new` in place of the
    characters from `start` to before `end`. `written` is the first foreign notation, at the
    character `at`; `says` is its message.
    """

    text: str
    start: int
    end: int
    new: str
    written: str
    at: int
    says: str
    has_comma: bool
    """True if a comma inside a number can be a decimal point or separate thousands."""


@cache
def _dice_rewrites(sides: tuple[int, ...]) -> tuple[Rewrite, ...]:
    """Return the rewrites of `3d`, `d6` and `3W`; dice with other sides are not rewritten."""
    # (?!) never matches.
    number = sides[0] if len(sides) == 1 else "(?!)"
    says = "is dice notation of other games"
    lower = _rewrite(r"\+?(?<![\w.])([0-9]+)d\b", r"\1D", "needs a capital D")
    single = _rewrite(rf"(?<![\w+])[dDwW](?:{number})\b", "1D", says)
    # Other languages write d6 as W6, K6 or T6. K and T without a number are more likely names.
    letters = rf"[dDwW](?:{number})?|[kKtT](?:{number})"
    return lower, single, _rewrite(rf"\+?\b([0-9]*)(?:{letters})\b", r"\1D", says)


def readings(text: str, sides: tuple[int, ...]) -> Iterator[ForeignReading]:
    """Yield the readings of a text in a foreign notation, the likeliest first.

    `sides` are those of the dice that are rolled; if there are several, no die is rewritten.
    """
    if len(text) > LONGEST_GUESSED:
        return
    rewrites = (*REWRITES, *_dice_rewrites(sides))
    candidates: dict[str, tuple[Rewrite, ...]] = {}
    for some in (rewrites, (POINTS, *rewrites), (PRODUCT, *rewrites)):
        candidates.setdefault(_apply_rewrites(text, some), some)
    for candidate, some in candidates.items():
        matches = (
            (match, rewrite)
            for rewrite in some
            if (match := rewrite.pattern.search(text))
            if _expand(rewrite, match) != match[0]
        )
        first = min(matches, key=lambda pair: pair[0].start(), default=None)
        if candidate != text and first is not None:
            match, rewrite = first
            written = match[0].strip() or text
            start = match.start() + match[0].index(written) if match[0].strip() else 0
            if text[:start] == "-":  # the suggested text has the sign too
                written, start = f"-{written}", 0
            has_comma = len(COMMA.findall(text)) > len(COMMA.findall(candidate))
            change = _difference(text, candidate)
            yield ForeignReading(
                candidate, *change, written, start, rewrite.says, has_comma
            )


def _apply_rewrites(text: str, rewrites: tuple[Rewrite, ...]) -> str:
    for rewrite in rewrites:
        text = rewrite.pattern.sub(partial(_expand, rewrite), text)
    return text.strip()


def _expand(rewrite: Rewrite, match: re.Match[str]) -> str:
    """Return the replacement of a match."""
    if rewrite.form or not match.re.groups:
        return match.expand(rewrite.form)
    return match[0].lower()


def _difference(old: str, new: str) -> tuple[int, int, str]:
    """Return the start and end of the part of `old` that differs, and its replacement."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    suffix = 0
    most = min(len(old), len(new)) - start
    while suffix < most and old[-1 - suffix] == new[-1 - suffix]:
        suffix += 1
    return start, len(old) - suffix, new[start : len(new) - suffix]
