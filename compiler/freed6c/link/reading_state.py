"""The state that the readers of the link stage share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from freed6c.packs.lazy import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from freed6c.diagnostics.diagnostic import Code
    from freed6c.formula.types import Type
    from freed6c.link.formulas import FormulaReader
    from freed6c.link.reading_context import ReadingContext
    from freed6c.link.symbols import Problems, Symbol, Symbols
    from freed6c.packs.data import Data
    from freed6c.packs.location import Location
    from freed6c.runtime.record import Entry

    Names = Mapping[str, Type]


@dataclass(frozen=True)
class ReadingState:
    """The plain data of a ruleset (`tree`), with its symbols and the problems in it.

    Three fields are filled while records are read: `entries` has the typed entries by id,
    `names_by_entry` the names that formulas in an entry can use, with their types, by the entry's
    id, and `rule_inputs` those of all rules.
    """

    symbols: Symbols
    formulas: FormulaReader
    entries: dict[str, Entry]
    problems: Problems
    tree: Mapping[str, Data]
    names_by_entry: dict[str, Names] = field(init=False, default_factory=dict)
    rule_inputs: dict[str, Type] = field(init=False, default_factory=dict)

    def place(self, context: ReadingContext) -> Location | None:
        """Return the location of a value."""
        return self.problems.place(context.path)

    def key(self, context: ReadingContext) -> Location | None:
        """Return the location of a value's key."""
        return self.problems.key(context.path)

    def report(self, code: Code, context: ReadingContext, **facts: Any) -> None:
        """Report a problem with a value, at its location."""
        self.problems.report(code, self.place(context), **facts)

    def find(
        self, text: str, kinds: Collection[str], context: ReadingContext
    ) -> tuple[Symbol, ...]:
        """Return every symbol that a reference could mean, as seen by the pack that wrote it."""
        writer = self.problems.provenance.writer(context.path)
        return self.symbols.find(text, kinds, writer, context.path[:2])
