"""Values: formulas are of the declared type, and do not depend on themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.check.places import label
from freed6c.diagnostics.codes import checks
from freed6c.diagnostics.diagnostic import Diagnostic
from freed6c.formula.operators import conversion_help
from freed6c.formula.scope import ResolvedEntry
from freed6c.formula.typed_tree import CheckedFormula, walk_typed
from freed6c.formula.types import Type, describe, fits
from freed6c.runtime.entries.world import Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.model.ruleset import Ruleset


def check_values(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report formulas of another type than declared, and dependency cycles."""
    uses = {value.id: _uses(ruleset, value) for value in ruleset.of(Value)}
    for value in ruleset.of(Value):
        yield from _type_mismatches(ruleset, value)
        if value.id in _reached(value.id, uses):
            yield Diagnostic(
                code=checks.VALUE_CIRCLE,
                message=f"{value.id} is worked out from itself",
                label=label(ruleset, value, "is"),
                help=("let one of the values be written on the sheet",),
            )


def _type_mismatches(ruleset: Ruleset, value: Value) -> Iterator[Diagnostic]:
    wanted = ruleset.types.get(value.type)
    for setting in ("is", "default"):
        checked = ruleset.checked.get((*ruleset.paths[value.id], setting))
        if checked is None or wanted is None or fits(checked.type, wanted):
            continue
        yield Diagnostic(
            code=checks.WRONG_VALUE_TYPE,
            message=f"this gives {describe(checked.type)}, not {describe(wanted)}",
            label=label(ruleset, value, setting),
            help=(_way_out(checked, wanted, ruleset),),
        )


def _way_out(checked: CheckedFormula, wanted: Type, ruleset: Ruleset) -> str:
    pips = ruleset.die_code.pips_per_die
    return conversion_help(checked.tree, (wanted,), pips) or (
        "change the formula, or the type of the value"
    )


def _uses(ruleset: Ruleset, value: Value) -> frozenset[str]:
    """Ids of the values that the formula of a value refers to."""
    checked = ruleset.checked.get((*ruleset.paths[value.id], "is"))
    if checked is None:
        return frozenset()
    return frozenset(
        part.meaning.id
        for part in walk_typed(checked.tree)
        if isinstance(part.meaning, ResolvedEntry)
        and part.meaning.id.startswith("value.")
    )


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
