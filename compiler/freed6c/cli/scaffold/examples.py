"""An example of each word, made from what a base has: found by its shape, whatever it is called."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.packs.data import Data, as_map, walk
from freed6c.packs.ids import entries_of
from freed6c.packs.kinds import EntryKind, child_kinds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from freed6c.packs.pack import MergedRuleset


PLAIN: Final = re.compile(r"[A-Za-z][A-Za-z ]*[A-Za-z]")
"""Texts that need no quotes in YAML."""
FIRST_WORDS: Final = re.compile(r"[A-Za-z]+ [A-Za-z]+ [A-Za-z]+")
LABELED: Final = ("condition", "band", "skill", "ability", "rule", "term")
"""Kinds whose entries are changed first in examples; any other will do."""
LEAVES: Final = ("specialization", "skill", "member", "rule", "term")
"""Kinds of small entries, as good to write anew or to take away as any."""


@dataclass(frozen=True, slots=True)
class ScaffoldExample:
    """The template of a word, and what to fill in."""

    word: str
    fills: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class BaseEntry:
    """An entry of the base: where it stands, and what it says."""

    id: str
    kind: EntryKind
    above: tuple[str | int, ...]
    body: Mapping[str, Data]

    @property
    def is_leaf(self) -> bool:
        """Whether it says nothing but words for people."""
        return {"name"} <= set(self.body) <= {"name", "text"}


Fills: TypeAlias = "Iterator[Mapping[str, str]]"


def examples_from(merged: MergedRuleset) -> list[ScaffoldExample]:
    """One for every word that something in the base serves for, in the order to read them in."""
    entries = [
        BaseEntry(id_, kind, path[:-1], body)
        for id_, kind, path in entries_of(merged.tree)
        if isinstance(body := walk(merged.tree, path), dict)
    ]
    examples = [
        ScaffoldExample(word, fills)
        for word, make in MAKERS.items()
        if (fills := next(make(entries), None)) is not None
    ]
    return [*examples, ScaffoldExample("when", {})]


def _sorted(entries: Sequence[BaseEntry], kinds: Sequence[str]) -> list[BaseEntry]:
    """Entries of these kinds first, in this order; the others behind them."""
    ranks = {kind: rank for rank, kind in enumerate(kinds)}
    return sorted(entries, key=lambda entry: ranks.get(entry.kind.name, len(kinds)))


def _named(entries: Sequence[BaseEntry]) -> Fills:
    for entry in _sorted(entries, LABELED):
        if isinstance(name := entry.body.get("name"), str):
            yield {"id": entry.id, "old": _quoted(name)}


def _with_text(entries: Sequence[BaseEntry]) -> Fills:
    for entry in _sorted(entries, LABELED):
        if "text" in entry.body:
            yield {"id": entry.id}


def _worded(entries: Sequence[BaseEntry]) -> Fills:
    """The first words of a text, which come once."""
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
    """What holds entries that need no more than a name."""
    for collection in ("conditions", "skills", "specializations"):
        for entry in entries:
            for key in as_map(entry.body.get(collection)):
                yield {"id": entry.id, "collection": collection, "key": key}


def _ordered(entries: Sequence[BaseEntry]) -> Fills:
    """Two neighbors where the order is only that of reading."""
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
            yield {"id": entry.id, "item": _quoted(str(aliases[0]))}


def _leaves(entries: Sequence[BaseEntry]) -> Fills:
    for entry in _sorted(entries, LEAVES):
        if entry.is_leaf:
            yield {"id": entry.id, "old": _quoted(str(entry.body["name"]))}


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


def _quoted(text: str) -> str:
    """A text as YAML has it: in quotes where it might be read as something else."""
    return text if PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


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
    "settle": _named,
}
"""By the name of its template, everything that an example of a word could be about."""
