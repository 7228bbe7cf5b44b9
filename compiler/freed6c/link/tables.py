"""Derived tables: a row for every value, or combination of values, that a table is made for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import formulas as codes
from freed6c.link.structure import EntryRef
from freed6c.runtime.die_code import DieCode
from freed6c.runtime.entries.tables import Row

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.formula.environment import Value
    from freed6c.link.cells import Cells
    from freed6c.link.structure import Here, Structure
    from freed6c.packs.data import Data

MAX_ROWS: Final = 2_000


def derived_rows(
    structure: Structure, table: str, each: Mapping[str, Data], cells: Cells, here: Here
) -> tuple[Row, ...]:
    """The rows of a table with `each`; they have numbers for keys and cannot be addressed."""
    rows: list[Row] = []
    key = table.partition(".")[2]
    for values in _combinations(structure, each, {}, here):
        if len(rows) == MAX_ROWS:
            message = f"this makes more than {MAX_ROWS} rows"
            structure.problems.report(codes.FAILED, message, here.path)
            break
        given = {name: values[name] for name in each if name in cells.columns}
        rows.append(
            Row(
                id=f"row.{key}.{len(rows) + 1}",
                parent=EntryRef(table, structure.entries),
                cells=cells.follow(given, values, here),  # type: ignore[arg-type]
            )
        )
    return tuple(rows)


def _combinations(
    structure: Structure,
    each: Mapping[str, Data],
    known: Mapping[str, Value],
    here: Here,
) -> Iterator[Mapping[str, Value]]:
    """All values of the first name, and for each of them all of the next, which may use it."""
    if not each:
        yield known
        return
    (name, written), *rest = each.items()
    for value in _values(structure, written, known, here.at(name)):
        yield from _combinations(structure, dict(rest), {**known, name: value}, here)


def _values(
    structure: Structure, written: Data, known: Mapping[str, Value], here: Here
) -> Iterator[Value]:
    """The values that a list names one by one, or a stretch (`1D to 6D+2`) from end to end."""
    if isinstance(written, list):
        for position, one in enumerate(written):
            yield _value(structure, str(one), known, here.at(position))
        return
    low, to, high = str(written).partition(" to ")
    first = _value(structure, low, known, here.at("from"))
    last = _value(structure, high, known, here.at("to")) if to else first
    if isinstance(first, DieCode) and isinstance(last, DieCode):
        while first <= last:
            yield first
            first = first.next()
    elif isinstance(first, int) and last is not None:
        yield from range(first, int(last) + 1)  # type: ignore[arg-type]


def _value(
    structure: Structure, text: str, known: Mapping[str, Value], here: Here
) -> Value:
    return structure.formulas.value(text, here.path, here.names, known)
