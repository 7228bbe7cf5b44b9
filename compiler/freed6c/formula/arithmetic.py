"""The operators on values, exactly. The checker has seen to it that they fit."""

from __future__ import annotations

import operator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from freed6c.formula.limits import MAX_NUMBER
from freed6c.formula.problem import Unworkable
from freed6c.runtime.amounts import Modifier, Pool, Quantity, Range
from freed6c.runtime.die_code import DieCode

if TYPE_CHECKING:
    from collections.abc import Callable

    from freed6c.formula.environment import Environment, Value

COUNTED: Final = ("adds", "dice", "pips", "count")
"""The fields of a modifier that are numbers."""


def _divide(left: Any, right: Any) -> Fraction:
    return Fraction(left) / Fraction(right)


PLAIN: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _divide,
    "mod": operator.mod,
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def combine(symbol: str, left: Any, right: Any, here: Environment) -> Value:
    """Work out two values with an operator between them. Raises Unworkable."""
    if symbol == "to":
        return Range(low=left, high=right)
    if symbol == "within":
        return _within(left, right, here)
    found: Value = _mixed(symbol, left, right, here)
    return found


def _mixed(symbol: str, left: Any, right: Any, here: Environment) -> Any:
    match left, right:
        case Quantity(), _:
            return _amounts(symbol, left, right, here)
        case Pool(), _:
            return _pooled(symbol, left, right)
        case _, Pool():
            return _pooled(symbol, right, left)
        case Modifier(), _:
            return times(left, right)
        case _, (Quantity() | Modifier()):
            return _scaled(right, left)
        case _:
            return _plain(symbol, left, right)


def _plain(symbol: str, left: Any, right: Any) -> Any:
    try:
        return PLAIN[symbol](left, right)
    except ZeroDivisionError:
        raise Unworkable("nothing can be divided by zero") from None
    except TypeError:
        raise Unworkable("these do not go together") from None
    except ValueError:
        raise Unworkable(
            "this would be less than no dice at all", "use max(…) to stop at a code"
        ) from None


def _amounts(symbol: str, left: Quantity, right: Any, here: Environment) -> Any:
    if not isinstance(right, Quantity):
        return Quantity(amount=_plain(symbol, left.amount, right), unit=left.unit)
    found = _plain(symbol, left.amount, in_unit(right, left.unit, here))
    return Quantity(amount=found, unit=left.unit) if symbol in {"+", "-"} else found


def _scaled(quantity: Quantity | Modifier, factor: Any) -> Quantity | Modifier:
    if isinstance(quantity, Modifier):
        return times(quantity, factor)
    return Quantity(amount=quantity.amount * factor, unit=quantity.unit)


def in_unit(quantity: Quantity, unit: str, here: Environment) -> Fraction:
    """Give the amount in another unit of its measure. Raises Unworkable."""
    if quantity.unit == unit:
        return Fraction(quantity.amount)
    ratio = here.ratio(quantity.unit, unit)
    if ratio is None:
        raise Unworkable(f"nothing says how many {unit} make one {quantity.unit}")
    return quantity.amount * ratio


def _within(value: Any, bounds: Range[Any], here: Environment) -> bool:
    above = bounds.low is None or combine(">=", value, bounds.low, here)
    below = bounds.high is None or combine("<=", value, bounds.high, here)
    return bool(above and below)


def _pooled(symbol: str, left: Pool, right: Any) -> Pool:
    if isinstance(right, Pool):
        return pool(
            left.dice + right.dice,
            left.adds + right.adds,
            (*left.tokens, *right.tokens),
        )
    return _changed(left, right if symbol == "+" else times(right, -1))


def _changed(dice: Pool, change: Modifier) -> Pool:
    if change.either_way:
        raise Unworkable("plus or minus must be chosen before it changes a pool")
    tokens = ((change.token, change.count),) if change.token else ()
    return pool(
        dice.dice + change.dice,
        dice.adds + change.adds + change.pips,
        (*dice.tokens, *tokens),
    )


def pool(dice: int, adds: int = 0, tokens: tuple[tuple[str, int], ...] = ()) -> Pool:
    """Make a pool as it would be written: fields that say nothing are left out."""
    if dice < 0:
        raise Unworkable("this would be less than no dice at all")
    fields: dict[str, Any] = {"dice": dice, "adds": adds, "tokens": tokens}
    return Pool(
        **{name: field for name, field in fields.items() if field or name == "dice"}
    )


def modifier(**fields: Any) -> Modifier:
    """Make a modifier as it would be written: fields that say nothing are left out."""
    return Modifier(**{name: field for name, field in fields.items() if field})


def times(change: Modifier, factor: int) -> Modifier:
    """Multiply a modifier."""
    counted = {name: getattr(change, name) * factor for name in COUNTED}
    return modifier(**counted, token=change.token, either_way=change.either_way)


def signed(sign: str, value: Any) -> Value:
    """Apply a sign, or `not`."""
    found: Value = value
    match sign:
        case "not":
            return not value
        case "±":
            counted = {name: getattr(value, name) for name in COUNTED}
            return modifier(**counted, token=value.token, either_way=True)
        case "-":
            return _negative(value)
        case _:
            return found


def _negative(value: Any) -> Value:
    if isinstance(value, Quantity | Modifier):
        return _scaled(value, -1)
    found: Value = -value
    return found


def magnitude(_here: Environment, value: Any) -> Value:
    """Take the sign off."""
    if isinstance(value, Quantity):
        return value if value.amount >= 0 else _scaled(value, -1)
    found: Value = abs(value)
    return found


def smallest(here: Environment, *values: Any) -> Value:
    """Find the smallest."""
    return _best("<", values, here)


def greatest(here: Environment, *values: Any) -> Value:
    """Find the greatest."""
    return _best(">", values, here)


def _best(symbol: str, values: tuple[Any, ...], here: Environment) -> Value:
    best, *others = values
    for other in others:
        best = other if combine(symbol, other, best, here) else best
    found: Value = best
    return found


def bounded(value: Value) -> Value:
    """Give the value back if it is not too large. Raises Unworkable."""
    if any(abs(number) > MAX_NUMBER for number in _numbers(value)):
        raise Unworkable("the number grows too large")
    return value


def _numbers(value: Value) -> tuple[int, ...]:
    match value:
        case int() | Fraction():
            return (value.numerator, value.denominator)
        case DieCode():
            return (value.worth,)
        case Quantity():
            return (value.amount.numerator, value.amount.denominator)
        case Pool():
            return (value.dice, value.adds)
        case Modifier():
            return tuple(getattr(value, name) for name in COUNTED)
        case _:
            return ()
