"""Values have the declared type, and do not depend on themselves."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import checks as codes
from freed6c.formula.operators import conversion
from freed6c.formula.scope import ResolvedEntry
from freed6c.formula.typed_tree import walk_typed
from freed6c.formula.types import describe, fits
from freed6c.model.faults import noted
from freed6c.runtime.entries.world import Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset

SETTINGS: Final = ("is", "default")
"""Formulas of a value."""


def check_values(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report formulas of another type than declared, and dependency cycles."""
    uses = {value.id: _uses(ruleset, value) for value in ruleset.of(Value)}
    for value in noted(ruleset.of(Value)):
        wanted = ruleset.types.get(value.type)
        for setting in SETTINGS:
            checked = ruleset.checked.get((*ruleset.paths[value.id], setting))
            if checked is None or wanted is None or fits(checked.type, wanted):
                continue
            pips = ruleset.die_code.pips_per_die
            way_out = conversion(checked.tree, (wanted,), pips)
            yield codes.WRONG_VALUE_TYPE.at(
                ruleset.label(value, setting),
                given=describe(checked.type),
                wanted=describe(wanted),
                help=[way_out or f"write a formula that gives {describe(wanted)}"],
            )
        if value.id in _reached(value.id, uses):
            setting = "default" if value.default is not None else "is"
            yield codes.VALUE_CIRCLE.at(ruleset.label(value, setting), value=value.id)


def _uses(ruleset: Ruleset, value: Value) -> frozenset[str]:
    """Ids of the values that the formulas of a value refer to."""
    path = ruleset.paths[value.id]
    formulas = (ruleset.checked.get((*path, setting)) for setting in SETTINGS)
    trees = (formula.tree for formula in formulas if formula is not None)
    parts = chain.from_iterable(map(walk_typed, trees))
    meanings = (part.meaning for part in parts)
    ids = {entry.id for entry in meanings if isinstance(entry, ResolvedEntry)}
    return frozenset(id_ for id_ in ids if id_.startswith("value."))


def _reached(value: str, uses: Mapping[str, frozenset[str]]) -> set[str]:
    """All values that a value depends on, directly or through others."""
    reached: set[str] = set()
    waiting = [*uses[value]]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting.extend(uses.get(name, ()))
    return reached
