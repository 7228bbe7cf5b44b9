"""An example of each word, made from what a base has: found by its shape, whatever it is called."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from freed6c.packs.data import Data, walk
from freed6c.packs.ids import entries_of
from freed6c.packs.kinds import Kind, child_kinds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from freed6c.packs.pack import MergedRuleset


PLAIN: Final = re.compile(r"[A-Za-z][A-Za-z ]*[A-Za-z]")
"""Texts that need no quotes in YAML."""
LABELLED: Final = ("condition", "band", "skill", "ability", "rule", "term")
"""Kinds whose entries are changed first in examples; any other will do."""
LEAVES: Final = ("specialization", "skill", "member", "rule", "term")
"""Kinds of small entries, as good to write anew or to take away as any."""


@dataclass(frozen=True, slots=True)
class Example:
    """The template of a word, and what to fill in."""

    word: str
    fills: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Found:
    """An entry of the base: where it stands, and what it says."""

    id: str
    kind: Kind
    above: tuple[str | int, ...]
    body: Mapping[str, Data]

    @property
    def key(self) -> str:
        """The last part of its id."""
        return self.id.rpartition(".")[2]

    @property
    def is_leaf(self) -> bool:
        """Whether it says nothing but words for people."""
        return {"name"} <= set(self.body) <= {"name", "text"}


def examples_from(merged: MergedRuleset) -> list[Example]:
    """One for every word that something in the base serves for, in the order to read them in."""
    entries = [
        Found(id_, kind, path[:-1], body)
        for id_, kind, path in entries_of(merged.tree)
        if isinstance(body := walk(merged.tree, path), dict)
    ]
    found = [
        Example(word, fills)
        for word, make in MAKERS.items()
        if (fills := next(make(entries), None)) is not None
    ]
    return [*found, Example("when", {})]


def _sorted(entries: Sequence[Found], kinds: Sequence[str]) -> list[Found]:
    """Entries of these kinds first, in this order; the others behind them."""
    ranks = {kind: rank for rank, kind in enumerate(kinds)}
    return sorted(entries, key=lambda one: ranks.get(one.kind.name, len(kinds)))


def _named(entries: Sequence[Found]) -> Iterator[Mapping[str, str]]:
    for one in _sorted(entries, LABELLED):
        if isinstance(name := one.body.get("name"), str):
            yield {"id": one.id, "old": _quoted(name)}


def _told(entries: Sequence[Found]) -> Iterator[Mapping[str, str]]:
    for one in _sorted(entries, LABELLED):
        if "text" in one.body:
            yield {"id": one.id}


def _measured(entries: Sequence[Found]) -> Iterator[Mapping[str, str]]:
    """Bands of a benchmark, or what a formula reckons with."""
    for one in _sorted(entries, ("benchmark",)):
        if one.kind.name == "benchmark":
            yield {"id": one.id, "field": "bands"}
        elif one.kind.name == "formula" and "constants" in one.body:
            yield {"id": one.id, "field": "constants"}


def _growing(entries: Sequence[Found]) -> Iterator[Mapping[str, str]]:
    """What holds entries that need no more than a name."""
    for wanted in ("conditions", "skills", "specializations"):
        for one in entries:
            inside = one.body.get(wanted)
            if isinstance(inside, dict) and inside:
                yield {"id": one.id, "collection": wanted, "key": next(iter(inside))}


def _ordered(entries: Sequence[Found]) -> Iterator[Mapping[str, str]]:
    """Two neighbours where the order is only that of reading."""
    for one in entries:
        for inner in child_kinds(one.kind):
            inside = one.body.get(inner.key)
            if isinstance(inside, dict) and not inner.numbered:
                for first, second in pairwise(inside):
                    yield {
                        "id": one.id,
                        "collection": inner.key,
                        "key": first,
                        "other": second,
                    }


def _also_known(entries: Sequence[Found]) -> Iterator[Mapping[str, str]]:
    for one in entries:
        aliases = one.body.get("aliases")
        if isinstance(aliases, list) and aliases:
            yield {"id": one.id, "item": _quoted(str(aliases[0]))}


def _small(entries: Sequence[Found]) -> Iterator[Mapping[str, str]]:
    for one in _sorted(entries, LEAVES):
        if one.is_leaf:
            yield {"id": one.id, "old": _quoted(str(one.body["name"]))}


def _neighbours(entries: Sequence[Found]) -> Iterator[Mapping[str, str]]:
    for one, other in pairwise(_sorted([e for e in entries if e.is_leaf], LEAVES)):
        if one.above == other.above:
            yield {"id": one.id, "other": other.id}


def _choosable(entries: Sequence[Found]) -> Iterator[Mapping[str, str]]:
    for one in entries:
        choices = one.body.get("choices")
        if one.kind.name == "option" and isinstance(choices, dict):
            for choice in choices:
                if choice != one.body.get("default"):
                    yield {"id": one.id, "choice": choice}


def _quoted(text: str) -> str:
    """A text as YAML has it: in quotes where it might be read as something else."""
    return text if PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


MAKERS: Final[
    Mapping[str, Callable[[Sequence[Found]], Iterator[Mapping[str, str]]]]
] = {
    "set": _named,
    "was": _named,
    "unset": _told,
    "adjust": _measured,
    "add": _growing,
    "move": _ordered,
    "take": _also_known,
    "replace": _small,
    "remove": _neighbours,
    "select": _choosable,
    "options": _named,
    "settle": _named,
}
"""By the name of its template, everything that an example of a word could be about."""
