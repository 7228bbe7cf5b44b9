"""Tables: derived rows, cells typed by their columns, and the declarations of columns."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice
from types import GenericAlias
from typing import TYPE_CHECKING, Any, Final, cast

from freed6c.diagnostics.codes import formulas
from freed6c.diagnostics.codes import references as codes
from freed6c.formula.types import OptionalOf, describe, fits
from freed6c.link.structure import RecordReader, Unreadable
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

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.link.formulas import Context


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
        records.problems.report(formulas.NO_ROWS.at(records.place(context)))
    key = table.partition(".")[2]
    return tuple(
        Row(
            id=f"row.{key}.{number}",
            parent=RuleRef(table, records.rules),
            cells=cells.follow({}, values, context),
        )
        for number, values in enumerate(combinations, 1)
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
                place = self.records.place(self.context)
                problem = formulas.TOO_MANY_ROWS.at(place, most=MAX_ROWS)
                self.records.problems.report(problem)
                return
            yield from self.of(dict(rest), {**known, name: value})

    def _values(
        self, written: Data, known: Mapping[str, FormulaValue], context: Context
    ) -> Iterator[FormulaValue]:
        """The values that a list names one by one, or a stretch (`1D to 6D+2`) from end to end."""
        if isinstance(written, list):
            for position, part in enumerate(written):
                yield from self._values(part, known, context.at(position))
            return
        reader = self.records.formulas
        value = reader.value(as_text(written), replace(context, values=known))
        if value is None:
            return
        if not isinstance(value, Range):
            yield value
            return
        values = _count_through(value)
        if values is None:
            problem = formulas.UNCOUNTABLE.at(self.records.place(context))
            self.records.problems.report(problem)
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
                problem = formulas.COLUMN_CIRCLE.at(self.records.place(place))
                self.records.problems.report(problem)
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
        return reader.uses(formula.text, place)

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
                place = replace(self.declared.at(key, setting), values=known)
                return self.records.formulas.value(formula.text, place)
        if not column.optional:
            problem = codes.MISSING_CELL.at(self.records.key(context), column=key)
            self.records.problems.report(problem)
        return None

    def _report_unknown(
        self, cls: type[Entry], body: Mapping[str, Data], context: Context
    ) -> None:
        known = (*(field.key for field in written(cls)), *self.columns)
        for key in body:
            if key not in known:
                near = did_you_mean(key, known, 1)
                self.records.problems.report(
                    codes.UNKNOWN_CELL.at(
                        self.records.key(context.at(key)),
                        key=key,
                        allowed="a setting or column" if self.columns else "a setting",
                        kind=KIND_OF[cls],
                        help=[*near, f"settings here: {', '.join(known)}"],
                    )
                )

    def _cell(self, column: Column, data: Data, context: Context) -> Cell:
        items = data if column.list and isinstance(data, list) else [data]
        wrong = [item for item in items if not _is_of(column, item)]
        if wrong:
            place, value = self.records.place(context), _shown(wrong[0])
            problem = codes.WRONG_CELL.at(place, value=value, wanted=_wanted(column))
            self.records.problems.report(problem)
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
    for key in columns:
        for problem in _problems_of(records, columns, key, context.at(key)):
            records.problems.report(problem)


def _problems_of(
    records: RecordReader, columns: Mapping[str, Column], key: str, context: Context
) -> Iterator[Diagnostic]:
    column = columns[key]
    if key in SETTINGS:
        yield codes.COLUMN_TAKEN.at(records.place(context), column=key)
    kind = OF.get(column.type)
    if kind is not None and column.of:
        place, name = context.at("of"), column.of[0]
        writer = records.problems.origins.writer(place.path)
        if not records.symbols.find(name, (kind,), writer):
            near = did_you_mean(name, records.symbols.names((kind,)))
            yield codes.UNKNOWN.at(
                records.place(place), kind=kind, name=name, help=near
            )
    held = records.words.types.column({"type": column.type, "range": column.range})
    for setting in ("is", "default"):
        place = context.at(setting)
        checked = records.formulas.checked.get(place.path)
        if checked is not None and not fits(checked.type, OptionalOf(held)):
            given, wanted = describe(checked.type), describe(held)
            yield formulas.COLUMN_RESULT.at(
                records.place(place), given=given, wanted=wanted
            )
    if column.range and column.type in UNRANGED:
        place = context.at("range")
        yield codes.UNRANGED_TYPE.at(records.place(place), type=column.type)
    if column.type == "one-of" and not column.of:
        yield codes.NO_WORDS.at(records.place(context.at("type")))
    if column.joins == key or (column.joins and column.joins not in columns):
        place, near = context.at("joins"), did_you_mean(column.joins, columns)
        yield codes.UNKNOWN_JOIN.at(
            records.place(place), column=column.joins, help=near
        )
