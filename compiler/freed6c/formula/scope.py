"""The symbol table of a formula, filled by the link stage, and the problem of a formula."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from freed6c.diagnostics.suggest import Advice
from freed6c.packs.lazy import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from freed6c.diagnostics.diagnostic import Code
    from freed6c.diagnostics.ways_out import WayOut
    from freed6c.formula.syntax_tree import SourceRange
    from freed6c.formula.types import Type


def _empty() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True)
class Signature:
    """The signature of a named formula: its arguments by name and type, and its result."""

    parameters: tuple[tuple[str, Type], ...]
    result: Type


@dataclass(frozen=True)
class DiceToken:
    """A token of dice, with the meaning of a number behind it: a count in `B2`, sides in `WD8`.

    A number in front is always a count. `sizes` are the allowed numbers of sides, empty if unknown.
    """

    behind: Literal["count", "sides", "face", "none"] = "count"
    sizes: frozenset[int] = frozenset()


@dataclass(frozen=True)
class TableSignature:
    """The signature of a table: the types of values that find a row, and the types of columns."""

    found_by: tuple[Type, ...]
    columns: Mapping[str, Type]


@dataclass(frozen=True)
class ResolvedEntry:
    """An entry that a name refers to.

    `type` is EntryOf, except for an entry that is a character's value: there it is the type of the
    value, so that formulas can calculate with the name.
    """

    id: str
    type: Type


@dataclass(frozen=True, kw_only=True)
class SymbolTable:
    """The names that a formula can mention, with their types.

    - `sides`: the numbers of sides of the dice in all procedures.
    - `names`: the local names: arguments, constants, `margin`, `row` and its cells, `row.category`.
    - `formulas`: the named formulas by key. `tables`: the tables by id, `table.reach`.
    - `find_entries`: a function that returns all entries to which a name can refer in the pack of
      the formula. `entry_names`: a function that returns pairs of an entry's display name and its
      reference.
    - `words`: the tokens of words: `Adv` of `advantage`. `units`: measures: `length` of `ft`.
    - `advice`: searches similar names for messages.
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


class BadFormulaError(Exception):
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
