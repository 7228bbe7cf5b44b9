"""Suggestions of names ("did you mean …?") for words that don't fit."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from freed6c.diagnostics.codes import structure
from freed6c.diagnostics.ways_out import Replacement, WayOut
from freed6c.packs.ids import KEY, LONGEST_KEY

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.packs.location import Location


NUMERALS: Final = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
"""Small numbers as people write them."""
COMMA: Final = re.compile("[0-9],[0-9]")
THOUSANDS: Final = re.compile("(?<![0-9,])[1-9][0-9]{0,2}(?:,[0-9]{3})+(?!,?[0-9])")
DECIMAL_COMMA: Final = re.compile("(?<![0-9,])([0-9]+),([0-9]+)(?!,?[0-9])")
WHOLE: Final = re.compile(r"(?:\+(?!-))?(-?(?:0|[1-9][0-9]{0,8}))(?:\.0{0,2})?")
DICE: Final = re.compile(r"([0-9]{0,6}) ?[dDwW] ?([0-9]{1,6}|%)(?: ?\+ ?([0-9]{1,6}))?")
MINUS: Final = "\N{MINUS SIGN}\N{EN DASH}"
NUMBER: Final = re.compile(rf"(?:(?<!\w)[-.{MINUS}])?[0-9]+")
"""Digits, with a sign or point that changes the number."""
LONGEST_GUESSED: Final = 500
"""The longest value, in characters, for which corrections are searched. Longer ones are prose."""
ALIKE: Final = 0.92
"""The likeness of other candidates, relative to the nearest, that is worth a mention."""
CUTOFF: Final = 0.65
"""The lowest likeness of a candidate: `name` isn't suggested for `damage`."""
SHORTEST: Final = 4
"""The number of letters from which a prefix counts as the beginning of a name."""
INITIALS: Final = 2
"""The number of letters that count as initials, in upper or lower case."""
LETTERS_TO_A_SLIP: Final = 4
"""The number of letters for each typing error in a certain match."""
LOOKED_AT: Final = 12
"""The number of near names that are tested with `fits`."""

Known: TypeAlias = Iterable[str | tuple[str, str]]
"""Valid names; a pair has an alternative name first, then the valid one."""
Fits: TypeAlias = Callable[[str], bool]
"""Returns True if a name is valid in the place of the wrong word."""


MOST_NEAR: Final = 3
"""The largest number of names in a suggestion."""


def nearest(
    word: str, known: Known, most: int = MOST_NEAR, fits: Fits | None = None
) -> tuple[str, ...]:
    """Return the names that a word may mean: the nearest one, and others about as near.

    Differences of case, blanks, underscores, accents and number (plural) don't count.
    """
    return tuple(_near(word, known, most, fits))


def _near(
    word: str, known: Known, most: int, fits: Fits | None = None
) -> Mapping[str, bool]:
    """Return the nearest names, each with True if the match is certain."""
    from difflib import get_close_matches

    written: dict[str, list[str]] = {}
    for item in known:
        name, valid = (item, item) if isinstance(item, str) else item
        written.setdefault(fold(name), []).append(valid)
    folded = fold(word)
    same = _shortest(
        _fitting(written.get(folded, ()), fits)
        or _fitting(written.get(_singular(folded), ()), fits)
    )
    if same:
        return {name: same_numbers(word, name) for name in same[:most]}
    # Initials: `WD`, and also `gm`, as keys are lower case.
    if len(word) == INITIALS or (len(word) > 1 and word.isupper()):
        called = [form for form in written if _initials(form) == folded]
        short = _fitting((name for form in called for name in written[form]), fits)
        if short:
            return dict.fromkeys(short[:most], True)
    # A word that begins a name is taken for that name.
    begun = [form for form in written if form.startswith(folded)]
    close = get_close_matches(folded, written, n=LOOKED_AT, cutoff=CUTOFF)
    is_begun = len(folded) >= SHORTEST
    near = begun if is_begun and len(begun) <= most else close
    near = [form for form in near if form in begun] or near or close
    ranked = [
        (_likeness(form, folded), name, form)
        for form in near
        for name in _fitting(written[form], fits)
    ]
    ranked.sort(key=lambda item: -item[0])
    alike: dict[str, bool] = {}
    for ratio, name, form in ranked:
        if ratio >= ALIKE * ranked[0][0]:
            is_part = (is_begun and form in begun) or form.endswith(f".{folded}")
            alike.setdefault(name, is_part or is_slip(*_own_parts(folded, form)))
    return {name: alike[name] for name in _shortest(alike)[:most]}


