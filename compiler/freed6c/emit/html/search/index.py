"""Which words are where, written as two short strings.

`terms` are all words in order; each says how many characters it shares with the one before. `hits`
are, in the same order, where they are: records by their distance from the one before, with the best
field of each. Numbers are written with 36 digits, and parted by commas and spaces.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from freed6c.emit.html.search.words import words_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from freed6c.document.finding.findables import Findable

TEXT, ALIAS, TITLE = 0, 1, 2
FIELDS: Final = 3
"""How much it means that a word is there."""

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Index:
    """The two strings."""

    terms: str
    hits: str


def index_of(found: Sequence[Findable]) -> Index:
    """The index of some records, by their order."""
    hits: dict[str, dict[int, int]] = {}
    for number, one in enumerate(found):
        for word, field in _fields(one).items():
            hits.setdefault(word, {})[number] = field
    terms = sorted(hits, key=_units)
    return Index(_terms(terms), " ".join(_places(hits[term]) for term in terms))


def _fields(one: Findable) -> Mapping[str, int]:
    """Every word of a record with the best field that it stands in."""
    names = " ".join((*one.aliases, *one.before))
    return {
        **dict.fromkeys(words_in(one.text), TEXT),
        **dict.fromkeys(words_in(names), ALIAS),
        **dict.fromkeys(words_in(one.title), TITLE),
    }


def _terms(terms: Iterable[str]) -> str:
    written, before = [], ""
    for term in terms:
        pairs = takewhile(_is_shared, zip(term, before, strict=False))
        shared = min(sum(1 for _ in pairs), len(DIGITS) - 1)
        written.append(f"{DIGITS[shared]}{term[shared:]}")
        before = term
    return " ".join(written)


def _units(term: str) -> bytes:
    """Scripts compare, and count, not characters but units of 16 bits."""
    return term.encode("utf-16-be")


def _is_shared(pair: tuple[str, str]) -> bool:
    """Whether two characters are the same, and one unit."""
    return pair[0] == pair[1] and pair[0] <= "\uffff"


def _places(fields: Mapping[int, int]) -> str:
    written, before = [], 0
    for record, field in fields.items():
        value = (record - before) * FIELDS + field
        written.append(SMALL[value] if value < len(SMALL) else number(value))
        before = record
    return ",".join(written)


def number(value: int) -> str:
    """A number in as few characters as may be."""
    digits = DIGITS[value % len(DIGITS)]
    while value := value // len(DIGITS):
        digits = f"{DIGITS[value % len(DIGITS)]}{digits}"
    return digits


SMALL: Final = [number(value) for value in range(len(DIGITS) ** 2)]
"""Most distances are small: these are written beforehand."""
