"""What examples expect: a formula like the one worked out, or a text where that gives one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.formula.types import TEXT, OptionalOf
from freed6c.runtime.entries.notes import Example

if TYPE_CHECKING:
    from collections.abc import Iterable

    from freed6c.link.formulas import FormulaReader
    from freed6c.link.symbols import Symbols
    from freed6c.runtime.record import Entry


def read_expectations(
    entries: Iterable[Entry], symbols: Symbols, reader: FormulaReader
) -> None:
    """Check the expectation of every example whose own formula holds."""
    for entry in entries:
        if not isinstance(entry, Example):
            continue
        path = symbols.by_id[entry.id].path
        checked = reader.checked.get((*path, "that"))
        if checked is None:
            continue
        gives = (
            checked.type.of if isinstance(checked.type, OptionalOf) else checked.type
        )
        if gives is not TEXT:
            reader.check(entry.expect, (*path, "expect"), {})
