"""Typed rows: a class for each table (or track with columns) whose cells are attributes."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from freed6c.emit.python.layout import docstring, text
from freed6c.model.shape import CLASSES
from freed6c.packs.ids import python_name
from freed6c.runtime.amounts import Quantity, Range
from freed6c.runtime.die_code import DieCode
from freed6c.runtime.duration import Duration
from freed6c.runtime.record import Entry, Ref

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.runtime.entries.tables import Column


CELLS: Final[Mapping[str, type]] = {
    "text": str,
    "one-of": str,
    "integer": int,
    "fraction": Fraction,
    "boolean": bool,
    "die-code": DieCode,
    "duration": Duration,
}
TAKEN: Final = frozenset({"id", "name", "text", "aliases", "source", "attested"})
"""Attributes that every entry has."""


def cell_class(name: str, base: type[Entry], columns: Mapping[str, Column]) -> str:
    """The class of rows with these columns, as source."""
    lines = [f"class {name}({base.__name__}):"]
    lines.append(docstring(f"A {base.__name__.lower()} with its cells.", 1))
    for key, column in columns.items():
        lines += ["", *_property(key, column, base)]
    return "\n".join(lines)


def attribute(key: str, base: type[Entry]) -> str:
    """The attribute for a column: `duration_` where every entry has a `duration` already."""
    name = python_name(key)
    return f"{name}_" if name in TAKEN or hasattr(base, name) else name


def annotation(column: Column) -> str:
    """The type of a column's cells, in Python."""
    entry = CLASSES.get(column.type)
    cell = CELLS.get(column.type, Quantity)
    written = f"Ref[{entry.__name__}]" if entry else cell.__name__
    if column.range:
        written = f"Range[{written}]"
    if column.list:
        written = f"tuple[{written}, ...]"
    return f"{written} | None" if column.optional else written


def needs(columns: Mapping[str, Column]) -> set[type]:
    """The classes that the types of these columns mention."""
    needed: set[type] = set()
    for column in columns.values():
        entry = CLASSES.get(column.type)
        needed |= {Ref, entry} if entry else {CELLS.get(column.type, Quantity)}
        needed |= {Range} if column.range else set()
    return needed - {str, int, bool}


def _property(key: str, column: Column, base: type[Entry]) -> list[str]:
    name, type_ = attribute(key, base), annotation(column)
    return [
        "    @property",
        f"    def {name}(self) -> {type_}:",
        docstring(f"{column.name.rstrip('.')}.", 2),
        f"        return cast({text(type_)}, self.cells[{text(key)}])",
    ]
