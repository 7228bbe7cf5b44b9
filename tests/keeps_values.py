"""Whether edits keep the values of a file: its numbers with their signs, its dice, its words.

An edit can write a value in another notation if the value stays equal (`3d6`, `five`, `+2`, `5.0`).
It can replace or remove a word that the message names, and put the nearest name for a misspelled
one. It never drops, adds or changes a number, a sign or dice: `4D2` is not 4D.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.edits import change_of, edited, file_of
from freed6c.diagnostics.spellings import NUMERALS
from freed6c.diagnostics.ways_out import Renaming

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.diagnostics.ways_out import WayOut

Same = tuple[tuple[str, str], ...]
FRACTIONS: Final = (("½", ".5", "1/2"), ("¼", ".25", "1/4"), ("¾", ".75", "3/4"))
NUMBERS: Final = (*enumerate(NUMERALS), (1, "once"), (2, "twice"), (3, "thrice"))
SAME: Final[Same] = (
    ("[\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}\N{NON-BREAKING HYPHEN}]", "-"),
    *((f"(?<=[0-9]) ?{sign}", decimal) for sign, decimal, _ in FRACTIONS),
    *((sign, ratio) for sign, _, ratio in FRACTIONS),
    *((rf"\b{word}\b", str(number)) for number, word in NUMBERS if number),
    (r"(?<![0-9])([0-9]{1,3}),([0-9]{3}),([0-9]{3})(?![0-9])", r"\1\2\3"),
    (r"(?<![0-9])([0-9]{1,3}),([0-9]{3})(?![0-9])", r"\1\2"),
    (r"(?<=[0-9])_(?=[0-9])", ""),
    (r"([0-9]),([0-9])", r"\1.\2"),
    (r"([0-9]+) ?%(?! ?[0-9(])", r"\1/100"),
    (r"\.{2,}|…", " to "),
    (r"(faces: ['\"]?[0-9]+)/(?=[0-9])", r"\1 to "),
    (r"\{0: ", "{"),  # a place in a list
    (r"\bdie: ['\"]?([0-9]+)\b", r"die: d\1"),
    (r"\b1 ?(?=[dw] ?[0-9])", ""),
    (r"\b0*([0-9]+) ?(?:[dwk] ?0*6|[dw]|dice|die)(?![0-9a-z%])", r"\1D"),
    (r"\b[dwk] ?0*6\b", "1D"),
)
"""Notations of one value, in small letters. The dice of all packs that are tried have six sides."""
NUMBER: Final = re.compile(
    r"(?:(?<![\w.)])[-±])?(?<![a-z]{3})(?<![a-z]{3}-)(?<![0-9.])[0-9]+(?:\.[0-9]+)*(?:/[0-9]+)?D?"
)
UNSEEN: Final = re.compile("[\u200b-\u200f\u202a-\u202e\u2060\ufeff\x07]")
WORD: Final = re.compile(r"[^\W\d_]{2,}")
OF_NOTATION: Final = frozenset(
    WORD.findall(
        "an and at by for is of on or per the than to with against vs times more higher up even"
        " least from between beginning forever good every"
        " add change dice difficulty effects given if number remove renamed set unset"
    )
)
"""Words that say how values belong together, and keywords: other notations have others."""
EXCEPT: Final = {
    "D6-O053": "`was` repeats the new value, which stays under `set`",
    "D6-P003": "the license is named",
    "D6-S007": "a key is renamed",
    "D6-Y012": "a %YAML line is an instruction to parsers",
    "pips make a die": "3D+5 is 4D+2 if three pips make a die",
}
"""Edits that write another value, by code or by the words of the help, and why they can."""


def plain(text: str) -> str:
    """A text with each value in one notation."""
    text = UNSEEN.sub("", re.sub(r"\\[nrt]", " ", text.casefold()))  # escapes in quotes
    for pattern, same in SAME:
        text = re.sub(pattern, same, text)
    return text


def _value(number: str) -> Fraction | str:
    number = re.sub(r"(?:\.0+)+$", "", number)
    try:
        return Fraction(number)
    except (ValueError, ZeroDivisionError):
        return number  # dice and versions


def lost(before: str, after: str, named: str = "") -> list[str]:
    """What an edit does to values: numbers that go or come, and words that no message names."""
    (old, words), (new, left) = (
        (Counter(map(_value, NUMBER.findall(text))), Counter(WORD.findall(text)))
        for text in (plain(before), plain(after))
    )
    gone = (word for word in words - left if word not in OF_NOTATION)
    return [
        *(f"loses {number}" for number in old - new),
        *(f"adds {number}" for number in new - old),
        *(f"loses {word}" for word in gone if word not in named.casefold()),
    ]


def lost_by(problem: Diagnostic, way: WayOut, sources: Mapping[str, str]) -> list[str]:
    """What the edits of a way out do together to the values of each file."""
    if problem.code.id in EXCEPT or any(words in way.text for words in EXCEPT):
        return []
    edits = [edit for edit in way.edits if not isinstance(edit, Renaming)]
    found = []
    for file in {file_of(edit) for edit in edits}:
        text = sources[file]
        changes = (change_of(edit, text) for edit in edits if file_of(edit) == file)
        after, _ = edited(text, filter(None, changes))
        asked = text if way.text.startswith("did you mean") else problem.message
        found += lost(text, after, asked)
    return found
