"""Suggestions of names for a wrong word: `did you mean 'glow'?`.

Names are compared in folded form, without case, accents and word separators. The nearest names come
from exact matches, initials, beginnings, and the edit distance. A name is *sure* if the difference
is so small that the suggestion also gets an edit, which `check --fix` applies.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from freed6c.diagnostics.ways_out import Replacement, WayOut, Ways
from freed6c.packs.grouping import grouped
from freed6c.packs.lazy import dataclass, regex, replace

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


MINUS: Final = "\N{MINUS SIGN}\N{EN DASH}"
NUMBER: Final = regex(rf"(?:(?<!\w)[-.{MINUS}])?[0-9]+")
"""Digits with a sign or decimal point in front of them: `-3`, `.5`, and `3` in `2-3`."""
LONGEST_GUESSED: Final = 500
"""The most characters of a value that is tried against many patterns. Longer ones are prose."""
ALIKE: Final = 0.92
"""The least similarity of further suggestions, relative to that of the nearest name."""
CUTOFF: Final = 0.72
"""The least similarity of a suggestion: `forgery` is too far from `sorcery`."""
SHORTEST: Final = 4
"""The least number of letters that count as the beginning of a name."""
INITIALS: Final = 2
"""The number of letters that count as initials, in capitals or not."""
LETTERS_TO_A_SLIP: Final = 4
"""One typing mistake is allowed for each of this many letters, for a name to be sure."""
LOOKED_AT: Final = 12
"""The number of similar names that are considered."""

Known: TypeAlias = Iterable[str | tuple[str, str]]
"""The valid names. A pair is another name and the valid name: `("Glow", "term.glow")`."""
Fits: TypeAlias = Callable[[str], bool]
"""A test of a name, which returns True if it is valid at the place of the wrong word."""


MOST_NEAR: Final = 3
"""The most names of a suggestion."""


def nearest(word: str, known: Known, most: int = MOST_NEAR) -> tuple[str, ...]:
    """Return the known names nearest to a word, which are about equally near.

    Capitals, blanks, underscores, accents and the plural make no difference.
    """
    return tuple(_near(word, known, most))


def _near(
    word: str, known: Known, most: int, fits: Fits | None = None
) -> Mapping[str, bool]:
    """Return the nearest names, each with True if it is sure, the best first."""
    from difflib import get_close_matches

    pairs = ((name, name) if isinstance(name, str) else name for name in known)
    by_form = grouped((fold(name), valid) for name, valid in pairs)
    folded = fold(word)
    equal = _shortest(
        _fitting(by_form.get(folded, ()), fits)
        or _fitting(by_form.get(_singular(folded), ()), fits)
    )
    if equal:
        return {name: same_numbers(word, name) for name in equal[:most]}
    # Initials: `WD`, and also `gm`, because keys are in small letters.
    if len(word) == INITIALS or (len(word) > 1 and word.isupper()):
        forms = [form for form in by_form if _initials(form) == folded]
        called = _fitting((name for form in forms for name in by_form[form]), fits)
        if called:
            return dict.fromkeys(called[:most], True)
    # Prefer the names that begin with the word, if there are few of them.
    longer = [form for form in by_form if form.startswith(folded)]
    similar = get_close_matches(folded, by_form, n=LOOKED_AT, cutoff=CUTOFF)
    is_long_enough = len(folded) >= SHORTEST
    if not similar:  # `traned` for `trained-only`, or `abilty` for `abilities`
        plain_last = sorted(by_form, key=lambda form: "-" not in form)
        by_first = {_singular(form.partition("-")[0]): form for form in plain_last}
        firsts = get_close_matches(folded, by_first, n=most, cutoff=SURE)
        similar = [by_first[first] for first in firsts]
    near = longer if is_long_enough and len(longer) <= most else similar
    near = [form for form in near if form in longer] or near or similar
    ranked = [
        (_similarity(form, folded), name, form)
        for form in near
        for name in _fitting(by_form[form], fits)
    ]
    ranked.sort(key=lambda candidate: -candidate[0])
    sure: dict[str, bool] = {}
    for ratio, name, form in ranked:
        if ratio >= ALIKE * ranked[0][0]:
            is_part = (is_long_enough and form in longer) or form.endswith(f".{folded}")
            sure.setdefault(name, is_part or is_slip(*_distinct_ends(folded, form)))
    return {name: sure[name] for name in _shortest(sure)[:most]}


def _distinct_ends(id_: str, other: str) -> tuple[str, str]:
    """Return two ids without their common first parts, which don't make them more similar."""
    parts, others = id_.split("."), other.split(".")
    while len(parts) > 1 and len(others) > 1 and parts[0] == others[0]:
        del parts[0], others[0]
    return ".".join(parts), ".".join(others)


def is_slip(word: str, name: str) -> bool:
    """Return True if a word is a mistyped name, and not just similar, as `rest` and `treat`."""
    same = same_numbers(word, name)
    word, name = fold(word), fold(name)
    return same and _slips(word, name) <= len(word) // LETTERS_TO_A_SLIP


def same_numbers(text: str, other: str) -> bool:
    """Return True if two texts have the same numbers, with the same signs."""
    return NUMBER.findall(text) == NUMBER.findall(other)


def _shortest(names: Iterable[str]) -> tuple[str, ...]:
    """Return names without longer forms of the same id: `difficulty.easy` beside `easy`."""
    ids = tuple(names)
    tails = tuple(f".{id_}" for id_ in ids)
    return tuple(id_ for id_ in ids if not id_.endswith(tails))


def fold(name: str) -> str:
    """Return a name for comparison: `long-sword` for `Long Sword` and `longSword`."""
    plain = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name)
    if not plain.isascii():
        decomposed = unicodedata.normalize("NFKD", plain)
        plain = "".join(char for char in decomposed if not unicodedata.combining(char))
    return re.sub(r"[\s_-]+", "-", plain.casefold()).strip("-./\\")


