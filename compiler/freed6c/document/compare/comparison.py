"""The differences between two rulesets, as data: a `Comparison` and its parts.

Documents compare the base game (before) with the game that packs made of it (after).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from freed6c.document.wording import title_of
from freed6c.packs.ids import kind_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from fractions import Fraction

    from freed6c.document.blocks import Inlines, Link
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.runtime.entries.tables import Band


Fate: TypeAlias = Literal["added", "removed", "changed"]


JOINT: Final = " / "
"""The separator of the labels on the path to a field: `Check / Difficulty`."""


class Cause(NamedTuple):
    """An operation of a pack, with its reason."""

    pack: str
    title: str
    operation: str
    why: Inlines


class FieldChange(NamedTuple):
    """A changed field of an entry.

    `place` is the path of keys to the field, such as `("check", "against")`. `before` and `after`
    are the values in words, empty if the field had no value. A long list has up to two changes: one
    with the fate "added" and the new items, one with "removed" and the old items. If `causes` is
    empty, no pack wrote this change; it follows from other changes. `prose` is True for texts.
    """

    place: KeyPath
    label: str
    before: Inlines
    after: Inlines
    fate: Fate = "changed"
    causes: tuple[Cause, ...] = ()
    prose: bool = False


class EntryChange(NamedTuple):
    """An added, removed or changed entry.

    A changed entry has its changed `fields`, and in `inside` the changes of its nested entries. If
    it was moved among its siblings, `moved` is the name of the sibling now in front of it ("" for
    the first), else None. A removed entry can have `instead`, a link to its replacement. `lines`
    returns the lines in which its description differs.
    """

    id: str
    name: str
    fate: Fate
    fields: tuple[FieldChange, ...] = ()
    moved: str | None = None
    inside: tuple[EntryChange, ...] = ()
    instead: Link | None = None
    causes: tuple[Cause, ...] = ()
    lines: Callable[[], Sequence[MarkedLine]] = tuple

    @property
    def kind(self) -> str:
        """The kind of the entry."""
        return kind_of(self.id)

    def tree(self) -> Iterator[EntryChange]:
        """Yield the change itself and all nested changes, in pre-order."""
        yield self
        for change in self.inside:
            yield from change.tree()

    def all_causes(self) -> Iterator[Cause]:
        """Yield the causes of the change, of its fields, and of all nested changes."""
        for change in self.tree():
            yield from change.causes
            for field in change.fields:
                yield from field.causes


class MarkedLine(NamedTuple):
    """A text that differs, with marked words, and its labels from the outermost to the innermost.

    The first label of a fact about a row of a table is the name of the row.
    """

    labels: tuple[Inlines, ...]
    words: Inlines


class BandNumber(NamedTuple):
    """A number to reach, before and after.

    It belongs to a band of a benchmark (a difficulty such as "Hard"); `id`, `name` and `benchmark`
    are those of the band. A plain number has no id. An outcome has the number of its position.
    """

    before: int
    after: int
    id: str = ""
    name: str = ""
    benchmark: str = ""

    @property
    def is_difficulty(self) -> bool:
        """True for a band; False for a plain number or an outcome."""
        return self.id.startswith("band.")

    @classmethod
    def of(cls, band: Band, before: int, after: int) -> BandNumber:
        """Return the number of a band, as it was before and is after."""
        return cls(before, after, band.id, title_of(band), band.benchmark.id)


class ChanceChange(NamedTuple):
    """The chance of a pool to reach a band, before and after.

    `procedure` is the id of the dice procedure, and `pool` the notation of the pool ("5D"). Both
    chances are at most `error` from the exact value.
    """

    procedure: str
    pool: str
    band: BandNumber
    before: Fraction
    after: Fraction
    error: Fraction

    @property
    def moved(self) -> bool:
        """True if the chance differs."""
        return self.before != self.after

    @property
    def tokens(self) -> str:
        """The tokens after the dice of the pool: "w" for the pool "5D w"."""
        return self.pool.partition(" ")[2]


class CheckChance(NamedTuple):
    """The chance of a check that an entry changes most, before and after.

    `id` is the id of the entry. There are two cases:
    - The effects of the entry on checks differ: `band` has the same number on both sides.
    - The check of the entry itself has another number to reach: `band` has both numbers and no id.
    Both chances use the dice and the difficulties of the later ruleset, so that only this change
    counts.
    """

    id: str
    pool: str
    band: BandNumber
    before: Fraction
    after: Fraction


class ResultChange(NamedTuple):
    """An unchanged example with another result. `asked` is the calculation in words."""

    id: str
    asked: Inlines
    before: str
    after: str


class Comparison(NamedTuple):
    """All differences between two rulesets.

    `base` and `ruleset` are the two, in the terms of the later one. `entries` are sorted by kind,
    then as in the later ruleset; removed entries come after their siblings. `odds` are all compared
    odds, also those that are equal. `checks` are the chances of checks that an entry changed.
    `wording` are pairs of the old and the new name of each renamed term.
    """

    base: Ruleset
    ruleset: Ruleset
    entries: tuple[EntryChange, ...]
    odds: tuple[ChanceChange, ...]
    checks: tuple[CheckChance, ...]
    results: tuple[ResultChange, ...]
    wording: tuple[tuple[str, str], ...] = ()

    @property
    def chances(self) -> tuple[ChanceChange, ...]:
        """The odds that differ."""
        return tuple(chance for chance in self.odds if chance.moved)

    @property
    def empty(self) -> bool:
        """True if nothing differs."""
        return not (self.entries or self.chances or self.results or self.wording)
