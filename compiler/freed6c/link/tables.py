"""Reads tables: derived rows, cells typed by their columns, and declarations of columns.

A column declares the type of its cells. If it has a `formula`, its cells are calculated from
other cells of the row. A table with `each` has no written rows: one row is derived for each
combination of the values in `each`.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction
from functools import cache
from types import GenericAlias
from typing import TYPE_CHECKING, Any, Final, cast

from freed6c.diagnostics.codes import formulas
from freed6c.diagnostics.codes import references as codes
from freed6c.diagnostics.spellings import THOUSANDS, comma_meant, is_whole, whole_number
from freed6c.diagnostics.suggest import MINUS, did_you_mean
from freed6c.diagnostics.synonyms import other_words, said_by_order
from freed6c.diagnostics.ways_out import Replacement, WayOut, Ways
from freed6c.formula.types import (
    UNKNOWN,
    OptionalOf,
    RangeOf,
    common_type,
    describe,
    fits,
    without_optional,
)
from freed6c.link.expected_types import Wanted, wanted
from freed6c.link.structure import OmittedError, RecordReader
from freed6c.link.types import WITHIN
from freed6c.model.tree_values import cell_hint
from freed6c.model.type_hints import CELLS, written
from freed6c.packs.data import Data, as_text
from freed6c.packs.ids import id_at, quoted_id
from freed6c.packs.lazy import dataclass, regex, replace
from freed6c.packs.limits import OF_A_THING
from freed6c.runtime.amounts import DieCode, Quantity, Range
from freed6c.runtime.entries.tables import Cell, Column, Condition, Row
from freed6c.runtime.situation import FormulaValue, RuleRef

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from freed6c.link.reading_context import ReadingContext
    from freed6c.runtime.amounts import Formula
    from freed6c.runtime.record import Entry


def derived_rows(
    records: RecordReader,
    table: str,
    each: Mapping[str, Data],
    cells: CellReader,
    context: ReadingContext,
) -> tuple[Row, ...]:
    """Return the rows of a table with `each`. Their keys are numbers and have no addresses."""
    problem_count = len(records.problems.found)
    combinations = list(_combinations(records, dict(each), {}, context))
    if not combinations and len(records.problems.found) == problem_count:
        records.report(formulas.NO_ROWS, context)
    cells.pay(context, rows=len(combinations))
    key = table.partition(".")[2]
    return tuple(
        Row(
            id=f"row.{key}.{number}",
            parent=RuleRef(table, records.rules),
            cells=cells.follow({}, values, context),
        )
        for number, values in enumerate(combinations, 1)
    )


def _combinations(
    records: RecordReader,
    each: dict[str, Data],
    values: Mapping[str, FormulaValue],
    context: ReadingContext,
) -> Iterator[Mapping[str, FormulaValue]]:
    """Yield every combination of the values in `each`, and pay for each from the budget.

    The values of a name can depend on those of earlier names.
    """
    if not each:
        yield values
        return
    (name, data), *other_names = each.items()
    for value in _values(records, data, values, context.at(name)):
        records.formulas.budget.spend(OF_A_THING, records.place(context))
        more_values = {**values, name: value}
        yield from _combinations(records, dict(other_names), more_values, context)


def _values(
    records: RecordReader,
    data: Data,
    earlier: Mapping[str, FormulaValue],
    context: ReadingContext,
) -> Iterator[FormulaValue]:
    """Yield the values of a list one by one, or of a range (`1D to 6D+2`) from end to end."""
    if isinstance(data, list):
        for position, part in enumerate(data):
            yield from _values(records, part, earlier, context.at(position))
        return
    text = as_text(data)
    # The last key of the path; after it, there are only positions in lists.
    name = next(step for step in reversed(context.path) if isinstance(step, str))
    expected = context.names.get(name, UNKNOWN)
    checked = records.formulas.check(text, replace(context, values=earlier))
    actual = UNKNOWN if checked is None else checked.type
    actual = actual.of if isinstance(actual, RangeOf) else actual
    if common_type(actual, without_optional(expected)) is None:
        # A column of this name, or earlier values in the list, have another type.
        facts = {"given": describe(actual), "wanted": describe(expected)}
        records.report(formulas.COLUMN_RESULT, context, **facts)
        return
    value = records.formulas.value(text, replace(context, values=earlier))
    if not isinstance(value, Range):
        yield from () if value is None else (value,)
        return
    values = _count_through(value)
    if values is None:
        records.report(formulas.UNCOUNTABLE, context)
        return
    yield from values


def _count_through(value: Range[Any]) -> Iterator[FormulaValue] | None:
    """Return the values of a range of die codes or whole numbers; None for any other range."""
    match value.low, value.high:
        case DieCode() as low, DieCode() as high:
            return _die_codes(low, high)
        case ((int() | Fraction() as low), (int() | Fraction() as high)):
            if math.floor(low) != low:
                return None
            return iter(range(math.floor(low), math.floor(high) + 1))
        case _:
            return None


def _die_codes(low: DieCode, high: DieCode) -> Iterator[DieCode]:
    while low <= high:
        yield low
        low = low.next()


# Cells, whose types are those of their columns.


RANGES: Final[Mapping[Any, Any]] = {int: Range[int], Quantity: Range[Quantity]}


@dataclass(frozen=True)
class CellReader:
    """Reads the cells of entries with columns: rows of tables, conditions of tracks."""

    records: RecordReader
    columns: Mapping[str, Column]
    declared: ReadingContext
    """The context of the columns' declarations."""

    def pay(
        self, context: ReadingContext, rows: int = 1, written: Collection[str] = ()
    ) -> None:
        """Pay for calculating the cells of rows whose columns are not in `written`."""
        columns = (self.columns[key] for key in self.columns.keys() - {*written})
        calculated = sum(bool(column.formula or column.default) for column in columns)
        place = self.records.place(context)
        self.records.formulas.budget.spend(rows * calculated * OF_A_THING, place)

    def read(
        self, cls: type[Entry], body: Mapping[str, Data], context: ReadingContext
    ) -> dict[str, Cell]:
        """Return all cells of an entry, written and calculated, by column."""
        self._report_unknown(cls, body, context)
        self.pay(self.declared, written=body)
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
        context: ReadingContext,
        broken: AbstractSet[str] = frozenset(),
    ) -> dict[str, Cell]:
        """Return all cells of a row, in the order of the columns; calculate those not in `cells`.

        `names` are other names that formulas can use, with their values. `broken` are columns whose
        cells were reported. Cells that depend on them stay blank.
        """
        values: dict[str, FormulaValue] = {
            **names,
            **cast("Mapping[str, FormulaValue]", cells),
        }
        for key in self._in_dependency_order(values):
            if self._uses(key) & broken:
                values[key], broken = None, broken | {key}
                continue
            values[key] = self._derive(key, values, context)
            if values[key] is None and not self.columns[key].optional:
                broken = broken | {key}
        return {key: cast("Cell", values.get(key)) for key in self.columns}

    def _in_dependency_order(self, values: Mapping[str, FormulaValue]) -> Iterator[str]:
        """Yield the columns without values, each after those that its formula uses.

        Report a circle of formulas, and stop there.
        """
        waiting = {key: self._uses(key) for key in self.columns if key not in values}
        while waiting:
            ready = [key for key, uses in waiting.items() if not uses & waiting.keys()]
            if not ready:
                place = self.declared.at(next(iter(waiting)), "formula")
                self.records.report(formulas.COLUMN_CIRCLE, place)
                return
            for key in ready:
                del waiting[key]
                yield key

    def _formula(self, key: str) -> tuple[Formula[Any] | None, ReadingContext]:
        """Return the formula of a column or else its default, and the place of it."""
        column = self.columns[key]
        setting = "default" if column.formula is None else "formula"
        return column.formula or column.default, self.declared.at(key, setting)

    def _uses(self, key: str) -> set[str]:
        """Return the columns that the formula of a column uses."""
        formula, place = self._formula(key)
        return self.records.formulas.uses(formula.text, place) if formula else set()

    def _derive(
        self, key: str, values: Mapping[str, FormulaValue], context: ReadingContext
    ) -> FormulaValue:
        """Return a calculated cell or its default; None after reporting a missing one."""
        formula, place = self._formula(key)
        if formula is not None:
            place = replace(place, values=values)
            return self.records.formulas.value(formula.text, place)
        if not self.columns[key].optional:
            self._report_missing(key, context)
        return None

    def _report_missing(self, key: str, context: ReadingContext) -> None:
        """Report a missing cell at its row; if a later pack added the column, at the column."""
        problems, column = self.records.problems, self.declared.at(key)
        writer = problems.provenance.author
        is_column_of_other_pack = writer(column.path) != writer(context.path)
        code, place = codes.MISSING_CELL, context
        if is_column_of_other_pack and problems.foreign(context.path):
            code, place = codes.COLUMN_OF_OTHERS, column
        problems.report(code, self.records.key(place), column=key)

    def _report_unknown(
        self, cls: type[Entry], body: Mapping[str, Data], context: ReadingContext
    ) -> None:
        allowed = dict.fromkeys((*(field.key for field in written(cls)), *self.columns))
        for key in body:
            if key not in allowed:
                problems = self.records.problems
                near = said_by_order(key) or tuple(
                    WayOut(f"write {word}", (Replacement(word),))
                    for word in other_words(key, [k for k in allowed if k not in body])
                )
                near = near or did_you_mean(key, problems.advice.names(allowed), 1)
                column = f"columns.{key}: {{name: …, type: …}}"
                if self.columns and not near:
                    near = (WayOut(f"to add a column, write {column}"),)
                problems.report(
                    codes.UNKNOWN_CELL,
                    self.records.key(context.at(key)),
                    key=key,
                    allowed="setting or column" if self.columns else "setting",
                    row=quoted_id(id_at(context.path)),
                    help=[*near, f"available settings: {', '.join(allowed)}"],
                )

    def _cell(self, column: Column, data: Data, context: ReadingContext) -> Cell:
        if not self._is_declared(column):
            return None
        items = data if column.list and isinstance(data, list) else [data]
        for number, item in enumerate(items):
            if not _has_type(column, item):
                place = context.at(number) if items is data else context
                value, help_ = _described(item), _cell_fixes(column, item)
                facts = {"value": value, "wanted": _type_description(column, item)}
                self.records.report(codes.WRONG_CELL, place, help=help_, **facts)
                return None
        expected = _cell_hint(column.type, ranged=column.range, listed=column.list)
        try:
            read = self.records.value(expected, _qualified(column, data), context)
            return cast("Cell", read)
        except OmittedError:
            return None

    def _is_declared(self, column: Column) -> bool:
        """Return whether the type of a column is valid. If it isn't, its cells are not reported."""
        if column.type == "one-of":
            return bool(column.of)
        return column.type in CELLS or self.records.types.word(column.type) is not None


