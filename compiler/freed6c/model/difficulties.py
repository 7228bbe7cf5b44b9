"""What checks have to reach, and with how many dice: found in the ruleset, never by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.formula.types import EntryOf, bare
from freed6c.runtime.die_code import DieCode
from freed6c.runtime.entries.benchmarks import Benchmark
from freed6c.runtime.entries.tables import Table

if TYPE_CHECKING:
    from freed6c.model.ruleset import Ruleset

MOST_DICE: Final = 8
"""More rows than this make a table of chances hard to read."""


def difficulties(ruleset: Ruleset) -> tuple[Benchmark, ...]:
    """The benchmarks whose bands some check names as its difficulty."""
    named = {
        within
        for path, checked in ruleset.checked.items()
        if path[-2:] == ("against", "difficulty")
        and (within := _benchmark(bare(checked.tree.type))) is not None
    }
    return tuple(one for one in ruleset.of(Benchmark) if one.id in named)


def _benchmark(of: object) -> str | None:
    return of.within if isinstance(of, EntryOf) and of.kind == "band" else None


def largest(ruleset: Ruleset) -> int:
    """The dice of the largest die code in the tables; so many as fit on a page without any."""
    found = [
        cell.dice
        for table in ruleset.of(Table)
        for row in table.rows
        for cell in row.cells.values()
        if isinstance(cell, DieCode)
    ]
    return max(1, *found) if found else MOST_DICE


def plain_codes(ruleset: Ruleset) -> tuple[DieCode, ...]:
    """Full dice from one on: what tables of chances have a row for."""
    most = min(MOST_DICE, largest(ruleset))
    return tuple(ruleset.die_code(dice) for dice in range(1, most + 1))
