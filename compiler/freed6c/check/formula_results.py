"""The results a formula can have, if packs write them out: literals, entries, cells of tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.formula.scope import ResolvedEntry
from freed6c.formula.syntax_tree import FunctionCall, Integer
from freed6c.formula.typed_tree import BareWord, Variable
from freed6c.packs.ids import entry_at, id_at
from freed6c.runtime.entries.actions import Action
from freed6c.runtime.entries.tables import Condition, Row, Table, Track
from freed6c.runtime.record import Ref

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.formula.typed_tree import TypedNode
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.runtime.entries.tables import Cell
    from freed6c.runtime.record import Entry


BRANCHES: Final = {"if": 1, "if-blank": 0, "min": 0, "max": 0}
"""Functions that return one of their arguments, and the position of the first of these arguments.

The first argument of `if` is its condition, which it never returns.
"""


class Possible(NamedTuple):
    """A number or an entry that a formula may return, and its place in the ruleset's tree."""

    value: object
    path: KeyPath


class ColumnCells(NamedTuple):
    """A column that a formula reads: its table or track, its key."""

    entry: Table | Track
    key: str

    def cells(self, ruleset: Ruleset) -> Iterator[tuple[KeyPath, Cell]]:
        """Yield the cells that are not blank, each with its place."""
        rows: tuple[Row | Condition, ...] = (
            self.entry.rows if isinstance(self.entry, Table) else self.entry.conditions
        )
        for row in rows:
            cell = row.cells.get(self.key)
            if cell is not None:
                yield (*ruleset.paths[row.id], self.key), cell


def owner_of(ruleset: Ruleset, path: KeyPath) -> Entry | None:
    """Return the innermost entry that contains a place."""
    return ruleset.entries.get(id_at(entry_at(path)[2]))


def column_of(
    ruleset: Ruleset, owner: Entry | None, typed: TypedNode
) -> ColumnCells | None:
    """Return the column that a node reads: `row.attack`, `this.number`, a call of `lookup`."""
    if isinstance(typed.meaning, Variable):
        name, _, key = typed.meaning.name.partition(".")
        if isinstance(owner, Action) and key and name in owner.choose:
            return _in_table(ruleset, str(owner.choose[name]), key)
        if isinstance(owner, Track) and name == "this" and key in owner.columns:
            return ColumnCells(owner, key)
    elif isinstance(typed.node, FunctionCall) and typed.node.function == "lookup":
        first, last = typed.children[0].meaning, typed.children[-1].meaning
        if isinstance(first, ResolvedEntry) and isinstance(last, BareWord):
            return _in_table(ruleset, first.id, last.word)
    return None


def _in_table(ruleset: Ruleset, id_: str, key: str) -> ColumnCells | None:
    table = ruleset.find(id_)
    if isinstance(table, Table) and key in table.columns:
        return ColumnCells(table, key)
    return None


def possible(
    ruleset: Ruleset, path: KeyPath, typed: TypedNode | None = None
) -> Iterator[Possible]:
    """Yield the possible results of the formula at a place, or of a part of it."""
    if typed is None:
        typed = ruleset.checked[path].tree
    column = column_of(ruleset, owner_of(ruleset, path), typed)
    if column is not None:
        for place, cell in column.cells(ruleset):
            for value in cell if isinstance(cell, tuple) else (cell,):
                yield Possible(value.entry if isinstance(value, Ref) else value, place)
    elif isinstance(typed.meaning, ResolvedEntry):
        yield Possible(ruleset.entries[typed.meaning.id], path)
    elif isinstance(typed.node, Integer):
        yield Possible(typed.node.value, path)
    elif isinstance(typed.node, FunctionCall) and typed.node.function in BRANCHES:
        for branch in typed.children[BRANCHES[typed.node.function] :]:
            yield from possible(ruleset, path, branch)