def _own_parts(first: str, second: str, mark: str = ".") -> tuple[str, str]:
    """Return two names without their common first parts, as all skills begin alike."""
    ones, others = first.split(mark), second.split(mark)
    while len(ones) > 1 and len(others) > 1 and ones[0] == others[0]:
        del ones[0], others[0]
    return mark.join(ones), mark.join(others)


def is_slip(word: str, name: str) -> bool:
    """True if a word is a name with typing errors, rather than another word (`rest`, `treat`)."""
    same = same_numbers(word, name)
    word, name = fold(word), fold(name)
    return same and _slips(word, name) <= len(word) // LETTERS_TO_A_SLIP


def same_numbers(text: str, other: str) -> bool:
    """True if two texts have the same numbers, with the same signs."""
    return NUMBER.findall(text) == NUMBER.findall(other)


def _shortest(names: Iterable[str]) -> tuple[str, ...]:
    """Return names without longer forms of the same id: `easy` replaces `difficulty.easy`."""
    all_names = tuple(names)
    tails = tuple(f".{name}" for name in all_names)
    return tuple(name for name in all_names if not name.endswith(tails))


def fold(name: str) -> str:
    """Normalize a name for comparison: `Long Sword` and `longSword` become `long-sword`."""
    plain = unicodedata.normalize("NFKD", re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name))
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    return re.sub(r"[\s_-]+", "-", plain.casefold()).strip("-./\\")


def _singular(word: str) -> str:
    return re.sub(r"ies$", "y", word).removesuffix("s")


def _initials(name: str) -> str:
    return "".join(part[0] for part in name.split("-") if part)


def _fitting(names: Iterable[str], fits: Fits | None) -> tuple[str, ...]:
    return tuple(name for name in dict.fromkeys(names) if fits is None or fits(name))


def _likeness(first: str, second: str) -> float:
    """Return the likeness of two words from 0 to 1, by common letters or by typing errors."""
    from difflib import SequenceMatcher

    common = SequenceMatcher(None, first, second).ratio()
    return max(common, 1 - _slips(first, second) / max(len(first), len(second), 1))


def _slips(first: str, second: str) -> int:
    """Return the number of letters added, omitted, replaced, or swapped (as in `esay`).

    This is the Damerau-Levenshtein distance, restricted to swaps of neighbors.
    """
    before: list[int] = []
    row = list(range(len(second) + 1))
    for i, letter in enumerate(first):
        before, last, row = row, before, [i + 1]
        for j, written in enumerate(second):
            steps = min(row[j] + 1, before[j + 1] + 1, before[j] + (letter != written))
            if i and j and letter == second[j - 1] and first[i - 1] == written:
                steps = min(steps, last[j - 1] + 1)
            row.append(steps)
    return row[-1]


def did_you_mean(
    word: str, known: Known, most: int = 3, fits: Fits | None = None
) -> tuple[WayOut, ...]:
    """Return a line of help that names the nearest names; empty if none is near."""
    return _question(_near(word, known, most, fits))


def did_you_mean_word(word: str, allowed: Sequence[str]) -> tuple[WayOut, ...]:
    """Return a line of help that names the nearest of a few fixed words.

    A plural may express something that the word cannot, such as `allies` for `ally`. The author
    has to decide, so there is no edit.
    """
    folded = fold(word)
    near = [candidate for candidate in allowed if not _are_opposites(folded, candidate)]
    ways = did_you_mean(word, near, 1)
    longer = folded.endswith(tuple(allowed))  # `inactive`
    if folded not in allowed and (longer or _singular(folded) in allowed):
        return tuple(replace(way, edits=()) for way in ways)
    return ways


