"""What can be done to packs: to their data, and to the characters of their files.

Each does one thing to one place of a file, by chance but repeatably.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Final, get_args

from families import Family, copied, every, large, small

from freed6c.packs.operations import Word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from families import File

ODD: Final = [
    "", "zzz", 0, -1, 10**12, True, [], {}, ["a"], {"a": 1}, [[]], "1D", "3D+7", "5-1",
    "5 ft", "until recovered", "end of each round", "rank", "row.attack", "chosen", "±1D",
    "B1", "WD13", "skill.brawling", "track.damage", "hurt", "1 / 0", "1 to 999999999999",
    "nth(track.damage, 99)", "if(true, 1)", "((((", "<script>", '"""', "\\", "{}", "é", "x" * 300,
    "5\N{EN DASH}6", "5 - 6", "5 or 6", "5,6", "6-5", "7+", "six", "d0", "d6", "D6", "all", "none",
    "opposite", "other", "1/4", "-1D", "+2", "2.5", "WD", "b", "Brawling", "value.move",
    "table.recovery.easy", "difficulty.easy", "always", "1D rounds", "rank * 5 ft",
    "roll(brawling)", "fixed(rank)", "٣", "- ", "1. ", "## ", "[[show: x]]", "[[=x.y]]", "[[]]",
    "| |", "a b", "7-", "3<<: +", "con", "nul", "..", "../x", "a/b", " ", "-", "*", "**", "`", None,
    1.5, False, "true", "null", "2024-01-01", "{name}", "{0}", "{", "%s", "$&", "&amp;", "__init__",
    "class", "self", "None", "import", "_", "a.b.c", "a..b", ".a", "a.", "A", "core", "-0", "+0",
    "0D", "99D", "100D B100", "60D WD P60", "1D+1D+1D", "--1", "1 to 1", "2 to 1", "0 to 5",
]  # fmt: skip
"""Values that settings are not made for."""

SIGNS: Final = [
    "\u200b", "\u202e", "\u2066", "\ufeff", "\u00ad", "\u0301", "\u0000", "\u0007", "\u001b[2J",
    "\u0085", "\u2028", "\u00a0", "\U0001f3b2", "\U000e0041", "\ud800", "ǆ", "ß", "İ",
    "ﬁ", "\U0001d518",
    "\u0661", "²", "½", "\r", "\t", "\n", "\n\n- \n",
    "'", '"', "\\", "<", "&", "]]>", "-->", "{{", "}}",
    "{%", "</script>",
    "|", "#", ": ", "`", "*", "_", "~", "![", "](http://a.b)", "[[", "]]", "\x7f",
]  # fmt: skip
"""Characters that mean something somewhere, or look as if they were not there."""

WORDS_OF_FORMULAS: Final = [
    "+", "-", "*", "/", "(", ")", ",", "<", "<=", "=", "!=", "and", "or", "not", "to", "if(",
    "min(", "max(", "floor(", "ceil(", "round(", "roll(", "fixed(", "dice(",
    "pips(", "nth(",
    "chance(",
    "rank", "row.", "value.", "skill.", "0", "1", "-1", "1D", "2D+1", "3.5", "1/2", "999999999999",
    "5 ft", "true", "false", "chosen", "self", ".", "..", "'", "WD", "B1", "±",
]  # fmt: skip

TOKENS: Final = re.compile(r"\w+|\s+|[^\w\s]")
REFERENCE: Final = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+")
VERBS: Final = ("change", "replace", "remove", "resolve", "options", *get_args(Word))

MOST: Final = 5
"""Things that are done to one family."""


@dataclass
class Place:
    """Where data stands: a map or list, and a key or position in it."""

    inside: Any
    at: Any

    @property
    def value(self) -> Any:
        return self.inside[self.at]

    @value.setter
    def value(self, value: Any) -> None:
        self.inside[self.at] = value


def places(data: Any) -> Iterator[Place]:
    """Every place in plain data."""
    if isinstance(data, dict | list):
        for key in list(data) if isinstance(data, dict) else range(len(data)):
            yield Place(data, key)
            yield from places(data[key])


class Damage:
    """One family while it is damaged."""

    def __init__(
        self, family: Family, near: tuple[Family, ...], chance: Random
    ) -> None:
        self.family = family
        self.near = near
        self.chance = chance

    def other(self) -> Family:
        """Where something is taken from: mostly what is about as large."""
        return self.chance.choice(self.near if self.chance.random() < 0.9 else every())

    def file(self, *, readable: bool) -> File | None:
        """A file, those with rules sooner than manifests; None where there is none of the sort."""
        found = [
            file
            for path, file in self.family.files.items()
            for _ in range(1 if path.endswith("pack.yaml") else 3)
            if not readable or isinstance(file.data, dict)
        ]
        return self.chance.choice(found) if found else None

    def text(self, length: int = 1) -> str:
        return "".join(self.chance.choice(SIGNS) for _ in range(length))


