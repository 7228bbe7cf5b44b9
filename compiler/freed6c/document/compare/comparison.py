"""What is different between two rulesets, in the words of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from freed6c.document.blocks import Inlines, Link
    from freed6c.model.manifest import Manifest
    from freed6c.packs.data import KeyPath


Fate: TypeAlias = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """A pack that did something, by what word of the format, and why."""

    pack: str
    title: str
    operation: str
    why: Inlines


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldChange:
    """A field that says something else. `place` are the keys that lead to it in its entry.

    Nothing stands in `before` or `after` where there was nothing. Of a long list is told what was
    `added` and what was `removed`, not what is still there. Without causes it follows from other
    changes.
    """

    place: KeyPath
    label: str
    before: Inlines
    after: Inlines
    fate: Fate = "changed"
    causes: tuple[Cause, ...] = ()


@dataclass(frozen=True, slots=True)
class Moved:
    """Another place among the entries around. `behind` is the name of the one in front, if any."""

    behind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryChange:
    """An entry that came, went or changed, and what is different in it.

    `fields` and `inside`, the entries that are part of it, are told of those that changed;
    `instead`, what is used in its place, of those that went.
    """

    id: str
    kind: str
    name: str
    fate: Fate
    fields: tuple[FieldChange, ...] = ()
    moved: Moved | None = None
    inside: tuple[EntryChange, ...] = ()
    instead: Link | None = None
    causes: tuple[Cause, ...] = ()

    def tree(self) -> Iterator[EntryChange]:
        """The change and everything inside of it, outermost first."""
        yield self
        for change in self.inside:
            yield from change.tree()


@dataclass(frozen=True, slots=True, kw_only=True)
class BandNumber:
    """A band of a difficulty, and the number that it stands for, before and after."""

    id: str
    name: str
    benchmark: str
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceChange:
    """The chance of a pool to reach a band, before and after. Both are exact up to `error`."""

    procedure: str
    pool: str
    band: BandNumber
    before: Fraction
    after: Fraction
    error: Fraction

    @property
    def moved(self) -> bool:
        """Whether it is another."""
        return self.before != self.after

    @property
    def tokens(self) -> str:
        """What the pool calls for beside its dice."""
        return self.pool.partition(" ")[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultChange:
    """A worked example that nobody rewrote gives something else. `asked` is what it works out."""

    id: str
    asked: Inlines
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Everything that is different between two rulesets.

    `before` and `after` are their manifests; `entries` stand in the order of kinds and of the
    later ruleset, what is gone behind what is there. `odds` are of all dice whose chances were
    compared, also where they are what they were.
    """

    before: Manifest
    after: Manifest
    entries: tuple[EntryChange, ...]
    odds: tuple[ChanceChange, ...]
    results: tuple[ResultChange, ...]

    @property
    def chances(self) -> tuple[ChanceChange, ...]:
        """The chances that moved."""
        return tuple(chance for chance in self.odds if chance.moved)

    @property
    def empty(self) -> bool:
        """Whether nothing is different."""
        return not (self.entries or self.chances or self.results)

    def of(self, fate: Fate) -> tuple[EntryChange, ...]:
        """The entries that came, went or changed."""
        return tuple(entry for entry in self.entries if entry.fate == fate)
