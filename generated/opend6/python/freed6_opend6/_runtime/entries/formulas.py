"""Named formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..record import Entry, TypeWord

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..amounts import Formula


class FormulaEntry(Entry):
    """A formula with a name: what it takes, the numbers in it, what it gives."""

    takes: Mapping[str, TypeWord] = {}
    constants: Mapping[str, Formula[object]] = {}
    gives: TypeWord
    is_: Formula[object]
