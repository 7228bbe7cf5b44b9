"""The symbol table of a formula: what names mean at its place. The link stage fills it."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from freed6c.diagnostics.suggest import Advice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from freed6c.diagnostics.diagnostic import Code
    from freed6c.diagnostics.ways_out import WayOut
    from freed6c.formula.lexer import Token
    from freed6c.formula.syntax_tree import SourceRange
    from freed6c.formula.typed_tree import CheckedFormula
    from freed6c.formula.types import Type
    from freed6c.runtime.situation import FormulaValue


def _empty() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Signature:
    """A formula that can be called: its arguments by name and type, and the result."""

    parameters: tuple[tuple[str, Type], ...]
    result: Type


@dataclass(frozen=True, slots=True)
class DiceToken:
    """What the number behind a token of the dice says: `B2` counts, `WD8` has sides.

    A number in front always counts. `sizes` are the sides that dice can have; none if unknown.
    """

    behind: Literal["count", "sides", "face", "none"] = "count"
    sizes: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class TableSignature:
    """What a table can be asked: by which types a row is found, and its columns."""

    found_by: tuple[Type, ...]
    columns: Mapping[str, Type]


@dataclass(frozen=True, slots=True)
class ResolvedEntry:
    """An entry that a name refers to.

    `type` is EntryOf for a thing, and the type of the number for someone's value.
    """

    id: str
    type: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class SymbolTable:
    """Everything that a formula may mention.

    `sides` are those of the dice of all procedures. `names` are those of the place: arguments,
    constants, `margin`, `row`; what can be asked of one stands beside it (`row.category`).
    `formulas` go by key, `tables` by id (`table.reach`). `words` lead to tokens (`advantage` to
    `Adv`), `units` to what they measure (`ft` to `length`). `find_entries` gives every entry that a
    reference could mean to the pack that wrote the formula, `entry_names` what they are called, and
    how that is written;
    `advice` looks for what is near.
    """

    pips_per_die: int
    sides: tuple[int, ...] = ()
    names: Mapping[str, Type] = field(default_factory=_empty)
    formulas: Mapping[str, Signature] = field(default_factory=_empty)
    find_entries: Callable[[str], tuple[ResolvedEntry, ...]] = lambda _written: ()
    entry_names: Callable[[], Iterable[tuple[str, str]]] = tuple
    tokens: Mapping[str, DiceToken] = field(default_factory=_empty)
    words: Mapping[str, str] = field(default_factory=_empty)
    units: Mapping[str, str] = field(default_factory=_empty)
    tables: Mapping[str, TableSignature] = field(default_factory=_empty)
    advice: Advice = field(default_factory=Advice)


# Named formulas.


Environment: TypeAlias = "Mapping[str, FormulaValue]"
"""Values by name: `rank`, `row.category`."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A named formula: the names of its arguments, its constants, its body."""

    takes: tuple[str, ...]
    constants: Environment
    body: CheckedFormula


Definitions: TypeAlias = "Mapping[str, Definition]"
"""The formulas of a ruleset by key."""


# Problems.


class FormulaProblem(Exception):  # noqa: N818
    """An error at the characters `start` to before `end` of a formula.

    `help` and the facts are those that a diagnostic of the code is made with. It has everything
    but the place of the formula, which only its reader knows.
    """

    def __init__(
        self,
        code: Code,
        stretch: Token | SourceRange,
        /,
        *,
        help: Iterable[str | WayOut] = (),  # noqa: A002 - the word of diagnostics
        **facts: Any,
    ) -> None:
        self.code = code
        self.diagnostic = code.at(None, help=help, **facts)
        self.message = self.diagnostic.message
        self.help = "; ".join(map(str, self.diagnostic.help))
        super().__init__(self.message)
        self.start = stretch.start
        self.end = stretch.end
