"""Apply operators, evaluate literals and coerce values, all exactly.

The checker has ensured the types.
"""

from __future__ import annotations

import operator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, cast

from freed6c.formula import types
from freed6c.formula.lexer import MAX_DENOMINATOR, MAX_NUMBER
from freed6c.formula.syntax_tree import (
    Decimal,
    DiceLiteral,
    Integer,
    QuantityLiteral,
    SignedDice,
    Truth,
)
from freed6c.formula.typed_tree import TokenCount, TypedNode
from freed6c.runtime.amounts import (
    BY_ZERO,
    NO_DICE,
    STOP_AT_NONE,
    DieCode,
    FormulaPool,
    Modifier,
    Quantity,
    Range,
    pool,
)
from freed6c.runtime.record import FormulaError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from freed6c.runtime.situation import FormulaValue


def _divide(left: Any, right: Any) -> Any:
    whole = isinstance(left, int) and isinstance(right, int)
    return Fraction(left, right) if whole else left / right


def _equal(left: Any, right: Any) -> bool:
    if isinstance(left, Quantity):
        return left.equals(right)
    return bool(left == right)


OPERATORS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _divide,
    "mod": operator.mod,
    "=": _equal,
    "!=": lambda left, right: not _equal(left, right),
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "within": lambda value, bounds: value in bounds,
    "to": lambda low, high: Range(low=low, high=high),
}


def apply_binary(symbol: str, left: Any, right: Any) -> FormulaValue:
    """Apply a binary operator to two values. Raises FormulaError."""
    try:
        result: FormulaValue = OPERATORS[symbol](left, right)
    except (TypeError, AttributeError):
        raise FormulaError("these values cannot be combined") from None
    except ZeroDivisionError:
        raise FormulaError(BY_ZERO) from None
    except ValueError:
        raise FormulaError(NO_DICE, STOP_AT_NONE) from None
    return result


def apply_unary(sign: str, value: Any) -> FormulaValue:
    """Return the value of `not`, `±`, `-` or `+` applied to a value."""
    result: FormulaValue = value
    match sign:
        case "not":
            result = not value
        case "±":
            result = value.plus_or_minus()
        case "-":
            result = -value
    return result


def bounded(value: FormulaValue) -> FormulaValue:
    """Return the value. Raises FormulaError if it has a number that is too large or too long."""
    for number in numbers_in(value):
        large = not -MAX_NUMBER <= number <= MAX_NUMBER
        if large or number.denominator > MAX_DENOMINATOR:
            raise FormulaError("the result is too large")
    return value


def numbers_in(value: FormulaValue) -> tuple[int | Fraction, ...]:
    """Return the numbers in a value that can grow."""
    match value:
        case int() | Fraction():
            return (value,)
        case DieCode():
            return (value.worth,)
        case Quantity():
            return (value.amount,)
        case FormulaPool():
            return (value.dice, value.adds)
        case Modifier():
            return (value.adds, value.dice, value.pips, value.count)
        case _:
            return ()


# The values of literals, and conversions from one type to another.


CONVERSIONS: Final[Mapping[types.Type, Callable[[Any], FormulaValue]]] = {
    types.FRACTION: Fraction,
    types.POOL: FormulaPool.of,
    types.MODIFIER: Modifier.of,
}


def literal(typed: TypedNode, die_code: type[DieCode]) -> FormulaValue:
    """Return the value of a literal; `die_code` is the class of the ruleset."""
    match typed.node:
        case Integer(value) | Decimal(value) | Truth(value):
            return value
        case DiceLiteral(dice, pips) if typed.type is types.DIE_CODE:
            return die_code(dice, pips)
        case _:
            return constant(typed)


def constant(typed: TypedNode) -> Modifier | FormulaPool | Quantity:
    """Return the value of a modifier, pool or quantity that is a literal."""
    match typed.node, typed.meaning:
        case QuantityLiteral(number, unit), _:
            return number * Quantity(amount=1, unit=unit)
        case SignedDice(dice, pips), _:
            return Modifier(dice=dice, pips=pips) if dice else Modifier(pips=pips)
        case DiceLiteral(dice, pips), _:
            return pool(dice, pips, tuple(map(_token, typed.children)), typed.node.die)
        case _, TokenCount(token, count):
            return Modifier(token=token, count=count)
        case _:
            raise AssertionError(typed.node)


def _token(mark: TypedNode) -> tuple[str, int]:
    assert isinstance(mark.meaning, TokenCount)
    return mark.meaning.token, mark.meaning.count


def convert(value: Any, coerced_to: types.Type | None) -> FormulaValue:
    """Return a value coerced to a type, as an integer to a modifier. A blank stays blank."""
    if value is None or coerced_to is None:
        return cast("FormulaValue", value)
    return CONVERSIONS[types.without_optional(coerced_to)](value)
