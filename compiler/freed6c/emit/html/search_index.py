"""Builds the index of words that the search box uses, in a compact form.

The script `static/scripts/search/index.js` reads it. Both split a text into words in the same way.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import count
from os.path import commonprefix
from typing import TYPE_CHECKING, Final, NamedTuple
from unicodedata import category, normalize

from freed6c.emit.files import compact_json
from freed6c.emit.html.blocks import Html
from freed6c.packs.lazy import regex

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from freed6c.document.search.search_records import SearchData, SearchRecord
    from freed6c.document.search.typed_rolls import TypedRolls
    from freed6c.emit.links import Targets


# Words: letters and digits of any script, without accents.


WORD: Final = regex(r"[^\W_]+")
INITIALS: Final = regex(r"(?<![^\W_])(?:[^\W\d_]\.)+[^\W\d_](?![^\W_])")
"""Single letters with dots between them: `A.C` in `A.C.`, which counts as the word `ac`."""
FOLDS: Final = dict(
    zip("æœøßđðłþ", ["ae", "oe", "o", "ss", "d", "d", "l", "th"], strict=True)
)
"""Letters that aren't a letter with an accent, and the usual way to type them.

They are also in the data for the script.
"""


FOLDED: Final = str.maketrans(FOLDS)


def words_in(text: str) -> list[str]:
    """Return the words of a text, in order."""
    letters = (c for c in normalize("NFKD", text).lower() if category(c)[0] != "M")
    folded = "".join(letters).translate(FOLDED)
    return WORD.findall(INITIALS.sub(lambda match: match[0].replace(".", ""), folded))


class Language(NamedTuple):
    """The stop words, endings and irregular forms of a language.

    Stop words don't count in a question. Endings are removed from words. `forms` has the base form
    by irregular form: `run` by `ran`.
    """

    stops: Sequence[str]
    endings: Sequence[str]
    forms: Mapping[str, str]

    @classmethod
    def of(cls, words: Mapping[str, str]) -> Language:
        """Return the language of a document, from its wording."""
        stops, endings, forms = (words[f"search.{key}"].split() for key in cls._fields)
        return cls(stops, endings, dict(f.partition(":")[::2] for f in forms))


# The index: for each word, the records that it is in, as two short strings.
#
# `terms` has all words in order. Each is the number of characters that it shares with the word
# before it, then the rest: `dodge dodging` is `0dodge 4ing`. `hits` has the places of each word, in
# the same order of words: `4,c,3 a`. A place is the number `3 * distance + field`: the distance
# from the record of the place before it, and the best field that has the word. Numbers are to base
# 36. So a script has to load and read only two texts.


TEXT, ALIAS, TITLE = 0, 1, 2
"""The fields of a record. A word counts more in a field with a higher number."""
FIELDS: Final = 3

ASTRAL: Final = regex("[\U00010000-\U0010ffff]")
"""Characters that count as two in JavaScript."""

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


class Index(NamedTuple):
    """The two strings of an index."""

    terms: str
    hits: str


def index_of(records: Sequence[SearchRecord], stops: Collection[str] = ()) -> Index:
    """Return the index of records. The number of a record is its position.

    Stop words (`stops`) are only found in names.
    """
    hits: defaultdict[str, list[int]] = defaultdict(list)
    for record_hit, record in zip(count(step=FIELDS), records, strict=False):
        for word, field in _fields(record).items():
            if field or word not in stops:
                hits[word].append(record_hit + field)
    # JavaScript compares and counts UTF-16 code units, not characters.
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
        # The shared part ends before a character that scripts count as two, and is at most 35
        # characters long, so that one digit is enough for its length.
        head = ASTRAL.split(term)[0][: len(DIGITS) - 1]
        shared = len(commonprefix((head, before)))  # noqa: RUF071 - by characters
        written.append(f"{DIGITS[shared]}{term[shared:]}")
        before = term
    return " ".join(written)


def _places(hits: Iterable[int]) -> str:
    """Return the places of a word. A hit is the record and the field in one number."""
    written, before = [], 0
    for hit in hits:
        written.append(number(hit - before))
        before = hit - hit % FIELDS  # without the field
    return ",".join(written)


def number(value: int) -> str:
    """Return a number to base 36."""
    digits = DIGITS[value % len(DIGITS)]
    while value := value // len(DIGITS):
        digits = f"{DIGITS[value % len(DIGITS)]}{digits}"
    return digits


FILE: Final = "search-data.js"


def search_json(search_data: SearchData, targets: Targets) -> str:
    """Return the data of the search as JSON.

    - `kinds`: the word, the group and the priority of each kind of record.
    - `records`: title, number of the kind, place, link, first line and other names of each record,
      then the values of `_optional_values`.
    - `stops`, `endings`, `forms`: the `Language` of the document.
    - `folds`: `FOLDS`.
    - `terms`, `hits`: the index.
    - `rolls`: chances of rolls that are typed into the search box (`rolls_data`), if there are any.
    """
    records = search_data.records
    kinds = list(dict.fromkeys((r.kind, r.group, r.priority) for r in records))
    numbers = {kind: number for number, kind in enumerate(kinds)}
    words = targets.document.words
    language = Language.of(words)
    index = index_of(records, language.stops)
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
                *_optional_values(record, language),
            ]
            for record in records
        ],
        **language._asdict(),
        "folds": FOLDS,
        "terms": index.terms,
        "hits": index.hits,
        "rolls": search_data.rolls
        and rolls_data(search_data.rolls, words["search.roll.words"].split()),
    }
    return compact_json(data)


def _optional_values(record: SearchRecord, language: Language) -> list[object]:
    """Return further values of a record, without empty values at the end.

    These are the marks of the keywords, the badge for a change, and the line and title in the base
    game.
    """
    badge = record.badge and [record.badge.fate, record.badge.text]
    marks = "".join(mark(keyword, language) for keyword in record.keywords)
    values: list[object] = [marks, badge, record.book, record.before]
    while values and not values[-1]:
        values.pop()
    return values


def mark(keyword: str, language: Language) -> str:
    """Return three digits for a keyword, the same for its words in other forms and another order.

    Words that don't count are left out. Scripts compare marks only of records with all the words.
    """
    words = words_in(keyword)
    telling = [word for word in words if word not in language.stops] or words
    stems = {stem_of(word, language) for word in telling}
    value = 0
    for sign in " ".join(sorted(stems)):
        value = (value * 31 + ord(sign)) % 36**3
    return number(value).zfill(3)


STEM, LONGEST_WORD = 3, 120
"""The fewest letters of a stem, and the most of a word that has another stem than itself."""


def stem_of(word: str, language: Language) -> str:
    """Return a word without endings and doubled letters."""
    stem, bare = "", language.forms.get(word, word)
    while bare != stem and len(bare) <= LONGEST_WORD:
        stem = bare
        stems = (stem[: -len(end)] for end in language.endings if stem.endswith(end))
        bare = next((bare for bare in stems if len(bare) >= STEM), stem)
        bare = bare[:-1] if bare[-2:-1] == bare[-1:] else bare
    return bare


def rolls_data(rolls: TypedRolls, words: Sequence[str]) -> Mapping[str, object]:
    """Return the chances of rolls that can be typed into the search box.

    `rows` has a list for each token, and for "", no token: a row for each number of dice from 1. A
    row is `[low, chances, high]`. The chances, with three digits each, are those to reach the
    number `low` and each number after it; numbers above `high` are impossible. `words` are words
    that can be typed beside a pool.
    """
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
    """Return the data as a script, which pages can load even from a folder without a server."""
    return f"var searchData={data};\n"


def as_block(data: str) -> Html:
    """Return the data as an element in the page. Every `<` is escaped, so no text can end it."""
    safe = data.replace("<", "\\u003c")
    return Html(f'<script type="application/json" id="search-data">{safe}</script>\n')
