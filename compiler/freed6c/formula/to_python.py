"""A formula as a Python expression on one line, as a careful person would write it.

What needs nothing but its arguments is a plain function of them. Everything else is worked out
`here`, in a situation, which answers for the names of the place, a character and the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.formula import pieces, plain, written
from freed6c.formula.builtins import BUILTINS
from freed6c.formula.form import Form, argument_form, function_name
from freed6c.formula.pieces import Piece, Strength
from freed6c.formula.plain import HERE
from freed6c.formula.scope import Found
from freed6c.formula.tree import Binary, Call, Name, Unary
from freed6c.formula.typed import Variable, spans
from freed6c.formula.types import (
    FRACTION,
    INTEGER,
    MODIFIER,
    POOL,
    EntryOf,
    OptionalOf,
    QuantityOf,
    bare,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.formula.typed import Checked, Typed
    from freed6c.formula.types import Type

INFIX: Final = {
    "or": ("or", Strength.OR),
    "and": ("and", Strength.AND),
    "=": ("==", Strength.COMPARISON),
    "!=": ("!=", Strength.COMPARISON),
    "<": ("<", Strength.COMPARISON),
    "<=": ("<=", Strength.COMPARISON),
    ">": (">", Strength.COMPARISON),
    ">=": (">=", Strength.COMPARISON),
    "within": ("in", Strength.COMPARISON),
    "+": ("+", Strength.SUM),
    "-": ("-", Strength.SUM),
    "*": ("*", Strength.PRODUCT),
    "/": ("/", Strength.PRODUCT),
    "mod": ("%", Strength.PRODUCT),
}
OPPOSITE: Final = {"=": "!=", "!=": "="}
INTO: Final[Mapping[Type, str]] = {
    FRACTION: "Fraction",
    MODIFIER: "Modifier.of",
    POOL: "Pool.of",
}
"""What makes one sort of thing into another."""


def to_python(checked: Checked, form: Form | None = None) -> Piece:
    """Write a formula without problems, with the names it needs imported."""
    assert not checked.problems
    return _Writer(form or argument_form(checked)).write(checked.tree)


@dataclass(frozen=True, slots=True)
class _Writer:
    form: Form

    def write(self, typed: Typed) -> Piece:
        """Write a part, as what it becomes."""
        constant = written.constant(typed)
        if constant is not None:
            return constant
        piece = self.part(typed)
        if typed.becomes is None:
            return piece
        into = INTO[bare(typed.becomes)]
        needs = (into.partition(".")[0],)
        if isinstance(typed.becomes, OptionalOf):
            return pieces.call(f"{HERE}.turned", piece, Piece(into), needs=needs)
        return pieces.call(into, piece, needs=needs)

    def part(self, typed: Typed) -> Piece:
        """Write a part as what it is."""
        match typed.node:
            case Unary(operator):
                return self.unary(operator, typed)
            case Binary(operator):
                return self.binary(operator, typed)
            case Call(function):
                return self.call(function, typed)
            case Name():
                return self.name(typed)
            case literal:
                return written.literal(literal)

    def name(self, typed: Typed) -> Piece:
        match typed.meaning:
            case Variable(name) if self.form.arguments:
                return Piece(self.form.spell(name))
            case Variable(name):
                return plain.asked(name, typed.type)
            case Found(id_, EntryOf()):
                return pieces.call(f"{HERE}.ref", written.text(id_))
            case Found(id_, of):
                value, as_kind = written.text(id_), written.kind(of)
                return pieces.call(f"{HERE}.value", value, as_kind)
            case _:
                raise AssertionError(typed)

    def call(self, function: str, typed: Typed) -> Piece:
        builtin = BUILTINS.get(function)
        if builtin is not None:
            return builtin.python(typed, self.write)
        arguments = [self.write(part) for part in typed.parts]
        if self.form.hands_over(function):
            arguments = [Piece(HERE), *arguments]
        name, module = function_name(function), self.form.module
        if module:
            return pieces.call(f"{module}.{name}", *arguments, needs=(module,))
        return pieces.call(name, *arguments)

    def unary(self, operator: str, typed: Typed) -> Piece:
        inside = typed.parts[0].node
        if operator == "not" and isinstance(inside, Binary):
            opposite = OPPOSITE.get(inside.operator)
            if opposite is not None:
                return self.binary(opposite, typed.parts[0])
        operand = self.write(typed.parts[0])
        if operator == "not":
            return pieces.opposite(operand)
        if operator == "±":
            if isinstance(inside, Unary) and inside.operator == operator:
                return operand
            return pieces.method(operand, "plus_or_minus")
        return pieces.negative(operand) if operator == "-" else operand

    def binary(self, operator: str, typed: Typed) -> Piece:
        left, right = typed.parts
        if spans(typed):
            return self.between(typed)
        pair = self.write(left), self.write(right)
        if operator == "to":
            return pieces.make("Range", {"low": pair[0], "high": pair[1]})
        if operator == "/" and left.type is right.type is INTEGER:
            return pieces.call("Fraction", *pair, needs=("Fraction",))
        if operator in OPPOSITE and isinstance(left.type, QuantityOf):
            same = pieces.method(pair[0], "equals", pair[1])
            return same if operator == "=" else pieces.opposite(same)
        symbol, strength = INFIX[operator]
        return pieces.infix(pair[0], symbol, pair[1], strength)

    def between(self, typed: Typed) -> Piece:
        """Write a comparison with both ends of a range that is written out."""
        value, bounds = typed.parts
        low, high = bounds.parts
        found = [self.write(part) for part in (low, value, high)]
        text = " <= ".join(piece.at_least(Strength.SUM) for piece in found)
        return Piece(text, Strength.COMPARISON, pieces.gathered(found))
