"""Find entries by name: by id or its last parts, by name, alias, nickname or keyword.

Case doesn't matter, and hyphens equal spaces: `Pick a lock`, `pick-a-lock`. Ids and names come
first, then aliases, then nicknames (`Entry.nicknames`), then keywords.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from .record import Entry, RulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

SUGGESTED = 3
"""The limit on suggestions if no entry matches."""
LISTED = 12
"""The limit on entries that are all listed if none is similar."""


class NotFoundError(RulesError, LookupError):
    """A name that matches no entry, or several.

    `candidates` are the matching entries, or those with similar names, the closest first.
    """

    def __init__(self, message: str, candidates: Sequence[Entry] = ()) -> None:
        super().__init__(message)
        self.candidates = tuple(candidates)


class UnknownIdError(NotFoundError, KeyError):
    """An id that no entry has."""

    __str__ = RulesError.__str__  # a KeyError shows its message in quotes


def folded(text: str) -> str:
    """Return a name for comparison: in lower case, hyphens and repeated spaces as one space."""
    text = text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").casefold()
    return re.sub(r"[\s_-]+", " ", text).strip()


def list_options(entries: Sequence[Entry]) -> str:
    """Return a list of entries by name and key for a message; empty if there are too many."""
    listed = ", ".join(
        entry.key
        if folded(entry.title) == folded(entry.key)
        else f"{entry.title} ({entry.key})"
        for entry in entries
    )
    return f" (choose from {listed})" if 0 < len(entries) <= LISTED else ""


def label(entry: Entry) -> str:
    """Return an entry's title with its id: `Hurt (condition.damage.hurt)`."""
    return f"{entry.title} ({entry.id})"


def kind_word(kind: type[Entry]) -> str:
    """Return the word with which the ids of a class begin, such as `effect-roll`."""
    name = kind.__name__ if kind is Entry else kind.__name__.removesuffix("Entry")
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


def with_article(words: str) -> str:
    """Return words with an indefinite article: `an ability, skill or specialization`."""
    return f"{'an' if re.match('[aeiou](?!nit)', words) else 'a'} {words}"


def kind_words(
    kinds: Iterable[type[Entry]], terms: Mapping[str, str] = MappingProxyType({})
) -> str:
    """Return a list of classes as text: `ability, skill or specialization`.

    `terms` replace the words for these classes.
    """
    words = (kind_word(kind).replace("-", " ") for kind in kinds)
    *others, last = (terms.get(word, SINGULAR.get(word, word)) for word in words)
    return f"{', '.join(others)} or {last}" if others else last


SINGULAR = {"points": "point pool"}
"""Words for a single entry of kinds that have a plural name."""


def _prefer_subjects(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries without rows, as a row can be named after its skill; else all rows."""
    matches = list(entries)
    return [entry for entry in matches if not entry.id.startswith("row.")] or matches


class NameIndex:
    """The entries of a ruleset by name.

    There are four indexes: ids and names, aliases, nicknames, keywords.
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
        """Return the only entry with this name for which `fits` returns True.

        `what` describes such entries in messages. Raises NotFoundError if no entry matches, or
        several do.
        """
        name = folded(text)
        if not name:
            raise NotFoundError(f"expected {with_article(what)}, not an empty name")
        names, aliases, nicknames, keywords = self._indexes
        # The nickname `re-roll` also matches the key `reroll`.
        short = name if name in nicknames else name.replace(" ", "")
        for entries in (
            names.get(name, ()),
            aliases.get(name, ()),
            nicknames.get(short, ()),
            keywords.get(name, ()),
        ):
            matches = _prefer_subjects(filter(fits, entries))
            if len(matches) == 1:
                return matches[0]
            if matches:
                labels = ", ".join(map(label, matches))
                raise NotFoundError(f"{text} is ambiguous: {labels}", matches)
        misfits = names.get(name, ())
        for misfit in misfits:
            users = [
                entry
                for entry in self._by_id.values()
                if entry.uses(misfit, self._by_id.get) and fits(entry)
            ]
            if users:
                labels = ", ".join(map(label, users))
                raise NotFoundError(
                    f"{misfit} is not {with_article(what)}, but is used by {labels}",
                    users,
                )
        similar = self._similar(name.rpartition(".")[2], fits)
        hint = f": did you mean {' or '.join(map(label, similar))}?" if similar else ""
        hint = hint or list_options([*filter(fits, self._by_id.values())])
        for misfit in misfits:
            raise NotFoundError(f"{misfit} is not {with_article(what)}{hint}", similar)
        raise NotFoundError(f"unknown {what} '{text}'{hint}", similar)

    def _similar(self, name: str, fits: Callable[[Entry], bool]) -> tuple[Entry, ...]:
        """Return the entries that fit and have a similar name, the closest first."""
        from difflib import get_close_matches

        by_name: dict[str, list[Entry]] = {}
        for index in self._indexes[:3]:
            for indexed, entries in index.items():
                fitting = _prefer_subjects(filter(fits, entries))
                if fitting and "." not in indexed:
                    by_name.setdefault(indexed, fitting)
        similar = [indexed for indexed in by_name if indexed.startswith(f"{name}:")]
        similar += get_close_matches(name, by_name, SUGGESTED, 0.7)
        suggested = (entry for indexed in similar for entry in by_name[indexed])
        return tuple(dict.fromkeys(suggested))[:SUGGESTED]
