"""Tables: derived rows, cells typed by their columns, and the declarations of columns."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from types import GenericAlias
from typing import TYPE_CHECKING, Any, Final, cast

from freed6c.diagnostics.codes import formulas, references, structure
from freed6c.formula.types import OptionalOf, describe, fits
from freed6c.link.structure import Context, RecordReader, Unreadable
from freed6c.link.types import WITHIN
from freed6c.model.shape import CLASSES, KIND_OF, written
from freed6c.packs.data import Data, as_text
from freed6c.packs.kinds import BY_NAME
from freed6c.packs.suggest import did_you_mean
from freed6c.runtime.amounts import DieCode, Quantity, Range
from freed6c.runtime.effects import Duration
from freed6c.runtime.entries.tables import Cell, Column, Condition, Row
from freed6c.runtime.record import Entry, Ref
from freed6c.runtime.situation import FormulaValue, RuleRef

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from collections.abc import Set as AbstractSet


MAX_ROWS: Final = 2_000
"""Rows that one table may have, and values that one name of `each` may run through."""


def derived_rows(
    records: RecordReader,
    table: str,
    each: Mapping[str, Data],
    cells: Cells,
    context: Context,
) -> tuple[Row, ...]:
    """The rows of a table with `each`; they have numbers for keys and cannot be addressed."""
    reported = len(records.problems.found)
    combinations = list(_Combinations(records, context).of(dict(each), {}))
    if not combinations and len(records.problems.found) == reported:
        records.report(
            formulas.FAILED,
            "this makes no rows",
            context,
            "write values such as 1 to 6",
        )
    key = table.partition(".")[2]
    return tuple(
        Row(
            id=f"row.{key}.{number}",
            parent=RuleRef(table, records.rules),
            cells=cells.follow(_given(values, cells), values, context),
        )
        for number, values in enumerate(combinations, 1)
    )


def _given(values: Mapping[str, FormulaValue], cells: Cells) -> dict[str, Cell]:
    """The values that stand in columns of their names."""
    return cast(
        "dict[str, Cell]", {k: v for k, v in values.items() if k in cells.columns}
    )


@dataclass(frozen=True, slots=True)
class _Combinations:
    """The combinations of the values of `each`; every value counts against MAX_ROWS."""

    records: RecordReader
    context: Context
    spent: list[int] = field(default_factory=lambda: [0])

    def of(
        self, each: dict[str, Data], known: Mapping[str, FormulaValue]
    ) -> Iterator[Mapping[str, FormulaValue]]:
        """Every combination: the values of a later name may depend on those of earlier ones."""
        if not each:
            yield known
            return
        (name, written), *rest = each.items()
        for value in self._values(written, known, self.context.at(name)):
            self.spent[0] += 1
            if self.spent[0] > MAX_ROWS:
                message = f"this runs through more than {MAX_ROWS} values"
                self.records.report(
                    formulas.FAILED,
                    message,
                    self.context,
                    "write a shorter stretch",
                )
                return
            yield from self.of(dict(rest), {**known, name: value})

    def _values(
        self, written: Data, known: Mapping[str, FormulaValue], context: Context
    ) -> Iterator[FormulaValue]:
        """The values that a list names one by one, or a stretch (`1D to 6D+2`) from end to end."""
        if isinstance(written, list):
            for position, values in enumerate(written):
                yield from self._values_of(values, known, context.at(position))
        else:
            yield from self._values_of(written, known, context)

    def _values_of(
        self, written: Data, known: Mapping[str, FormulaValue], context: Context
    ) -> Iterator[FormulaValue]:
        reader = self.records.formulas
        value = reader.value(as_text(written), context.path, context.names, known)
        if value is None:
            return
        if not isinstance(value, Range):
            yield value
            return
        values = _count_through(value)
        if values is None:
            message = "this does not run from whole number to whole number"
            advice = "write both ends alike, such as 1 to 6 or 1D to 6D+2"
            self.records.report(formulas.FAILED, message, context, advice)
            return
        yield from islice(values, MAX_ROWS + 1)


def _count_through(value: Range[Any]) -> Iterator[FormulaValue] | None:
    """Every value of a range of die codes or whole numbers; None where it cannot be counted."""
    match value.low, value.high:
        case DieCode() as low, DieCode() as high:
            return _die_codes(low, high)
        case ((int() | Fraction() as low), (int() | Fraction() as high)):
            whole = math.floor(low) == low
            return iter(range(math.floor(low), math.floor(high) + 1)) if whole else None
        case _:
            return None


def _die_codes(low: DieCode, high: DieCode) -> Iterator[DieCode]:
    while low <= high:
        yield low
        low = low.next()


# Cells: values typed by the columns that they stand in.


HINTS: Final[Mapping[str, Any]] = {
    "text": str,
    "one-of": str,
    "integer": int,
    "fraction": Fraction,
    "boolean": bool,
    "die-code": DieCode,
    "duration": Duration,
}
RANGES: Final[Mapping[Any, Any]] = {int: Range[int], Quantity: Range[Quantity]}


@dataclass(frozen=True, slots=True)
class Cells:
    """Reads the cells of entries that stand in columns: rows of tables, conditions of tracks."""

    records: RecordReader
    columns: Mapping[str, Column]
    declared: Context
    """Where the columns are written."""

    def read(
        self, cls: type[Entry], body: Mapping[str, Data], context: Context
    ) -> dict[str, Cell]:
        """The cells that are written, then those that follow from them."""
        self._report_unknown(cls, body, context)
        cells = {
            key: self._cell(column, body[key], context.at(key))
            for key, column in self.columns.items()
            if key in body
        }
        broken = {key for key, cell in cells.items() if cell is None}
        return self.follow(cells, {}, context, broken)

    def follow(
        self,
        cells: dict[str, Cell],
        names: Mapping[str, FormulaValue],
        context: Context,
        broken: AbstractSet[str] = frozenset(),
    ) -> dict[str, Cell]:
        """All cells of a row, in the order of the columns: those left out are worked out.

        What follows from `broken` ones, which were reported, stays blank.
        """
        known: dict[str, FormulaValue] = {
            **names,
            **cast("Mapping[str, FormulaValue]", cells),
        }
        for key in self._in_dependency_order(known):
            column = self.columns[key]
            if self._uses(key, column) & broken:
                known[key], broken = None, broken | {key}
            else:
                known[key] = self._derive(key, column, known, context)
        return {key: cast("Cell", known.get(key)) for key in self.columns}

    def _in_dependency_order(self, known: Mapping[str, FormulaValue]) -> Iterator[str]:
        """The columns that are not known, each after those that its formula uses."""
        waiting = {
            key: self._uses(key, column)
            for key, column in self.columns.items()
            if key not in known
        }
        while waiting:
            ready = [key for key, uses in waiting.items() if not uses & waiting.keys()]
            if not ready:
                place = self.declared.at(next(iter(waiting)), "is")
                self.records.report(formulas.CIRCLE, "this column needs itself", place)
                return
            for key in ready:
                del waiting[key]
                yield key

    def _uses(self, key: str, column: Column) -> set[str]:
        formula = column.is_ or column.default
        if formula is None:
            return set()
        place = self.declared.at(key, "default" if column.is_ is None else "is")
        reader = self.records.formulas
        return reader.uses(formula.text, place.path, place.names)

    def _derive(
        self,
        key: str,
        column: Column,
        known: Mapping[str, FormulaValue],
        context: Context,
    ) -> FormulaValue:
        """A cell that follows from others, or its default; None, and a report, where it must be."""
        for setting, formula in (("is", column.is_), ("default", column.default)):
            if formula is not None:
                place = self.declared.at(key, setting)
                return self.records.formulas.value(
                    formula.text, place.path, place.names, known
                )
        if not column.optional:
            message = f"nothing stands for '{key}'"
            advice = f"write {key}: …, or let its column be optional: true"
            self.records.report(
                structure.MISSING_SETTING, message, context, advice, key=True
            )
        return None

    def _report_unknown(
        self, cls: type[Entry], body: Mapping[str, Data], context: Context
    ) -> None:
        known = tuple(field.key for field in written(cls))
        allowed = "a setting or column" if self.columns else "a setting"
        for key in body:
            if key not in known and key not in self.columns:
                self.records.report(
                    structure.UNKNOWN_SETTING,
                    f"'{key}' is not {allowed} of a {KIND_OF[cls]}",
                    context.at(key),
                    *did_you_mean(key, (*known, *self.columns), 1),
                    f"settings here: {', '.join((*known, *self.columns))}",
                    key=True,
                )

    def _cell(self, column: Column, data: Data, context: Context) -> Cell:
        items = data if column.list and isinstance(data, list) else [data]
        wrong = [item for item in items if not _is_of(column, item)]
        if wrong:
            self.records.report(
                structure.WRONG_TYPE,
                f"{_shown(wrong[0])} is not {_wanted(column)}",
                context,
            )
            return None
        hint = _hint(column)
        data = _narrowed(column, data)
        try:
            read = self.records.value(
                GenericAlias(tuple, (hint, ...)) if column.list else hint, data, context
            )
        except Unreadable:
            return None
        return cast("Cell", read)


def _hint(column: Column) -> Any:
    if column.type in BY_NAME:
        return GenericAlias(Ref, (CLASSES[column.type],))
    hint = HINTS.get(column.type, Quantity)
    return RANGES.get(hint, hint) if column.range else hint


def _shown(data: Data) -> str:
    """A value in a message; lists and settings by what they are."""
    if isinstance(data, list):
        return "a list"
    return "a map" if isinstance(data, dict) else f"'{as_text(data)}'"


def _narrowed(column: Column, data: Data) -> Data:
    """A key alone, where the column says of which entry: `close` of `table.reach`."""
    if column.type not in WITHIN or len(column.of) != 1 or not isinstance(data, str):
        return data
    whole = column.of[0].rpartition(".")[2]
    return data if "." in data else f"{whole}.{data}"


def _is_of(column: Column, data: Data) -> bool:
    """Whether plain data can be a value of the column, by its type alone."""
    if isinstance(data, dict | list):
        return False
    if column.type == "one-of":
        return data in column.of
    if column.type == "boolean":
        return isinstance(data, bool)
    if column.type == "integer" and not column.range:
        return isinstance(data, int) and not isinstance(data, bool)
    return True


def _wanted(column: Column) -> str:
    if column.type == "one-of":
        return f"one of {', '.join(column.of)}"
    words = {"integer": "a whole number", "boolean": "true or false"}
    return words.get(column.type, "a single value")


# Declarations of columns.


OF: Final = {"band": "benchmark", "row": "table"}
"""What a column of these types is of."""

SETTINGS: Final = {field.key for field in (*written(Row), *written(Condition))}
UNRANGED: Final = {
    "text",
    "one-of",
    "fraction",
    "boolean",
    "die-code",
    "duration",
    *BY_NAME,
}


def check_columns(
    records: RecordReader, columns: Mapping[str, Column], context: Context
) -> None:
    """Report columns that name what is not there, or whose settings do not go together."""
    for key, column in columns.items():
        if key in SETTINGS:
            message = f"every row has a setting '{key}' already"
            advice = "give the column another key"
            records.report(structure.WRONG_VALUE, message, context.at(key), advice)
        kind = OF.get(column.type)
        if kind is not None and column.of:
            _check_of(records, kind, column.of[0], context.at(key, "of"))
        _check_value_type(records, key, column, context)
        _check_settings(records, key, column, context)
        if column.joins == key or (column.joins and column.joins not in columns):
            message = f"there is no other column '{column.joins}' to join"
            near, place = did_you_mean(column.joins, columns), context.at(key, "joins")
            records.report(structure.WRONG_VALUE, message, place, *near)


def _check_settings(
    records: RecordReader, key: str, column: Column, context: Context
) -> None:
    """Report settings that do not fit the type of their column."""
    if column.range and column.type in UNRANGED:
        message = f"a column of {column.type} cannot hold ranges"
        advice = "ranges go with whole numbers and lengths"
        records.report(structure.WRONG_VALUE, message, context.at(key, "range"), advice)
    if column.type == "one-of" and not column.of:
        message = "'one-of' needs the words to choose from"
        advice = "write of: [red, blue]"
        records.report(structure.WRONG_VALUE, message, context.at(key, "type"), advice)


def _check_value_type(
    records: RecordReader, key: str, column: Column, context: Context
) -> None:
    """Report a formula whose result is not what its column holds."""
    types = records.words.types
    held = types.column({"type": column.type, "range": column.range})
    for setting in ("is", "default"):
        place = context.at(key, setting)
        checked = records.formulas.checked.get(place.path)
        if checked is not None and not fits(checked.type, OptionalOf(held)):
            message = f"this gives {describe(checked.type)}, not {describe(held)}"
            advice = "change the formula or the type"
            records.report(structure.WRONG_VALUE, message, place, advice)


def _check_of(records: RecordReader, kind: str, text: str, context: Context) -> None:
    writer = records.problems.origins.writer(context.path)
    if not records.symbols.find(text, (kind,), writer):
        message = f"there is no {kind} called '{text}'"
        near = did_you_mean(text, records.symbols.names((kind,)))
        records.report(references.UNKNOWN, message, context, *near)
