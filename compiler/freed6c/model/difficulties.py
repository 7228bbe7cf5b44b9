"""The difficulties of a ruleset, and its usual die codes, derived from its checks and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.formula.types import EntryOf, without_optional
from freed6c.model.value_lookup import at
from freed6c.packs.ids import id_at
from freed6c.runtime.amounts import DieCode
from freed6c.runtime.entries.actions import Check
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.entries.tables import Benchmark, Table
from freed6c.runtime.entries.world import DieCodes
from freed6c.runtime.record import Ref
from freed6c.runtime.situation import procedures_of

if TYPE_CHECKING:
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.runtime.entries.dice import RollOutcome


MOST_DICE: Final = 8
"""The number of rows in a table of odds that is easy to read."""


class Difficulty(NamedTuple):
    """A benchmark whose bands are difficulties of checks, and the procedure of these checks."""

    benchmark: Benchmark
    procedure: Dice


def difficulties(ruleset: Ruleset) -> tuple[Difficulty, ...]:
    """Return all difficulties, in the order of benchmarks and then of procedures."""
    named = {
        (type_.within, procedure.id)
        for path, checked in ruleset.checked.items()
        if path[-2:] == ("against", "difficulty")
        and isinstance(type_ := without_optional(checked.tree.type), EntryOf)
        and type_.kind == "band"
        and (procedure := _procedure(ruleset, path[:-2])) is not None
    }
    return tuple(
        Difficulty(benchmark, procedure)
        for benchmark in ruleset.of(Benchmark)
        for procedure in ruleset.of(Dice)
        if (benchmark.id, procedure.id) in named
    )


def _procedure(ruleset: Ruleset, path: KeyPath) -> Dice | None:
    """Return the procedure of the check at a place of the tree."""
    check = at(ruleset, id_at(path))
    if not isinstance(check, Check):
        return ruleset.procedure
    from freed6c.runtime.play.examples import check_procedure

    return check_procedure(check, ruleset)


def outcomes_of(ruleset: Ruleset, check: Check) -> tuple[RollOutcome, ...]:
    """Return the outcomes of all procedures that can roll a check; of all if players choose."""
    procedures = ruleset.of(Dice)
    ratings = [rated.entry for rated in check.with_ if isinstance(rated, Ref)]
    if check.procedure or (ratings and len(ratings) == len(check.with_)):
        procedures = procedures_of(ruleset, check, ratings)
    return tuple(outcome for dice in procedures for outcome in dice.outcomes)


def largest(ruleset: Ruleset) -> int:
    """Return the dice of the largest die code in the tables; `MOST_DICE` if there is none."""
    dice = [
        cell.dice
        for table in ruleset.of(Table)
        for row in table.rows
        for cell in row.cells.values()
        if isinstance(cell, DieCode)
    ]
    return max(1, *dice) if dice else MOST_DICE


def plain_codes(ruleset: Ruleset) -> tuple[DieCode, ...]:
    """Return die codes of full dice, starting at the smallest: the rows of tables of odds."""
    smallest = [codes.smallest.dice for codes in ruleset.of(DieCodes)]
    first, most = max(1, *smallest, 0), min(MOST_DICE, largest(ruleset))
    return tuple(ruleset.die_code(dice) for dice in range(first, max(first, most) + 1))
