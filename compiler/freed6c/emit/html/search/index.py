"""Which words are where, written as two short strings.

`terms` are all words in order; each says how many characters it shares with the one before. `hits`
are, in the same order, where they are: records by their distance from the one before, with the best
field of each. Numbers are written with 36 digits, and parted by commas and spaces.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import count, takewhile
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
    hits: defaultdict[str, list[int]] = defaultdict(list)
    for first, one in zip(count(step=FIELDS), found, strict=False):
        for word, field in _fields(one).items():
            hits[word].append(first + field)
    terms = sorted(hits, key=_units)
    return Index(_terms(terms), " ".join(_places(hits[term]) for term in terms))


def _fields(one: Findable) -> Mapping[str, int]:
    """Every word of a record with the best field that it stands in."""
    fields = dict.fromkeys(words_in(one.text), TEXT)
    if one.aliases or one.before:
        names = " ".join((*one.aliases, *one.before))
        fields.update(dict.fromkeys(words_in(names), ALIAS))
    fields.update(dict.fromkeys(words_in(one.title), TITLE))
    return fields


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


def _places(hits: Iterable[int]) -> str:
    """Where a word is. A hit is the record and the field in one number."""
    written, before = [], 0
    for hit in hits:
        ahead = hit - before
        written.append(SMALL[ahead] if ahead < len(SMALL) else number(ahead))
        before = hit - hit % FIELDS
    return ",".join(written)


def number(value: int) -> str:
    """A number in as few characters as may be."""
    digits = DIGITS[value % len(DIGITS)]
    while value := value // len(DIGITS):
        digits = f"{DIGITS[value % len(DIGITS)]}{digits}"
    return digits


SMALL: Final = [number(value) for value in range(len(DIGITS) ** 2)]
"""Most distances are small: these are written beforehand."""