def _cell_fixes(column: Column, data: Data) -> Ways:
    """Return fixes for a cell with the wrong type, or for its column."""
    text = as_text(data) if isinstance(data, str | int) else ""
    if _is_blank(column, data):
        hint = "" if column.optional else ", and set `optional: true` for its column"
        return (WayOut(f"remove the cell{hint}"),)
    items = re.split(r"[,;] +", text.strip())
    if column.list and len(items) > 1:
        return (WayOut(f"write a list: [{', '.join(items)}]"),)
    if column.type == "boolean" and (word := BOOLEANS.get(text.strip().casefold())):
        return (WayOut(f"write {word}, without quotes", (Replacement(word),)),)
    if column.type == "integer":
        # For `1,000`, suggest each meaning of the comma that makes a whole number.
        return comma_meant(text, fits=is_whole) or _integer_fixes(text.strip())
    if column.type != "one-of":
        return ()
    # Authors sometimes write all words as one text, `of: [low or high]`. Then the cell `low` is one
    # of the words in that text, and the fix is the list `of: [low, high]`, without the `or`.
    words = re.findall(r"[\w-]+", column.of[0]) if len(column.of) == 1 else []
    if text in words:
        word_list = ", ".join(word for word in words if word not in {"or", "and"})
        return (WayOut(f"write the words of its column as a list: of: [{word_list}]"),)
    return did_you_mean(text, column.of, 1)


