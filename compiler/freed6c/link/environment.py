"""A ruleset as formulas see it while it is linked: what they ask is answered from its entries."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar, cast

from freed6c.formula.problem import Unworkable
from freed6c.packs.kinds import BY_NAME, nested
from freed6c.runtime.duration import Duration
from freed6c.runtime.entries.benchmarks import Band, Benchmark
from freed6c.runtime.entries.tables import Row, Table
from freed6c.runtime.record import Entry, Ref

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from freed6c.formula.environment import Character, Definition, Value
    from freed6c.runtime.amounts import Range
    from freed6c.runtime.die_code import DieCode

E = TypeVar("E", bound=Entry)


@dataclass(frozen=True, slots=True)
class RulesetEnvironment:
    """Answers from the entries built so far. Nobody's character is known here."""

    die_code: type[DieCode]
    entries: Mapping[str, Entry]
    definitions: dict[str, Definition] = field(default_factory=dict)

    @property
    def character(self) -> Character | None:
        """Nobody."""
        return None

    def formula(self, key: str) -> Definition:
        """A formula of the ruleset; a broken one was reported where it stands."""
        if key not in self.definitions:
            raise Unworkable(f"the formula {key} is broken itself")
        return self.definitions[key]

    def value(self, id: str) -> Value:  # noqa: A002
        """Someone's number, and there is nobody here."""
        raise Unworkable(
            f"{id} is a number that somebody has, and there is nobody here"
        )

    def band(self, benchmark: str, number: int) -> str | None:
        """The band of a number."""
        entry = self.entries.get(benchmark)
        found = entry.band(number) if isinstance(entry, Benchmark) else None
        return None if found is None else found.id

    def bounds(self, band: str) -> Range[int]:
        """The numbers of a band."""
        return self._entry(band, Band).range

    def inside(self, id: str) -> tuple[str, ...]:  # noqa: A002
        """What stands in an entry, in order."""
        return tuple(child.id for child in _children(self._entry(id, Entry)))

    def place(self, id: str) -> int:  # noqa: A002
        """The number that an entry has by its place: its rank, or its position from 1."""
        entry = self._entry(id, Entry)
        kind = BY_NAME[id.partition(".")[0]]
        if kind.numbered:
            return cast("int", getattr(entry, kind.numbered))
        parent: Ref[Entry] = entry.__dict__["parent"]
        return 1 + [child.id for child in _children(parent.entry)].index(id)

    def row(self, table: str, value: Value) -> str | None:
        """The row whose key, or whose cell in a `lookup` column, is the value."""
        entry = self._entry(table, Table)
        for row in entry.rows:
            if _finds(entry, row, value):
                return row.id
        return None

    def cell(self, row: str, column: str) -> Value:
        """What stands in a cell."""
        cell = self._entry(row, Row).cells.get(column)
        if isinstance(cell, tuple | Duration):
            raise Unworkable(f"a formula cannot work with what stands for '{column}'")
        return cell

    def ratio(self, unit: str, other: str) -> Fraction | None:  # noqa: ARG002
        """No unit is another's multiple yet."""
        return None

    def _entry(self, id: str, kind: type[E]) -> E:  # noqa: A002
        entry = self.entries.get(id)
        if not isinstance(entry, kind):
            raise Unworkable(f"{id} cannot be read")
        return entry


def _children(entry: Entry) -> tuple[Entry, ...]:
    kind = BY_NAME[entry.id.partition(".")[0]]
    return tuple(
        child
        for inner in nested(kind)
        for child in getattr(entry, inner.key.replace("-", "_"))
    )


def _finds(table: Table, row: Row, value: Value) -> bool:
    """Whether a value means this row."""
    looked = [key for key, column in table.columns.items() if column.lookup]
    if isinstance(value, Ref):
        found = row.stands_for
        return value.id in {row.id, "" if found is None else found.id}
    if not looked:
        return str(value) in {row.key, row.id, row.name}
    return any(row.cells.get(key) == value for key in looked)
