"""Finds names in texts, as whole words that readers see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.packs.lazy import dataclass, field, regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


HIDDEN: Final = regex(r"\[\[[^\]|]*(?:\||\]\])|`[^`]*`")
"""Targets of links, which readers don't see, and code."""


def visible(text: str) -> str:
    """Return a text of the same length, with blanks for hidden characters."""
    return HIDDEN.sub(lambda match: " " * len(match[0]), text)


@dataclass()
class Alternatives:
    """Names that begin with the same word: their positions among all names, and lengths."""

    places: dict[str, int] = field(default_factory=dict)
    lengths: set[int] = field(default_factory=set)


WORD: Final = regex(r"\w+")
BOUNDARY: Final = regex(r"\b")


def by_first_word(names: Iterable[str]) -> Mapping[str, Alternatives]:
    """Group names by their first word, since one pattern for thousands would be slow."""
    groups: dict[str, Alternatives] = {}
    for place, name in enumerate(names):
        if word := WORD.match(name):
            group = groups.setdefault(word[0], Alternatives())
            group.places.setdefault(name, place)
            group.lengths.add(len(name))
    return groups


def names_in(
    text: str, proper: Mapping[str, Alternatives]
) -> Iterator[tuple[int, str]]:
    """Yield offsets and names in a text, as whole words; of two at an offset, the first known."""
    end = 0
    for word in WORD.finditer(text):
        start = word.start()
        group = proper.get(word[0])
        if group is None or start < end:
            continue
        candidates = {text[start : start + length] for length in group.lengths}
        whole = [
            name
            for name in candidates & group.places.keys()
            if BOUNDARY.match(text, start + len(name))
        ]
        if whole:
            name = min(whole, key=group.places.__getitem__)
            end = start + len(name)
            yield start, name
