"""The typed tree: a syntax tree after checking, with the type and meaning of every node."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from freed6c.formula.scope import FormulaProblem, ResolvedEntry
from freed6c.formula.syntax_tree import Binary, Node
from freed6c.formula.types import MODIFIER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.formula.types import Type


@dataclass(frozen=True, slots=True)
class Variable:
    """A free variable: the situation has its value when the formula is evaluated."""

    name: str


@dataclass(frozen=True, slots=True)
class TokenCount:
    """A count of a token; sides and faces are part of its name (`WD8`)."""

    token: str
    count: int


@dataclass(frozen=True, slots=True)
class BareWord:
    """A name that is not resolved: the function around it knows it, as a column's."""

    word: str


Meaning: TypeAlias = Variable | TokenCount | BareWord | ResolvedEntry


@dataclass(frozen=True, slots=True)
class TypedNode:
    """A node with its type.

    `coerced_to` is the type that its value is coerced to where it stands, if any: a die code
    to a pool. `parts` are its children. Names and marks have a `meaning`.
    """

    node: Node
    type: Type
    children: tuple[TypedNode, ...] = ()
    meaning: Meaning | None = None
    coerced_to: Type | None = None

    @property
    def result_type(self) -> Type:
        """The type of the value that the parent gets."""
        return self.coerced_to or self.type


@dataclass(frozen=True, slots=True)
class CheckedFormula:
    """A formula after type checking. Without problems it can be evaluated."""

    tree: TypedNode
    problems: tuple[FormulaProblem, ...] = ()

    @property
    def type(self) -> Type:
        """What the formula gives."""
        return self.tree.result_type


def is_between(typed: TypedNode) -> bool:
    """Tell whether a node has the form `x within low to high`."""
    node = typed.node
    if not isinstance(node, Binary) or node.operator != "within":
        return False
    return isinstance(node.right, Binary) and node.right.operator == "to"


def is_difference(typed: TypedNode) -> bool:
    """Tell whether a node takes a die code from another for a modifier."""
    minus = isinstance(typed.node, Binary) and typed.node.operator == "-"
    return minus and typed.type is MODIFIER


def walk_typed(tree: TypedNode) -> Iterator[TypedNode]:
    """Yield every node in preorder."""
    waiting = [tree]
    while waiting:
        typed = waiting.pop()
        yield typed
        waiting.extend(reversed(typed.children))