# What is done to data. Each is given a place, and all places of that file.


def odd(damage: Damage, place: Place, _: list[Place]) -> None:
    place.value = copied(damage.chance.choice(ODD))


def gone(_: Damage, place: Place, __: list[Place]) -> None:
    del place.inside[place.at]


def doubled(damage: Damage, place: Place, _: list[Place]) -> None:
    if isinstance(place.inside, list):
        place.inside.insert(
            damage.chance.randint(0, len(place.inside)), copied(place.value)
        )
    else:
        place.inside[f"{place.at}-2"] = copied(place.value)


def swapped(damage: Damage, place: Place, all_: list[Place]) -> None:
    other = damage.chance.choice(all_)
    place.value, other.value = copied(other.value), copied(place.value)


def retyped(damage: Damage, place: Place, _: list[Place]) -> None:
    value = place.value
    place.value = damage.chance.choice(
        [
            [value],
            {"name": value},
            str(value)[:200],
            len(str(value)),
            [value, value],
            not value,
        ]
    )


def spliced(damage: Damage, place: Place, _: list[Place]) -> None:
    """Something from another pack: what has the same key there, if anything has."""
    other = damage.other()
    found = [each for file in other.files.values() for each in places(file.data)]
    alike = [each for each in found if each.at == place.at]
    if alike or found:
        place.value = copied(damage.chance.choice(alike or found).value)


def added(damage: Damage, place: Place, _: list[Place]) -> None:
    """A section, or an entry, of another pack beside what is here."""
    other = damage.other()
    found = [
        each
        for file in other.files.values()
        for each in places(file.data)
        if isinstance(each.value, dict) and isinstance(each.inside, dict)
    ]
    if found and isinstance(place.inside, dict):
        taken = damage.chance.choice(found)
        place.inside[taken.at] = copied(taken.value)


def deep(damage: Damage, place: Place, _: list[Place]) -> None:
    for _turn in range(damage.chance.choice([1, 2, 5, 20, 70])):
        place.value = damage.chance.choice([[place.value], {"a": place.value}])


def long(damage: Damage, place: Place, _: list[Place]) -> None:
    word = damage.chance.choice(
        ["x", "word ", "[[", "- \n", "1 + ", "(", "*a* ", "é", "D", "\n"]
    )
    place.value = word * damage.chance.choice([100, 1000, 5000])


def signs(damage: Damage, place: Place, _: list[Place]) -> None:
    text = str(place.value)[:500]
    at = damage.chance.randint(0, len(text))
    place.value = (
        f"{text[:at]}{damage.text(damage.chance.choice([1, 1, 3]))}{text[at:]}"
    )


def renamed(damage: Damage, place: Place, all_: list[Place]) -> None:
    if isinstance(place.inside, dict):
        keys = [str(each.at) for each in all_ if isinstance(each.inside, dict)]
        new = damage.chance.choice(
            [damage.chance.choice(keys), "zzz", "A b", "name", f"{place.at}s", "con", "class", "",
             "x" * 200, f"{place.at}{damage.text()}"]
        )  # fmt: skip
        place.inside[new] = place.inside.pop(place.at)


def referred(damage: Damage, place: Place, all_: list[Place]) -> None:
    """What is referred to is something else, perhaps of another kind."""
    known = [
        found[0]
        for each in all_
        if isinstance(each.value, str) and (found := REFERENCE.search(each.value))
    ]
    if known:
        value, new = place.value, damage.chance.choice(known)
        if isinstance(value, str) and REFERENCE.search(value):
            place.value = REFERENCE.sub(new, value, count=1)
        else:
            place.value = damage.chance.choice([new, new.partition(".")[2]])


def miscalculated(damage: Damage, place: Place, _: list[Place]) -> None:
    """The words of a formula, or of any other short text, are not those that they were."""
    words = TOKENS.findall(str(place.value)[:300])
    for _turn in range(damage.chance.randint(1, 3)):
        at = damage.chance.randint(0, len(words))
        word = damage.chance.choice(WORDS_OF_FORMULAS)
        match damage.chance.choice(["in", "over", "out", "twice"]):
            case "in":
                words[at:at] = [word]
            case "over":
                words[at : at + 1] = [word]
            case "out":
                del words[at : at + 1]
            case _:
                words[at:at] = words[at : at + 1]
    place.value = "".join(words)


def overlaid(damage: Damage, place: Place, all_: list[Place]) -> None:
    """A word of changes where another stood, or where none did."""
    verbs = [
        each for each in all_ if each.at in VERBS and isinstance(each.inside, dict)
    ]
    if verbs and damage.chance.random() < 0.7:
        place = damage.chance.choice(verbs)
        new = damage.chance.choice(VERBS)
        place.inside[new] = place.inside.pop(place.at)
    elif isinstance(place.value, dict):
        place.value[damage.chance.choice(VERBS)] = copied(
            damage.chance.choice(all_).value
        )


