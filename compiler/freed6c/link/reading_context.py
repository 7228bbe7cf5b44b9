"""The context of a value that the linker reads."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.formula.types import Type
    from freed6c.packs.data import KeyPath
    from freed6c.runtime.situation import FormulaValue


@dataclass(frozen=True, slots=True)
class ReadingContext:
    """The context of a value: its path in the merged tree, and what formulas know there.

    `names` are those that formulas may use there; some have `values` already. In an effect that
    changes a value, `changed` is the type of that.
    """

    path: KeyPath
    names: Mapping[str, Type] = field(default_factory=dict)
    values: Mapping[str, FormulaValue] = field(default_factory=dict)
    changed: Type | None = None

    def at(self, *steps: str | int) -> ReadingContext:
        """A place further inside."""
        path = (*self.path, *steps)
        return ReadingContext(path, self.names, self.values, self.changed)

    def knowing(self, names: Mapping[str, Type]) -> ReadingContext:
        """The same place with more names known."""
        if not names:
            return self
        names = {**self.names, **names}
        return ReadingContext(self.path, names, self.values, self.changed)
