"""The distance between texts, and the suggestions of names (`did you mean …?`) it leads to."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from freed6c.diagnostics.ways_out import Replacement, WayOut

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


MINUS: Final = "\N{MINUS SIGN}\N{EN DASH}"
NUMBER: Final = re.compile(rf"(?:(?<!\w)[-.{MINUS}])?[0-9]+")
"""Digits, with the sign or point that makes them another number than without."""
LONGEST_GUESSED: Final = 500
"""The most characters of a value that is tried against many patterns. Longer ones are prose."""
ALIKE: Final = 0.92
"""The likeness of other names, relative to the nearest, from which they are suggested."""
CUTOFF: Final = 0.65
"""The least likeness of a suggestion: `name` is too far from `damage`."""
SHORTEST: Final = 4
"""The least number of letters that count as the beginning of a name."""
INITIALS: Final = 2
"""The number of letters that count as initials, in capitals or not."""
LETTERS_TO_A_SLIP: Final = 4
"""The number of letters for each slip in a name that is surely meant."""
LOOKED_AT: Final = 12
"""The number of near names that are tested for whether they fit."""

Known: TypeAlias = Iterable[str | tuple[str, str]]
"""Names that are valid; a pair has what people call a thing, and its valid name."""
Fits: TypeAlias = Callable[[str], bool]
"""A test of a name, which returns True if it is valid at the place of the wrong word."""


MOST_NEAR: Final = 3
"""The most names of a suggestion."""


def nearest(
    word: str, known: Known, most: int = MOST_NEAR, fits: Fits | None = None
) -> tuple[str, ...]:
    """Return the known names nearest to a word, which are about equally near.

    Capitals, blanks, underscores, accents and the plural make no difference.
    """
    return tuple(_near(word, known, most, fits))


def _near(
    word: str, known: Known, most: int, fits: Fits | None = None
) -> Mapping[str, bool]:
    """Return the nearest names, each with True if it is surely meant."""
    from difflib import get_close_matches

    written: dict[str, list[str]] = {}
    for each in known:
        name, meant = (each, each) if isinstance(each, str) else each
        written.setdefault(fold(name), []).append(meant)
    folded = fold(word)
    same = _shortest(
        _fitting(written.get(folded, ()), fits)
        or _fitting(written.get(_singular(folded), ()), fits)
    )
    if same:
        return {name: same_numbers(word, name) for name in same[:most]}
    # The letters that people use for it: `WD`, and `gm` too, as keys are written small.
    if len(word) == INITIALS or (len(word) > 1 and word.isupper()):
        called = [form for form in written if _initials(form) == folded]
        short = _fitting((name for form in called for name in written[form]), fits)
        if short:
            return dict.fromkeys(short[:most], True)
    # Who writes the beginning of a name means that one.
    begun = [form for form in written if form.startswith(folded)]
    close = get_close_matches(folded, written, n=LOOKED_AT, cutoff=CUTOFF)
    is_begun = len(folded) >= SHORTEST
    near = begun if is_begun and len(begun) <= most else close
    near = [form for form in near if form in begun] or near or close
    found = [
        (_likeness(form, folded), name, form)
        for form in near
        for name in _fitting(written[form], fits)
    ]
    found.sort(key=lambda each: -each[0])
    alike: dict[str, bool] = {}
    for ratio, name, form in found:
        if ratio >= ALIKE * found[0][0]:
            is_part = (is_begun and form in begun) or form.endswith(f".{folded}")
            alike.setdefault(name, is_part or is_slip(*_parts(folded, form)))
    return {name: alike[name] for name in _shortest(alike)[:most]}


def _parts(one: str, other: str, mark: str = ".") -> tuple[str, str]:
    """Return two names without the parts that both begin with: `skill.` is no likeness."""
    ones, others = one.split(mark), other.split(mark)
    while len(ones) > 1 and len(others) > 1 and ones[0] == others[0]:
        del ones[0], others[0]
    return mark.join(ones), mark.join(others)


def is_slip(word: str, name: str) -> bool:
    """Return True for the same word, mistyped, not another that is near: `rest`, `treat`."""
    same = same_numbers(word, name)
    word, name = fold(word), fold(name)
    return same and _slips(word, name) <= len(word) // LETTERS_TO_A_SLIP


def same_numbers(text: str, other: str) -> bool:
    """Return whether two texts have the same numbers, with the same signs."""
    return NUMBER.findall(text) == NUMBER.findall(other)


def _shortest(names: Iterable[str]) -> tuple[str, ...]:
    """Return names without longer forms of the same id: `difficulty.easy` beside `easy`."""
    ids = tuple(names)
    tails = tuple(f".{id_}" for id_ in ids)
    return tuple(id_ for id_ in ids if not id_.endswith(tails))


def fold(name: str) -> str:
    """Return a name for comparison: `long-sword` for `Long Sword` and `longSword`."""
    plain = unicodedata.normalize("NFKD", re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name))
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    return re.sub(r"[\s_-]+", "-", plain.casefold()).strip("-./\\")


def _singular(word: str) -> str:
    return re.sub(r"ies$", "y", word).removesuffix("s")


def _initials(name: str) -> str:
    return "".join(part[0] for part in name.split("-") if part)


def _fitting(names: Iterable[str], fits: Fits | None) -> tuple[str, ...]:
    return tuple(name for name in dict.fromkeys(names) if fits is None or fits(name))


def _likeness(one: str, other: str) -> float:
    """Return the likeness of two texts, from 0 to 1: by common parts or by slips."""
    from difflib import SequenceMatcher

    common = SequenceMatcher(None, one, other).ratio()
    return max(common, 1 - _slips(one, other) / max(len(one), len(other), 1))


def _slips(one: str, other: str) -> int:
    """Return the number of letters added, omitted, replaced, or swapped with the next: `esay`."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one):
        before, last, row = row, before, [i + 1]
        for j, written in enumerate(other):
            least = min(row[j] + 1, before[j + 1] + 1, before[j] + (letter != written))
            if i and j and letter == other[j - 1] and one[i - 1] == written:
                least = min(least, last[j - 1] + 1)
            row.append(least)
    return row[-1]