def _are_opposites(word: str, other: str) -> bool:
    """True if two words share some of their parts and differ in the others, as opposites do.

    Examples are `at-most` and `at-least`, `less-than` and `more-than`.
    """
    first_parts, second_parts = word.split("-"), other.split("-")
    first, second = (
        "-".join(part for part in parts if part not in shared)
        for parts, shared in ((first_parts, second_parts), (second_parts, first_parts))
    )
    if first == word or len(first_parts) == 1 or len(second_parts) == 1:
        return False
    return _slips(first, second) > (1 - CUTOFF) * max(len(first), len(second))


def did_you_mean_or_list(
    word: str, known: Collection[str], heading: str, most: int | None = None
) -> tuple[WayOut, ...]:
    """Return a line that names the nearest names, or else lists valid ones after a heading."""
    listed = ", ".join(islice(known, most))
    return did_you_mean(word, known) or (
        (WayOut(f"{heading}: {listed}"),) if known else ()
    )


SURE: Final = 0.85
"""The likeness from which an id is preferred to one that only ends alike."""


def did_you_mean_id(id_: str, known: Sequence[str]) -> tuple[WayOut, ...]:
    """Return a line of help with ids that are nearly the same, or that end like it.

    If there are none, it names ids of the same kind and key: `condition.wounds.dazed` for
    `condition.harm.dazed`.
    """
    nearest_ids = _near(id_, known, MOST_NEAR)
    near = {
        name: sure for name, sure in nearest_ids.items() if _alike_in_kind(id_, name)
    }
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
    """True if two ids are alike without their common kind, as all skills begin alike."""
    (kind, _, rest), (same, _, key) = id_.partition("."), other.partition(".")
    return kind != same or _likeness(fold(rest), fold(key)) >= CUTOFF


def _question(names: Mapping[str, bool]) -> tuple[WayOut, ...]:
    """Return a line that names candidates, with an edit if there is one and it is certain."""
    if not names:
        return ()
    question = "did you mean " + " or ".join(f"'{name}'" for name in names) + "?"
    edits = tuple(Replacement(name) for name, sure in names.items() if sure)
    return (WayOut(question, edits if len(names) == 1 else ()),)


# Settings that have another name in other tools.


OTHER_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    word: settings
    for words, settings in (
        (("description", "desc", "body", "definition"), ("text",)),
        (("label", "title", "rename"), ("name",)),
        (("duration", "until"), ("lasts",)),
        (("for",), ("lasts", "times")),
        (("uses",), ("times",)),
        (("max", "maximum"), ("most", "at-most", "count")),
        (("min", "minimum"), ("least",)),
        (("cap",), ("most",)),
        (("limit",), ("at-most", "most")),
        (("dc", "tn"), ("number", "difficulty")),
        (("target",), ("whom", "on", "to", "number")),
        (("entries", "members", "sections"), ("contains",)),
        (("items",), ("contains", "rows")),
        (("recharge", "refresh"), ("refills",)),
        (("price",), ("cost", "costs")),
        (("heal", "cure", "remove"), ("recover",)),
        (("cause",), ("inflict", "why")),
        (("apply", "damage"), ("inflict",)),
        (("bonus", "penalty", "add"), ("by", "modify")),
        (("value",), ("set-to", "by")),
        (("multiply",), ("multiplied-by",)),
        (("prevent", "cannot"), ("forbid",)),
        (("permit",), ("allow",)),
        (("requires",), ("extends", "needs")),
        (("depends", "base"), ("extends",)),
        (("overrides", "override", "modify", "patch"), ("change",)),
        (("delete",), ("remove",)),
        (("append", "insert"), ("add",)),
        (("update", "change", "replace"), ("set",)),
        (("author",), ("holder",)),
        (("licence",), ("license",)),
        (("name",), ("pack", "id", "title")),
        (("id",), ("pack",)),
        (("singular",), ("one",)),
        (("plural",), ("many",)),
        (("link", "href", "address"), ("url",)),
        (("attributes", "stats"), ("given", "abilities")),
        (("skills",), ("given",)),
        (("equipment",), ("gear",)),
        (("options",), ("picks", "choices")),
        (("contains",), ("shows",)),
        (("levels",), ("bands", "conditions")),
        (("steps",), ("conditions", "bands")),
        (("roll", "by", "new"), ("with",)),
        (("rolls",), ("dice",)),
        (("vs", "versus"), ("against",)),
        (("on-hit", "hit"), ("success",)),
        (("on-miss", "miss"), ("failure",)),
        (("initial", "starting"), ("start",)),
        (("reroll",), ("repeat",)),
        (("choose",), ("select",)),
        (("resolve",), ("settle",)),
        (
            ("reason", "note", "comment", "rationale", "explanation", "because"),
            ("why",),
        ),
        (("choices",), ("picks",)),
        (("action",), ("run",)),
        (("formula", "equals"), ("is",)),
    )
    for word in words
}
"""Words of other tools and games, and the settings with the same meaning."""


