"""Code generation: write a checked formula as a Python expression.

A named formula becomes a function. If it needs only its arguments, they are its parameters:
`def scale(a: int, b: int) -> int`. A formula that needs the rules, a character or the names of its
place is called situated: its first parameter is a Situation, `here`, which looks them up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.formula import python_fragments as python
from freed6c.formula import types
from freed6c.formula.arithmetic import CONVERSIONS
from freed6c.formula.builtins import BUILTINS
from freed6c.formula.checker import FORMULA
from freed6c.formula.parser import PRECEDENCE, Precedence
from freed6c.formula.python_fragments import HERE, Fragment, Operator, read_by
from freed6c.formula.scope import ResolvedEntry
from freed6c.formula.syntax_tree import (
    Binary,
    Decimal,
    DiceLiteral,
    FunctionCall,
    Integer,
    Name,
    Truth,
    Unary,
)
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
from freed6c.packs.lazy import dataclass
from freed6c.runtime.record import Ref

if TYPE_CHECKING:
    from collections.abc import Collection


TYPES: Final = frozenset({"int", "bool", "str"})
"""Names that annotations use, so no function can have them."""


def function_name(key: str) -> str:
    """Return the Python name of a formula: `fixed_value` for `formula.fixed-value`."""
    name = python_name(key.removeprefix(FORMULA))
    return f"{name}_" if name in TYPES else name


@dataclass(frozen=True, kw_only=True)
class FunctionForm:
    """The form of the function whose body is a formula.

    - `situated`: the keys of the named formulas that take the situation as their first argument.
    - `module`: the module of named formulas, empty for that of the function.
    - `arguments`: if True, free variables are arguments; if False, they are looked up in `here`.
    - `called`: the functions that the body calls. No argument can have the same name.
    """

    situated: Collection[str] = frozenset()
    module: str = ""
    arguments: bool = True
    called: Collection[str] = frozenset()

    def spell(self, name: str) -> str:
        """Return the Python name of an argument, with `_` if it would hide a called function."""
        spelled = python_name(name)
        return f"{spelled}_" if spelled in self.called else spelled


def named_function_form(
    checked: CheckedFormula, situated: Collection[str] = frozenset()
) -> FunctionForm:
    """Return the form of a named formula, whose free variables are arguments."""
    functions = {
        function_name(typed.node.function)
        for typed in walk_typed(checked)
        if isinstance(typed.node, FunctionCall)
    }
    return FunctionForm(situated=situated, called=functions | {HERE})


def find_situated(definitions: Definitions) -> frozenset[str]:
    """Return the keys of the formulas that need the situation, or call a formula that does.

    It is a least fixed point: each round adds the callers of the formulas found so far.
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
            if key not in situated and _uses_here(definition.body, situated)
        }
        if not callers:
            return situated
        situated |= callers


def _uses_here(body: CheckedFormula, situated: Collection[str]) -> bool:
    """Return True if the generated code of a named formula uses the situation."""
    return HERE in to_python(body, named_function_form(body, situated)).names


SPELLINGS: Final = {"=": "==", "within": "in", "mod": "%"}
"""The Python spelling of binary operators, if different."""

OPPOSITE: Final = {"=": "!=", "!=": "="}
"""The operators of negated comparisons: `not (a = b)` is written `a != b`."""


def to_python(checked: CheckedFormula, form: FunctionForm | None = None) -> Fragment:
    """Write a formula without problems, by default as the body of a named formula."""
    assert not checked.problems
    return _Generator(form or named_function_form(checked)).write(checked.tree)


@dataclass(frozen=True)
class _Generator:
    form: FunctionForm

    def write(self, typed: TypedNode) -> Fragment:
        """Write a node with its coercion: `Pool.of(code)`, or `here.turned(x, Pool.of)`."""
        constant = python.write_constant(typed)
        if constant is not None:
            return constant
        fragment = self.write_uncoerced(typed)
        if typed.coerced_to is None:
            return fragment
        conversion = CONVERSIONS[types.without_optional(typed.coerced_to)].__qualname__
        if isinstance(typed.coerced_to, types.OptionalOf):
            return python.call(f"{HERE}.turned", fragment, python.atom(conversion))
        return python.call(conversion, fragment)

    def write_uncoerced(self, typed: TypedNode) -> Fragment:
        """Write a node without its coercion."""
        match typed.node:
            case Unary(operator):
                return self.unary(operator, typed)
            case Binary(operator):
                return self.binary(operator, typed)
            case FunctionCall(function):
                return self.call(function, typed)
            case Name():
                return self.name(typed)
            case Integer(value) | Decimal(value) | Truth(value):
                return python.write_value(value)
            case DiceLiteral(dice, pips):
                return python.write_die_code(dice, pips)
            case other:
                # `write_constant` has written all other literals.
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
                return python.call(f"{read_by(typed)}.value", id_text, value_type)
            case _:
                raise AssertionError(typed)

    def call(self, function: str, typed: TypedNode) -> Fragment:
        builtin = BUILTINS.get(function)
        if builtin is not None:
            return builtin.python(typed, self.write)
        arguments = [self.write(part) for part in typed.children]
        if function.removeprefix(FORMULA) in self.form.situated:
            arguments = [python.atom(read_by(typed)), *arguments]
        name, module = function_name(function), self.form.module
        return python.call(f"{module}.{name}" if module else name, *arguments)

    def unary(self, operator: str, typed: TypedNode) -> Fragment:
        inner = typed.children[0].node
        if (
            operator == "not"
            and isinstance(inner, Binary)
            and inner.operator in OPPOSITE
        ):
            return self.binary(OPPOSITE[inner.operator], typed.children[0])
        operand = self.write(typed.children[0])
        if operator == "not":
            return python.negation(operand)
        if operator == "±":
            # A second ± changes nothing.
            if isinstance(inner, Unary) and inner.operator == operator:
                return operand
            return python.method(operand, "plus_or_minus")
        return python.negative(operand) if operator == "-" else operand

    def binary(self, operator: str, typed: TypedNode) -> Fragment:
        """Write a binary node with an operator, which can be the opposite of its own."""
        if is_between(typed):
            return self.between(typed)
        left, right = map(self.write, typed.children)
        left_type, right_type = (child.type for child in typed.children)
        if operator == "to":
            return python.call("Range", low=left, high=right)
        if operator == "/" and left_type is right_type is types.INTEGER:
            return python.call("Fraction", left, right)
        if operator in OPPOSITE and isinstance(left_type, types.QuantityOf):
            equals = python.method(left, "equals", right)
            return equals if operator == "=" else python.negation(equals)
        if is_difference(typed):
            return python.method(left, "difference", right)
        symbol = SPELLINGS.get(operator, operator)
        return python.infix(left, symbol, right, PRECEDENCE[operator])

    def between(self, typed: TypedNode) -> Fragment:
        """Write `x within low to high` as `low <= x <= high`."""
        value, bounds = typed.children
        low, high = bounds.children
        at_most = Operator("<=", Precedence.COMPARISON)
        low_pieces, value_pieces, high_pieces = (
            self.write(node).at_least(Precedence.SUM) for node in (low, value, high)
        )
        pieces = (*low_pieces, at_most, *value_pieces, at_most, *high_pieces)
        return Fragment(pieces, Precedence.COMPARISON)