# The same, so gently that what comes of it is often a game.


TEXTS: Final = {
    "name", "plural", "text", "title", "why", "problem", "narrate", "aliases", "nickname", "chosen",
    "sentence", "description", "holder", "source", "about", "keywords", "quote", "because", "tell",
}  # fmt: skip


def reworded(damage: Damage, place: Place, all_: list[Place]) -> None:
    """A text for people has odd signs, or is another one."""
    texts = [each for each in all_ if each.at in TEXTS and isinstance(each.value, str)]
    place = damage.chance.choice(texts or [place])
    if damage.chance.random() < 0.5:
        signs(damage, place, all_)
    else:
        pieces = [str(damage.chance.choice([*ODD, *SIGNS])) for _ in range(3)]
        place.value = "".join([*pieces, str(damage.chance.choice(all_).value)[:300]])


def nudged(damage: Damage, place: Place, all_: list[Place]) -> None:
    """A number in a value is another one."""
    numbers = [
        each
        for each in all_
        if re.search("[0-9]", str(each.value))
        and not isinstance(each.value, dict | list)
    ]
    place = damage.chance.choice(numbers or [place])
    new = damage.chance.choice([0, 1, 2, 3, 7, 40, 1000, 10**9])
    if isinstance(place.value, int):
        place.value = damage.chance.choice([new, -new])
    else:
        place.value = re.sub("[0-9]+", str(new), str(place.value), count=1)


def exchanged(damage: Damage, place: Place, all_: list[Place]) -> None:
    """Two places with the same key have each other's values."""
    alike = [each for each in all_ if each.at == place.at]
    swapped(damage, place, alike)


def lessened(damage: Damage, place: Place, all_: list[Place]) -> None:
    """A small thing is gone."""
    leaves = [each for each in all_ if not isinstance(each.value, dict | list)]
    gone(damage, damage.chance.choice(leaves or [place]), all_)


GENTLE: Final = (
    reworded,
    reworded,
    nudged,
    nudged,
    exchanged,
    exchanged,
    lessened,
    spliced,
    added,
)
DATA: Final[tuple[Callable[[Damage, Place, list[Place]], None], ...]] = (
    odd, odd, gone, doubled, swapped, retyped, spliced, spliced, added, deep, long, signs, renamed,
    referred, referred, miscalculated, miscalculated, overlaid,
)  # fmt: skip


# What is done to the text of a file.


def cut(damage: Damage, text: str) -> str:
    start = damage.chance.randint(0, len(text))
    return text[:start] + text[start + damage.chance.choice([1, 1, 2, 5, 50]) :]


def inserted(damage: Damage, text: str) -> str:
    at = damage.chance.randint(0, len(text))
    marks = [
        *SIGNS,
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "- ",
        "  ",
        "&a ",
        "*a",
        "!t ",
        "? ",
        "|",
        ">",
        "%",
        "@",
    ]
    return f"{text[:at]}{damage.chance.choice(marks)}{text[at:]}"


def lines(damage: Damage, text: str) -> str:
    """A line is gone, there twice, further in, or joined to the next."""
    all_ = text.split("\n")
    at = damage.chance.randrange(len(all_))
    match damage.chance.choice(["gone", "twice", "in", "out", "joined", "elsewhere"]):
        case "gone":
            del all_[at]
        case "twice":
            all_[at:at] = [all_[at]]
        case "in":
            all_[at] = f"  {all_[at]}"
        case "out":
            all_[at] = all_[at].removeprefix("  ")
        case "joined":
            all_[at : at + 2] = ["".join(all_[at : at + 2])]
        case _:
            all_[damage.chance.randrange(len(all_))] = all_[at]
    return "\n".join(all_)


TEXT: Final = (cut, inserted, inserted, lines, lines)


# Mutants: families with a name that says how they came about.


def mutate(damage: Damage, *, gently: bool = False) -> None:
    """Do one thing."""
    if (
        not gently
        and damage.chance.random() < 0.12
        and (file := damage.file(readable=False))
    ):
        change = damage.chance.choice(TEXT)
        file.text, file.data = change(damage, file.text), None
        return
    file = damage.file(readable=True)
    all_ = list(places(file.data)) if file else []
    if file and all_:
        damage.chance.choice(GENTLE if gently else DATA)(
            damage, damage.chance.choice(all_), all_
        )
        file.write()


def mutant(name: str) -> Family:
    """The family with this name, `small 17` or `large 17`: one that is shipped, damaged."""
    size, _, _ = name.partition(" ")
    chance = Random(name)
    first, second = {"small": small, "large": large}[size]()
    family = chance.choice(first if chance.random() < 0.8 else second).copy()
    damage = Damage(family, (*first, *second), chance)
    gently = chance.random() < 0.6
    for _ in range(chance.randint(1, MOST)):
        mutate(damage, gently=gently)
    return family
