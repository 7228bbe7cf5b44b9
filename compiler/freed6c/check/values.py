"""Values have the declared type, and neither values nor points depend on themselves."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import checks as codes
from freed6c.formula.operators import conversion
from freed6c.formula.scope import ResolvedEntry
from freed6c.formula.syntax_tree import called_functions
from freed6c.formula.typed_tree import walk_typed
from freed6c.formula.types import describe, fits
from freed6c.model.faults import noted
from freed6c.runtime.entries.actions import Points
from freed6c.runtime.entries.notes import FormulaEntry
from freed6c.runtime.entries.world import Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.formula.typed_tree import CheckedFormula
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry

SETTINGS: Final = ("is", "default")
"""Formulas of a value."""
ON_SHEET: Final = (
    "write one of the values on the sheet, with a default that needs none of them"
)
"""How values end a circle."""
NUMBERS: Final = ("start", "most", "least")
"""Formulas of points."""


def check_values(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report formulas of another type than declared."""
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


def check_circles(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report values and points that are worked out from themselves, and bounds that are rolled."""
    uses = ruleset.once(_all_uses)
    # How many points there are is no roll, even if they started with one.
    without = {id_: used for id_, used in uses.items() if not id_.startswith("points.")}
    entries: list[Value | Points] = [*ruleset.of(Value), *ruleset.of(Points)]
    for entry in noted(entries):
        settings = NUMBERS if isinstance(entry, Points) else SETTINGS[::-1]
        used = {key: _uses(ruleset, entry, (key,)) for key in settings}
        circles = (key for key in settings if entry.id in _reached(used[key], uses))
        if circle := next(circles, ""):
            usual = 0 if circle == "least" else 10
            number = f"write a number here, such as {circle}: {usual}"
            yield codes.VALUE_CIRCLE.at(
                ruleset.label(entry, circle),
                value=entry.id,
                help=[number if isinstance(entry, Points) else ON_SHEET],
            )
        for bound in NUMBERS[1:]:
            if ROLL in _reached(used.get(bound, ()), without):
                place = ruleset.label(entry, bound)
                yield codes.ROLLED_BOUND.at(place, bound=bound, points=entry.name)


ROLL: Final = "formula.roll"
"""What formulas use that roll."""


def _all_uses(ruleset: Ruleset) -> dict[str, frozenset[str]]:
    """What each value, points and formula is worked out from."""
    uses = {value.id: _uses(ruleset, value, SETTINGS) for value in ruleset.of(Value)}
    for points in ruleset.of(Points):
        uses[points.id] = _uses(ruleset, points, NUMBERS)
    for formula in ruleset.of(FormulaEntry):
        uses[formula.id] = _uses(ruleset, formula, ("is",))
    return uses


def _uses(ruleset: Ruleset, entry: Entry, settings: Iterable[str]) -> frozenset[str]:
    """Ids of the values, points and formulas that formulas of an entry refer to."""
    path = ruleset.paths[entry.id]
    return _used(ruleset.checked.get((*path, setting)) for setting in settings)


def needed(ruleset: Ruleset, checked: CheckedFormula | None) -> set[str]:
    """Ids of the values, points and formulas that a formula needs, directly or through others."""
    return _reached(_used([checked]), ruleset.once(_all_uses))


def _used(formulas: Iterable[CheckedFormula | None]) -> frozenset[str]:
    trees = [formula.tree for formula in formulas if formula is not None]
    parts = chain.from_iterable(map(walk_typed, trees))
    meanings = (part.meaning for part in parts)
    ids = {entry.id for entry in meanings if isinstance(entry, ResolvedEntry)}
    calls = chain.from_iterable(called_functions(tree.node) for tree in trees)
    ids.update(f"formula.{name.removeprefix('formula.')}" for name in calls)
    return frozenset(id_ for id_ in ids if id_.startswith(WORKED_OUT))


WORKED_OUT: Final = ("value.", "points.", "formula.")


def _reached(ids: Iterable[str], uses: Mapping[str, frozenset[str]]) -> set[str]:
    """All that something depends on, directly or through others."""
    reached: set[str] = set()
    waiting = [*ids]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting.extend(uses.get(name, ()))
    return reached
