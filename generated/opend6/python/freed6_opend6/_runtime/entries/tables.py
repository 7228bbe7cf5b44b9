"""Tables with typed columns."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal, TypeAlias

from ..amounts import Quantity, Range
from ..die_code import DieCode
from ..duration import Duration
from ..record import Entry, Linked, Record, Ref, TypeWord

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..amounts import Formula
    from .abilities import Value

Scalar: TypeAlias = (
    str | int | bool | Fraction | DieCode | Duration | Quantity | Ref[Entry]
)
Cell: TypeAlias = Scalar | tuple[Scalar, ...] | Range[int] | Range[Quantity] | None
"""What stands in a cell; None where it is blank."""


class Column(Record):
    """A column: its `type`, what it is a type `of`, and how it behaves.

    `is_` computes the cells of a derived column. `joins` prints this column in another's cell;
    `shown` is the pattern for its own part. `feeds` gives the value to whoever chose the row.
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
    feeds: Ref[Value] | None = None


class Row(Entry):
    """A row: its cells by the keys of the columns.

    Where rows are entries of another kind, `stands_for` is the one whose key the row has.
    """

    name: str = ""
    parent: Linked[Ref[Table]]
    cells: Linked[Mapping[str, Cell]] = {}
    stands_for: Linked[Ref[Entry] | None] = None


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
