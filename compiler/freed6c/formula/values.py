"""The values of what is written out, and of one sort of thing taken for another."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from freed6c.formula.arithmetic import modifier, pool
from freed6c.formula.tree import Amount, Decimal, Dice, Integer, Truth
from freed6c.formula.typed import Marked, Typed
from freed6c.formula.types import DIE_CODE, FRACTION, MODIFIER, POOL
from freed6c.runtime.amounts import Quantity
from freed6c.runtime.die_code import DieCode

if TYPE_CHECKING:
    from freed6c.formula.environment import Value
    from freed6c.formula.types import Type


def literal(typed: Typed, die_code: type[DieCode]) -> Value:
    """Give what a number, dice or a quantity is worth as written."""
    match typed.node:
        case Integer(value) | Decimal(value) | Truth(value):
            return value
        case Amount(number, unit):
            return Quantity(amount=number, unit=unit)
        case Dice(dice, pips) if typed.type is DIE_CODE:
            return die_code(dice, pips)
        case Dice(dice, pips):
            return pool(dice, pips, tuple(map(_token, typed.parts)))
        case _:
            raise AssertionError(typed.node)


def _token(mark: Typed) -> tuple[str, int]:
    assert isinstance(mark.meaning, Marked)
    return mark.meaning.token, mark.meaning.count


def turned(value: Any, becomes: Type | None) -> Value:
    """Make a value into what is wanted: an integer into a modifier."""
    found: Value = value
    if becomes is FRACTION:
        return Fraction(value)
    if becomes is POOL:
        return pool(value.dice, value.pips)
    if becomes is MODIFIER and isinstance(value, DieCode):
        return modifier(dice=value.dice, pips=value.pips)
    if becomes is MODIFIER:
        return modifier(adds=value)
    return found
