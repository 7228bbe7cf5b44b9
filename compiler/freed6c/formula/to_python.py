"""A formula as a Python expression on one line, as a careful person would write it.

Not everything can be a plain function: what asks a character, a table or an entry of
the ruleset needs more than arguments; pools, modifiers, quantities have no arithmetic.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.formula import made, pieces
from freed6c.formula.builtins import BUILTINS
from freed6c.formula.pieces import NotPlain, Piece, Strength
from freed6c.formula.tree import Binary, Call, Decimal, Dice, Integer, Truth, Unary
from freed6c.formula.tree import called as called_in
from freed6c.formula.typed import Variable, spans, walk_typed
from freed6c.formula.types import FRACTION, INTEGER, MODIFIER, POOL, QuantityOf
from freed6c.packs.names import python_name

if TYPE_CHECKING:
    from freed6c.formula.typed import Checked, Typed

INFIX: Final = {
    "or": ("or", Strength.OR),
    "and": ("and", Strength.AND),
    "=": ("==", Strength.COMPARISON),
    "!=": ("!=", Strength.COMPARISON),
    "<": ("<", Strength.COMPARISON),
    "<=": ("<=", Strength.COMPARISON),
    ">": (">", Strength.COMPARISON),
    ">=": (">=", Strength.COMPARISON),
    "+": ("+", Strength.SUM),
    "-": ("-", Strength.SUM),
    "*": ("*", Strength.PRODUCT),
    "/": ("/", Strength.PRODUCT),
    "mod": ("%", Strength.PRODUCT),
}


OPPOSITE: Final = {"=": "!=", "!=": "="}


def to_python(checked: Checked) -> Piece | None:
    """Write a formula, with the names it needs imported.

    None where the formula is not expressible as a plain function: it needs a character,
    a table or an entry; it does more to a pool, modifier or quantity than its fields
    allow; or one of its names is also the name of a function it calls.
    """
    if checked.problems or _clash(checked):
        return None
    try:
        return _write(checked.tree)
    except NotPlain:
        return None


def _clash(checked: Checked) -> bool:
    names = {
        python_name(typed.meaning.name.partition(".")[0])
        for typed in walk_typed(checked.tree)
        if isinstance(typed.meaning, Variable)
    }
    functions = {_function(name) for name in called_in(checked.tree.node)}
    return not names.isdisjoint(functions)


def _function(name: str) -> str:
    return python_name(name.removeprefix("formula."))


def _write(typed: Typed) -> Piece:
    """Write a part, as what it becomes."""
    if isinstance(typed.node, Call) or isinstance(typed.meaning, Variable):
        return _become(_open(typed), typed)
    delivers = typed.delivers
    if delivers is MODIFIER:
        return pieces.make("Modifier", made.Maker(_write).modifier(typed))
    if delivers is POOL:
        return made.pool(typed)
    if isinstance(delivers, QuantityOf):
        return pieces.make("Quantity", made.Maker(_write).quantity(typed))
    return _become(_plain(typed), typed)


def _become(piece: Piece, typed: Typed) -> Piece:
    """Make a name or a call into what is wanted there."""
    if typed.becomes is FRACTION:
        return pieces.call("Fraction", piece, needs=("Fraction",))
    if typed.becomes is MODIFIER and typed.type is INTEGER:
        return pieces.make("Modifier", {"adds": piece})
    if typed.becomes is MODIFIER:
        return pieces.make("Modifier", made.code_fields(typed, "pips"))
    if typed.becomes is POOL:
        return made.pool(typed)
    return piece


def _open(typed: Typed) -> Piece:
    """Write a name or a call, whatever it gives."""
    if isinstance(typed.meaning, Variable):
        return pieces.variable(typed.meaning.name)
    assert isinstance(typed.node, Call)
    builtin = BUILTINS.get(typed.node.function)
    if builtin is None:
        arguments = [_write(part) for part in typed.parts]
        return pieces.call(_function(typed.node.function), *arguments)
    if builtin.python is None:
        raise NotPlain
    return builtin.python(typed.parts, _write)


def _plain(typed: Typed) -> Piece:
    match typed.node:
        case Truth(value):
            return Piece(str(value))
        case Integer(value):
            return pieces.number(value)
        case Decimal(number):
            return made.fraction(number)
        case Dice(dice, pips):
            numbers = [pieces.number(number) for number in (dice, pips)]
            code = numbers if pips else numbers[:1]
            return pieces.call("DieCode", *code, needs=("DieCode",))
        case Unary():
            return _unary(typed.node.operator, typed)
        case Binary():
            return _binary(typed.node.operator, typed)
        case _:
            raise NotPlain


def _unary(operator: str, typed: Typed) -> Piece:
    inside = typed.parts[0].node
    if operator == "not" and isinstance(inside, Binary) and inside.operator in OPPOSITE:
        return _binary(OPPOSITE[inside.operator], typed.parts[0])
    operand = _write(typed.parts[0])
    if operator == "not":
        text = f"not {operand.at_least(Strength.NOT)}"
        return Piece(text, Strength.NOT, operand.imports)
    return pieces.negative(operand) if operator == "-" else operand


def _binary(operator: str, typed: Typed) -> Piece:
    if operator == "within":
        return _within(typed)
    left, right = typed.parts
    if any(isinstance(part.type, QuantityOf) for part in typed.parts):
        raise NotPlain
    pair = _write(left), _write(right)
    if operator == "to":
        return pieces.make("Range", {"low": pair[0], "high": pair[1]})
    if operator == "/" and left.type is right.type is INTEGER:
        return pieces.call("Fraction", *pair, needs=("Fraction",))
    symbol, strength = INFIX[operator]
    return pieces.infix(pair[0], symbol, pair[1], strength)


def _within(typed: Typed) -> Piece:
    """Write a comparison with both ends of a range that is written out."""
    value, bounds = typed.parts
    if not spans(typed) or isinstance(value.type, QuantityOf):
        raise NotPlain
    low, high = bounds.parts
    found = [_write(part) for part in (low, value, high)]
    text = " <= ".join(piece.at_least(Strength.SUM) for piece in found)
    return Piece(text, Strength.COMPARISON, pieces.gathered(found))
