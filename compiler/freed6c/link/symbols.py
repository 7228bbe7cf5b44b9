"""The symbol table of a ruleset, before anything is typed: ids, and which packs see them.

A reference is a full id (`kind.key`) or any tail of one (`key`), if only one entry of a fitting
kind has it. It is resolved in the scope of the pack that wrote it (itself and what it extends),
so that no later pack can make it ambiguous.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import structure
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.diagnostics.suggest import Advice
from freed6c.packs.data import as_list, as_map, walk
from freed6c.packs.ids import by_suffix, entries_of, id_suffixes
from freed6c.packs.pack import known_by

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from freed6c.model.removals import Removals
    from freed6c.packs.data import Data, KeyPath
    from freed6c.packs.kinds import EntryKind
    from freed6c.packs.location import Location, Span
    from freed6c.packs.pack import MergedRuleset, Redirect
    from freed6c.packs.provenance import Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class Symbol:
    """An entry of the merged tree: its id, kind, place, and the pack that wrote it first."""

    id: str
    kind: EntryKind
    path: KeyPath
    pack: str


@dataclass(frozen=True, slots=True)
class Symbols:
    """All symbols by id, tail of an id and place, and which packs each pack sees.

    `tree` is what they stand in. `redirects` lead from former ids, and their tails, to what stands
    for them. Of several symbols with one id, `by_id` has the first.
    """

    tree: dict[str, Data]
    by_id: Mapping[str, Symbol]
    by_tail: Mapping[str, tuple[Symbol, ...]]
    by_path: Mapping[KeyPath, Symbol]
    visible: Mapping[str, frozenset[str]]
    redirects: Mapping[str, tuple[Redirect, ...]]

    def find(
        self, text: str, kinds: Collection[str], pack: str, within: KeyPath = ()
    ) -> tuple[Symbol, ...]:
        """Every symbol that a reference could mean; exactly one where it is clear.

        An entry, whose place is `within`, means what stands in it before what stands in others.
        """
        exact = self.by_id.get(text)
        if exact is not None and _fits(exact, kinds):
            return (exact,)
        seen = self.visible.get(pack, frozenset())
        fitting = tuple(s for s in self.by_tail.get(text, ()) if _fits(s, kinds))
        of_seen = tuple(s for s in fitting if s.pack in seen)
        inside = tuple(s for s in of_seen if s.path[:2] == within)
        if len(inside) == 1:
            return inside
        return of_seen or fitting or self._instead(text, kinds)

    def _instead(self, text: str, kinds: Collection[str]) -> tuple[Symbol, ...]:
        """What stands for an id that is no more, or for a tail of one."""
        successors = {
            successor.id: self.by_id[successor.id]
            for successor in self.redirects.get(text, ())
            if successor.id in self.by_id
        }
        return tuple(s for s in successors.values() if _fits(s, kinds))

    def renamed(self, text: str, symbol: Symbol, pack: str) -> Redirect | None:
        """The new name of what a later pack calls by its old one, else None."""
        for successor in self.redirects.get(text, ()):
            if successor.renamed and successor.id == symbol.id:
                known = self.visible.get(successor.pack, frozenset())
                return None if pack in known and pack != successor.pack else successor
        return None

    def called(self, kinds: Collection[str]) -> Iterator[tuple[str, str]]:
        """What people may call entries of these kinds, and how each is written; for suggestions.

        They go by their ids, by every tail of one, by their names and by what else they are called.
        """
        for symbol in self.by_id.values():
            if not _fits(symbol, kinds):
                continue
            tails = id_suffixes(symbol.id)
            yield from zip(tails, tails, strict=True)
            body = as_map(walk(self.tree, symbol.path))
            for name in (body.get("name"), *as_list(body.get("aliases", []))):
                if isinstance(name, str):
                    yield name, self._shortest(symbol, tails, kinds)

    def _shortest(
        self, symbol: Symbol, tails: Sequence[str], kinds: Collection[str]
    ) -> str:
        """The shortest tail of an id that means it alone."""
        for tail in reversed(tails):
            if [each for each in self.by_tail[tail] if _fits(each, kinds)] == [symbol]:
                return tail
        return symbol.id


def _fits(symbol: Symbol, kinds: Collection[str]) -> bool:
    return not kinds or symbol.kind.name in kinds


def collect_symbols(merged: MergedRuleset) -> Symbols:
    """Read all symbols of a merged ruleset."""
    by_id: dict[str, Symbol] = {}
    by_path: dict[KeyPath, Symbol] = {}
    for id_, kind, path in entries_of(merged.tree):
        author = merged.provenance.author(path)
        symbol = Symbol(id=id_, kind=kind, path=path, pack=author)
        by_path[path] = symbol
        by_id.setdefault(id_, symbol)
    return Symbols(
        merged.tree,
        by_id,
        by_suffix(by_id),
        by_path,
        known_by(merged.packs),
        by_suffix(merged.redirects),
    )


def report_repeated(symbols: Symbols, problems: Problems) -> None:
    """Entries of one id, in different places: the first one counts."""
    for symbol in symbols.by_path.values():
        if symbols.by_id[symbol.id] is symbol:
            continue
        first = problems.place(symbols.by_id[symbol.id].path)
        problems.report(
            structure.DUPLICATE_ENTRY.at(
                problems.key(symbol.path),
                related=[None if first is None else Label(first, "the other one")],
                kind=symbol.kind.name,
                key=symbol.path[-1],
            )
        )


# Problems.


@dataclass(frozen=True, slots=True)
class Problems:
    """Collects what is wrong, each once; finds places of paths in the merged tree.

    `topmost` are the ids of the packs that no other builds on, `_places` what labels are at.
    """

    provenance: Provenance
    removals: Removals
    topmost: frozenset[str]
    found: dict[Diagnostic, None] = field(default_factory=dict)
    advice: Advice = field(default_factory=Advice)
    _places: set[Location | Span | None] = field(default_factory=set)

    def place(self, path: KeyPath) -> Location | None:
        """Where the value at a path is written; None if no pack wrote it."""
        return self.provenance.location(path)

    def key(self, path: KeyPath) -> Location | None:
        """Where the key of the value at a path is written."""
        place = self.provenance.location(path)
        return place and place.key()

    def foreign(self, path: KeyPath) -> bool:
        """Whether a pack wrote this that others build on, and may have changed rules for."""
        return self.provenance.writer(path) not in self.topmost

    def reported(self, path: KeyPath) -> bool:
        """Whether the value at a path was reported: what follows from it is not told again."""
        return self.place(path) in self._places

    def report(self, problem: Diagnostic) -> None:
        """Add a problem, if it is not there yet."""
        self.found[problem] = None
        labels = (problem.label, *problem.related)
        self._places.update(label.place for label in labels if label is not None)
