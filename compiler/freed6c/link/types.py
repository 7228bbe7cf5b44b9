"""Names of types in packs: `integer`, `die-code`, a measure, any kind of entry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.formula import types
from freed6c.packs.data import as_map
from freed6c.packs.kinds import BY_NAME
from freed6c.packs.lazy import dataclass

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from freed6c.packs.data import Data

WITHIN: Final[Mapping[str, str]] = {
    kind.name: kind.parent for kind in BY_NAME.values() if kind.parent is not None
}
"""The kind of the parent, by the name of each nested kind."""


@dataclass(frozen=True)
class TypeReader:
    """Reads names of types in a ruleset. `measures` are the quantities that its units measure."""

    measures: Collection[str]

    def word(self, word: str) -> types.Type | None:
        """Return the type with a name, or None."""
        if word in types.TYPE_WORDS:
            return types.TYPE_WORDS[word]
        if word in self.measures:
            return types.QuantityOf(word)
        return types.EntryOf(word) if word in BY_NAME else None

    def read(self, word: Data | None) -> types.Type:
        """Return the type with a name, or UNKNOWN; unknown names are reported elsewhere."""
        return self.word(str(word)) or types.UNKNOWN

    def all(self) -> Mapping[str, types.Type]:
        """Return every type by its name."""
        return {word: self.read(word) for word in self.names()}

    def names(self) -> tuple[str, ...]:
        """Return all names of types, for suggestions."""
        return (*types.TYPE_WORDS, *self.measures, *BY_NAME)

    def input_type(self, ask: Mapping[str, Data]) -> types.Type:
        """Return the type of an input, from its declaration: `{type: row, of: table.reach}`."""
        word, parent = str(ask.get("type", "")), ask.get("of")
        answer = self._within(self.read(word), word, parent)
        # A boolean input without an answer counts as false, so it is never blank.
        can_be_blank = ask.get("optional") is True and answer != types.BOOLEAN
        return types.OptionalOf(answer) if can_be_blank else answer

    @staticmethod
    def _within(of_kind: types.Type, word: str, parent: Data | None) -> types.Type:
        """Return the type of the entries of a kind inside `parent`, if `parent` is named."""
        if not isinstance(of_kind, types.EntryOf) or not isinstance(parent, str):
            return of_kind
        kind = WITHIN.get(word, word)
        full_id = parent if parent.startswith(f"{kind}.") else f"{kind}.{parent}"
        return types.EntryOf(of_kind.kind, within=full_id)

    def columns(self, body: Mapping[str, Data]) -> Mapping[str, types.Type]:
        """Return the types of the columns that an entry declares."""
        columns = as_map(body.get("columns")).items()
        return {key: self.column(as_map(column)) for key, column in columns}

    def column(self, column: Mapping[str, Data]) -> types.Type:
        """Return the type of a column's cells, as formulas see them."""
        word, parent = str(column.get("type", "")), column.get("of")
        cell = self.word(word)
        if cell is None or column.get("list") is True:
            return types.UNKNOWN
        cell = self._within(cell, word, parent)
        if column.get("range") is True:
            cell = types.RangeOf(cell)
        return types.OptionalOf(cell) if column.get("optional") is True else cell
