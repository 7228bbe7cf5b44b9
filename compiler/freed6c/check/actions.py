"""Actions about a condition: their formulas must work for every condition one may choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.check.places import label
from freed6c.diagnostics.codes import checks as codes
from freed6c.formula.typed_tree import Variable, walk_typed
from freed6c.runtime.amounts import Formula
from freed6c.runtime.entries.actions import Action
from freed6c.runtime.record import Unworkable
from freed6c.runtime.situation import Situation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.entries.tables import Condition


CHOSEN = frozenset({"chosen", "chosen.rank"})


def check_coverage(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report each condition for which the target of an action's check cannot be computed."""
    for action in ruleset.of(Action):
        for key, formula in _condition_formulas(ruleset, action):
            for condition, reason in _uncovered(ruleset, action, formula):
                yield codes.NOT_COVERED.at(
                    label(ruleset, action, "check", "against", key),
                    related=[label(ruleset, condition, words="may be chosen")],
                    action=action.name,
                    condition=condition.name,
                    reason=reason,
                )


def _condition_formulas(
    ruleset: Ruleset, action: Action
) -> Iterator[tuple[str, Formula[object]]]:
    """The targets of an action's check that depend on the chosen condition alone."""
    against = action.check.against if action.check and action.about else None
    for key in ("difficulty", "number") if against else ():
        path = (*ruleset.paths[action.id], "check", "against", key)
        checked = ruleset.checked.get(path)
        parts = () if checked is None else walk_typed(checked.tree)
        meanings = (part.meaning for part in parts)
        names = {var.name for var in meanings if isinstance(var, Variable)}
        formula = against.__dict__.get(key)
        if names and names <= CHOSEN and isinstance(formula, Formula):
            yield key, formula


def _uncovered(
    ruleset: Ruleset, action: Action, formula: Formula[object]
) -> Iterator[tuple[Condition, str]]:
    """Conditions that cannot be targeted, each with the reason."""
    assert action.about is not None
    for track in action.about.condition:
        for condition in track.entry.conditions:
            if condition.rank < 1:
                continue
            situation = Situation(
                ruleset, {"chosen": condition, "chosen.rank": condition.rank}
            )
            try:
                formula(situation)
            except Unworkable as reason:
                # With a way out it only needs what is unknown here, such as a character.
                if not reason.way_out:
                    yield condition, reason.message
