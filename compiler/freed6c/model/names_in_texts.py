"""Finds names in texts, as whole words that readers see."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


HIDDEN: Final = re.compile(r"\[\[[^\]|]*(?:\||\]\])|`[^`]*`")
"""Targets of links, which readers do not see, and code."""


def visible(text: str) -> str:
    """A text as long, with blanks for what readers do not see."""
    return HIDDEN.sub(lambda match: " " * len(match[0]), text)


@dataclass(slots=True)
class Alternatives:
    """Names that begin with the same word: their places among all names, and their lengths."""

    places: dict[str, int] = field(default_factory=dict)
    lengths: set[int] = field(default_factory=set)


WORD: Final = re.compile(r"\w+")
BOUNDARY: Final = re.compile(r"\b")


def by_first_word(names: Iterable[str]) -> Mapping[str, Alternatives]:
    """The names to look for: one pattern of thousands would be tried at every word."""
    proper: dict[str, Alternatives] = {}
    for place, name in enumerate(names):
        if word := WORD.match(name):
            alike = proper.setdefault(word[0], Alternatives())
            alike.places.setdefault(name, place)
            alike.lengths.add(len(name))
    return proper


def names_in(
    text: str, proper: Mapping[str, Alternatives]
) -> Iterator[tuple[int, str]]:
    """Where names stand in a text as whole words; of two at one place, the one known first."""
    end = 0
    for word in WORD.finditer(text):
        start = word.start()
        alike = proper.get(word[0])
        if alike is None or start < end:
            continue
        found = {text[start : start + length] for length in alike.lengths}
        whole = [
            name
            for name in found & alike.places.keys()
            if BOUNDARY.match(text, start + len(name))
        ]
        if whole:
            name = min(whole, key=alike.places.__getitem__)
            end = start + len(name)
            yield start, name
