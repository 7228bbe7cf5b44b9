"""Effects that stand by themselves and are for others, of whom there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.check.places import label
from freed6c.diagnostics.codes import checks
from freed6c.diagnostics.diagnostic import Diagnostic
from freed6c.runtime.entries.actions import Rule
from freed6c.runtime.entries.tables import Condition
from freed6c.runtime.entries.world import Hook
from freed6c.runtime.play.effects_in_force import stands

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.model.ruleset import Ruleset


def check_unreached(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """A rule, a condition or a hook that nobody sets off works on whoever has it, alone."""
    for entry in ruleset.entries.values():
        if not isinstance(entry, Rule | Condition | Hook):
            continue
        if isinstance(entry, Hook) and entry.activated_by:
            continue
        for number, effect in enumerate(entry.effects):
            if stands(effect) and effect.to and "self" not in effect.to:
                yield Diagnostic(
                    code=checks.IDLE_EFFECT,
                    message=f"{entry.name} works on whoever has it; this is for others only",
                    label=label(ruleset, entry, "effects", number, "to"),
                    help=("take `to` away, or let an action do it to them",),
                )
