"""Did you mean … ? One place for every suggestion of a name."""

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
"""Digits, with the sign or point that makes them another number than without."""
LONGEST_GUESSED: Final = 500
"""Characters of a value that is looked at for what it may have been meant as. It is tried against
many patterns, and what is longer is prose."""
ALIKE: Final = 0.92
"""How near the others must be to the nearest to be worth a mention."""
CUTOFF: Final = 0.65
"""What is less alike was not meant: `name` for `damage`."""
SHORTEST: Final = 4
"""So many letters are the beginning of a name, rather than any letters."""
INITIALS: Final = 2
"""So many letters, however they are written, are initials."""
LETTERS_TO_A_SLIP: Final = 4
"""Of so many letters, one may be wrong in what is surely meant."""
LOOKED_AT: Final = 12
"""So many near names are asked whether they fit."""

Known: TypeAlias = Iterable[str | tuple[str, str]]
"""What may be written; in a pair, what people may call it comes before what is written."""
Fits: TypeAlias = Callable[[str], bool]
"""Whether a name means the one thing that is wanted where a wrong word stands."""


MOST_NEAR: Final = 3
"""So many names are asked about."""


def nearest(
    word: str, known: Known, most: int = MOST_NEAR, fits: Fits | None = None
) -> tuple[str, ...]:
    """The known names that a word may have been meant as: the nearest, and those as near.

    Capitals, blanks, underscores, accents and the plural are no differences; such are surely meant.
    """
    return tuple(_near(word, known, most, fits))


def _near(
    word: str, known: Known, most: int, fits: Fits | None = None
) -> Mapping[str, bool]:
    """The same, and whether each is surely meant."""
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
    """Two names without the parts that both begin with: else all skills would be alike."""
    ones, others = one.split(mark), other.split(mark)
    while len(ones) > 1 and len(others) > 1 and ones[0] == others[0]:
        del ones[0], others[0]
    return mark.join(ones), mark.join(others)


def is_slip(word: str, name: str) -> bool:
    """Whether it is the same word, mistyped, rather than another that is near: `rest`, `treat`."""
    same = same_numbers(word, name)
    word, name = fold(word), fold(name)
    return same and _slips(word, name) <= len(word) // LETTERS_TO_A_SLIP


def same_numbers(text: str, other: str) -> bool:
    """Return whether two texts have the same numbers, with the same signs."""
    return NUMBER.findall(text) == NUMBER.findall(other)


def _shortest(names: Iterable[str]) -> tuple[str, ...]:
    """Without longer ways to write the same id: `easy` does for `difficulty.easy`."""
    given = tuple(names)
    tails = tuple(f".{name}" for name in given)
    return tuple(name for name in given if not name.endswith(tails))


def fold(name: str) -> str:
    """A name without what people do not look at: `Long Sword`, `longSword` are `long-sword`."""
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
    """From 0 to 1: what both have in common, or how few slips lead from one to the other."""
    from difflib import SequenceMatcher

    common = SequenceMatcher(None, one, other).ratio()
    return max(common, 1 - _slips(one, other) / max(len(one), len(other), 1))


def _slips(one: str, other: str) -> int:
    """Letters that are added, left out, exchanged, or swapped with the next one: `esay`."""
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
    """A line of help that names them, or nothing where none is near."""
    return _question(_near(word, known, most, fits))


def did_you_mean_word(word: str, allowed: Sequence[str]) -> tuple[WayOut, ...]:
    """The same for one of few words.

    Who writes the plural of one may want what it cannot say: `allies` where there is `ally`. That
    is for them to decide, so there is no edit.
    """
    folded = fold(word)
    near = [each for each in allowed if not _differ(folded, each)]
    ways = did_you_mean(word, near, 1)
    longer = folded.endswith(tuple(allowed))  # `inactive`
    if folded not in allowed and (longer or _singular(folded) in allowed):
        return tuple(replace(way, edits=()) for way in ways)
    return ways


