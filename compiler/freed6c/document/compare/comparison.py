"""The semantic diff of two rulesets, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from freed6c.document.wording import title_of
from freed6c.packs.ids import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from fractions import Fraction

    from freed6c.document.blocks import Inlines, Link
    from freed6c.model.manifest import Manifest
    from freed6c.packs.data import KeyPath
    from freed6c.runtime.entries.tables import Band


Fate: TypeAlias = Literal["added", "removed", "changed"]


class Cause(NamedTuple):
    """An operation of a pack, with its reason."""

    pack: str
    title: str
    operation: str
    why: Inlines


class FieldChange(NamedTuple):
    """A changed field. `place` is the path of keys to it in its entry.

    `before` or `after` is empty where there was nothing. A long list has up to two changes, with
    the items that were `added` and those that were `removed`. Without causes it follows from other
    changes.
    """

    place: KeyPath
    label: str
    before: Inlines
    after: Inlines
    fate: Fate = "changed"
    causes: tuple[Cause, ...] = ()


class EntryChange(NamedTuple):
    """An added, removed or changed entry.

    Changed entries have `fields`, and `inside` the changes of nested entries; `moved` is set where
    it has a new place, to the name of the sibling in front, if any. Removed ones may have
    `instead`, a link to what replaces them. An added row has `cells`, each with its column's name.
    """

    id: str
    name: str
    fate: Fate
    fields: tuple[FieldChange, ...] = ()
    moved: str | None = None
    inside: tuple[EntryChange, ...] = ()
    cells: Sequence[Inlines] = ()
    instead: Link | None = None
    causes: tuple[Cause, ...] = ()

    @property
    def kind(self) -> str:
        """The kind of the entry."""
        return kind_of(self.id)

    def tree(self) -> Iterator[EntryChange]:
        """The change itself and all nested ones, in pre-order."""
        yield self
        for change in self.inside:
            yield from change.tree()

    def all_causes(self) -> Iterator[Cause]:
        """The causes of the change, of its fields, and of all nested ones."""
        for change in self.tree():
            yield from change.causes
            for field in change.fields:
                yield from field.causes


class BandNumber(NamedTuple):
    """A band of a benchmark, with its number before and after; or a total, without an id."""

    before: int
    after: int
    id: str = ""
    name: str = ""
    benchmark: str = ""

    @classmethod
    def of(cls, band: Band, before: int, after: int) -> BandNumber:
        """Return the numbers of a band."""
        name, benchmark = title_of(band), band.benchmark.id
        return cls(
            before=before, after=after, id=band.id, name=name, benchmark=benchmark
        )


class ChanceChange(NamedTuple):
    """The chance of a pool to reach a band, before and after, each exact up to `error`."""

    procedure: str
    pool: str
    band: BandNumber
    before: Fraction
    after: Fraction
    error: Fraction

    @property
    def moved(self) -> bool:
        """Whether the chance differs."""
        return self.before != self.after

    @property
    def tokens(self) -> str:
        """The tokens of the pool, without its dice."""
        return self.pool.partition(" ")[2]


class CheckChance(NamedTuple):
    """The chance that moves most of a check that an entry is about.

    `id` is that of the entry. If its effects on checks differ, the `band` is one of the later
    ruleset, on both sides; if its own check has to reach something else, the numbers are those, and
    the band has no id. The dice are those of the later ruleset, both times.
    """

    id: str
    pool: str
    band: BandNumber
    before: Fraction
    after: Fraction


class ResultChange(NamedTuple):
    """An unchanged example with another result. `asked` is what it works out."""

    id: str
    asked: Inlines
    before: str
    after: str


class Comparison(NamedTuple):
    """Everything that differs between two rulesets.

    `before` and `after` are their manifests. `entries` stand in the order of kinds and of the later
    ruleset, removed ones behind their siblings. `odds` are all that were compared, the same ones
    too; `checks` are the chances that other effects on checks and other numbers to reach move.
    `words` are terms that documents call otherwise: what they were called, and are.
    """

    before: Manifest
    after: Manifest
    entries: tuple[EntryChange, ...]
    odds: tuple[ChanceChange, ...]
    checks: tuple[CheckChance, ...]
    results: tuple[ResultChange, ...]
    words: tuple[tuple[str, str], ...] = ()

    @property
    def chances(self) -> tuple[ChanceChange, ...]:
        """The odds that differ."""
        return tuple(chance for chance in self.odds if chance.moved)

    @property
    def empty(self) -> bool:
        """Whether nothing differs."""
        return not (self.entries or self.chances or self.results or self.words)


def changed_in(comparison: Comparison | None) -> Mapping[str, EntryChange]:
    """Added and changed entries, nested ones too, by id."""
    entries = () if comparison is None else comparison.entries
    return {change.id: change for entry in entries for change in entry.tree()}