def did_you_mean(
    word: str, known: Known, most: int = 3, fits: Fits | None = None
) -> tuple[WayOut, ...]:
    """Return a line of help with the nearest names, or nothing if none is near."""
    return _question(_near(word, known, most, fits))


def did_you_mean_word(word: str, allowed: Sequence[str]) -> tuple[WayOut, ...]:
    """Return a line of help with the nearest of a few words.

    A plural could mean more than the word does (`allies` for `ally`), so it has no edit.
    """
    folded = fold(word)
    near = [other for other in allowed if not _differ(folded, other)]
    ways = did_you_mean(word, near, 1)
    longer = folded.endswith(tuple(allowed))  # `inactive`
    if folded not in allowed and (longer or _singular(folded) in allowed):
        return tuple(replace(way, edits=()) for way in ways)
    return ways


def _differ(word: str, other: str) -> bool:
    """Return True if two words share some parts, and the others are not slips, as in opposites.

    `at-most` and `at-least`, `less-than` and `more-than`, `no-more-than` and `more-than`.
    """
    ones, others = word.split("-"), other.split("-")
    one, two = (
        "-".join(part for part in parts if part not in shared)
        for parts, shared in ((ones, others), (others, ones))
    )
    if one == word or len(ones) == 1 or len(others) == 1:
        return False
    return _slips(one, two) > (1 - CUTOFF) * max(len(one), len(two))


def did_you_mean_or_list(
    word: str, known: Collection[str], heading: str, most: int | None = None
) -> tuple[WayOut, ...]:
    """Return the nearest names; if none is near, the first known names after a heading."""
    listed = ", ".join(islice(known, most))
    return did_you_mean(word, known) or (
        (WayOut(f"{heading}: {listed}"),) if known else ()
    )


SURE: Final = 0.85
"""The likeness from which an id is preferred to those with the same end."""


