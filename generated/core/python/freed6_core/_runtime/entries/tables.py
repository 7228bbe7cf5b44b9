"""Tables with typed columns."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal, TypeAlias

from ..amounts import DieCode, Formula, Quantity, Range
from ..effects import Duration, Effect
from ..record import Entry, Linked, Record, Ref, TypeWord

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .actions import Action, Check
    from .world import Ability, Skill, Specialization, Value


Scalar: TypeAlias = (
    str | int | bool | Fraction | DieCode | Duration | Quantity | Ref[Entry]
)
Cell: TypeAlias = Scalar | tuple[Scalar, ...] | Range[int] | Range[Quantity] | None
"""What stands in a cell; None where it is blank."""


class Column(Record):
    """A column: its `type`, what it is a type `of`, and how it behaves.

    `is_` computes the cells of a derived column. `joins` prints this column in another's cell;
    `shown` is the pattern for its own part. `feeds` gives the value to whoever chose the row.
    `called` is what sentences call what stands in it, where the name is only a head.
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
    is_: Formula[object] | None = None
    joins: str = ""
    shown: str = ""
    called: str = ""
    feeds: Ref[Value] | None = None


class Row(Entry):
    """A row: its cells by the keys of the columns.

    Where rows are entries of another kind, `stands_for` is the one whose key the row has.
    """

    name: str = ""
    parent: Linked[Ref[Table]]
    cells: Linked[Mapping[str, Cell]] = {}
    stands_for: Linked[Ref[Entry] | None] = None

    @property
    def title(self) -> str:
        """Its name, else that of what it stands for, else what its first cell says, or its key."""
        if self.name:
            return self.name
        if self.stands_for is not None:
            return self.stands_for.entry.title
        first = next(iter(self.cells.values()), None)
        said = first.entry.title if isinstance(first, Ref) else first
        return said if isinstance(said, str) and said else self.key

    @property
    def nicknames(self) -> tuple[str, ...]:
        """What its table calls it."""
        return (self.title,)


class RowsAre(Record):
    """Row keys are references: to entries of a `kind`, inside the entry `of`."""

    kind: TypeWord
    of: str = ""


class Table(Entry):
    """A table, written out, or made (`each`) for every value or combination of values."""

    layout: Literal["rows-down", "columns-down"] = "rows-down"
    rows_are: RowsAre | None = None
    each: Mapping[str, tuple[str, ...]] = {}
    columns: Mapping[str, Column]
    rows: tuple[Row, ...] = ()

    def row(self, key: str) -> Row:
        """The row of this key. Raises KeyError where there is none."""
        for row in self.rows:
            if row.key == key:
                return row
        raise KeyError(key)


# Tracks of conditions.


class Condition(Entry):
    """A state that someone or something can be in.

    - `rank`: counted from the track's start: 0 there, 1 the next, -1 the one before.
    - `effects`: in force for as long as one is in it.
    - `cells`: what stands beside it in the columns of its track, by their keys.
    - `lasts`: a duration of its own; without one, that of the band of its rank counts.
    - `recovered_by`: the actions that take it away, or `none` if nothing in the rules does; as its
      track says where it is left out.
    """

    lasts: Duration | None = None
    recovered_by: tuple[Ref[Action] | Literal["none"], ...] = ()
    effects: tuple[Effect, ...] = ()
    cells: Linked[Mapping[str, Cell]] = {}
    parent: Linked[Ref[Track]]
    rank: Linked[int]

    @property
    def track(self) -> Track:
        """The track that this condition is part of."""
        return self.parent.entry

    @property
    def cures(self) -> tuple[Ref[Action] | Literal["none"], ...]:
        """What takes it away, as it says itself, else as its track does; any action if empty."""
        return self.recovered_by or self.track.recovered_by

    @property
    def duration(self) -> Duration | None:
        """How long it lasts: as it says itself, else as the band of its rank says."""
        ranks = self.track.ranks
        if self.lasts is not None or ranks is None or self.rank < 1:
            return self.lasts
        bands = ranks.entry.bands
        return bands[self.rank - 1].lasts if self.rank <= len(bands) else None


class Track(Entry):
    """Conditions in order.

    A discrete one exists once, a progressive one replaces the one before, cumulative ones stand
    side by side and their effects add up.

    `adds_up` says what a rank that is inflicted on the track comes to, for someone who has
    conditions of it: `worst` adds it to the rank of the worst of them; `all` makes it the last rank
    if their ranks and this one together reach that; if not said, it stands for itself. Conditions
    that are inflicted by name stand for themselves.

    `ranks` is the benchmark whose bands say how long its conditions last, by their ranks, unless
    they say so themselves; `start` is the condition of rank 0.
    `recovered_by` has the actions that take its conditions away, or `none` if nothing does.
    `effects` hold in every condition; they may use `step`, the rank.
    """

    stacking: Literal["discrete", "progressive", "cumulative"]
    adds_up: Literal["worst", "all"] | None = None
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
        """The condition of this rank; beyond either end, the last one there."""
        first, last = self.conditions[0].rank, self.conditions[-1].rank
        if rank < first:
            return self.conditions[0] if first <= 0 else None
        return self.conditions[min(rank, last) - first]

    @property
    def last_rank(self) -> int:
        """The rank of the last condition."""
        return self.conditions[-1].rank


# Benchmarks: numbers with names, in bands that follow on each other.


class Band(Entry):
    """A stretch of numbers with a name. `place` counts from 1 in the order of the pack.

    `lasts` is how long what has this rank lasts, where it has no duration of its own.
    """

    range: Range[int]
    lasts: Duration | None = None
    parent: Linked[Ref[Benchmark]]
    place: Linked[int]

    @property
    def benchmark(self) -> Benchmark:
        """The benchmark that this band is part of."""
        return self.parent.entry

    @property
    def number(self) -> int | None:
        """The number that counts where one is needed.

        None where the game master chooses one of the band, or it is open at that end.
        """
        ends = {"top": self.range.high, "bottom": self.range.low}
        return ends.get(self.benchmark.stands_for)


class Benchmark(Entry):
    """A ladder of bands. `stands_for` says which number of a band counts where one is needed."""

    bands: tuple[Band, ...]
    stands_for: Literal["top", "bottom", "choice"] = "top"

    def band(self, number: int) -> Band | None:
        """The band that holds a number: None below the first, the last for anything above it."""
        found = None
        for band in self.bands:
            if band.range.low is not None and number < band.range.low:
                break
            found = band
        return found

    def place(self, number: int) -> int:
        """The place of that band, from 1; 0 below the first."""
        band = self.band(number)
        return band.place if band else 0