def _differ(word: str, other: str) -> bool:
    """Whether two words share some of their parts, and the others are no slips: opposites do.

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
    """The same; where no name is near, all that are known, or so many, after a heading."""
    listed = ", ".join(islice(known, most))
    return did_you_mean(word, known) or (
        (WayOut(f"{heading}: {listed}"),) if known else ()
    )


SURE: Final = 0.85
"""An id that is so much alike is meant rather than one that only ends alike."""


def did_you_mean_id(id_: str, known: Sequence[str]) -> tuple[WayOut, ...]:
    """The same for an id: that of one slip, or those that end like it, under whatever kind.

    Else those of its kind with the same key: `condition.wounds.dazed` for `condition.harm.dazed`.
    """
    asked = _near(id_, known, MOST_NEAR)
    near = {name: sure for name, sure in asked.items() if _alike_in_kind(id_, name)}
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
    """Whether two ids are alike without the kind that both begin with: else all skills would be."""
    (kind, _, rest), (same, _, key) = id_.partition("."), other.partition(".")
    return kind != same or _likeness(fold(rest), fold(key)) >= CUTOFF


def _question(names: Mapping[str, bool]) -> tuple[WayOut, ...]:
    """A line that asks. One name alone may be put there, if it is surely meant."""
    if not names:
        return ()
    question = "did you mean " + " or ".join(f"'{name}'" for name in names) + "?"
    edits = tuple(Replacement(name) for name, sure in names.items() if sure)
    return (WayOut(question, edits if len(names) == 1 else ()),)


# Settings that are called otherwise elsewhere.


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
"""Words of other tools and games, and the settings that say the same here."""


def other_words(key: str, known: Sequence[str]) -> tuple[str, ...]:
    """The settings among those known that a word of elsewhere stands for, the likeliest first."""
    return tuple(word for word in OTHER_WORDS.get(fold(key), ()) if word in known)[:1]


PLACES: Final = frozenset({"rank", "order", "position", "place", "index", "severity"})
"""Words for what the order of entries says by itself."""


def said_by_order(key: str) -> tuple[WayOut, ...]:
    """What to do about a setting that says the place among others, which their order says."""
    if fold(key) not in PLACES:
        return ()
    way = "its place among the others says so: before: another-key, or after: …"
    return (WayOut(way),)


def comma_meant(
    text: str, fits: Fits = lambda _: True, *, alone: bool = True
) -> tuple[WayOut, ...]:
    """Offer each reading of a comma between digits that fits; none is an edit.

    `alone` if no list can be there.
    """
    if not COMMA.search(text):
        return ()
    readings = {
        "parts thousands": THOUSANDS.sub(lambda match: match[0].replace(",", ""), text),
        "is a decimal point": DECIMAL_COMMA.sub(r"\1.\2", text),
    }
    parted = {says: new for says, new in readings.items() if not COMMA.search(new)}
    ways = [
        f"if the comma {says}, write {new}" for says, new in parted.items() if fits(new)
    ]
    if parted and "parts thousands" not in parted and alone:
        ways.insert(0, "if the comma parts two numbers, write one of them here")
    return tuple(map(WayOut, ways))


def is_whole(text: str) -> bool:
    """True if a text is a whole number in digits alone."""
    return text.removeprefix("-").isdecimal()


def whole_number(text: str) -> int | None:
    """Return the whole number that a text surely means: `five`, `+2`, `5.0`."""
    if text in NUMERALS[1:]:  # "no" can be false, too
        return NUMERALS.index(text)
    match = WHOLE.fullmatch(re.sub(f"^[{MINUS}]", "-", text))
    return None if match is None else int(match[1])


def dice_meant(text: str, sides: Sequence[int], per_die: int) -> tuple[WayOut, ...]:
    """Suggest how to write dice with a number behind the D; `sides` are those of all procedures.

    `3d6` is 3D if only d6 are rolled. `4D2` may be 4D+2 or 4D, and `2d10` is another die: the
    author decides.
    """
    match = DICE.fullmatch(text)
    if match is None or not (sides or int(match[3] or 0) < per_die):
        return ()
    count, behind = int(match[1] or 1), 100 if match[2] == "%" else int(match[2])
    pips = int(match[3] or 0)
    code = f"{count}D" + (f"+{pips}" if pips else "")
    if behind in sides and pips < per_die:
        return (WayOut(f"write {code}", (Replacement(code),) * (len(sides) == 1)),)
    one = f"if the {behind} counts pips, write {code}+{behind}"
    maybe_pips = not match[3] and 0 < behind < min((per_die, *sides))
    if not sides:
        procedure = f"set `die: d{behind}` in a dice procedure: there is none yet"
        other = f"write {code}, and {procedure}"
    elif maybe_pips:
        other = f"for {count} dice without pips, write {code}"
    else:
        rolled = " or ".join(map(str, sides))
        why = f"{per_die} pips make a die" if behind in sides else "D counts no others"
        other = f"convert it to pips and dice with {rolled} sides: {why}"
    return (*[WayOut(one)] * maybe_pips, WayOut(other))


def as_key(text: str) -> str:
    """A text as a key; empty where nothing of it can be one."""
    key = re.sub(r"[^a-z0-9]+", "-", fold(text)).strip("-")
    return key if KEY.fullmatch(key) else ""


def key_meant(key: str, above: str = "") -> tuple[WayOut, ...]:
    """How a key has to be written: in small letters, with hyphens. `above` stands before it."""
    if meant := as_key(key):
        return (WayOut(f"write {meant}", (Replacement(f"{above}{meant}"),)),)
    meant = as_key(re.sub(r"^([0-9]+)(.*)", r"\2-\1", fold(key)))
    if not meant:
        return ()
    return (WayOut(f"a key begins with a letter: write {above}{meant}"),)


def colon_meant(text: str) -> tuple[WayOut, ...]:
    """Return how to write a setting that has a wide colon for its colon."""
    key, colon, value = text.partition("\N{FULLWIDTH COLON}")
    if not colon or not re.fullmatch(r"[\w.-]+", key):
        return ()
    line = f"{key}: {'…' if colon in value else value.strip()}".rstrip()
    return (WayOut(f"'{colon}' is not the colon of the keyboard: write {line}"),)


def key_problem(key: str, place: Location, above: str = "") -> Diagnostic | None:
    """What is wrong with a key of an entry, if anything is. `above` stands before it."""
    if KEY.fullmatch(key) is None:
        return structure.BAD_KEY.at(place, help=key_meant(key, above), key=key)
    if len(key) > LONGEST_KEY:
        shorter = "shorten it: what people read is 'name'"
        return structure.TOO_LONG.at(
            place, help=[shorter], subject="this key", length=len(key), most=LONGEST_KEY
        )
    return None


COMPARISONS: Final = 50_000
"""So many names are compared with wrong words in one stage: half a second's work."""


