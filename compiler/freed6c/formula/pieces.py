"""Python expressions as text, and how tightly they hold: no parenthesis is idle."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


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


def number(value: int) -> Piece:
    """Write an integer."""
    return Piece(str(value), Strength.SIGN if value < 0 else Strength.ATOM)


def negative(operand: Piece) -> Piece:
    """Change the sign."""
    text = f"-{operand.at_least(Strength.ATOM)}"
    return Piece(text, Strength.SIGN, operand.imports)


def opposite(operand: Piece) -> Piece:
    """Write `not`."""
    text = f"not {operand.at_least(Strength.NOT)}"
    return Piece(text, Strength.NOT, operand.imports)


def method(owner: Piece, name: str, *arguments: Piece) -> Piece:
    """Write a method of what a piece gives, with its arguments."""
    found = call(f"{owner.at_least(Strength.ATOM)}.{name}", *arguments)
    return Piece(found.text, imports=found.imports | owner.imports)
