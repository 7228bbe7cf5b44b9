"""Columns: what they are a type of, and which other column they are printed with, exists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import references
from freed6c.diagnostics.codes import structure as codes
from freed6c.formula.types import OptionalOf, describe, fits
from freed6c.model.shape import written
from freed6c.packs.kinds import BY_NAME
from freed6c.packs.suggest import did_you_mean
from freed6c.runtime.entries.tables import Row
from freed6c.runtime.entries.tracks import Condition

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.link.structure import Here, Structure
    from freed6c.runtime.entries.tables import Column

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
    structure: Structure, columns: Mapping[str, Column], here: Here
) -> None:
    """Report what a column names that is not there."""
    for key, column in columns.items():
        if key in SETTINGS:
            message = f"every row has a setting '{key}' already"
            _wrong(structure, message, "give the column another key", here.at(key))
        kind = OF.get(column.type)
        if kind is not None and column.of:
            _of(structure, kind, column.of[0], here.at(key, "of"))
        _value_type(structure, key, column, here)
        _marks(structure, key, column, here)
        if column.joins == key or (column.joins and column.joins not in columns):
            structure.problems.report(
                codes.WRONG_VALUE,
                f"there is no other column '{column.joins}' to join",
                here.at(key, "joins").path,
                help=did_you_mean(column.joins, columns),
            )


def _marks(structure: Structure, key: str, column: Column, here: Here) -> None:
    """Settings that only make sense with others."""
    if column.range and column.type in UNRANGED:
        message = f"a column of {column.type} cannot hold ranges"
        advice = "ranges go with whole numbers and lengths"
        _wrong(structure, message, advice, here.at(key, "range"))
    if column.type == "one-of" and not column.of:
        message, advice = (
            "'one-of' needs the words to choose from",
            "write of: [red, blue]",
        )
        _wrong(structure, message, advice, here.at(key, "type"))


def _value_type(structure: Structure, key: str, column: Column, here: Here) -> None:
    """A formula gives what its column holds."""
    types = structure.words.types
    held = types.column({"type": column.type, "range": column.range})
    for setting in ("is", "default"):
        place = here.at(key, setting)
        checked = structure.formulas.checked.get(place.path)
        if checked is not None and not fits(checked.type, OptionalOf(held)):
            message = f"this gives {describe(checked.type)}, not {describe(held)}"
            _wrong(structure, message, "change the formula or the type", place)


def _wrong(structure: Structure, message: str, advice: str, here: Here) -> None:
    structure.problems.report(codes.WRONG_VALUE, message, here.path, help=(advice,))


def _of(structure: Structure, kind: str, text: str, here: Here) -> None:
    writer = structure.problems.origins.writer(here.path)
    if not structure.symbols.find(text, (kind,), writer):
        structure.problems.report(
            references.UNKNOWN,
            f"there is no {kind} called '{text}'",
            here.path,
            help=did_you_mean(text, structure.symbols.names((kind,))),
        )
