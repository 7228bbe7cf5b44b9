"""Derived tables: a row for every value, or combination of values, that a table is made for."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, cast

from freed6c.diagnostics.codes import formulas as codes
from freed6c.packs.data import as_text
from freed6c.runtime.amounts import Range
from freed6c.runtime.die_code import DieCode
from freed6c.runtime.entries.tables import Row
from freed6c.runtime.situation import RuleRef

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.link.cells import Cells
    from freed6c.link.structure import Here, Structure
    from freed6c.packs.data import Data
    from freed6c.runtime.entries.tables import Cell
    from freed6c.runtime.given import Value

MAX_ROWS: Final = 2_000
"""Rows that one table may have, and values that one name of `each` may run through."""


def derived_rows(
    structure: Structure, table: str, each: Mapping[str, Data], cells: Cells, here: Here
) -> tuple[Row, ...]:
    """The rows of a table with `each`; they have numbers for keys and cannot be addressed."""
    said = len(structure.problems.found)
    combinations = list(_Combinations(structure, here).of(dict(each), {}))
    if not combinations and len(structure.problems.found) == said:
        _report(structure, here, "this makes no rows", "write values such as 1 to 6")
    key = table.partition(".")[2]
    return tuple(
        Row(
            id=f"row.{key}.{number}",
            parent=RuleRef(table, structure.rules),
            cells=cells.follow(_given(values, cells), values, here),
        )
        for number, values in enumerate(combinations, 1)
    )


def _given(values: Mapping[str, Value], cells: Cells) -> dict[str, Cell]:
    """The values that stand in columns of their names."""
    return cast(
        "dict[str, Cell]", {k: v for k, v in values.items() if k in cells.columns}
    )


@dataclass(frozen=True, slots=True)
class _Combinations:
    """Runs through values; every one of them counts against the limit, whatever it leads to."""

    structure: Structure
    here: Here
    spent: list[int] = field(default_factory=lambda: [0])

    def of(
        self, each: dict[str, Data], known: Mapping[str, Value]
    ) -> Iterator[Mapping[str, Value]]:
        """All values of the first name, and for each of them all of the next, which may use it."""
        if not each:
            yield known
            return
        (name, written), *rest = each.items()
        for value in self._values(written, known, self.here.at(name)):
            self.spent[0] += 1
            if self.spent[0] > MAX_ROWS:
                message = f"this runs through more than {MAX_ROWS} values"
                _report(self.structure, self.here, message, "write a shorter stretch")
                return
            yield from self.of(dict(rest), {**known, name: value})

    def _values(
        self, written: Data, known: Mapping[str, Value], here: Here
    ) -> Iterator[Value]:
        """The values that a list names one by one, or a stretch (`1D to 6D+2`) from end to end."""
        if isinstance(written, list):
            for position, one in enumerate(written):
                yield from self._run(one, known, here.at(position))
        else:
            yield from self._run(written, known, here)

    def _run(
        self, written: Data, known: Mapping[str, Value], here: Here
    ) -> Iterator[Value]:
        reader = self.structure.formulas
        value = reader.value(as_text(written), here.path, here.names, known)
        if value is None:
            return
        if not isinstance(value, Range):
            yield value
            return
        stretch = _stretch(value)
        if stretch is None:
            message = "this does not run from whole number to whole number"
            advice = "write both ends alike, such as 1 to 6 or 1D to 6D+2"
            _report(self.structure, here, message, advice)
            return
        yield from islice(stretch, MAX_ROWS + 1)


def _stretch(value: Range[Any]) -> Iterator[Value] | None:
    """Everything from one end to the other; None where the ends are not such as to count by."""
    match value.low, value.high:
        case DieCode() as low, DieCode() as high:
            return _codes(low, high)
        case ((int() | Fraction() as low), (int() | Fraction() as high)):
            whole = math.floor(low) == low
            return iter(range(math.floor(low), math.floor(high) + 1)) if whole else None
        case _:
            return None


def _codes(low: DieCode, high: DieCode) -> Iterator[DieCode]:
    while low <= high:
        yield low
        low = low.next()


def _report(structure: Structure, here: Here, message: str, advice: str) -> None:
    structure.problems.report(codes.FAILED, message, here.path, help=(advice,))