def _singular(word: str) -> str:
    return re.sub(r"ies$", "y", word).removesuffix("s")


def _initials(name: str) -> str:
    return "".join(part[0] for part in name.split("-") if part)


def _fitting(names: Iterable[str], fits: Fits | None) -> tuple[str, ...]:
    return tuple(name for name in dict.fromkeys(names) if fits is None or fits(name))


def _similarity(one: str, other: str) -> float:
    """Return the similarity of two texts, from 0 to 1: by common parts or by edit distance."""
    from difflib import SequenceMatcher

    common = SequenceMatcher(None, one, other).ratio()
    return max(common, 1 - _slips(one, other) / max(len(one), len(other), 1))


def _slips(one: str, other: str) -> int:
    """Return the edit distance of two texts, in which swapped neighbors count as one: `esay`.

    This is the optimal string alignment distance. `row[j + 1]` is the distance between the letters
    of `one` so far and the first `j + 1` letters of `other`; only the last three rows are kept.
    """
    above: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one):
        above, two_above, row = row, above, [i + 1]
        for j, written in enumerate(other):
            least = min(row[j] + 1, above[j + 1] + 1, above[j] + (letter != written))
            if i and j and letter == other[j - 1] and one[i - 1] == written:
                least = min(least, two_above[j - 1] + 1)
            row.append(least)
    return row[-1]


def did_you_mean(
    word: str, known: Known, most: int = 3, fits: Fits | None = None
) -> Ways:
    """Return a line of help with the nearest names, or nothing if none is near."""
    return _question_line(_near(word, known, most, fits))


def did_you_mean_word(word: str, allowed: Sequence[str]) -> Ways:
    """Return a line of help with the nearest of a few words.

    A plural could mean more than the word does (`allies` for `ally`), so it has no edit.
    """
    folded = fold(word)
    near = [other for other in allowed if not _are_opposites(folded, other)]
    ways = did_you_mean(word, near, 1)
    longer = folded.endswith(tuple(allowed))  # `inactive`
    if folded not in allowed and (longer or _singular(folded) in allowed):
        return tuple(replace(way, edits=()) for way in ways)
    return ways


def _are_opposites(word: str, other: str) -> bool:
    """Return True if two words share parts, but the parts that differ are different words.

    Such words are often opposites, so neither is suggested for the other: `at-most` and
    `at-least`, `less-than` and `more-than`, `no-more-than` and `more-than`.
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
) -> Ways:
    """Return the nearest names; if none is near, the first known names after a heading."""
    listed = ", ".join(islice(known, most))
    return did_you_mean(word, known) or (
        (WayOut(f"{heading}: {listed}"),) if known else ()
    )


SURE: Final = 0.85
"""The similarity from which an id is preferred to ids with the same end."""


def did_you_mean_id(id_: str, known: Sequence[str]) -> Ways:
    """Return the ids that an unknown id can mean, by the first of these rules that finds any.

    1. Very similar ids.
    2. Ids that end with it, or with it without its kind: `skill.glow` for `ability.glow`.
    3. Similar ids.
    4. Ids of the same kind with the same key: `condition.wounds.dazed` for `condition.harm.dazed`.
    """
    nearest_ids = _near(id_, known, MOST_NEAR).items()
    near = {name: sure for name, sure in nearest_ids if _alike_in_kind(id_, name)}
    if near and _similarity(fold(id_), fold(next(iter(near)))) >= SURE:
        return _question_line(near)
    for suffix in (fold(id_), fold(id_.partition(".")[2])):
        matching = [
            known_id for known_id in known if suffix and known_id.endswith(f".{suffix}")
        ]
        if matching:
            return _question_line(dict.fromkeys(matching[:MOST_NEAR], True))
    if near:
        return _question_line(near)
    kind, key = f"{id_.partition('.')[0]}.", f".{id_.rpartition('.')[2]}"
    same_key = (name for name in known if name.startswith(kind) and name.endswith(key))
    return _question_line(dict.fromkeys(islice(same_key, MOST_NEAR), False))


def _alike_in_kind(id_: str, other: str) -> bool:
    """Return True if two ids are of different kinds, or similar apart from their kind."""
    kind, _, rest = id_.partition(".")
    other_kind, _, other_rest = other.partition(".")
    return kind != other_kind or _similarity(fold(rest), fold(other_rest)) >= CUTOFF


def _question_line(names: Mapping[str, bool]) -> Ways:
    """Return the line `did you mean …?`, with an edit if there is only one name and it is sure."""
    if not names:
        return ()
    question = "did you mean " + either([f"'{name}'" for name in names]) + "?"
    edits = tuple(Replacement(name) for name, sure in names.items() if sure)
    return (WayOut(question, edits if len(names) == 1 else ()),)


COMPARISONS: Final = 50_000
"""The number of names compared with wrong words in one stage: half a second's work."""


@dataclass()
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

    def names(self, known: Known | Callable[[], Known]) -> list[Any]:
        """Return the names to compare a word with; none once the budget is used up."""
        if self.left <= 0:
            return []  # collecting them can take time
        names = list(known() if callable(known) else known)
        self.left -= len(names)
        return names


MOST_MEANT: Final = 6


def either(ids: Sequence[str]) -> str:
    """Return ids for a sentence: `a`, `a, b or c`, or `a, b, c, d, e or 7 others` if many."""
    if len(ids) > MOST_MEANT:
        ids = [*ids[: MOST_MEANT - 1], f"{len(ids) - MOST_MEANT + 1} others"]
    return " or ".join(filter(None, (", ".join(ids[:-1]), *ids[-1:])))