@dataclass(slots=True)
class Advice:
    """Suggestions for the wrong words of one stage.

    Where thousands of words are wrong among thousands of names, only the first get any: comparing
    all with all would take hours, and nobody reads so many.
    """

    left: int = COMPARISONS

    def spend(self, count: int) -> bool:
        """Pay for so many names or texts. Return whether they may still be looked at."""
        allowed = self.left > 0
        self.left -= count
        return allowed

    def _affordable(self, known: Known | Callable[[], Known]) -> list[Any]:
        """Return the names to compare a word with; none once enough was compared."""
        if self.left <= 0:
            return []  # what takes time to collect is not collected
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
        """The same; where no name is near, all that are known, or so many, after a heading."""
        return did_you_mean_or_list(word, self._affordable(known), heading, most)

    def did_you_mean_id(self, id_: str, known: Iterable[str]) -> tuple[WayOut, ...]:
        """The same for an id."""
        return did_you_mean_id(id_, self._affordable(known))


MOST_MEANT: Final = 6


def either(ids: Sequence[str]) -> str:
    """What something could mean, in a sentence: `a or b`; of many, the first and how many more."""
    if len(ids) <= MOST_MEANT:
        return " or ".join(ids)
    others = len(ids) - MOST_MEANT + 1
    return f"{' or '.join(ids[: MOST_MEANT - 1])} or {others} others"


def did_you_mean_text(word: str, known: Iterable[str]) -> str:
    """The same as a text, empty where no name is near."""
    return "".join(map(str, did_you_mean(word, known, 2)))
