"""How the built-in functions are written in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from freed6c.formula import pieces
from freed6c.formula.pieces import NotPlain, Piece, Strength
from freed6c.formula.tree import Binary
from freed6c.formula.types import INTEGER, QuantityOf

if TYPE_CHECKING:
    from collections.abc import Callable

    from freed6c.formula.typed import Typed

Write: TypeAlias = "Callable[[Typed], Piece]"
"""Writes a part of a formula."""

Written: TypeAlias = "Callable[[tuple[Typed, ...], Write], Piece]"
"""Writes a call, from its arguments."""


def function(name: str) -> Written:
    """Call a function of Python that does the same to numbers and die codes."""

    def written(arguments: tuple[Typed, ...], write: Write) -> Piece:
        if any(isinstance(argument.type, QuantityOf) for argument in arguments):
            raise NotPlain
        found = [write(argument) for argument in arguments]
        lonely = name in {"min", "max"} and len(found) == 1
        return found[0] if lonely else pieces.call(name, *found)

    return written


def field(name: str) -> Written:
    """Read a field of the only argument."""

    def written(arguments: tuple[Typed, ...], write: Write) -> Piece:
        return pieces.attribute(write(arguments[0]), name)

    return written


def conditional(arguments: tuple[Typed, ...], write: Write) -> Piece:
    """Write `a if c else b`."""
    return pieces.conditional(*(write(argument) for argument in arguments))


def floor(arguments: tuple[Typed, ...], write: Write) -> Piece:
    """Write nothing for an integer, `//` for the division of two, else `floor`."""
    (argument,) = arguments
    if argument.type is INTEGER:
        return write(argument)
    if _divides_integers(argument):
        left, right = (write(part) for part in argument.parts)
        return pieces.infix(left, "//", right, Strength.PRODUCT)
    return pieces.call("floor", write(argument), needs=("floor",))


def ceil(arguments: tuple[Typed, ...], write: Write) -> Piece:
    """Write nothing for an integer, else `ceil`."""
    (argument,) = arguments
    if argument.type is INTEGER:
        return write(argument)
    return pieces.call("ceil", write(argument), needs=("ceil",))


def _divides_integers(argument: Typed) -> bool:
    node = argument.node
    divides = isinstance(node, Binary) and node.operator == "/"
    return divides and all(part.type is INTEGER for part in argument.parts)
