"""Entries by what people call them: an id or the end of one, a name, an alias, a keyword.

Case does not matter, and hyphens are as good as spaces: `Pick a lock`, `pick-a-lock`. An alias
counts where nothing is called so itself, what it is called for short (`Entry.nicknames`) where that
is no alias either, and a keyword where it is none of these.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from .record import Entry, RulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

SUGGESTED = 3
"""So many entries are suggested at most where none is found."""


class NotFound(RulesError, LookupError):  # noqa: N818
    """What was asked for is no entry, or may be several.

    `candidates` are those that it may be, or those called nearly so, the nearest first.
    """

    def __init__(self, message: str, candidates: Sequence[Entry] = ()) -> None:
        super().__init__(message)
        self.candidates = tuple(candidates)


class UnknownIdError(NotFound, KeyError):
    """An id that no entry has."""

    __str__ = RulesError.__str__  # a KeyError shows its message in quotes


def folded(text: str) -> str:
    """A name without its case, hyphens and double spaces, to be compared."""
    text = text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").casefold()
    return re.sub(r"[\s_-]+", " ", text).strip()


def label(entry: Entry) -> str:
    """An entry for people who have to choose: `Hurt (condition.damage.hurt)`."""
    return f"{entry.title} ({entry.id})"


def kind_word(kind: type[Entry]) -> str:
    """What the ids of a class begin with: `effect-roll`."""
    name = kind.__name__ if kind is Entry else kind.__name__.removesuffix("Entry")
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


def kind_words(
    kinds: Iterable[type[Entry]], terms: Mapping[str, str] = MappingProxyType({})
) -> str:
    """Classes in words: `ability, skill or specialization`, or what `terms` have for these."""
    words = (kind_word(kind).replace("-", " ") for kind in kinds)
    *others, last = (terms.get(word, word) for word in words)
    return f"{', '.join(others)} or {last}" if others else last


class NameIndex:
    """The entries of a ruleset by what they are called.

    There is an index for ids and names, for aliases, for nicknames, for keywords.
    """

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._indexes: tuple[dict[str, list[Entry]], ...] = ({}, {}, {}, {})
        self._by_id = {entry.id: entry for entry in entries}
        for entry in self._by_id.values():
            parts = entry.id.split(".")
            ends = (".".join(parts[start:]) for start in range(len(parts)))
            words = (entry.aliases, entry.nicknames, entry.keywords)
            for index, names in zip(
                self._indexes, ((*ends, entry.name), *words), strict=True
            ):
                for name in {folded(name) for name in names if name}:
                    index.setdefault(name, []).append(entry)

    def find(self, text: str, what: str, fits: Callable[[Entry], bool]) -> Entry:
        """The one entry that is called so, of those that fit, which are `what` in words.

        Raises NotFound where there is none, or several.
        """
        name = folded(text)
        if not name:
            raise NotFound(f"say which {what}")
        names, aliases, nicknames, keywords = self._indexes
        # `re-roll` is short for what has the key `reroll`.
        short = name if name in nicknames else name.replace(" ", "")
        for entries in (
            names.get(name, ()),
            aliases.get(name, ()),
            nicknames.get(short, ()),
            keywords.get(name, ()),
        ):
            found = [entry for entry in entries if fits(entry)]
            if len(found) == 1:
                return found[0]
            if found:
                several = ", ".join(map(label, found))
                raise NotFound(f"{text} may be {several}: say which", found)
        others = names.get(name, ())
        for other in others:
            users = [
                entry
                for entry in self._by_id.values()
                if entry.uses(other, self._by_id.get) and fits(entry)
            ]
            if users:
                labels = ", ".join(map(label, users))
                raise NotFound(f"{other} is no {what}, but used by: {labels}", users)
        near = self._near(name.rpartition(".")[2], fits)
        meant = f": did you mean {' or '.join(map(label, near))}?" if near else ""
        for other in others:
            raise NotFound(f"{other} is no {what}{meant}", near)
        raise NotFound(f"there is no {what} {text} in these rules{meant}", near)

    def _near(self, name: str, fits: Callable[[Entry], bool]) -> tuple[Entry, ...]:
        """The entries that fit and are called nearly so, the nearest first."""
        from difflib import get_close_matches

        known: dict[str, list[Entry]] = {}
        for index in self._indexes[:3]:
            for other, entries in index.items():
                fitting = [entry for entry in entries if fits(entry)]
                if fitting and "." not in other:
                    known.setdefault(other, fitting)
        near = get_close_matches(name, known, SUGGESTED, 0.7)
        suggested = (entry for other in near for entry in known[other])
        return tuple(dict.fromkeys(suggested))[:SUGGESTED]
