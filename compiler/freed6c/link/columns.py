"""Columns: what they are a type of, and which other column they are printed with, exists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import references
from freed6c.diagnostics.codes import structure as codes
from freed6c.packs.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.link.structure import Here, Structure
    from freed6c.runtime.entries.tables import Column

OF: Final = {"band": "benchmark", "row": "table"}
"""What a column of these types is of."""


def check_columns(
    structure: Structure, columns: Mapping[str, Column], here: Here
) -> None:
    """Report what a column names that is not there."""
    for key, column in columns.items():
        kind = OF.get(column.type)
        if kind is not None and column.of:
            _of(structure, kind, column.of[0], here.at(key, "of"))
        if column.joins and column.joins not in columns:
            structure.problems.report(
                codes.WRONG_VALUE,
                f"there is no column '{column.joins}' to join",
                here.at(key, "joins").path,
                help=did_you_mean(column.joins, columns),
            )


def _of(structure: Structure, kind: str, text: str, here: Here) -> None:
    writer = structure.problems.origins.writer(here.path)
    if not structure.symbols.find(text, (kind,), writer):
        structure.problems.report(
            references.UNKNOWN,
            f"there is no {kind} called '{text}'",
            here.path,
            help=did_you_mean(text, structure.symbols.names((kind,))),
        )
