"""The syntax tree of a formula. Nodes know their characters, which == does not compare."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRange:
    """A node or token: the characters of a formula from `start` to before `end`."""

    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Integer(SourceRange):
    """`12`."""

    value: int


@dataclass(frozen=True, slots=True)
class Decimal(SourceRange):
    """`3.5`, kept as exactly seven halves."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Truth(SourceRange):
    """`true` or `false`."""

    value: bool


@dataclass(frozen=True, slots=True)
class TokenLiteral(SourceRange):
    """Capital letters with a number before or behind: `B2`, `1WD`, `WD8`."""

    letters: str
    before: int | None = None
    behind: int | None = None


@dataclass(frozen=True, slots=True)
class DiceLiteral(SourceRange):
    """`3D+1`, with marks behind it where it is a pool: `5D+1 WD B2`."""

    dice: int
    pips: int = 0
    marks: tuple[TokenLiteral, ...] = ()


@dataclass(frozen=True, slots=True)
class SignedDice(SourceRange):
    """`-1D+1`: dice and pips more or fewer, each with the sign before it."""

    dice: int
    pips: int


@dataclass(frozen=True, slots=True)
class QuantityLiteral(SourceRange):
    """`5 ft`."""

    number: Fraction
    unit: str


@dataclass(frozen=True, slots=True)
class Name(SourceRange):
    """`rank`, `row.category`, `table.reach`."""

    text: str


@dataclass(frozen=True, slots=True)
class Unary(SourceRange):
    """`-x`, `+x`, `±x`, `not x`."""

    operator: str
    operand: Node


@dataclass(frozen=True, slots=True)
class Binary(SourceRange):
    """Two operands with an operator between them."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class FunctionCall(SourceRange):
    """`floor(x)`, `scale-bonus(a, b)`."""

    function: str
    arguments: tuple[Node, ...] = ()


Literal: TypeAlias = (
    Integer
    | Decimal
    | Truth
    | TokenLiteral
    | DiceLiteral
    | SignedDice
    | QuantityLiteral
)
Node: TypeAlias = Literal | Name | Unary | Binary | FunctionCall


def children(node: Node) -> tuple[Node, ...]:
    """Give the nodes directly inside a node."""
    match node:
        case Unary():
            return (node.operand,)
        case Binary():
            return (node.left, node.right)
        case FunctionCall():
            return node.arguments
        case DiceLiteral():
            return node.marks
        case _:
            return ()


def walk(node: Node) -> Iterator[tuple[Node, int]]:
    """Yield every node in preorder with its depth; the root is at 1."""
    waiting: list[tuple[Node, int]] = [(node, 1)]
    while waiting:
        descendant, depth = waiting.pop()
        yield descendant, depth
        waiting.extend((inner, depth + 1) for inner in reversed(children(descendant)))


def called_functions(node: Node) -> frozenset[str]:
    """Name all functions that a formula calls, built-in ones too."""
    return frozenset(
        call.function for call, _ in walk(node) if isinstance(call, FunctionCall)
    )
