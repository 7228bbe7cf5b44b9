"""The values of what is written out, and of one sort of thing taken for another."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, cast

from freed6c.formula.tree import Amount, Decimal, Dice, Integer, Truth
from freed6c.formula.typed import Marked, Typed
from freed6c.formula.types import DIE_CODE, FRACTION, MODIFIER, POOL, OptionalOf
from freed6c.runtime.amounts import Modifier, Pool, Quantity, pool

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from freed6c.formula.types import Type
    from freed6c.runtime.die_code import DieCode
    from freed6c.runtime.given import Value

INTO: Final[Mapping[Type | None, Callable[[Any], Value]]] = {
    FRACTION: Fraction,
    POOL: Pool.of,
    MODIFIER: Modifier.of,
}


def literal(typed: Typed, die_code: type[DieCode]) -> Value:
    """Give what a number, dice or a quantity is worth as written."""
    match typed.node:
        case Integer(value) | Decimal(value) | Truth(value):
            return value
        case Dice(dice, pips) if typed.type is DIE_CODE:
            return die_code(dice, pips)
        case _:
            return made(typed)


def made(typed: Typed) -> Modifier | Pool | Quantity:
    """Give the modifier, pool or quantity that is written out."""
    match typed.node, typed.meaning:
        case Amount(number, unit), _:
            return number * Quantity(amount=1, unit=unit)
        case Dice(dice, pips), _:
            tokens = tuple(map(_token, typed.parts))
            return pool(dice, pips, tokens)
        case _, Marked(token, count):
            return Modifier(token=token, count=count)
        case _:
            raise AssertionError(typed.node)


def _token(mark: Typed) -> tuple[str, int]:
    assert isinstance(mark.meaning, Marked)
    return mark.meaning.token, mark.meaning.count


def turned(value: Any, becomes: Type | None) -> Value:
    """Make a value into what is wanted: an integer into a modifier."""
    bare = becomes.of if isinstance(becomes, OptionalOf) else becomes
    into = INTO.get(bare)
    if value is None or into is None:
        return cast("Value", value)
    return into(value)
