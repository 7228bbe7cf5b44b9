"""The symbol table of a formula: what names mean at its place. The link stage fills it."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.formula.typed_tree import CheckedFormula
    from freed6c.formula.types import Type
    from freed6c.runtime.situation import FormulaValue


def _empty() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Signature:
    """A formula that can be called: its arguments by name and type, and the result."""

    takes: tuple[tuple[str, Type], ...]
    gives: Type


@dataclass(frozen=True, slots=True)
class DiceToken:
    """What the number behind a token of the dice says: `B2` counts, `WD8` has sides.

    A number in front always counts.
    """

    behind: Literal["count", "sides", "face", "none"] = "count"


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


class References(Protocol):
    """Resolves references to entries, as the pack that wrote the formula sees them."""

    def find(self, written: str) -> tuple[ResolvedEntry, ...]:
        """Every entry that this could mean."""
        ...

    def known(self) -> Iterable[str]:
        """Environment that could have been written instead, for suggestions."""
        ...


class NoReferences:
    """There are no entries here."""

    def find(self, written: str) -> tuple[ResolvedEntry, ...]:  # noqa: ARG002
        """Nothing."""
        return ()

    def known(self) -> Iterable[str]:
        """Nothing."""
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Everything that a formula may mention.

    `names` are those of the place: arguments, constants, `margin`, `row`; what can be
    asked of one stands beside it (`row.category`). `formulas` go by key, `tables` by id
    (`table.reach`). `words` lead to tokens (`advantage` to `Adv`), `units` to what they
    measure (`ft` to `length`).
    """

    pips_per_die: int
    names: Mapping[str, Type] = field(default_factory=_empty)
    formulas: Mapping[str, Signature] = field(default_factory=_empty)
    references: References = field(default_factory=NoReferences)
    tokens: Mapping[str, DiceToken] = field(default_factory=_empty)
    words: Mapping[str, str] = field(default_factory=_empty)
    units: Mapping[str, str] = field(default_factory=_empty)
    tables: Mapping[str, TableSignature] = field(default_factory=_empty)


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


class Stretch(Protocol):
    """A stretch of a formula: a token, a node."""

    @property
    def start(self) -> int:
        """Its first character."""
        ...

    @property
    def end(self) -> int:
        """The character behind its last."""
        ...


class FormulaProblem(Exception):  # noqa: N818
    """An error at the characters `start` to before `end` of a formula.

    `diagnostic` has everything but the place of the formula, which only its reader knows.
    """

    def __init__(self, diagnostic: Diagnostic, stretch: Stretch) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic
        self.code = diagnostic.code
        self.message = diagnostic.message
        self.help = "; ".join(diagnostic.help)
        self.start = stretch.start
        self.end = stretch.end

    def __repr__(self) -> str:
        return f"<{self.code.name} {self.start}-{self.end}: {self.message}>"
