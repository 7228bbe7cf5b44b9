"""Actions about a condition: each that they may be about has what they need, whatever its rank."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.check.places import label, labels
from freed6c.diagnostics.codes import checks
from freed6c.diagnostics.diagnostic import Diagnostic
from freed6c.formula.typed_tree import Checked, Variable, walk_typed
from freed6c.runtime.amounts import Formula
from freed6c.runtime.entries.actions import Action
from freed6c.runtime.record import Unworkable
from freed6c.runtime.situation import Situation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.entries.tables import Condition


CHOSEN = frozenset({"chosen", "chosen.rank"})


def check_coverage(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Conditions that somebody can have, and for which an action finds nothing to reach."""
    for action in ruleset.of(Action):
        for key, formula in _asked(ruleset, action):
            for condition, reason in _lacking(ruleset, action, formula):
                yield Diagnostic(
                    code=checks.NOT_COVERED,
                    message=f"{action.name} finds nothing for {condition.name}: {reason}",
                    label=label(ruleset, action, "check", "against", key),
                    related=labels(label(ruleset, condition, words="may be chosen")),
                    help=("add what is missing, such as a row for it",),
                )


def _asked(ruleset: Ruleset, action: Action) -> Iterator[tuple[str, Formula[object]]]:
    """What a check has to reach, where that depends on the condition alone."""
    against = action.check.against if action.check and action.about else None
    for key in ("difficulty", "number") if against else ():
        path = (*ruleset.paths[action.id], "check", "against", key)
        checked = ruleset.checked.get(path)
        names = set() if checked is None else _names(checked)
        formula = against.__dict__.get(key)
        if names and names <= CHOSEN and isinstance(formula, Formula):
            yield key, formula


def _names(checked: Checked) -> set[str]:
    parts = (part.meaning for part in walk_typed(checked.tree))
    return {meaning.name for meaning in parts if isinstance(meaning, Variable)}


def _about(ruleset: Ruleset, condition: Condition) -> Situation:
    return Situation(ruleset, {"chosen": condition, "chosen.rank": condition.rank})


def _lacking(
    ruleset: Ruleset, action: Action, formula: Formula[object]
) -> Iterator[tuple[Condition, str]]:
    assert action.about is not None
    for track in action.about.condition:
        for condition in track.entry.conditions:
            if condition.rank < 1:
                continue
            here = _about(ruleset, condition)
            try:
                formula(here)
            except Unworkable as reason:
                # A way out means that it needs more than is known here: a character, say.
                if not reason.way_out:
                    yield condition, reason.message
