"""Which type a built-in function gives for the types of its arguments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.formula.problem import FormulaProblem
from freed6c.formula.typed import Plain
from freed6c.formula.types import (
    UNKNOWN,
    EntryOf,
    OptionalOf,
    common,
    describe,
    fits,
    one_of,
)
from freed6c.packs.kinds import KINDS
from freed6c.packs.suggest import one_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from freed6c.formula.scope import Scope, Table
    from freed6c.formula.typed import Typed
    from freed6c.formula.types import Type

INSIDE: Final = {kind.parent: kind.name for kind in KINDS if kind.parent is not None}
"""The kind of what stands inside an entry of each kind, in an order."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the arguments do not tell: the scope, and what is wanted of the result."""

    scope: Scope
    wanted: tuple[Type, ...]


Gives: TypeAlias = "Callable[[tuple[Typed, ...], Asked], Type | None]"
"""The type of the result; None where the arguments do not go together."""


@dataclass(frozen=True, slots=True)
class Always:
    """Gives the same for all arguments."""

    type: Type

    def __call__(self, _arguments: tuple[Typed, ...], _asked: Asked) -> Type:
        """Give it."""
        return self.type


def always(gives: Type) -> Gives:
    """Give the same for all arguments."""
    return Always(gives)


def as_given(arguments: tuple[Typed, ...], _asked: Asked) -> Type | None:
    """Give what the only argument is."""
    return arguments[0].type


def alike(arguments: tuple[Typed, ...], asked: Asked) -> Type | None:
    """Give what covers all arguments."""
    types = [argument.type for argument in arguments]
    for wanted in asked.wanted:
        if all(fits(of, wanted) for of in types) and len(set(types)) > 1:
            return wanted
    covering: Type | None = types[0]
    for of in types[1:]:
        covering = _covering(covering, of)
    return covering


def _covering(left: Type | None, right: Type | None) -> Type | None:
    return None if left is None or right is None else common(left, right)


def branches(arguments: tuple[Typed, ...], asked: Asked) -> Type | None:
    """Give what covers both answers of a question."""
    return alike(arguments[1:], asked)


def filled(arguments: tuple[Typed, ...], _asked: Asked) -> Type | None:
    """Give the type of a cell that is not blank any more."""
    given, otherwise = (argument.type for argument in arguments)
    return common(given.of if isinstance(given, OptionalOf) else given, otherwise)


def part_of(arguments: tuple[Typed, ...], _asked: Asked) -> Type | None:
    """Give something inside the first argument, which may be blank."""
    whole = arguments[0].type
    if not isinstance(whole, EntryOf) or whole.kind is None:
        return UNKNOWN
    return OptionalOf(EntryOf(INSIDE[whole.kind], within=whole.id))


def cell(arguments: tuple[Typed, ...], asked: Asked) -> Type | None:
    """Give the type of a column. Raises FormulaProblem where there is none."""
    table, value, column = arguments
    if UNKNOWN in {table.type, value.type}:
        return UNKNOWN
    known = _table(table, asked.scope)
    if not any(fits(value.type, by) for by in known.found_by):
        raise _problem(
            value,
            f"a row of this table is found by {one_of(known.found_by)}, "
            f"not by {describe(value.type)}",
        )
    assert isinstance(column.meaning, Plain)
    word = column.meaning.word
    if word not in known.columns:
        raise FormulaProblem(
            f"this table has no column {word}",
            column.node.start,
            column.node.end,
            one_line(word, known.columns)
            or f"its columns are {', '.join(known.columns)}",
            code="unknown-name",
        )
    return known.columns[word]


def _table(table: Typed, scope: Scope) -> Table:
    key = table.type.id if isinstance(table.type, EntryOf) else None
    if key is None or key not in scope.tables:
        message = "which table is meant must be known here"
        raise _problem(table, message, "write its id: lookup(table.…, …)")
    return scope.tables[key]


def _problem(argument: Typed, message: str, way_out: str = "") -> FormulaProblem:
    node = argument.node
    return FormulaProblem(message, node.start, node.end, way_out, code="type")
