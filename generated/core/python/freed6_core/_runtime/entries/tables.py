"""Define tables with typed columns, tracks of conditions, and benchmarks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from ..amounts import DieCode, Formula, FormulaPool, Number, Quantity, Range
from ..effects import Duration, Effect
from ..record import Entry, Linked, Record, Ref, TypeWord

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .actions import Action, Check
    from .world import Ability, Skill, Specialization, Value


Scalar: TypeAlias = (
    str | Number | bool | DieCode | FormulaPool | Duration | Quantity | Ref[Entry]
)
Cell: TypeAlias = Scalar | tuple[Scalar, ...] | Range[int] | Range[Quantity] | None
"""The value of a cell; None if it is blank."""


class Column(Record):
    """A column of a table.

    - `type`: the type of its cells.
    - `of`: the entries that the type belongs to.
    - `formula`: the formula that computes the cells, if packs don't write them.
    - `joins`: the key of another column, in whose cells this one is printed.
    - `shown`: the pattern for the part that is printed there.
    - `provides`: the value that a character gets from the cell by choosing the row.
    - `called`: the name of a cell's value in sentences, if `name` suits only the head of a table.
    """

    name: str
    type: TypeWord
    of: tuple[str, ...] = ()
    range: bool = False
    list: bool = False
    lookup: bool = False
    optional: bool = False
    blank: str = ""
    default: Formula[object] | None = None
    formula: Formula[object] | None = None
    joins: str = ""
    shown: str = ""
    called: str = ""
    provides: Ref[Value] | None = None


class Row(Entry):
    """A row of a table, with its cells by the keys of the columns.

    If each row of the table is about an entry of another kind, `represents` is the entry of this
    row, which has the same key.
    """

    name: str = ""
    parent: Linked[Ref[Table]]
    cells: Linked[Mapping[str, Cell]] = {}
    represents: Linked[Ref[Entry] | None] = None

    @property
    def title(self) -> str:
        """The name; else the title of the represented entry, the first cell's text, or the key."""
        if self.name:
            return self.name
        if self.represents is not None:
            return self.represents.entry.title
        first = next(iter(self.cells.values()), None)
        text = first.entry.title if isinstance(first, Ref) else first
        return text if isinstance(text, str) and text else self.key

    @property
    def nicknames(self) -> tuple[str, ...]:
        """The row's title in its table."""
        return (self.title,)


class RowsAre(Record):
    """The kind of entries that the rows of a table are about; each row has the key of its entry.

    If `of` is set, only entries inside the entry with this id are meant.
    """

    kind: TypeWord
    of: str = ""


class Table(Entry):
    """A table. Its rows are in the pack, or made for each combination of the values in `each`."""

    layout: Literal["rows-down", "columns-down", "lists"] = "rows-down"
    rows_are: RowsAre | None = None
    each: Mapping[str, tuple[str, ...]] = {}
    columns: Mapping[str, Column]
    rows: tuple[Row, ...] = ()

    def row(self, key: str) -> Row:
        """Return the row with this key. Raises KeyError if there is none."""
        for row in self.rows:
            if row.key == key:
                return row
        raise KeyError(key)


# Tracks of conditions.


class Condition(Entry):
    """A state of a character or thing.

    - `rank`: its position on the track relative to the start, which has rank 0; the condition
      before the start has rank -1.
    - `effects`: the effects in force while the condition lasts.
    - `cells`: its values in the columns of the track, by key.
    - `duration`: its own duration, in place of the duration of the band of its rank.
    - `recovered_by`: the actions that remove it, or `none` if the rules have no such action; by
      default those of its track.
    """

    duration: Duration | None = None
    recovered_by: tuple[Ref[Action] | Literal["none"], ...] = ()
    effects: tuple[Effect, ...] = ()
    cells: Linked[Mapping[str, Cell]] = {}
    parent: Linked[Ref[Track]]
    rank: Linked[int]

    @property
    def track(self) -> Track:
        """The track of the condition."""
        return self.parent.entry

    @property
    def cures(self) -> tuple[Ref[Action] | Literal["none"], ...]:
        """The actions to remove it: its own, else those of its track; any action if empty."""
        return self.recovered_by or self.track.recovered_by

    @property
    def usual_duration(self) -> Duration | None:
        """Its own duration, or else the duration of the band of its rank."""
        ranks = self.track.ranks
        if self.duration is not None or ranks is None or self.rank < 1:
            return self.duration
        bands = ranks.entry.bands
        return bands[self.rank - 1].duration if self.rank <= len(bands) else None


