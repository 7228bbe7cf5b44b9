"""A formula after checking: its tree, with the type and meaning of every part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from freed6c.formula.scope import FormulaProblem, Found
from freed6c.formula.syntax_tree import Binary, Node

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.formula.types import Type


@dataclass(frozen=True, slots=True)
class Variable:
    """A name that has a value wherever the formula is worked out."""

    name: str


@dataclass(frozen=True, slots=True)
class Marked:
    """So many of a token; sides and faces are part of its name (`WD8`)."""

    token: str
    count: int


@dataclass(frozen=True, slots=True)
class BareWord:
    """A word that only the function around it understands, as the name of a column."""

    word: str


Meaning: TypeAlias = Variable | Marked | BareWord | Found


@dataclass(frozen=True, slots=True)
class Typed:
    """A part of a formula with its type.

    `coerced_to` is what its value is turned into for the place where it stands: a die code
    into a pool. `parts` are those of the node. Names and marks have a `meaning`.
    """

    node: Node
    type: Type
    parts: tuple[Typed, ...] = ()
    meaning: Meaning | None = None
    coerced_to: Type | None = None

    @property
    def result_type(self) -> Type:
        """The type of what this part hands to the part around it."""
        return self.coerced_to or self.type


@dataclass(frozen=True, slots=True)
class Checked:
    """A formula whose parts are known. Without problems it can be worked out."""

    tree: Typed
    problems: tuple[FormulaProblem, ...] = ()

    @property
    def type(self) -> Type:
        """What the formula gives."""
        return self.tree.result_type


def is_between(typed: Typed) -> bool:
    """Tell whether a part is a comparison with both ends of a range written out."""
    node = typed.node
    if not isinstance(node, Binary) or node.operator != "within":
        return False
    return isinstance(node.right, Binary) and node.right.operator == "to"


def walk_typed(tree: Typed) -> Iterator[Typed]:
    """Yield every part, the whole first."""
    waiting = [tree]
    while waiting:
        found = waiting.pop()
        yield found
        waiting.extend(reversed(found.parts))
