"""Cells: values typed by the columns that they stand in."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from types import GenericAlias
from typing import TYPE_CHECKING, Any, Final, cast

from freed6c.diagnostics.codes import formulas as formula_codes
from freed6c.diagnostics.codes import structure as codes
from freed6c.link.structure import Here, Structure, Unreadable
from freed6c.link.types import WITHIN
from freed6c.model.kinds import CLASSES, KIND_OF
from freed6c.model.shape import written
from freed6c.packs.data import Data, as_text
from freed6c.packs.kinds import BY_NAME
from freed6c.packs.suggest import did_you_mean
from freed6c.runtime.amounts import Quantity, Range
from freed6c.runtime.die_code import DieCode
from freed6c.runtime.duration import Duration
from freed6c.runtime.record import Entry, Ref

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from freed6c.diagnostics.diagnostic import Code
    from freed6c.runtime.entries.tables import Cell, Column
    from freed6c.runtime.given import Value


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

    structure: Structure
    columns: Mapping[str, Column]
    path: Here
    """Where the columns are written."""

    def read(
        self, cls: type[Entry], body: Mapping[str, Data], here: Here
    ) -> dict[str, Cell]:
        """The cells that are written, then those that follow from them."""
        self._strangers(cls, body, here)
        cells = {
            key: self._cell(column, body[key], here.at(key))
            for key, column in self.columns.items()
            if key in body
        }
        broken = {key for key, cell in cells.items() if cell is None}
        return self.follow(cells, {}, here, broken)

    def follow(
        self,
        cells: dict[str, Cell],
        names: Mapping[str, Value],
        here: Here,
        broken: AbstractSet[str] = frozenset(),
    ) -> dict[str, Cell]:
        """All cells of a row, in the order of the columns: those left out are worked out.

        What follows from `broken` ones, which were reported, stays blank.
        """
        known: dict[str, Value] = {**names, **cast("Mapping[str, Value]", cells)}
        for key in self._in_turn(known):
            column = self.columns[key]
            if self._uses(key, column) & broken:
                known[key], broken = None, broken | {key}
            else:
                known[key] = self._worked_out(key, column, known, here)
        return {key: cast("Cell", known.get(key)) for key in self.columns}

    def _in_turn(self, known: Mapping[str, Value]) -> Iterator[str]:
        """The columns that are not known, each after those that its formula uses."""
        waiting = {
            key: self._uses(key, column)
            for key, column in self.columns.items()
            if key not in known
        }
        while waiting:
            ready = [key for key, uses in waiting.items() if not uses & waiting.keys()]
            if not ready:
                place = self.path.at(next(iter(waiting)), "is")
                self._report(formula_codes.CIRCLE, "this column needs itself", place)
                return
            for key in ready:
                del waiting[key]
                yield key

    def _uses(self, key: str, column: Column) -> set[str]:
        formula = column.is_ or column.default
        if formula is None:
            return set()
        place = self.path.at(key, "default" if column.is_ is None else "is")
        reader = self.structure.formulas
        return reader.uses(formula.text, place.path, place.names)

    def _worked_out(
        self, key: str, column: Column, known: Mapping[str, Value], here: Here
    ) -> Value:
        """A cell that follows from others, or its default; None, and a report, where it must be."""
        for setting, formula in (("is", column.is_), ("default", column.default)):
            if formula is not None:
                place = self.path.at(key, setting)
                return self.structure.formulas.value(
                    formula.text, place.path, place.names, known
                )
        if not column.optional:
            self.structure.problems.report(
                codes.MISSING_SETTING,
                f"nothing stands for '{key}'",
                here.path,
                key=True,
                help=(f"write {key}: …, or let its column be optional: true",),
            )
        return None

    def _strangers(
        self, cls: type[Entry], body: Mapping[str, Data], here: Here
    ) -> None:
        known = tuple(field.key for field in written(cls))
        what = "a setting or column" if self.columns else "a setting"
        for key in body:
            if key not in known and key not in self.columns:
                self.structure.problems.report(
                    codes.UNKNOWN_SETTING,
                    f"'{key}' is not {what} of a {KIND_OF[cls]}",
                    here.at(key).path,
                    key=True,
                    help=(
                        *did_you_mean(key, (*known, *self.columns), 1),
                        f"settings here: {', '.join((*known, *self.columns))}",
                    ),
                )

    def _cell(self, column: Column, data: Data, here: Here) -> Cell:
        items = data if column.list and isinstance(data, list) else [data]
        wrong = [one for one in items if not _is_of(column, one)]
        if wrong:
            self._report(
                codes.WRONG_TYPE, f"{_shown(wrong[0])} is not {_wanted(column)}", here
            )
            return None
        hint = _hint(column)
        data = _narrowed(column, data)
        try:
            read = self.structure.value(
                GenericAlias(tuple, (hint, ...)) if column.list else hint, data, here
            )
        except Unreadable:
            return None
        return cast("Cell", read)

    def _report(
        self, code: Code, message: str, here: Here, hints: tuple[str, ...] = ()
    ) -> None:
        self.structure.problems.report(code, message, here.path, help=hints)


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
    """What the type of plain data alone can tell."""
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
