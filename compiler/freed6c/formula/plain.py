"""How the built-in functions are written in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from freed6c.formula import pieces, written
from freed6c.formula.pieces import Piece, Strength
from freed6c.formula.scope import Found
from freed6c.formula.tree import Binary, Decimal, Integer, Truth
from freed6c.formula.typed import Plain
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
    bare,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from freed6c.formula.typed import Typed
    from freed6c.formula.types import Type

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
        return found[0] if lonely else pieces.call(name, *found)

    return write_call


def field(name: str) -> Written:
    """Read a field of the only argument."""
    return lambda typed, write: pieces.attribute(write(typed.parts[0]), name)


def method(name: str) -> Written:
    """Ask the situation. Entries that are written out go by id."""

    def write_call(typed: Typed, write: Write) -> Piece:
        found = [_named(part) or write(part) for part in typed.parts]
        return pieces.call(f"{HERE}.{name}", *found)

    return write_call


def _named(typed: Typed) -> Piece | None:
    match typed.meaning:
        case Found(id_, EntryOf()):
            return written.text(id_)
        case _:
            return None


def asked(name: str, of: Type) -> Piece:
    """Ask the situation for what a name stands for: `here.integer("rank")`."""
    found = written.text(name)
    if isinstance(of, OptionalOf):
        return pieces.call(f"{HERE}.optional", found, written.kind(of.of))
    if isinstance(of, EntryOf):
        return pieces.call(f"{HERE}.entry", found)
    if isinstance(of, QuantityOf):
        return pieces.call(f"{HERE}.quantity", found)
    if of in ASKED:
        return pieces.call(f"{HERE}.{ASKED[of]}", found)
    return pieces.call(f"{HERE}.given", found, written.kind(of))


def lookup(typed: Typed, write: Write) -> Piece:
    """Look a cell up, as what its column holds."""
    table, value, column = typed.parts
    assert isinstance(column.meaning, Plain)
    optional = isinstance(typed.type, OptionalOf)
    return pieces.call(
        f"{HERE}.lookup_optional" if optional else f"{HERE}.lookup",
        _named(table) or write(table),
        write(value),
        written.text(column.meaning.word),
        written.kind(bare(typed.type)),
    )


def if_blank(typed: Typed, write: Write) -> Piece:
    """Write what stands for a blank; it waits unless it is written out."""
    value, otherwise = typed.parts
    plain = isinstance(otherwise.node, Integer | Decimal | Truth)
    if plain or written.constant(otherwise) is not None:
        return pieces.call(f"{HERE}.if_blank", write(value), write(otherwise))
    waiting = write(otherwise)
    waits = Piece(f"lambda: {waiting.text}", imports=waiting.imports)
    return pieces.call(f"{HERE}.or_else", write(value), waits)


def conditional(typed: Typed, write: Write) -> Piece:
    """Write `a if c else b`."""
    return pieces.conditional(*map(write, typed.parts))


def floor(typed: Typed, write: Write) -> Piece:
    """Write nothing for an integer, `//` for the division of two, else `floor`."""
    (argument,) = typed.parts
    if argument.type is INTEGER:
        return write(argument)
    if _divides_integers(argument):
        left, right = (write(part) for part in argument.parts)
        return pieces.infix(left, "//", right, Strength.PRODUCT)
    return pieces.call("floor", write(argument), needs=("floor",))


def ceil(typed: Typed, write: Write) -> Piece:
    """Write nothing for an integer, else `ceil`."""
    (argument,) = typed.parts
    if argument.type is INTEGER:
        return write(argument)
    return pieces.call("ceil", write(argument), needs=("ceil",))


def _divides_integers(argument: Typed) -> bool:
    node = argument.node
    divides = isinstance(node, Binary) and node.operator == "/"
    return divides and all(part.type is INTEGER for part in argument.parts)
