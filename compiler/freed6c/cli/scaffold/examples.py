"""Examples of each keyword, made from entries of the base pack that have a suitable shape."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.packs.data import Data, as_map, on_a_line, walk
from freed6c.packs.ids import entries_of
from freed6c.packs.kinds import EntryKind, child_kinds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from freed6c.packs.pack import MergedRuleset


FIRST_WORDS: Final = re.compile(r"[A-Za-z]+ [A-Za-z]+ [A-Za-z]+")
LABELED: Final = ("condition", "band", "skill", "ability", "rule", "term")
"""Kinds whose entries are preferred in examples of changes."""
LEAVES: Final = ("specialization", "skill", "member", "rule", "term")
"""Kinds of small entries, preferred in examples of replacement and removal."""


@dataclass(frozen=True, slots=True)
class BaseEntry:
    """An entry of the base: its id, kind, container and body."""

    id: str
    kind: EntryKind
    above: tuple[str | int, ...]
    body: Mapping[str, Data]

    @property
    def is_leaf(self) -> bool:
        """True if it only has texts for people."""
        return {"name"} <= set(self.body) <= {"name", "text"}


Fills: TypeAlias = "Iterator[Mapping[str, str]]"


def examples_from(merged: MergedRuleset) -> Mapping[str, Mapping[str, str]]:
    """Return the values to fill in for each keyword that applies to the base, in reading order."""
    entries = [
        BaseEntry(id_, kind, path[:-1], body)
        for id_, kind, path in entries_of(merged.tree)
        if isinstance(body := walk(merged.tree, path), dict)
    ]
    made = {word: next(make(entries), None) for word, make in MAKERS.items()}
    return {**{word: fills for word, fills in made.items() if fills}, "when": {}}


def _sorted(entries: Sequence[BaseEntry], kinds: Sequence[str]) -> list[BaseEntry]:
    """Return entries with these kinds first, in this order, then the others."""
    ranks = {kind: rank for rank, kind in enumerate(kinds)}
    return sorted(entries, key=lambda entry: ranks.get(entry.kind.name, len(kinds)))


def _named(entries: Sequence[BaseEntry]) -> Fills:
    for entry in _sorted(entries, LABELED):
        if isinstance(name := entry.body.get("name"), str):
            yield {"id": entry.id, "old": on_a_line(name)}


def _with_text(entries: Sequence[BaseEntry]) -> Fills:
    for entry in _sorted(entries, LABELED):
        if "text" in entry.body:
            yield {"id": entry.id}


def _worded(entries: Sequence[BaseEntry]) -> Fills:
    """Yield entries with the first words of their text, if they are unique in it."""
    for entry in _sorted(entries, LABELED):
        text = entry.body.get("text")
        words = FIRST_WORDS.match(text) if isinstance(text, str) else None
        if words is not None and str(text).count(words[0]) == 1:
            yield {"id": entry.id, "passage": words[0]}


def _measured(entries: Sequence[BaseEntry]) -> Fills:
    """Yield bands of a benchmark, or the constants of a formula."""
    for kind, field in (("benchmark", "bands"), ("formula", "constants")):
        for entry in entries:
            if entry.kind.name == kind and field in entry.body:
                yield {"id": entry.id, "field": field}


def _growing(entries: Sequence[BaseEntry]) -> Fills:
    """Yield collections whose entries need no more than a name."""
    for collection in ("conditions", "skills", "specializations"):
        for entry in entries:
            for key in as_map(entry.body.get(collection)):
                yield {"id": entry.id, "collection": collection, "key": key}


def _ordered(entries: Sequence[BaseEntry]) -> Fills:
    """Yield two neighbors in collections whose order isn't a rank."""
    for entry in entries:
        for inner in child_kinds(entry.kind):
            keys = () if inner.numbered else as_map(entry.body.get(inner.key))
            for key, other in pairwise(keys):
                place = {"id": entry.id, "collection": inner.key}
                yield {**place, "key": key, "other": other}


def _with_aliases(entries: Sequence[BaseEntry]) -> Fills:
    for entry in entries:
        aliases = entry.body.get("aliases")
        if isinstance(aliases, list) and aliases:
            yield {"id": entry.id, "item": on_a_line(str(aliases[0]))}


def _leaves(entries: Sequence[BaseEntry]) -> Fills:
    for entry in _sorted(entries, LEAVES):
        if entry.is_leaf:
            yield {"id": entry.id, "old": on_a_line(str(entry.body["name"]))}


def _neighbors(entries: Sequence[BaseEntry]) -> Fills:
    leaves = [entry for entry in entries if entry.is_leaf]
    for entry, other in pairwise(_sorted(leaves, LEAVES)):
        if entry.above == other.above:
            yield {"id": entry.id, "other": other.id}


def _choosable(entries: Sequence[BaseEntry]) -> Fills:
    for entry in entries:
        for choice in as_map(entry.body.get("choices")):
            if entry.kind.name == "option" and choice != entry.body.get("default"):
                yield {"id": entry.id, "choice": choice}


MAKERS: Final[Mapping[str, Callable[[Sequence[BaseEntry]], Fills]]] = {
    "set": _named,
    "was": _named,
    "unset": _with_text,
    "reword": _worded,
    "adjust": _measured,
    "add": _growing,
    "move": _ordered,
    "take": _with_aliases,
    "replace": _leaves,
    "remove": _neighbors,
    "select": _choosable,
    "options": _named,
    "resolve": _named,
}
"""Functions that yield the candidates for an example, by the name of its template."""
