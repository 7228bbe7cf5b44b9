"""Endless dice: a die that explodes on every face would be rolled for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.check.places import label
from freed6c.diagnostics.codes import checks
from freed6c.diagnostics.diagnostic import Diagnostic
from freed6c.runtime.dice.pool import faces_of
from freed6c.runtime.entries.dice import Dice, SubstituteDice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.model.ruleset import Ruleset


def check_endless(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Each sort of die that a step names, and the one that its procedure rolls."""
    for step in ruleset.of(SubstituteDice):
        procedure = ruleset.entry(step.parent.id)
        usual = procedure.die if isinstance(procedure, Dice) else ""
        for die in dict.fromkeys([*step.explode, usual]):
            sides = int(die.removeprefix("d")) if die[1:].isdecimal() else 0
            if sides and len(faces_of(step.explode, sides)) == sides:
                named = die if die in step.explode else "other"
                yield Diagnostic(
                    code=checks.ENDLESS,
                    message=f"a {die} of {step.id} explodes on every face and never ends",
                    label=label(ruleset, step, "explode", named),
                    help=("leave at least one face out",),
                )