def other_words(key: str, known: Sequence[str]) -> tuple[str, ...]:
    """Return the known setting that matches a word of another tool: a tuple of one or none."""
    return tuple(word for word in OTHER_WORDS.get(fold(key), ()) if word in known)[:1]


PLACES: Final = frozenset({"rank", "order", "position", "place", "index", "severity"})
"""Words for the position among entries, which their order defines."""


def said_by_order(key: str) -> tuple[WayOut, ...]:
    """Suggest how to order entries, for a setting that would state their position."""
    if fold(key) not in PLACES:
        return ()
    way = "its place among the others says so: before: another-key, or after: …"
    return (WayOut(way),)


def comma_meant(
    text: str, fits: Fits = lambda _: True, *, alone: bool = True
) -> tuple[WayOut, ...]:
    """Suggest each valid reading of a comma between digits, without edits.

    `alone` is True if a list isn't possible there.
    """
    if not COMMA.search(text):
        return ()
    readings = {
        "parts thousands": THOUSANDS.sub(lambda match: match[0].replace(",", ""), text),
        "is a decimal point": DECIMAL_COMMA.sub(r"\1.\2", text),
    }
    fixed = {says: new for says, new in readings.items() if not COMMA.search(new)}
    ways = [
        f"if the comma {says}, write {new}" for says, new in fixed.items() if fits(new)
    ]
    if fixed and "parts thousands" not in fixed and alone:
        ways.insert(0, "if the comma parts two numbers, write one of them here")
    return tuple(map(WayOut, ways))


def is_whole(text: str) -> bool:
    """True if a text is a whole number, written only in digits."""
    return text.removeprefix("-").isdecimal()


def whole_number(text: str) -> int | None:
    """Return the whole number that a text certainly means: `five`, `+2`, `5.0`."""
    if text in NUMERALS[1:]:  # "no" can also mean false
        return NUMERALS.index(text)
    match = WHOLE.fullmatch(re.sub(f"^[{MINUS}]", "-", text))
    return None if match is None else int(match[1])


def dice_meant(text: str, sides: Sequence[int], per_die: int) -> tuple[WayOut, ...]:
    """Suggest how to write dice with a number after the D; `sides` are those of all procedures.

    `3d6` is 3D if only d6 are rolled. `4D2` may be 4D+2 or 4D, and `2d10` is another die: the
    author decides.
    """
    match = DICE.fullmatch(text)
    if match is None or not (sides or int(match[3] or 0) < per_die):
        return ()
    count, after_d = int(match[1] or 1), 100 if match[2] == "%" else int(match[2])
    pips = int(match[3] or 0)
    code = f"{count}D" + (f"+{pips}" if pips else "")
    if after_d in sides and pips < per_die:
        return (WayOut(f"write {code}", (Replacement(code),) * (len(sides) == 1)),)
    as_pips = f"if the {after_d} counts pips, write {code}+{after_d}"
    maybe_pips = not match[3] and 0 < after_d < min((per_die, *sides))
    if not sides:
        procedure = f"set `die: d{after_d}` in a dice procedure: there is none yet"
        as_dice = f"write {code}, and {procedure}"
    elif maybe_pips:
        as_dice = f"for {count} dice without pips, write {code}"
    else:
        rolled = " or ".join(map(str, sides))
        why = f"{per_die} pips make a die" if after_d in sides else "D counts no others"
        as_dice = f"convert it to pips and dice with {rolled} sides: {why}"
    return (*[WayOut(as_pips)] * maybe_pips, WayOut(as_dice))