class Track(Entry):
    """Conditions in order.

    On a `discrete` track, each condition exists only once; on a `progressive` one, a condition
    replaces the previous one; on a `cumulative` one, conditions add up with their effects.

    `combine` sets how a newly inflicted rank combines with conditions that the character already
    has on the track. With `with-worst`, it is added to the rank of the worst condition. With
    `with-all`, it becomes the last rank of the track if the sum of all ranks, with the new one,
    reaches that. With `next`, a new rank that isn't higher than that of the worst condition becomes
    the rank after that; so does a condition inflicted by name. Otherwise, the new rank, or the
    condition inflicted by name, doesn't change.

    - `ranks`: the benchmark whose bands set the duration of conditions by rank, unless a condition
      has its own.
    - `recovered_by`: the actions that remove the track's conditions, or `none` if nothing does.
    - `start`: the condition of rank 0.
    - `effects`: the effects that apply in every condition. They can use `step`, the rank.
    """

    stacking: Literal["discrete", "progressive", "cumulative"]
    combine: Literal["with-worst", "with-all", "next"] | None = None
    ranks: Ref[Benchmark] | None = None
    resisted_by: tuple[
        Ref[Ability] | Ref[Skill] | Ref[Specialization] | Ref[Value], ...
    ] = ()
    recovered_by: tuple[Ref[Action] | Literal["none"], ...] = ()
    start: Ref[Condition] | None = None
    effects: tuple[Effect, ...] = ()
    test: Check | None = None
    columns: Mapping[str, Column] = {}
    conditions: tuple[Condition, ...]

    def at(self, rank: int) -> Condition | None:
        """Return the condition of a rank; above the last rank, return the last condition.

        Below the first rank, return the first condition, or None if its rank is above 0.
        """
        first, last = self.conditions[0].rank, self.conditions[-1].rank
        if rank < first:
            return self.conditions[0] if first <= 0 else None
        return self.conditions[min(rank, last) - first]

    @property
    def last_rank(self) -> int:
        """The rank of the last condition."""
        return self.conditions[-1].rank


# Benchmarks: named bands of numbers in ascending order.


class Band(Entry):
    """A named range of numbers. `place` counts from 1 in the order of the pack.

    `duration` is the duration of conditions of this rank that don't have their own.
    """

    range: Range[int]
    duration: Duration | None = None
    parent: Linked[Ref[Benchmark]]
    place: Linked[int]

    @property
    def benchmark(self) -> Benchmark:
        """The benchmark of the band."""
        return self.parent.entry

    @property
    def number(self) -> int | None:
        """The representative number of the band.

        None if the game master chooses a number of the band, or if the band is open at that end.
        """
        ends = {"top": self.range.high, "bottom": self.range.low}
        return ends.get(self.benchmark.counts_as)


class Benchmark(Entry):
    """A ladder of bands. `counts_as` selects the number that represents a band."""

    bands: tuple[Band, ...]
    counts_as: Literal["top", "bottom", "choice"] = "top"

    def band(self, number: int) -> Band | None:
        """Return the band of a number: None below the first band, the last band above it."""
        match = None
        for band in self.bands:
            if band.range.low is not None and number < band.range.low:
                break
            match = band
        return match

    def place(self, number: int) -> int:
        """Return the place of the band of a number, from 1; 0 below the first band."""
        band = self.band(number)
        return band.place if band else 0
