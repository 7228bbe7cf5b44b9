"""Python expressions as text, and how tightly they hold: no parenthesis is idle."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.formula.arithmetic import made, signed
from freed6c.formula.scope import Found
from freed6c.formula.syntax_tree import (
    Amount,
    Binary,
    Decimal,
    Dice,
    Integer,
    Mark,
    Node,
    Truth,
    Unary,
)
from freed6c.formula.typed_tree import Marked, Plain, Typed
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
    Type,
    bare,
)
from freed6c.runtime.amounts import Modifier, Pool, Quantity, pool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


class Strength(IntEnum):
    """How tightly an expression binds, loosest first."""

    CONDITIONAL = 1
    OR = 2
    AND = 3
    NOT = 4
    COMPARISON = 5
    SUM = 6
    PRODUCT = 7
    SIGN = 8
    ATOM = 9


@dataclass(frozen=True, slots=True)
class Piece:
    """An expression, and the names it needs imported."""

    text: str
    strength: Strength = Strength.ATOM
    imports: frozenset[str] = frozenset()

    def at_least(self, strength: Strength) -> str:
        """Give the text, in parentheses where it would fall apart."""
        return self.text if self.strength >= strength else f"({self.text})"


def gathered(pieces: Iterable[Piece], *names: str) -> frozenset[str]:
    """Gather the imports of these pieces, and more."""
    return frozenset(names).union(*(piece.imports for piece in pieces))


def infix(
    left: Piece, operator: str, right: Piece, strength: Strength, *imports: str
) -> Piece:
    """Join two pieces; operators group from the left, comparisons do not group."""
    tighter = Strength(strength + 1)
    first = tighter if strength is Strength.COMPARISON else strength
    text = f"{left.at_least(first)} {operator} {right.at_least(tighter)}"
    return Piece(text, strength, gathered((left, right), *imports))


def call(function: str, *arguments: Piece, needs: tuple[str, ...] = ()) -> Piece:
    """Write a function with its arguments."""
    text = f"{function}({', '.join(argument.text for argument in arguments)})"
    return Piece(text, imports=gathered(arguments, *needs))


def make(cls: str, fields: dict[str, Piece]) -> Piece:
    """Write an object by its fields."""
    written = ", ".join(f"{name}={piece.text}" for name, piece in fields.items())
    return Piece(f"{cls}({written})", imports=gathered(fields.values(), cls))


def attribute(piece: Piece, name: str) -> Piece:
    """Write a field of what a piece gives."""
    text = f"{piece.at_least(Strength.ATOM)}.{name}"
    return Piece(text, imports=piece.imports)


def conditional(condition: Piece, met: Piece, otherwise: Piece) -> Piece:
    """Write one or the other."""
    text = (
        f"{met.at_least(Strength.OR)} if {condition.at_least(Strength.OR)} "
        f"else {otherwise.text}"
    )
    imports = gathered((condition, met, otherwise))
    return Piece(text, Strength.CONDITIONAL, imports)


def write_integer(value: int) -> Piece:
    """Write an integer."""
    return Piece(str(value), Strength.SIGN if value < 0 else Strength.ATOM)


def negative(operand: Piece) -> Piece:
    """Change the sign."""
    text = f"-{operand.at_least(Strength.ATOM)}"
    return Piece(text, Strength.SIGN, operand.imports)


def negation(operand: Piece) -> Piece:
    """Write `not`."""
    text = f"not {operand.at_least(Strength.NOT)}"
    return Piece(text, Strength.NOT, operand.imports)


def method(owner: Piece, name: str, *arguments: Piece) -> Piece:
    """Write a method of what a piece gives, with its arguments."""
    found = call(f"{owner.at_least(Strength.ATOM)}.{name}", *arguments)
    return Piece(found.text, imports=found.imports | owner.imports)


# What stands in a formula as it is, in Python: texts, numbers, dice, quantities, types.


SIMPLE: Final[Mapping[Type, type]] = {
    INTEGER: int,
    FRACTION: Fraction,
    BOOLEAN: bool,
    TEXT: str,
    MODIFIER: Modifier,
    POOL: Pool,
}


def write_type(of: Type) -> Piece:
    """Write a type: `int`, `Range[Quantity]`, `Ref[Entry]`."""
    match of:
        case QuantityOf():
            return _name("Quantity")
        case RangeOf(inner):
            return _holding("Range", write_type(inner))
        case EntryOf(entry):
            return _holding("Ref", _name(entry_class(entry or "entry")))
        case OptionalOf(inner):
            found = write_type(inner)
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


def write_text(value: str) -> Piece:
    """Write a text in quotes; whatever a pack put into it stays a text."""
    written = repr(value)
    if written.startswith("'") and '"' not in written:
        written = f'"{written[1:-1]}"'
    return Piece(written)


def write_fraction(value: Fraction) -> Piece:
    """Write an exact fraction."""
    ends = (value.numerator, value.denominator)
    numbers = [write_integer(end) for end in ends[: 1 + (value.denominator != 1)]]
    return call("Fraction", *numbers, needs=("Fraction",))


def write_literal(node: Node) -> Piece:
    """Write a number, a yes or no, a die code."""
    match node:
        case Truth(value):
            return Piece(str(value))
        case Integer(value):
            return write_integer(value)
        case Decimal(value):
            return write_fraction(value)
        case Dice(dice, pips):
            numbers = [write_integer(number) for number in (dice, pips)]
            code = numbers if pips else numbers[:1]
            return call("DieCode", *code, needs=("DieCode",))
        case _:
            raise AssertionError(node)


def write_constant(typed: Typed) -> Piece | None:
    """Write a modifier, pool or quantity that is written out: `-1D`, `5D B2`, `1.5 ft`.

    None for everything else.
    """
    value = _constant(typed)
    if value is None:
        return None
    fields = {name: _field(one) for name, one in value.__dict__.items()}
    return make(type(value).__name__, fields)


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
            return write_integer(value)
        case Fraction():
            return write_fraction(value)
        case tuple():
            return _tuple([_field(one) for one in value])
        case _:
            return write_text(str(value))


def _tuple(items: list[Piece]) -> Piece:
    comma = "," if len(items) == 1 else ""
    return Piece(f"({', '.join(item.text for item in items)}{comma})")


# How the built-in functions are written in Python.


Write: TypeAlias = "Callable[[Typed], Piece]"
"""Writes a part of a formula."""

Written: TypeAlias = "Callable[[Typed, Write], Piece]"
"""Writes a call."""

HERE = "here"
"""What generated functions call the situation."""

ASKED: dict[Type, str] = {
    INTEGER: "integer",
    FRACTION: "fraction",
    BOOLEAN: "boolean",
    TEXT: "text",
    DIE_CODE: "die_code",
    POOL: "pool",
    MODIFIER: "modifier",
}
"""The questions for a name or cell of a type. For others the type is said."""


def function(name: str) -> Written:
    """Call a function of Python that does the same."""

    def write_call(typed: Typed, write: Write) -> Piece:
        found = [write(part) for part in typed.parts]
        lonely = name in {"min", "max"} and len(found) == 1
        return found[0] if lonely else call(name, *found)

    return write_call


def field(name: str) -> Written:
    """Read a field of the only argument."""
    return lambda typed, write: attribute(write(typed.parts[0]), name)


def write_method(name: str) -> Written:
    """Ask the situation. Entries that are written out go by id."""

    def write_call(typed: Typed, write: Write) -> Piece:
        found = [_named(part) or write(part) for part in typed.parts]
        return call(f"{HERE}.{name}", *found)

    return write_call


def _named(typed: Typed) -> Piece | None:
    match typed.meaning:
        case Found(id_, EntryOf()):
            return write_text(id_)
        case _:
            return None


def asked(name: str, of: Type) -> Piece:
    """Ask the situation for what a name stands for: `here.integer("rank")`."""
    found = write_text(name)
    if isinstance(of, OptionalOf):
        return call(f"{HERE}.optional", found, write_type(of.of))
    if isinstance(of, EntryOf):
        return call(f"{HERE}.entry", found)
    if isinstance(of, QuantityOf):
        return call(f"{HERE}.quantity", found)
    if of in ASKED:
        return call(f"{HERE}.{ASKED[of]}", found)
    return call(f"{HERE}.given", found, write_type(of))


def lookup(typed: Typed, write: Write) -> Piece:
    """Look a cell up, as what its column holds."""
    table, value, column = typed.parts
    assert isinstance(column.meaning, Plain)
    optional = isinstance(typed.type, OptionalOf)
    return call(
        f"{HERE}.lookup_optional" if optional else f"{HERE}.lookup",
        _named(table) or write(table),
        write(value),
        write_text(column.meaning.word),
        write_type(bare(typed.type)),
    )


def if_blank(typed: Typed, write: Write) -> Piece:
    """Write what stands for a blank; it waits unless it is written out."""
    value, otherwise = typed.parts
    plain = isinstance(otherwise.node, Integer | Decimal | Truth)
    if plain or write_constant(otherwise) is not None:
        return call(f"{HERE}.if_blank", write(value), write(otherwise))
    waiting = write(otherwise)
    waits = Piece(f"lambda: {waiting.text}", imports=waiting.imports)
    return call(f"{HERE}.or_else", write(value), waits)


def write_conditional(typed: Typed, write: Write) -> Piece:
    """Write `a if c else b`."""
    return conditional(*map(write, typed.parts))


def floor(typed: Typed, write: Write) -> Piece:
    """Write nothing for an integer, `//` for the division of two, else `floor`."""
    (argument,) = typed.parts
    if argument.type is INTEGER:
        return write(argument)
    if _divides_integers(argument):
        left, right = (write(part) for part in argument.parts)
        return infix(left, "//", right, Strength.PRODUCT)
    return call("floor", write(argument), needs=("floor",))


def ceil(typed: Typed, write: Write) -> Piece:
    """Write nothing for an integer, else `ceil`."""
    (argument,) = typed.parts
    if argument.type is INTEGER:
        return write(argument)
    return call("ceil", write(argument), needs=("ceil",))


def _divides_integers(argument: Typed) -> bool:
    node = argument.node
    divides = isinstance(node, Binary) and node.operator == "/"
    return divides and all(part.type is INTEGER for part in argument.parts)
