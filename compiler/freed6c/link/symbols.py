"""The symbol table of a ruleset: the ids of its entries, before these are typed.

A reference is an id (`skill.climbing`) or a suffix of one (`climbing`), if only one entry of a
fitting kind has it. It is resolved among the entries of the pack that wrote it and of the packs
before that pack. So no later pack can make it ambiguous.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from freed6c.diagnostics.codes import structure
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.diagnostics.suggest import Advice
from freed6c.packs.data import as_list, as_map, walk
from freed6c.packs.ids import by_suffix, entries_of, id_suffixes
from freed6c.packs.lazy import dataclass, field
from freed6c.packs.operations import instead_of_repeating
from freed6c.packs.pack import known_by

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from freed6c.diagnostics.diagnostic import Code
    from freed6c.model.removals import Removals
    from freed6c.packs.data import Data, KeyPath
    from freed6c.packs.kinds import EntryKind
    from freed6c.packs.location import Location, Span
    from freed6c.packs.pack import MergedRuleset, Redirect
    from freed6c.packs.provenance import Provenance


@dataclass(frozen=True, kw_only=True)
class Symbol:
    """An entry of the merged tree: its id, kind and path, and the pack that wrote it first."""

    id: str
    kind: EntryKind
    path: KeyPath
    pack: str


@dataclass(frozen=True)
class Symbols:
    """All symbols, by id, by suffix of an id (`by_tail`) and by path.

    - `tree`: the plain data of the entries.
    - `by_id`: if several symbols have one id, only the first.
    - `visible`: the ids of the packs whose entries a pack can refer to, by the pack's id.
    - `redirects`: the redirects of former ids, by each suffix of the id.
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

        `kinds` are the allowed kinds; none allows all. `within` is the path of the entry that
        contains the reference; symbols inside that entry have precedence. Entries of packs that
        `pack` doesn't see are only returned if there are no others.
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
        current_ids = dict.fromkeys(
            redirect.id for redirect in self.redirects.get(text, ())
        )
        symbols = (self.by_id[id_] for id_ in current_ids if id_ in self.by_id)
        return tuple(symbol for symbol in symbols if _fits(symbol, kinds))

    def renamed(self, text: str, symbol: Symbol, pack: str) -> Redirect | None:
        """Return the redirect whose new id a reference by a former id should use, else None.

        If the pack that renamed the entry comes after the referring `pack`, the former id is right
        there.
        """
        for redirect in self.redirects.get(text, ()):
            if redirect.renamed and redirect.id == symbol.id:
                earlier_packs = self.visible.get(redirect.pack, frozenset())
                is_earlier = pack in earlier_packs and pack != redirect.pack
                return None if is_earlier else redirect
        return None

    def called(self, kinds: Collection[str]) -> Iterator[tuple[str, str]]:
        """Yield pairs of a name that people may write, and the reference that packs should write.

        The names of entries of these kinds are their ids, suffixes of ids, display names and
        aliases: `("Hiding", "stealth")`.
        """
        for symbol in self.by_id.values():
            if not _fits(symbol, kinds):
                continue
            tails = id_suffixes(symbol.id)
            yield from zip(tails, tails, strict=True)
            body = as_map(walk(self.tree, symbol.path))
            for name in (body.get("name"), *as_list(body.get("aliases", []))):
                if isinstance(name, str):
                    yield name, self.shortest(symbol, kinds)

    def shortest(self, symbol: Symbol, kinds: Collection[str]) -> str:
        """Return the shortest suffix of an id that means only this symbol of these kinds."""
        for tail in reversed(id_suffixes(symbol.id)):
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
        first = symbols.by_id[symbol.id].path
        pack, place = problems.provenance.author(first), problems.key(first)
        author = problems.provenance.author(symbol.path)
        label = None if place is None else Label(place, f"first defined in {pack}")
        problems.report(
            structure.DUPLICATE_ENTRY,
            problems.key(symbol.path),
            related=[label],
            help=[instead_of_repeating(symbol.id, own=pack == author)],
            kind=symbol.kind.noun,
            key=symbol.path[-1],
        )


# Problems.


@dataclass(frozen=True)
class Problems:
    """Collects diagnostics, each once, and finds the locations of paths in the merged tree.

    - `found`: the diagnostics; the dict serves as an ordered set.
    - `topmost`: the ids of packs that no other pack builds on.
    - `_places`: the locations of all labels of diagnostics.
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

    def report(self, code: Code, place: Location | None, /, **details: Any) -> None:
        """Report a problem at a place; see `Code.at`."""
        self.add(code.at(place, **details))

    def add(self, problem: Diagnostic) -> None:
        """Add a diagnostic, unless it was reported already."""
        self.found[problem] = None
        labels = (problem.label, *problem.related)
        self._places.update(label.place for label in labels if label is not None)
