"""By what a value is worked out: a formula, the values that rows are made for, an order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.model.accounts.account import Working
from freed6c.model.accounts.marks import Marks
from freed6c.packs.data import KeyPath, walk
from freed6c.packs.ids import entry_at, id_at

if TYPE_CHECKING:
    from freed6c.packs.pack import Merged


FORMULA: Final = "is"
EACH: Final = "each"
COLUMNS: Final = "columns"


def working_of(merged: Merged, path: KeyPath) -> Working | None:
    """How the value at a place comes to be; None where it is written."""
    kind, _, at = entry_at(path)
    if kind.numbered and path == (*at, kind.numbered):
        order = at[:-1]
        spot = Marks.of(merged).last(order)
        return Working(formula=None, place=id_at(order), spot=spot, ranked=True)
    source = _source(merged, path)
    formula = walk(merged.tree, source) if source else None
    if formula is None:
        return None
    spot = Marks.of(merged).last(source)
    return Working(formula=formula, place=id_at(source), spot=spot)


def _source(merged: Merged, path: KeyPath) -> KeyPath:
    """Where the formula stands that gives the value at a place; nothing where there is none."""
    if walk(merged.tree, (*path, FORMULA)) is not None:
        return (*path, FORMULA)
    kind, _, at = entry_at(path)
    if kind.parent is None or walk(merged.tree, path) is not None:
        return ()
    above, cell = at[:-2], path[len(at) :]
    column = (*above, COLUMNS, *cell[:1], FORMULA)
    if cell and walk(merged.tree, column) is not None:
        return column
    each = (*above, EACH, *cell[:1])
    return each if walk(merged.tree, each) is not None else ()
