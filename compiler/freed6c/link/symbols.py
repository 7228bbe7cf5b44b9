"""The symbol table of a ruleset, before its entries are typed: ids, and the packs that see them.

A reference is a full id (`kind.key`) or any suffix of one (`key`), if only one entry of a fitting
kind has it. It is resolved in the scope of the pack that wrote it (the pack itself and those it
extends), so that no later pack can make it ambiguous.
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
    """An entry of the merged tree: its id, kind and path, and the pack that wrote it first."""

    id: str
    kind: EntryKind
    path: KeyPath
    pack: str


@dataclass(frozen=True, slots=True)
class Symbols:
    """All symbols by id, suffix of an id and path, and the packs that each pack sees.

    `tree` contains the entries. `redirects` lead from former ids, and their suffixes, to the
    current entries. If several symbols have one id, `by_id` has the first.
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
        """Return every symbol that a reference could mean; exactly one if it is unambiguous.

        `within` is the path of the entry that contains the reference. Symbols inside it have
        precedence.
        """
        exact = self.by_id.get(text)
        if exact is not None and _fits(exact, kinds):
            return (exact,)
        visible_packs = self.visible.get(pack, frozenset())
        candidates = tuple(s for s in self.by_tail.get(text, ()) if _fits(s, kinds))
        visible = tuple(s for s in candidates if s.pack in visible_packs)
        inside = tuple(s for s in visible if s.path[:2] == within)
        if len(inside) == 1:
            return inside
        return visible or candidates or self._redirected(text, kinds)

    def _redirected(self, text: str, kinds: Collection[str]) -> tuple[Symbol, ...]:
        """Return the symbols to which a former id, or a suffix of one, is redirected."""
        successors = {
            successor.id: self.by_id[successor.id]
            for successor in self.redirects.get(text, ())
            if successor.id in self.by_id
        }
        return tuple(s for s in successors.values() if _fits(s, kinds))

    def renamed(self, text: str, symbol: Symbol, pack: str) -> Redirect | None:
        """Return the redirect that a reference by a former id should follow, else None."""
        for successor in self.redirects.get(text, ()):
            if successor.renamed and successor.id == symbol.id:
                seen = self.visible.get(successor.pack, frozenset())
                return None if pack in seen and pack != successor.pack else successor
        return None

    def called(self, kinds: Collection[str]) -> Iterator[tuple[str, str]]:
        """Yield the names of entries of these kinds for suggestions, each with its reference.

        The names are ids, suffixes of ids, display names and aliases.
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
        """Return the shortest suffix of an id that means only this symbol."""
        for tail in reversed(tails):
            if [s for s in self.by_tail[tail] if _fits(s, kinds)] == [symbol]:
                return tail
        return symbol.id


def _fits(symbol: Symbol, kinds: Collection[str]) -> bool:
    return not kinds or symbol.kind.name in kinds


def collect_symbols(merged: MergedRuleset) -> Symbols:
    """Return the symbols of a merged ruleset."""
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
    """Report entries whose id another entry already has; the first one counts."""
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
    """Collects diagnostics, each once, and finds the locations of paths in the merged tree.

    `topmost` are the ids of packs that no other pack builds on; `_places` has the places of all
    labels.
    """

    provenance: Provenance
    removals: Removals
    topmost: frozenset[str]
    found: dict[Diagnostic, None] = field(default_factory=dict)
    advice: Advice = field(default_factory=Advice)
    _places: set[Location | Span | None] = field(default_factory=set)

    def place(self, path: KeyPath) -> Location | None:
        """Return the location of the value at a path; None if no pack wrote it."""
        return self.provenance.location(path)

    def key(self, path: KeyPath) -> Location | None:
        """Return the location of the key of the value at a path."""
        place = self.provenance.location(path)
        return place and place.key()

    def foreign(self, path: KeyPath) -> bool:
        """Return whether other packs build on the pack that wrote this value."""
        return self.provenance.writer(path) not in self.topmost

    def reported(self, path: KeyPath) -> bool:
        """Return whether the value at a path was reported, so that consequences aren't."""
        return self.place(path) in self._places

    def report(self, problem: Diagnostic) -> None:
        """Add a diagnostic, unless it was reported already."""
        self.found[problem] = None
        labels = (problem.label, *problem.related)
        self._places.update(label.place for label in labels if label is not None)
