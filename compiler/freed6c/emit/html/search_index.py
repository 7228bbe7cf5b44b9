"""What the search box asks: an index of words that is small to load and quick to ask.

It is made here and read by `static/scripts/search/index.js`; the two agree on what a word is
and on how the index is written.
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import count
from os.path import commonprefix
from typing import TYPE_CHECKING, Final, NamedTuple
from unicodedata import category, normalize

from freed6c.emit.files import compact_json
from freed6c.emit.html.blocks import Html

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from freed6c.document.search.search_records import SearchData, SearchRecord
    from freed6c.document.search.typed_rolls import TypedRolls
    from freed6c.emit.links import Targets


# What a word is, to those who search: letters and digits of any script, without accents. Some
# letters are read as others, and `A.C.` as `AC`.


WORD: Final = re.compile(r"[^\W_]+")
INITIALS: Final = re.compile(r"(?<![^\W_])(?:[^\W\d_]\.)+[^\W\d_](?![^\W_])")
FOLDS: Final = dict(
    zip("æœøßđðłþ", ["ae", "oe", "o", "ss", "d", "d", "l", "th"], strict=True)
)
"""Letters without a form that has accents, and how people type them; scripts get them, too."""


FOLDED: Final = str.maketrans(FOLDS)


def words_in(text: str) -> list[str]:
    """Return the words of a text, in order."""
    letters = (c for c in normalize("NFKD", text).lower() if category(c)[0] != "M")
    folded = "".join(letters).translate(FOLDED)
    return WORD.findall(INITIALS.sub(lambda match: match[0].replace(".", ""), folded))


# Which words are where, written as two short strings.
#
# `terms` are all words in order; each says how many characters it shares with the one
# before. `hits` are, in the same order, where they are: records by their distance from
# the one before, with the best field of each. Numbers are written with 36 digits, and
# parted by commas and spaces.


TEXT, ALIAS, TITLE = 0, 1, 2
FIELDS: Final = 3
"""How much it means that a word is there."""

ASTRAL: Final = re.compile("[\U00010000-\U0010ffff]")
"""Characters that scripts count as two."""

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


class Index(NamedTuple):
    """The two strings."""

    terms: str
    hits: str


def index_of(records: Sequence[SearchRecord]) -> Index:
    """Return the index of some records, by their order."""
    hits: defaultdict[str, list[int]] = defaultdict(list)
    for first, record in zip(count(step=FIELDS), records, strict=False):
        for word, field in _fields(record).items():
            hits[word].append(first + field)
    # Scripts compare, and count, not characters but units of 16 bits.
    terms = sorted(hits, key=lambda term: term.encode("utf-16-be"))
    return Index(_terms(terms), " ".join(_places(hits[term]) for term in terms))


def _fields(record: SearchRecord) -> Mapping[str, int]:
    """Return every word of a record with the best field that has it."""
    names = " ".join(
        (*record.aliases, *record.keywords, *record.former_names, record.before)
    )
    return {
        word: field
        for field, text in ((TEXT, record.text), (ALIAS, names), (TITLE, record.title))
        for word in words_in(text)
    }


def _terms(terms: Iterable[str]) -> str:
    written, before = [], ""
    for term in terms:
        head = ASTRAL.split(term)[0][: len(DIGITS) - 1]
        shared = len(commonprefix((head, before)))  # noqa: RUF071 - by characters
        written.append(f"{DIGITS[shared]}{term[shared:]}")
        before = term
    return " ".join(written)


def _places(hits: Iterable[int]) -> str:
    """Where a word is. A hit is the record and the field in one number."""
    written, before = [], 0
    for hit in hits:
        written.append(number(hit - before))
        before = hit - hit % FIELDS
    return ",".join(written)


def number(value: int) -> str:
    """A number in as few characters as may be."""
    digits = DIGITS[value % len(DIGITS)]
    while value := value // len(DIGITS):
        digits = f"{DIGITS[value % len(DIGITS)]}{digits}"
    return digits


FILE: Final = "search-data.js"


def search_json(search_data: SearchData, targets: Targets) -> str:
    """The records in order, each kind once with its words and priority, and the index, as JSON.

    What questions are made of, and the endings of words, are those of the document's language.
    """
    records = search_data.records
    kinds = list(dict.fromkeys((r.kind, r.group, r.priority) for r in records))
    numbers = {kind: number for number, kind in enumerate(kinds)}
    index = index_of(records)
    words = targets.document.words
    data = {
        "kinds": kinds,
        "records": [
            [
                record.title,
                numbers[record.kind, record.group, record.priority],
                record.where,
                targets.way(record.place),
                record.line,
                list(record.aliases),
                *_said_last(record),
            ]
            for record in records
        ],
        "stops": words["search.stops"].split(),
        "endings": words["search.endings"].split(),
        "folds": FOLDS,
        "terms": index.terms,
        "hits": index.hits,
        "rolls": search_data.rolls
        and rolls_data(search_data.rolls, words["search.roll.words"].split()),
    }
    return compact_json(data)


def _said_last(record: SearchRecord) -> list[object]:
    """The keywords, what packs did, line and title of the book, as far as there is any of them."""
    badge = record.badge and [record.badge.fate, record.badge.text]
    said: list[object] = [list(record.keywords), badge, record.book, record.before]
    while said and not said[-1]:
        said.pop()
    return said


def rolls_data(rolls: TypedRolls, words: Sequence[str]) -> Mapping[str, object]:
    """What is known of rolls, each chance in three digits; `words` may stand beside a pool."""
    return {
        "sides": rolls.sides,
        "perDie": rolls.pips_per_die,
        "tokens": rolls.tokens,
        "words": words,
        "rows": {
            token: [
                [
                    row.low,
                    "".join(number(chance).zfill(3) for chance in row.chances),
                    row.high,
                ]
                for row in rows
            ]
            for token, rows in rolls.rows.items()
        },
    }


def as_script(data: str) -> str:
    """For a file of its own, that a page may load from a folder: it leaves the data behind."""
    return f"var searchData={data};\n"


def as_block(data: str) -> Html:
    """For the page itself. Nothing in it can end the block."""
    safe = data.replace("<", "\\u003c")
    return Html(f'<script type="application/json" id="search-data">{safe}</script>\n')