def _integer_fixes(text: str) -> Ways:
    """Return fixes for a text in a cell for whole numbers."""
    number = whole_number(text)
    if number is not None:
        quotes = ", without quotes" if text == str(number) else ""
        return (WayOut(f"write {number}{quotes}", (Replacement(str(number)),)),)
    if THOUSANDS.fullmatch(text.replace(".", ",")):
        return (WayOut(f"if the point marks thousands, write {text.replace('.', '')}"),)
    amount = re.fullmatch(r"(-?[0-9]{1,9}) ?(?![dD]$)([^\W\d_][^\d_]*)", text)
    if amount is not None:
        fix = f"write {amount[1]} in the cell, and '{amount[2]}' in the column's name"
        return (WayOut(fix),)
    if re.fullmatch("-?0+[0-9]{1,9}", text):  # decimal here, octal in programs
        return (WayOut(f"if the leading zero means nothing, write {int(text)}"),)
    return (WayOut("write only digits, such as 12"),)


BOOLEANS: Final = {"true": "true", "yes": "true", "false": "false", "no": "false"}
BLANK: Final = regex(f"[-?\u2014{MINUS}]*|n/?a", re.IGNORECASE)
"""Marks of cells without a value in printed tables."""


def _is_blank(column: Column, data: Data) -> bool:
    """Return whether a cell that is not a text contains a mark for no value."""
    is_text = column.type in {"text", "one-of"}
    return isinstance(data, str) and not is_text and bool(BLANK.fullmatch(data))


