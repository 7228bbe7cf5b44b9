"""The mechanical leaves of a pack, and other values for them.

A leaf is mechanical if it counts something: a number, a die code, a quantity, a duration, a
parameter of a dice step. Names, prose and what only refers to other entries are not.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    Path = tuple[str | int, ...]

WORDS = {
    "name", "text", "aliases", "keywords", "source", "attested", "plural", "says", "about", "why",
    "problem", "readings", "chosen", "version", "title", "shown-as", "narrate", "shown", "blank",
    "in-short",
}  # fmt: skip
"""Keys under which people are told something."""
SECTIONS = {"notes", "examples", "chapters", "terms", "pack", "characters", "panels"}
"""Sections that tell of rules, or go by them, and hold none."""
NUMBER = re.compile(r"(?<![\w-])\d+|(?<=[D+-])\d+|(?<=[A-Z])\d+|\d+(?=D)")
DURATIONS = {
    "until end of own next turn": "until end of encounter",
    "until end of next round": "until end of encounter",
    "next round": "until end of encounter",
    "this turn": "until end of scene",
    "until end of encounter": "until end of scene",
    "until end of scene": "until end of encounter",
    "until recovered": "until end of scene",
    "until own next full action": "until own next bonus action",
}
CHOICES = {
    "keep": "multiply", "one-die": "separate", "any": "all", "count": "ignore", "total": None,
    "first": "second", "one-for-one": "none", "opposite": {"1": "6"}, "kept": "all",
    "every-face": "none", "codes": "never", "at-least": "more-than", "all": "1",
    "higher": "lower", "lower": "higher", "lowest": "highest", "highest": "lowest", "d6": "d8",
    "top": "bottom", "cumulative": "progressive", "progressive": "cumulative",
    "before-roll": "after-roll", "after-roll": "before-roll", "everyone": "each",
    "highest-first": "lowest-first", "none": "highest-first", "worst": None,
    "success": None, "failure": None, "chosen": "lower",
}  # fmt: skip
"""Another value for a parameter; None where there is only one."""
PARAMETERS = {
    "pips", "chain", "which", "dropped", "compare", "tie", "cancel", "map", "pips-carry", "at-most",
    "die", "stacking", "stands-for", "keep", "at", "among", "act", "declare",
}  # fmt: skip
"""Keys under which a parameter stands that is no number."""


def leaves(files: dict[str, Any]) -> Iterator[tuple[str, Path, object]]:
    """Every mechanical leaf of a pack: its file, its place, and another value for it."""
    for name, data in files.items():
        for section, body in data.items():
            if section not in SECTIONS and name != "pack.yaml":
                for path, leaf in _walk(body, (section,)):
                    for other in _others(path, leaf):
                        yield name, path, other


def _walk(data: Any, path: Path) -> Iterator[tuple[Path, object]]:
    pairs = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    for key, value in pairs:
        if key in WORDS and not (key == "text" and path[0] == "columns"):
            continue
        if isinstance(value, dict | list):
            yield from _walk(value, (*path, key))
        else:
            yield (*path, key), value


def _others(path: Path, leaf: object) -> Iterator[object]:
    keys = {key for key in path if isinstance(key, str)}
    if isinstance(leaf, bool):
        if "steps" in path:
            yield not leaf
    elif isinstance(leaf, int):
        yield leaf + 1
    elif (
        isinstance(leaf, str) and leaf in DURATIONS and keys & {"lasts", "from", "paid"}
    ):
        yield DURATIONS[leaf]
    elif isinstance(leaf, str) and (
        path[-1] in PARAMETERS or path[-2:-1] == ("token",)
    ):
        if CHOICES.get(leaf) is not None:
            yield CHOICES[leaf]
    elif isinstance(leaf, str):
        yield from _other_numbers(leaf)


def _other_numbers(text: str) -> Iterator[str]:
    """The text with another number in the place of one, for each of them."""
    for found in NUMBER.finditer(text):
        number = int(found[0])
        other = number - 1 if number > 1 else number + 1
        yield f"{text[: found.start()]}{other}{text[found.end() :]}"