def as_key(text: str) -> str:
    """Return a text as a key; empty if no part of it is valid in a key."""
    key = re.sub(r"[^a-z0-9]+", "-", fold(text)).strip("-")
    return key if KEY.fullmatch(key) else ""


def key_meant(key: str, above: str = "") -> tuple[WayOut, ...]:
    """Suggest a valid form of a key, in lower case with hyphens, prefixed with `above`."""
    if suggested := as_key(key):
        return (WayOut(f"write {suggested}", (Replacement(f"{above}{suggested}"),)),)
    suggested = as_key(re.sub(r"^([0-9]+)(.*)", r"\2-\1", fold(key)))
    if not suggested:
        return ()
    return (WayOut(f"a key begins with a letter: write {above}{suggested}"),)


def colon_meant(text: str) -> tuple[WayOut, ...]:
    """Return how to write a setting that has a wide colon for its colon."""
    key, colon, value = text.partition("\N{FULLWIDTH COLON}")
    if not colon or not re.fullmatch(r"[\w.-]+", key):
        return ()
    line = f"{key}: {'…' if colon in value else value.strip()}".rstrip()
    return (WayOut(f"'{colon}' is not the colon of the keyboard: write {line}"),)


def key_problem(key: str, place: Location, above: str = "") -> Diagnostic | None:
    """Return a diagnostic if an entry's key is invalid. `above` is the text in front of it."""
    if KEY.fullmatch(key) is None:
        return structure.BAD_KEY.at(place, help=key_meant(key, above), key=key)
    if len(key) > LONGEST_KEY:
        shorter = "shorten it: what people read is 'name'"
        return structure.TOO_LONG.at(
            place, help=[shorter], subject="this key", length=len(key), most=LONGEST_KEY
        )
    return None


COMPARISONS: Final = 50_000
"""The number of names that one stage compares with wrong words, which takes half a second."""


@dataclass(slots=True)
class Advice:
    """Suggestions for the wrong words of one stage.

    If thousands of words are wrong among thousands of names, only the first get suggestions:
    comparing all with all would take hours.
    """

    left: int = COMPARISONS

    def spend(self, count: int) -> bool:
        """Count comparisons with names or texts. Return True if there is budget for them."""
        allowed = self.left > 0
        self.left -= count
        return allowed

    def _affordable(self, known: Known | Callable[[], Known]) -> list[Any]:
        """Return the names to compare a word with; empty if the budget is spent."""
        if self.left <= 0:
            return []  # without a call of `known`, which can take time
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
        """Return a line of help that names the nearest names; empty if none is near."""
        return did_you_mean(word, self._affordable(known), most, fits)

    def did_you_mean_or_list(
        self, word: str, known: Iterable[str], heading: str, most: int | None = None
    ) -> tuple[WayOut, ...]:
        """Return a line that names the nearest names, or else lists valid ones."""
        return did_you_mean_or_list(word, self._affordable(known), heading, most)

    def did_you_mean_id(self, id_: str, known: Iterable[str]) -> tuple[WayOut, ...]:
        """Return a line of help that names the nearest ids."""
        return did_you_mean_id(id_, self._affordable(known))


MOST_MEANT: Final = 6


def either(ids: Sequence[str]) -> str:
    """Join alternatives: `a or b`; of many, the first and the number of others."""
    if len(ids) <= MOST_MEANT:
        return " or ".join(ids)
    others = len(ids) - MOST_MEANT + 1
    return f"{' or '.join(ids[: MOST_MEANT - 1])} or {others} others"


def did_you_mean_text(word: str, known: Iterable[str]) -> str:
    """Return a suggestion as a text; empty if no name is near."""
    return "".join(map(str, did_you_mean(word, known, 2)))
