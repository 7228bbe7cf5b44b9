"""Finds names in texts, as whole words that readers see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.packs.lazy import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


HIDDEN: Final = regex(r"\[\[[^\]|]*(?:\||\]\])|`[^`]*`")
"""Targets of links, which readers don't see, and code."""


def visible(text: str) -> str:
    """Return a text of the same length, with blanks for hidden characters."""
    return HIDDEN.sub(lambda match: " " * len(match[0]), text)


LINKED: Final = frozenset({"chapter", "choice", "example", "note", "option", "panel"})
"""Kinds that texts link to but don't call by name: a choice is named "None" or "Roll once"."""


class Alternatives(NamedTuple):
    """Names that begin with the same word, and their lengths."""

    names: set[str]
    lengths: set[int]


WORD: Final = regex(r"\w+")
BOUNDARY: Final = regex(r"\b")


def forms(name: str) -> tuple[str, str]:
    """Return a name, and its singular if it looks like a plural, else its plural."""
    is_plural = name.endswith("s") and not name.endswith("ss")
    return name, name[:-1] if is_plural else f"{name}s"


def by_first_word(names: Iterable[str]) -> Mapping[str, Alternatives]:
    """Group names by their first word, since one pattern for thousands would be slow."""
    groups: dict[str, Alternatives] = {}
    for name in names:
        if word := WORD.match(name):
            group = groups.setdefault(word[0], Alternatives(set(), set()))
            group.names.add(name)
            group.lengths.add(len(name))
    return groups


def searched(
    names: Iterable[str], current: Iterable[str]
) -> Mapping[str, Alternatives]:
    """Group names, with the names of current entries, which count as wholes.

    So "Fate" isn't found in "Fate Points", nor "Luck Points" in "Luck Points Table".
    """
    wholes = {form for name in current if " " in name for form in forms(name)}
    return by_first_word(wholes.union(names))


def names_in(
    text: str, proper: Mapping[str, Alternatives]
) -> Iterator[tuple[int, str]]:
    """Yield offsets and names in a text, as whole words; of two at an offset, the longest."""
    end = 0
    for word in WORD.finditer(text):
        start = word.start()
        group = proper.get(word[0])
        if group is None or start < end:
            continue
        candidates = {text[start : start + length] for length in group.lengths}
        whole = [
            name
            for name in candidates & group.names
            if BOUNDARY.match(text, start + len(name))
        ]
        if whole:
            name = max(whole, key=len)
            end = start + len(name)
            yield start, name
