"""What stands in a formula as it is, in Python: texts, numbers, dice, quantities, types."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from freed6c.formula import pieces
from freed6c.formula.arithmetic import signed
from freed6c.formula.pieces import Piece
from freed6c.formula.tree import Amount, Decimal, Dice, Integer, Mark, Truth, Unary
from freed6c.formula.typed import Marked
from freed6c.formula.types import (
    BOOLEAN,
    DIE_CODE,
    FRACTION,
    INTEGER,
    MODIFIER,
    POOL,
    TEXT,
    EntryOf,
    OptionalOf,
    QuantityOf,
    RangeOf,
)
from freed6c.formula.values import made
from freed6c.runtime.amounts import Modifier, Pool, Quantity, pool

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.formula.tree import Node
    from freed6c.formula.typed import Typed
    from freed6c.formula.types import Type

SIMPLE: Final[Mapping[Type, type]] = {
    INTEGER: int,
    FRACTION: Fraction,
    BOOLEAN: bool,
    TEXT: str,
    MODIFIER: Modifier,
    POOL: Pool,
}


def kind(of: Type) -> Piece:
    """Write a type: `int`, `Range[Quantity]`, `Ref[Entry]`."""
    match of:
        case QuantityOf():
            return _name("Quantity")
        case RangeOf(inner):
            return _holding("Range", kind(inner))
        case EntryOf(entry):
            return _holding("Ref", _name(entry_class(entry or "entry")))
        case OptionalOf(inner):
            found = kind(inner)
            return Piece(f"{found.text} | None", imports=found.imports)
        case _:
            # The class of die codes is the ruleset's own.
            cls = SIMPLE.get(of)
            return _name("DieCode") if cls is None else _name(cls.__name__)


def entry_class(entry: str) -> str:
    """Name the class of a kind of entry. A formula is something else before it has a name."""
    name = "".join(word.capitalize() for word in entry.split("-"))
    return f"{name}Entry" if name == "Formula" else name


def _name(cls: str) -> Piece:
    own = cls in {"int", "bool", "str"}
    return Piece(cls, imports=frozenset() if own else frozenset({cls}))


def _holding(cls: str, inner: Piece) -> Piece:
    return Piece(f"{cls}[{inner.text}]", imports=inner.imports | {cls})


def text(value: str) -> Piece:
    """Write a text in quotes; whatever a pack put into it stays a text."""
    written = repr(value)
    if written.startswith("'") and '"' not in written:
        written = f'"{written[1:-1]}"'
    return Piece(written)


def fraction(value: Fraction) -> Piece:
    """Write an exact fraction."""
    ends = (value.numerator, value.denominator)
    numbers = [pieces.number(end) for end in ends[: 1 + (value.denominator != 1)]]
    return pieces.call("Fraction", *numbers, needs=("Fraction",))


def literal(node: Node) -> Piece:
    """Write a number, a yes or no, a die code."""
    match node:
        case Truth(value):
            return Piece(str(value))
        case Integer(value):
            return pieces.number(value)
        case Decimal(value):
            return fraction(value)
        case Dice(dice, pips):
            numbers = [pieces.number(number) for number in (dice, pips)]
            code = numbers if pips else numbers[:1]
            return pieces.call("DieCode", *code, needs=("DieCode",))
        case _:
            raise AssertionError(node)


def constant(typed: Typed) -> Piece | None:
    """Write a modifier, pool or quantity that is written out: `-1D`, `5D B2`, `1.5 ft`.

    None for everything else.
    """
    value = _constant(typed)
    if value is None:
        return None
    fields = {name: _field(one) for name, one in value.__dict__.items()}
    return pieces.make(type(value).__name__, fields)


def _constant(typed: Typed) -> Modifier | Pool | Quantity | None:
    match typed.node:
        case Unary(sign) if typed.type is not INTEGER:
            inner = _constant(typed.parts[0])
            found = None if inner is None else signed(sign, inner)
        case Integer(value) if typed.becomes is MODIFIER:
            found = Modifier.of(value)
        case Dice(dice, pips) if typed.type is DIE_CODE:
            found = _code(dice, pips, typed.becomes)
        case Dice() | Mark() | Amount():
            found = made(typed)
        case _:
            found = made(typed) if isinstance(typed.meaning, Marked) else None
    return found if isinstance(found, Modifier | Pool | Quantity) else None


def _code(dice: int, pips: int, becomes: Type | None) -> Modifier | Pool | None:
    """Make what a die code becomes; one that stays a code is none of these amounts."""
    if becomes is POOL:
        return pool(dice, pips)
    if becomes is MODIFIER:
        return dice * Modifier(dice=1) if not pips else Modifier(dice=dice, pips=pips)
    return None


def _field(value: object) -> Piece:
    match value:
        case bool():
            return Piece(str(value))
        case int():
            return pieces.number(value)
        case Fraction():
            return fraction(value)
        case tuple():
            return _tuple([_field(one) for one in value])
        case _:
            return text(str(value))


def _tuple(items: list[Piece]) -> Piece:
    comma = "," if len(items) == 1 else ""
    return Piece(f"({', '.join(item.text for item in items)}{comma})")