def did_you_mean_id(id_: str, known: Sequence[str]) -> tuple[WayOut, ...]:
    """Return the ids nearest to an id: by slips, or with the same end under any kind.

    Else those of its kind with the same key: `condition.wounds.dazed` for `condition.harm.dazed`.
    """
    nearest_ids = _near(id_, known, MOST_NEAR).items()
    near = {name: sure for name, sure in nearest_ids if _alike_in_kind(id_, name)}
    if near and _likeness(fold(id_), fold(next(iter(near)))) >= SURE:
        return _question(near)
    for suffix in (fold(id_), fold(id_.partition(".")[2])):
        matching = [
            known_id for known_id in known if suffix and known_id.endswith(f".{suffix}")
        ]
        if matching:
            return _question(dict.fromkeys(matching[:MOST_NEAR], True))
    if near:
        return _question(near)
    kind, key = f"{id_.partition('.')[0]}.", f".{id_.rpartition('.')[2]}"
    same = (name for name in known if name.startswith(kind) and name.endswith(key))
    return _question(dict.fromkeys(islice(same, MOST_NEAR), False))


def _alike_in_kind(id_: str, other: str) -> bool:
    """Return True if two ids are alike without the kind that both begin with."""
    (kind, _, rest), (same, _, key) = id_.partition("."), other.partition(".")
    return kind != same or _likeness(fold(rest), fold(key)) >= CUTOFF


def _question(names: Mapping[str, bool]) -> tuple[WayOut, ...]:
    """Return a question with names; it has an edit for a single name that is surely meant."""
    if not names:
        return ()
    question = "did you mean " + " or ".join(f"'{name}'" for name in names) + "?"
    edits = tuple(Replacement(name) for name, sure in names.items() if sure)
    return (WayOut(question, edits if len(names) == 1 else ()),)


COMPARISONS: Final = 50_000
"""The number of names compared with wrong words in one stage: half a second's work."""


@dataclass(slots=True)
class Advice:
    """A budget of suggestions for the wrong words of one stage.

    If thousands of words are wrong among thousands of names, only the first get suggestions:
    comparing all of them would take hours.
    """

    left: int = COMPARISONS

    def spend(self, count: int) -> bool:
        """Pay for a number of comparisons. Return False once the budget is used up."""
        allowed = self.left > 0
        self.left -= count
        return allowed

    def _affordable(self, known: Known | Callable[[], Known]) -> list[Any]:
        """Return the names to compare a word with; none once the budget is used up."""
        if self.left <= 0:
            return []  # collecting them can take time
        names = list(known() if callable(known) else known)
        self.left -= len(names)
        return names

    def did_you_mean(
        self,
        word: str,
        known: Known | Callable[[], Known],
        most: int = 3,
        fits: Fits | None = None,
    ) -> tuple[WayOut, ...]:
        """Return a line of help that names those near, or nothing if none is."""
        return did_you_mean(word, self._affordable(known), most, fits)

    def did_you_mean_or_list(
        self, word: str, known: Iterable[str], heading: str, most: int | None = None
    ) -> tuple[WayOut, ...]:
        """Return the nearest names; if none is near, the first known names after a heading."""
        return did_you_mean_or_list(word, self._affordable(known), heading, most)

    def did_you_mean_id(self, id_: str, known: Iterable[str]) -> tuple[WayOut, ...]:
        """Return the ids nearest to an id."""
        return did_you_mean_id(id_, self._affordable(known))


MOST_MEANT: Final = 6


def either(ids: Sequence[str]) -> str:
    """Return ids for a sentence: `a or b`; of many, the first and the number of others."""
    if len(ids) <= MOST_MEANT:
        return " or ".join(ids)
    others = len(ids) - MOST_MEANT + 1
    return f"{' or '.join(ids[: MOST_MEANT - 1])} or {others} others"


def did_you_mean_text(word: str, known: Iterable[str]) -> str:
    """Return the suggestion as a text, empty if no name is near."""
    return "".join(map(str, did_you_mean(word, known, 2)))
