"""The symbol tables of formulas: the entries, functions, tables and dice that formulas can name.

A formula sees the entries of its pack and of the packs before it. All formulas of a ruleset share
the other declarations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.formula.checker import check
from freed6c.formula.parser import parse
from freed6c.formula.scope import (
    BadFormulaError,
    DiceToken,
    ResolvedEntry,
    Signature,
    SymbolTable,
    TableSignature,
)
from freed6c.formula.types import (
    INTEGER,
    TEXT,
    EntryOf,
    RangeOf,
    Type,
    without_optional,
)
from freed6c.link.scalars import sides_rolled
from freed6c.packs.data import Data, as_map
from freed6c.packs.lazy import dataclass, replace
from freed6c.runtime.entries.dice import PRIMITIVES, Step
from freed6c.runtime.notation import sizes_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.diagnostics.suggest import Advice
    from freed6c.link.symbols import Symbol, Symbols
    from freed6c.link.types import TypeReader


@dataclass(frozen=True)
class Scopes:
    """Makes the symbol table of a formula, from its pack and the local names of its place.

    `base` has the declarations that all formulas share; `values` the types of values by id;
    `ranks` the keys of the benchmarks whose bands name ranks.
    """

    base: SymbolTable
    symbols: Symbols
    values: Mapping[str, Type]
    ranks: frozenset[str]

    def at(
        self, pack: str, names: Mapping[str, Type], *, difficulty: bool = False
    ) -> SymbolTable:
        """Return the symbol table of a pack's formula at a place with these local names.

        If the formula is a `difficulty`, names of ranks give way to those of other bands.
        """

        def find_entries(written: str) -> tuple[ResolvedEntry, ...]:
            symbols = self.symbols.find(written, (), pack)
            if difficulty:
                symbols = tuple(s for s in symbols if not self._is_rank(s)) or symbols
            return tuple(ResolvedEntry(s.id, self._type(s)) for s in symbols)

        return replace(
            self.base,
            names=names,
            find_entries=find_entries,
            entry_names=lambda: self.symbols.called(()),
        )

    def _is_rank(self, symbol: Symbol) -> bool:
        return symbol.path[0] == "benchmarks" and symbol.path[1] in self.ranks

    def _type(self, symbol: Symbol) -> Type:
        if symbol.id in self.values:
            return self.values[symbol.id]
        above = self.symbols.by_path.get(symbol.path[:-2])
        return EntryOf(symbol.kind.name, symbol.id, above.id if above else None)


def read_scopes(
    tree: dict[str, Data],
    symbols: Symbols,
    types: TypeReader,
    pips_per_die: int,
    advice: Advice,
) -> Scopes:
    """Read the declarations that all formulas share."""
    steps = list(_steps(tree))
    base = SymbolTable(
        pips_per_die=pips_per_die,
        sides=sides_rolled(tree),
        advice=advice,
        formulas={
            key: Signature(
                parameters=tuple(
                    (name, types.read(word))
                    for name, word in as_map(body.get("params")).items()
                ),
                result=types.read(body.get("returns")),
            )
            for key, body in _bodies(tree, "formulas")
        },
        tokens={
            token: DiceToken(PRIMITIVES.get(do, Step).behind, sizes)
            for token, do, _, sizes in steps
        },
        words={word: token for token, _, word, _ in steps if word},
        units={key: str(body.get("measures")) for key, body in _bodies(tree, "units")},
        tables={
            f"table.{key}": _table(body, types) for key, body in _bodies(tree, "tables")
        },
    )
    values = {
        f"value.{key}": types.read(body.get("type"))
        for key, body in _bodies(tree, "values")
    }
    ranks = frozenset(
        str(body["ranks"]).removeprefix("benchmark.")
        for key in ("dice", "tracks")
        for _, body in _bodies(tree, key)
        if "ranks" in body
    )
    return Scopes(base, symbols, values, ranks)


def _bodies(
    tree: Mapping[str, Data], key: str
) -> Iterator[tuple[str, Mapping[str, Data]]]:
    for name, body in as_map(tree.get(key)).items():
        if isinstance(body, dict):
            yield name, body


def _table(body: Mapping[str, Data], types: TypeReader) -> TableSignature:
    """Return the signature of a table: its columns, and the types of values that find a row.

    A row is found by its key, its name, or its value in a `lookup` column. If that value is a
    range, any value in it also finds the row.
    """
    columns = types.columns(body)
    looked_up = tuple(
        type_
        for key, column in _bodies(body, "columns")
        if column.get("lookup") is True
        for type_ in _with_element_type(columns[key])
    )
    return TableSignature(found_by=looked_up or NAMES_OF_ROWS, columns=columns)


NAMES_OF_ROWS: Final = (EntryOf(), TEXT, INTEGER)
"""The types of values that find a row if no column is a `lookup` column: its key, name or entry."""


def _with_element_type(type_: Type) -> tuple[Type, ...]:
    """Return a type; for a range, also the type of the values in it."""
    plain = without_optional(type_)
    return (plain.of, type_) if isinstance(plain, RangeOf) else (type_,)


def _steps(tree: Mapping[str, Data]) -> Iterator[tuple[str, str, str, frozenset[int]]]:
    """Yield the tokens that steps of dice procedures count, such as `advantage`.

    Each is a tuple of the token, the primitive of its step (`do`), the pack's word for the token,
    and the numbers of sides of the procedure's dice.
    """
    for _, dice in _bodies(tree, "dice"):
        steps = as_map(dice.get("steps")).values()
        sides = [die for step in steps for die in as_map(as_map(step).get("explode"))]
        sizes = sizes_of(str(dice.get("die")), sides)
        for _, step in _bodies(dice, "steps"):
            tokens, words = step.get("token"), as_map(step.get("token-names"))
            for token in [tokens] if isinstance(tokens, str) else as_map(tokens):
                word = str(words.get(token, ""))
                yield token, str(step.get("do")), word, frozenset(sizes)


def type_of(text: str, scope: SymbolTable, wanted: Type | None = None) -> Type | None:
    """Return the type of a formula; None if something is wrong with it."""
    try:
        checked = check(parse(text), scope, wanted)
    except BadFormulaError:
        return None
    return None if checked.problems else checked.type
