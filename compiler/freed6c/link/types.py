"""The words that packs use for types: `integer`, `die-code`, `length`, any kind of entry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.formula.types import (
    BOOLEAN,
    DIE_CODE,
    FRACTION,
    INTEGER,
    MODIFIER,
    POOL,
    TEXT,
    UNKNOWN,
    EntryOf,
    OptionalOf,
    QuantityOf,
    RangeOf,
)
from freed6c.packs.kinds import BY_NAME

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from freed6c.formula.types import Type
    from freed6c.packs.data import Data

WORDS: Final[Mapping[str, Type]] = {
    "integer": INTEGER,
    "fraction": FRACTION,
    "boolean": BOOLEAN,
    "die-code": DIE_CODE,
    "pool": POOL,
    "modifier": MODIFIER,
    "text": TEXT,
    "duration": TEXT,
    "one-of": TEXT,
}
WITHIN: Final[Mapping[str, str]] = {
    kind.name: kind.parent for kind in BY_NAME.values() if kind.parent is not None
}


@dataclass(frozen=True, slots=True)
class TypeReader:
    """Reads the words for types of a ruleset, which declares what its units measure."""

    measures: Collection[str]

    def word(self, word: str) -> Type | None:
        """The type of a word, or None where it is none."""
        if word in WORDS:
            return WORDS[word]
        if word in self.measures:
            return QuantityOf(word)
        return EntryOf(word) if word in BY_NAME else None

    def all(self) -> Mapping[str, Type]:
        """Every word for a type, and what it means."""
        words = ((word, self.word(word)) for word in self.known())
        return {word: found for word, found in words if found is not None}

    def known(self) -> tuple[str, ...]:
        """Every word for a type, for suggestions."""
        return (*WORDS, *self.measures, *BY_NAME)

    def column(self, column: Mapping[str, Data]) -> Type:
        """The type of a column's cells, as formulas see them."""
        word, of = str(column.get("type", "")), column.get("of")
        found = self.word(word)
        if found is None or column.get("list") is True:
            return UNKNOWN
        if isinstance(found, EntryOf) and isinstance(of, str):
            found = EntryOf(found.kind, within=_whole(WITHIN.get(word, word), of))
        if column.get("range") is True:
            found = RangeOf(found)
        return OptionalOf(found) if column.get("optional") is True else found


def _whole(kind: str, of: str) -> str:
    return of if of.startswith(f"{kind}.") else f"{kind}.{of}"
