"""Code generation: a checked formula becomes a Python expression on one line.

A formula that needs nothing but its arguments becomes a plain function of them. Every other one
asks a situation, called `here`, for names of its place, a character and the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.formula import python_fragments as python
from freed6c.formula import syntax_tree, types
from freed6c.formula.arithmetic import CONVERSIONS
from freed6c.formula.builtins import BUILTINS
from freed6c.formula.checker import FORMULA
from freed6c.formula.parser import PRECEDENCE, Precedence
from freed6c.formula.python_fragments import HERE, Fragment, Operator
from freed6c.formula.scope import ResolvedEntry
from freed6c.formula.typed_tree import (
    CheckedFormula,
    Definitions,
    TypedNode,
    Variable,
    is_between,
    is_difference,
    walk_typed,
)
from freed6c.packs.ids import python_name
from freed6c.runtime.record import Ref

if TYPE_CHECKING:
    from collections.abc import Collection


TYPES: Final = frozenset({"int", "bool", "str"})
"""Names that annotations use; no function may take them away."""


def function_name(key: str) -> str:
    """Give the Python name of a formula: `fixed_value`."""
    name = python_name(key.removeprefix(FORMULA))
    return f"{name}_" if name in TYPES else name


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionForm:
    """The function whose body a formula becomes.

    Its free variables are `arguments`, spelled so that they hide no function in `called`; or else
    the situation is asked for them. The named formulas in `situated` take the situation as their
    first argument. Named formulas are in a `module`, if not in the same one.
    """

    situated: Collection[str] = frozenset()
    module: str = ""
    arguments: bool = True
    called: Collection[str] = frozenset()

    def spell(self, name: str) -> str:
        """Give the Python name of an argument."""
        spelled = python_name(name)
        return f"{spelled}_" if spelled in self.called else spelled


def named_function_form(
    checked: CheckedFormula, situated: Collection[str] = frozenset()
) -> FunctionForm:
    """Give the form of a named formula: its names are arguments."""
    functions = {
        function_name(typed.node.function)
        for typed in walk_typed(checked.tree)
        if isinstance(typed.node, syntax_tree.FunctionCall)
    }
    return FunctionForm(situated=situated, called=functions | {HERE})


def find_situated(definitions: Definitions) -> frozenset[str]:
    """Find the formulas that need more than their arguments, or call one that does.

    A least fixed point: each round adds the callers of what the round before it found.
    """
    situated = frozenset(
        key
        for key, definition in definitions.items()
        if any(isinstance(value, Ref) for value in definition.constants.values())
    )
    while True:
        callers = {
            key
            for key, definition in definitions.items()
            if key not in situated and _asks(definition.body, situated)
        }
        if not callers:
            return situated
        situated |= callers


def _asks(body: CheckedFormula, situated: Collection[str]) -> bool:
    """Tell whether the code of a named formula asks the situation."""
    return HERE in to_python(body, named_function_form(body, situated)).names


SPELLINGS: Final = {"=": "==", "within": "in", "mod": "%"}
"""Binary operators that Python spells otherwise."""

OPPOSITE: Final = {"=": "!=", "!=": "="}


def to_python(checked: CheckedFormula, form: FunctionForm | None = None) -> Fragment:
    """Write a formula without problems."""
    assert not checked.problems
    return _Generator(form or named_function_form(checked)).write(checked.tree)


@dataclass(frozen=True, slots=True)
class _Generator:
    form: FunctionForm

    def write(self, typed: TypedNode) -> Fragment:
        """Write a node, coerced."""
        constant = python.write_constant(typed)
        if constant is not None:
            return constant
        piece = self.write_uncoerced(typed)
        if typed.coerced_to is None:
            return piece
        into = CONVERSIONS[types.without_optional(typed.coerced_to)].__qualname__
        if isinstance(typed.coerced_to, types.OptionalOf):
            return python.call(f"{HERE}.turned", piece, python.atom(into))
        return python.call(into, piece)

    def write_uncoerced(self, typed: TypedNode) -> Fragment:
        """Write a node as what it is."""
        match typed.node:
            case syntax_tree.Unary(operator):
                return self.unary(operator, typed)
            case syntax_tree.Binary(operator):
                return self.binary(operator, typed)
            case syntax_tree.FunctionCall(function):
                return self.call(function, typed)
            case syntax_tree.Name():
                return self.name(typed)
            case (
                syntax_tree.Integer(value)
                | syntax_tree.Decimal(value)
                | syntax_tree.Truth(value)
            ):
                return python.write_value(value)
            case syntax_tree.DiceLiteral(dice, pips):
                return python.write_die_code(dice, pips)
            case other:
                # All other literals are constants.
                raise AssertionError(other)

    def name(self, typed: TypedNode) -> Fragment:
        match typed.meaning:
            case Variable(name) if self.form.arguments:
                return python.atom(self.form.spell(name))
            case Variable(name):
                return python.write_variable(name, typed.type)
            case ResolvedEntry(id_, types.EntryOf()):
                return python.call(f"{HERE}.ref", python.write_text(id_))
            case ResolvedEntry(id_, of):
                id_text, value_type = python.write_text(id_), python.write_type(of)
                return python.call(f"{HERE}.value", id_text, value_type)
            case _:
                raise AssertionError(typed)

    def call(self, function: str, typed: TypedNode) -> Fragment:
        builtin = BUILTINS.get(function)
        if builtin is not None:
            return builtin.python(typed, self.write)
        arguments = [self.write(part) for part in typed.children]
        if function.removeprefix(FORMULA) in self.form.situated:
            arguments = [python.atom(HERE), *arguments]
        name, module = function_name(function), self.form.module
        return python.call(f"{module}.{name}" if module else name, *arguments)

    def unary(self, operator: str, typed: TypedNode) -> Fragment:
        inside = typed.children[0].node
        if (
            operator == "not"
            and isinstance(inside, syntax_tree.Binary)
            and inside.operator in OPPOSITE
        ):
            return self.binary(OPPOSITE[inside.operator], typed.children[0])
        operand = self.write(typed.children[0])
        if operator == "not":
            return python.negation(operand)
        if operator == "±":
            if isinstance(inside, syntax_tree.Unary) and inside.operator == operator:
                return operand
            return python.method(operand, "plus_or_minus")
        return python.negative(operand) if operator == "-" else operand

    def binary(self, operator: str, typed: TypedNode) -> Fragment:
        left, right = typed.children
        if is_between(typed):
            return self.between(typed)
        pair = self.write(left), self.write(right)
        if operator == "to":
            return python.call("Range", low=pair[0], high=pair[1])
        if operator == "/" and left.type is right.type is types.INTEGER:
            return python.call("Fraction", *pair)
        if operator in OPPOSITE and isinstance(left.type, types.QuantityOf):
            same = python.method(pair[0], "equals", pair[1])
            return same if operator == "=" else python.negation(same)
        if is_difference(typed):
            return python.method(pair[0], "difference", pair[1])
        symbol = SPELLINGS.get(operator, operator)
        return python.infix(pair[0], symbol, pair[1], PRECEDENCE[operator])

    def between(self, typed: TypedNode) -> Fragment:
        """Write `x within low to high` as `low <= x <= high`."""
        value, bounds = typed.children
        low, high = bounds.children
        at_most = Operator("<=", Precedence.COMPARISON)
        least, number, most = (
            self.write(part).at_least(Precedence.SUM) for part in (low, value, high)
        )
        pieces = (*least, at_most, *number, at_most, *most)
        return Fragment(pieces, Precedence.COMPARISON)
