"""A checked formula as something to call. Generated packages have a function in its place."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from freed6c.formula.evaluate import evaluate
from freed6c.formula.problem import FormulaProblem
from freed6c.formula.typed import walk_typed
from freed6c.formula.types import UNKNOWN
from freed6c.runtime.unworkable import Unworkable

if TYPE_CHECKING:
    from freed6c.formula.definition import Definitions, Names
    from freed6c.formula.typed import Checked
    from freed6c.runtime.situation import Situation


@dataclass(frozen=True, slots=True)
class Works:
    """Works a formula out. `constants` are those of a formula that has a name."""

    checked: Checked
    definitions: Definitions = field(repr=False)
    constants: Names = field(default_factory=lambda: MappingProxyType({}))

    def __call__(self, here: Situation) -> Any:
        """Give the value in a situation. Raises Unworkable where it has none."""
        place = here.knowing(self.constants) if self.constants else here
        try:
            return evaluate(self.checked, place, self.definitions)
        except FormulaProblem as problem:
            raise Unworkable(problem.message, problem.help) from None


def is_known(checked: Checked) -> bool:
    """Tell whether every part has a type; only then a formula can be a typed function."""
    return all(part.type is not UNKNOWN for part in walk_typed(checked.tree))
