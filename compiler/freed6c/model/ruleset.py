"""The linked ruleset, the input of checks, documents and backends."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Self, TypeVar, TypeVarTuple, cast

from freed6c.diagnostics.diagnostic import Label
from freed6c.model.words import Words
from freed6c.packs.grouping import grouped
from freed6c.packs.ids import id_above
from freed6c.packs.lazy import dataclass, field
from freed6c.packs.limits import Budget
from freed6c.packs.pack import topmost
from freed6c.runtime.entries.dice import Dice, first_procedure
from freed6c.runtime.entries.notes import Example
from freed6c.runtime.finding import NameIndex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from freed6c.formula.typed_tree import CheckedFormula, Definitions
    from freed6c.formula.types import Type
    from freed6c.model.manifest import Manifest
    from freed6c.model.removals import Removals
    from freed6c.packs.data import KeyPath
    from freed6c.packs.pack import Redirect
    from freed6c.packs.provenance import Provenance
    from freed6c.runtime.amounts import DieCode
    from freed6c.runtime.record import Entry


E = TypeVar("E", bound="Entry")
T = TypeVar("T")
Ts = TypeVarTuple("Ts")


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """A linked ruleset: entries by id, in the order of the packs, parents before nested entries.

    `manifests` are those of its packs, base first; `manifest` is the one that it is published
    under, of a pack or of a combination. `paths` has the place of each entry in the merged tree,
    which is also its key in `provenance`. `checked` has every formula by its place in that tree,
    `definitions` the named formulas by key, `types` the types by their words, `kinds` the entries
    by kind. `redirects` lead from former ids to current ones, `removals` has the removed entries.
    `wording` has the terms and phrases that packs rename. Checks spend from the `budget`.
    """

    manifest: Manifest
    manifests: tuple[Manifest, ...]
    entries: Mapping[str, Entry]
    paths: Mapping[str, KeyPath]
    provenance: Provenance
    die_code: type[DieCode]
    checked: Mapping[KeyPath, CheckedFormula]
    definitions: Definitions
    types: Mapping[str, Type]
    kinds: Mapping[str, tuple[Entry, ...]]
    redirects: Mapping[str, Redirect]
    removals: Removals
    wording: Words = field(default_factory=Words)
    budget: Budget = field(default_factory=Budget, compare=False)

    def label(
        self,
        entry: Entry,
        *steps: str | int,
        words: str = "",
        within: tuple[int, int] | None = None,
    ) -> Label | None:
        """Return a label at a field of an entry, or at its key; None if no pack wrote the field.

        `within` is a range of characters of the value.
        """
        path = (*self.paths[entry.id], *steps)
        if within is not None:
            written = self.provenance.words_at(path, *within)
            return None if written is None else Label(written.address, words)
        address = self.provenance.location(path)
        if address is None:
            return None
        return Label(address if steps else address.key(), words)

    @cached_property
    def topmost(self) -> frozenset[str]:
        """The ids of packs that no other pack builds on or comes after."""
        return topmost(self.manifests)

    @cached_property
    def procedure(self) -> Dice | None:
        """The default dice procedure."""
        return first_procedure(self.entries.values())

    @property
    def id(self) -> str:
        """The id under which it is published: that of a pack or of a combination of packs."""
        return self.manifest.id

    @property
    def version(self) -> str:
        """The version under which it is published."""
        return self.manifest.version

    @property
    def packs(self) -> tuple[str, ...]:
        """The ids of its packs, base first."""
        return tuple(manifest.id for manifest in self.manifests)

    @property
    def terms(self) -> Mapping[str, str]:
        """The forms of terms that packs rename."""
        return self.wording.forms

    @cached_property
    def moved(self) -> Mapping[str, str]:
        """Former ids, with the current ids that replace them.

        Nested entries follow an entry that was renamed or removed with `replaced-by`: if
        `skill.soot` is now `skill.ash`, `specialization.soot.fine` is `specialization.ash.fine`
        if that exists. Ids without a replacement are omitted.
        """
        former = dict.fromkeys((*self.redirects, *self.removals.by_id))
        now = {id_: self._current(id_) for id_ in former if id_ not in self.entries}
        return {id_: current for id_, current in now.items() if current}

    def _current(self, id_: str) -> str:
        """Return the current id of an entry; empty if nothing replaces it."""
        if id_ in self.entries:
            return id_
        if id_ in self.redirects:
            now = self.redirects[id_].id
            return now if now in self.entries else ""
        above = id_above(id_)
        owner = self._current(above) if above else ""
        if owner in ("", above):
            return ""
        kind, key = id_.partition(".")[0], id_.rpartition(".")[2]
        return self._current(".".join((kind, *owner.split(".")[1:], key)))

    def entry(self, id: str, /) -> Entry:  # noqa: A002
        """Return the entry of a current or former id. Raise KeyError for other ids."""
        return self.entries[id if id in self.entries else self.moved.get(id, id)]

    def find(self, id: str, /) -> Entry | None:  # noqa: A002
        """Return the entry of a current or former id, or None."""
        return self.entries.get(self.moved.get(id, id))

    def every(self, kind: str, /) -> tuple[Entry, ...]:
        """Return all entries of a kind in order, by the prefix of their ids."""
        return self.kinds.get(kind, ())

    def once(self, find: Callable[[Self, *Ts], T], /, *of: *Ts) -> T:
        """Return the result of a function of the rules and other values, computed once."""
        if (find, of) not in self._once:
            self._once[find, of] = find(self, *of)
        return cast("T", self._once[find, of])

    @cached_property
    def _once(self) -> dict[object, object]:
        return {}

    @cached_property
    def names(self) -> NameIndex:
        """All entries except worked examples, by name."""
        entries = self.entries.values()
        return NameIndex(entry for entry in entries if not isinstance(entry, Example))

    def of(self, kind: type[E]) -> tuple[E, ...]:
        """Return all entries of a kind, in order."""
        return self.once(_entries_of, kind)


def by_kind(entries: Iterable[Entry]) -> dict[str, tuple[Entry, ...]]:
    """Return entries by the prefix of their ids."""
    kinds = grouped((entry.id.partition(".")[0], entry) for entry in entries)
    return {kind: tuple(members) for kind, members in kinds.items()}


def _entries_of(ruleset: Ruleset, kind: type[E]) -> tuple[E, ...]:
    return tuple(e for e in ruleset.entries.values() if isinstance(e, kind))
