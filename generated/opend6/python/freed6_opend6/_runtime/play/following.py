"""Rules that have to be followed, and hooks that are set off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..entries.worlds import Hook
from ..record import Ref
from .asking import unsaid, with_blanks
from .cast import Choices, cast
from .deed import Deed
from .effects import happen
from .refused import Refused
from .standing import stands
from .undoing import Undoing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..dice.table import Randomness
    from ..entries.actions import Rule
    from .being import Being
    from .happened import Outcome


def follow(
    entry: Rule | Hook,
    actor: Being,
    target: Being | None = None,
    *,
    rng: Randomness,
    choices: Choices | None = None,
    ally: Being | None = None,
    opponents: Sequence[Being] = (),
) -> Outcome:
    """Do as a rule says that has to be followed (giving up), or set off a hook of one's own.

    What a rule or a hook does all the time needs nobody to follow it, and is left out here. A hook
    that a check activates is set off once that check was made; else it costs a point.
    """
    roles = cast(actor, target=target, ally=ally, opponents=opponents)
    deed = Deed(entry, roles, choices or Choices(), rng)
    with Undoing(actor, target, ally, *opponents):
        activated = isinstance(entry, Hook) and bool(entry.activated_by)
        if isinstance(entry, Hook):
            _set_off(actor, entry)
        else:
            _ask(deed, entry)
        effects = (one for one in entry.effects if activated or not stands(one))
        happen(deed, entry, effects)
    return deed.outcome


def _set_off(actor: Being, hook: Hook) -> None:
    if hook.id not in actor.hooks:
        raise Refused(f"{actor} does not have {hook.name}")
    if "check" in hook.activated_by:
        return
    for one in hook.activated_by:
        if isinstance(one, Ref) and actor.points.get(one.id):
            actor.points[one.id] -= 1
            return
    if hook.activated_by:
        raise Refused(f"{actor} has no point left to set off {hook.name}")


def _ask(deed: Deed, rule: Rule) -> None:
    missing = unsaid(rule.asks, deed.names)
    if missing:
        raise Refused(f"{rule.name} needs to know: {', '.join(missing)}")
    deed.names = with_blanks(rule.asks, deed.names)
