"""The nodes of the syntax tree of a formula. Equality ignores their ranges in the text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.packs.lazy import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction


OF_TARGET: Final = "target."
"""The prefix of names and functions that read the target: `target.pace`, `target.has(…)`."""


@dataclass(frozen=True, kw_only=True)
class SourceRange:
    """A node or token: the characters of a formula from `start` to before `end`."""

    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Integer(SourceRange):
    """`12`."""

    value: int


@dataclass(frozen=True)
class Decimal(SourceRange):
    """`3.5`, as the exact fraction 7/2."""

    value: Fraction


@dataclass(frozen=True)
class Truth(SourceRange):
    """`true` or `false`."""

    value: bool


@dataclass(frozen=True)
class TokenLiteral(SourceRange):
    """Capital letters with a number before or behind: `B2`, `1WD`, `WD8`."""

    letters: str
    before: int | None = None
    behind: int | None = None


@dataclass(frozen=True)
class DiceLiteral(SourceRange):
    """A die code, `3D+1`, or a pool, with marks behind the dice or a `die`: `5D WD`, `2d6`."""

    dice: int
    pips: int = 0
    marks: tuple[TokenLiteral, ...] = ()
    die: str = ""


@dataclass(frozen=True)
class SignedDice(SourceRange):
    """`-1D+1`: a change of dice and of pips, each with its own sign (here -1 and 1)."""

    dice: int
    pips: int


@dataclass(frozen=True)
class QuantityLiteral(SourceRange):
    """`5 ft`."""

    number: Fraction
    unit: str


@dataclass(frozen=True)
class Name(SourceRange):
    """`rank`, `row.category`, `table.reach`."""

    text: str


@dataclass(frozen=True)
class Unary(SourceRange):
    """`-x`, `+x`, `±x`, `not x`."""

    operator: str
    operand: Node


@dataclass(frozen=True)
class Binary(SourceRange):
    """`x + y`, `x and y`, `x within y`, `1 to 3`."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True)
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
    """Return the direct children of a node."""
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
    """Yield each node in preorder with its depth; the root has depth 1."""
    pending: list[tuple[Node, int]] = [(node, 1)]
    while pending:
        descendant, depth = pending.pop()
        yield descendant, depth
        pending.extend((child, depth + 1) for child in reversed(children(descendant)))


def called_functions(node: Node) -> frozenset[str]:
    """Return the names of all functions that a formula calls, including built-in ones."""
    return frozenset(
        call.function.removeprefix(OF_TARGET)
        for call, _ in walk(node)
        if isinstance(call, FunctionCall)
    )
