"""The typed tree: a checked formula, with the type and meaning of every node."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from freed6c.formula.scope import BadFormulaError, ResolvedEntry
from freed6c.formula.syntax_tree import Binary, Node
from freed6c.formula.types import MODIFIER
from freed6c.packs.lazy import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.formula.types import Type
    from freed6c.runtime.situation import FormulaValue


@dataclass(frozen=True)
class Variable:
    """A free variable, whose value comes from the situation during evaluation."""

    name: str


@dataclass(frozen=True)
class TokenCount:
    """A number of dice of a token; `3WD8` is 3 of the token `WD8`."""

    token: str
    count: int


@dataclass(frozen=True)
class BareWord:
    """A name that only the enclosing call can resolve, such as a column in `lookup`."""

    word: str


Meaning: TypeAlias = Variable | TokenCount | BareWord | ResolvedEntry


@dataclass(frozen=True)
class TypedNode:
    """A node with its type.

    `coerced_to` is the type that its parent needs, if that is different: a pool for a die code.
    Names and marks (`B2`) have a `meaning`. With `of_target`, a value or a call reads the target
    instead of the acting character; the node is then without the prefix `target.`.
    """

    node: Node
    type: Type
    children: tuple[TypedNode, ...] = ()
    meaning: Meaning | None = None
    coerced_to: Type | None = None
    of_target: bool = False

    @property
    def result_type(self) -> Type:
        """The type of the value after coercion."""
        return self.coerced_to or self.type


@dataclass(frozen=True)
class CheckedFormula:
    """A formula after type checking, which can be evaluated if it has no problems."""

    tree: TypedNode
    problems: tuple[BadFormulaError, ...] = ()

    @property
    def type(self) -> Type:
        """The type of the result."""
        return self.tree.result_type


Environment: TypeAlias = "Mapping[str, FormulaValue]"
"""The values of names such as `rank` and `row.category`."""


@dataclass(frozen=True)
class Definition:
    """A named formula: `params` are the names of its parameters."""

    params: tuple[str, ...]
    constants: Environment
    body: CheckedFormula


Definitions: TypeAlias = "Mapping[str, Definition]"
"""The formulas of a ruleset by key."""


def is_between(typed: TypedNode) -> bool:
    """Return True if a node has the form `x within low to high`."""
    node = typed.node
    if not isinstance(node, Binary) or node.operator != "within":
        return False
    return isinstance(node.right, Binary) and node.right.operator == "to"


def is_difference(typed: TypedNode) -> bool:
    """Return True if a node subtracts die codes, which results in a modifier."""
    minus = isinstance(typed.node, Binary) and typed.node.operator == "-"
    return minus and typed.type is MODIFIER


def walk_typed(checked: CheckedFormula | None) -> Iterator[TypedNode]:
    """Yield every node of a formula in preorder; none without a formula."""
    pending = [checked.tree] if checked else []
    while pending:
        typed = pending.pop()
        yield typed
        pending.extend(reversed(typed.children))


def variables_in(checked: CheckedFormula | None) -> set[str]:
    """Return the local names that a formula uses."""
    meanings = (part.meaning for part in walk_typed(checked))
    return {meaning.name for meaning in meanings if isinstance(meaning, Variable)}
