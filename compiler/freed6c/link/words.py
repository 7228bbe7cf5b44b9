"""Settings that are a word with a meaning: of a type, or of what one picks from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import structure as codes
from freed6c.packs.kinds import BY_NAME
from freed6c.packs.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Collection

    from freed6c.link.problems import Problems
    from freed6c.link.symbols import Symbols
    from freed6c.link.types import TypeReader
    from freed6c.packs.data import KeyPath


TYPE: Final = "type"
CHOICE: Final = "choice"


@dataclass(frozen=True, slots=True)
class Words:
    """Reports words that mean nothing; the word itself is kept as it is."""

    types: TypeReader
    symbols: Symbols
    problems: Problems

    def read(self, note: str, text: str, path: KeyPath) -> str:
        """A word whose hint carries a note."""
        if note == TYPE and self.types.word(text) is None:
            self._report(f"there is no type '{text}'", text, self.types.known(), path)
        elif note == CHOICE and text not in BY_NAME:
            tables = [
                s.id for s in self.symbols.by_id.values() if s.kind.name == "table"
            ]
            if text not in tables:
                message = f"'{text}' is neither a table nor a kind of entry"
                self._report(message, text, (*tables, *BY_NAME), path)
        return text

    def _report(
        self, message: str, text: str, known: Collection[str], path: KeyPath
    ) -> None:
        near = did_you_mean(text, known)
        some = ("types: integer, die-code, boolean, text, a measure, a kind of entry",)
        self.problems.report(codes.WRONG_VALUE, message, path, help=near or some)
