"""The place of a value that the linker reads, and the names that its formulas can use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.packs.lazy import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.formula.types import Type
    from freed6c.packs.data import KeyPath
    from freed6c.runtime.situation import FormulaValue


@dataclass(frozen=True)
class ReadingContext:
    """The context of a value that is being read: its path in the merged tree, and local names.

    `names` are the types of the names that formulas can use there. `values` has those names whose
    values are already constant. Inside a `modify` effect, `changed` is the type of the value that
    the effect changes.
    """

    path: KeyPath
    names: Mapping[str, Type] = field(default_factory=dict)
    values: Mapping[str, FormulaValue] = field(default_factory=dict)
    changed: Type | None = None

    def at(self, *steps: str | int) -> ReadingContext:
        """Return the context of a value further inside."""
        path = (*self.path, *steps)
        return ReadingContext(path, self.names, self.values, self.changed)

    def knowing(self, names: Mapping[str, Type]) -> ReadingContext:
        """Return the context of the same value with additional names."""
        if not names:
            return self
        names = {**self.names, **names}
        return ReadingContext(self.path, names, self.values, self.changed)
