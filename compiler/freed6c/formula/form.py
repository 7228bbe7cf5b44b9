"""Which function a formula becomes: one of its arguments, or one of a situation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.formula.builtins import BUILTINS
from freed6c.formula.meanings import FORMULA
from freed6c.formula.plain import HERE
from freed6c.formula.scope import Found
from freed6c.formula.tree import Call
from freed6c.formula.typed import Checked, walk_typed
from freed6c.formula.types import OptionalOf
from freed6c.packs.ids import python_name
from freed6c.runtime.record import Ref

if TYPE_CHECKING:
    from collections.abc import Collection

    from freed6c.formula.definition import Definition, Definitions


TYPES: Final = frozenset({"int", "bool", "str"})
"""Names that annotations use; no function may take them away."""


def function_name(key: str) -> str:
    """Name the function of a formula: `fixed_value`."""
    name = python_name(key.removeprefix(FORMULA))
    return f"{name}_" if name in TYPES else name


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """The function that a formula becomes the body of.

    Its names are arguments, spelled so that they hide no function in `called`; or else they are
    asked of the situation. Of named formulas, those that are `situated` are handed it. They
    stand in a `module`, if not in the same one.
    """

    situated: Collection[str] = frozenset()
    module: str = ""
    arguments: bool = True
    called: Collection[str] = frozenset()

    def spell(self, name: str) -> str:
        """Spell an argument."""
        spelled = python_name(name)
        return f"{spelled}_" if spelled in self.called else spelled

    def hands_over(self, function: str) -> bool:
        """Tell whether what is called here wants the situation."""
        return _asks(function, self.situated)


def argument_form(checked: Checked, situated: Collection[str] = frozenset()) -> Form:
    """Choose the form of a formula with a name."""
    functions = {
        function_name(typed.node.function)
        for typed in walk_typed(checked.tree)
        if isinstance(typed.node, Call)
    }
    return Form(situated=situated, called=functions | {HERE})


def find_situated(definitions: Definitions) -> frozenset[str]:
    """Find the formulas that need more than their arguments, by themselves or through others."""
    found: frozenset[str] = frozenset()
    while True:
        asking = {key for key, one in definitions.items() if asks(one, found)}
        if asking <= found:
            return found
        found |= asking


def asks(definition: Definition, situated: Collection[str]) -> bool:
    """Tell whether anything in a formula asks the rules or a character."""
    constants = definition.constants.values()
    return any(isinstance(value, Ref) for value in constants) or any(
        isinstance(typed.meaning, Found)
        or (isinstance(typed.node, Call) and _asks(typed.node.function, situated))
        or isinstance(typed.becomes, OptionalOf)
        for typed in walk_typed(definition.body.tree)
    )


def _asks(function: str, situated: Collection[str]) -> bool:
    builtin = BUILTINS.get(function)
    if builtin is not None:
        return builtin.asks
    return function.removeprefix(FORMULA) in situated