@cache
def _cell_hint(type_: str, *, ranged: bool, listed: bool) -> Wanted:
    """Return the analyzed hint of the cells of a column."""
    single = cell_hint(type_)
    hint = RANGES.get(single, single) if ranged else single
    return wanted(GenericAlias(tuple, (hint, ...)) if listed else hint)


def _described(data: Data) -> str:
    """Return a value for a message: `'12'`, `a list` or `a map`."""
    if isinstance(data, list):
        return "a list"
    return "a map" if isinstance(data, dict) else f"'{as_text(data)}'"


def _qualified(column: Column, data: Data) -> Data:
    """Return a reference with the key of the parent that the column names.

    In a column of rows `of: [table.reach]`, `close` means `reach.close`.
    """
    if column.type not in WITHIN or len(column.of) != 1 or not isinstance(data, str):
        return data
    parent_key = column.of[0].rpartition(".")[2]
    return data if "." in data else f"{parent_key}.{data}"


def _has_type(column: Column, data: Data) -> bool:
    """Return whether plain data can be a value of the column, judging by its type."""
    if isinstance(data, dict | list) or _is_blank(column, data):
        return False
    if column.type == "one-of":
        return data in column.of
    if column.list and column.type != "text" and re.search("[,;] ", as_text(data)):
        return False
    if column.type == "boolean":
        return isinstance(data, bool)
    if column.type == "integer" and not column.range:
        return isinstance(data, int) and not isinstance(data, bool)
    return True


def _type_description(column: Column, data: Data) -> str:
    if column.type == "one-of":
        return f"one of {', '.join(column.of)}"
    words = {"integer": "a whole number", "boolean": "true or false"}
    if isinstance(data, dict | list) and column.type not in words:
        return "a single value"
    return words.get(column.type, f"of the type '{column.type}'")


# Declarations of columns.


PARENT_KINDS: Final = {"band": "benchmark", "row": "table"}
"""The kind of the entry that `of` names in columns of these types."""

SETTINGS: Final = {
    "tables": ("row", {field.key for field in written(Row)}),
    "tracks": ("condition", {field.key for field in written(Condition)}),
}
"""The kind of the entries that have the cells, and the fields of that kind, by the section."""


def check_columns(
    records: RecordReader, columns: Mapping[str, Column], declared: ReadingContext
) -> None:
    """Report columns that refer to unknown names, or whose settings contradict each other."""
    for key, column in columns.items():
        context, advice = declared.at(key), records.problems.advice
        kind_of_rows, settings = SETTINGS[str(context.path[0])]
        if key in settings:
            records.report(codes.COLUMN_TAKEN, context, thing=kind_of_rows, column=key)
        kind = PARENT_KINDS.get(column.type)
        if kind is not None and column.of:
            place, name = context.at("of"), column.of[0]
            if not records.find(name, (kind,), place):
                near = did_you_mean(name, advice.names(records.symbols.called((kind,))))
                records.report(codes.UNKNOWN, place, kind=kind, name=name, help=near)
        cell_type = records.types.column({"type": column.type, "range": column.range})
        for setting in ("formula", "default"):
            place = context.at(setting)
            checked = records.formulas.checked.get(place.path)
            if checked is not None and not fits(checked.type, OptionalOf(cell_type)):
                facts = {"given": describe(checked.type), "wanted": describe(cell_type)}
                records.report(formulas.COLUMN_RESULT, place, **facts)
        if column.range and cell_hint(column.type) not in RANGES:
            records.report(codes.UNRANGED_TYPE, context.at("range"), type=column.type)
        if column.type == "one-of" and not column.of:
            records.report(codes.NO_WORDS, context.at("type"))
        joins, place = column.joins, context.at("joins")
        if joins == key or (joins and joins not in columns):
            near = did_you_mean(joins, advice.names(columns))
            records.report(codes.UNKNOWN_JOIN, place, column=joins, help=near)
