"""The symbol table of a formula, which the link stage fills, and the error at a part of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from freed6c.diagnostics.suggest import Advice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from freed6c.diagnostics.diagnostic import Code
    from freed6c.diagnostics.ways_out import WayOut
    from freed6c.formula.syntax_tree import SourceRange
    from freed6c.formula.types import Type


def _empty() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Signature:
    """The signature of a named formula: its arguments by name and type, and its result."""

    parameters: tuple[tuple[str, Type], ...]
    result: Type


@dataclass(frozen=True, slots=True)
class DiceToken:
    """The meaning of the number behind a token of dice: a count in `B2`, sides in `WD8`.

    A number in front is always a count. `sizes` are the sides that dice can have, empty if unknown.
    """

    behind: Literal["count", "sides", "face", "none"] = "count"
    sizes: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class TableSignature:
    """The signature of a table: the types that find a row, and the columns."""

    found_by: tuple[Type, ...]
    columns: Mapping[str, Type]


@dataclass(frozen=True, slots=True)
class ResolvedEntry:
    """An entry that a name refers to.

    `type` is EntryOf for a thing, and the type of the number for a character's value.
    """

    id: str
    type: Type


@dataclass(frozen=True, slots=True, kw_only=True)
class SymbolTable:
    """The names that a formula can mention, with their types.

    `sides` are those of the dice of all procedures. `names` are local: arguments, constants,
    `margin`, `row` and its properties (`row.category`). `formulas` are by key, `tables` by id
    (`table.reach`). `words` maps words to tokens (`advantage` to `Adv`), `units` maps units to
    measures (`ft` to `length`). `find_entries` returns every entry that a reference could mean to
    the pack that wrote the formula, `entry_names` pairs of an entry's name and its reference.
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


class FormulaProblem(Exception):  # noqa: N818
    """An error at the characters `start` to before `end` of a formula.

    `diagnostic` is complete except for the place of the formula, which only the linker knows.
    """

    def __init__(
        self,
        code: Code,
        source: SourceRange,
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
        self.start = source.start
        self.end = source.end
