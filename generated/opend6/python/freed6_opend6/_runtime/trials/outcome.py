"""What comes of running something: the facts of its check, and the effects that happen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..entries.notes import Facts
from ..play.settle import all_settled
from ..unworkable import Unworkable
from .runs import procedure_of

if TYPE_CHECKING:
    from ..entries.actions import Check
    from ..entries.dice import Dice
    from ..situation import Situation
    from .runs import Run


def facts_of(run: Run, default: Dice | None) -> tuple[Facts, Situation]:
    """What is known of a check before its effects, and the situation that knows it too.

    What follows from nothing that is given stays unknown (None).
    """
    if run.check is None:
        return Facts(cost=run.cost), run.here
    number = _number(run.check, run.here)
    here = _knowing(run.here, number=number)
    skipped = _skipped(run.check, here)
    margin = _margin(here, skipped=bool(skipped))
    procedure = procedure_of(run.check, default)
    rank = _rank(here, margin, procedure)
    total = None if number is None or margin is None else number + margin
    facts = Facts(
        number=number,
        margin=margin,
        rank=rank,
        success=_success(margin, rank, procedure),
        skipped=skipped,
    )
    return facts, _knowing(here, margin=margin, rank=rank, total=total)


def effects_of(run: Run, facts: Facts, here: Situation) -> Facts:
    """The same facts, with the effects that happen. Raises Unworkable where that is not known."""
    check, effects = run.check, run.effects
    if check is not None:
        if facts.success is None:
            message = "nothing says how the check goes"
            raise Unworkable(message, "say it under 'given': margin: 0")
        ended = check.success if facts.success else check.failure
        effects = (*ended, *check.always, *effects)
    known: dict[str, Any] = {**facts.__dict__, "effects": all_settled(effects, here)}
    return Facts(**known)


def _knowing(here: Situation, **found: int | None) -> Situation:
    """A situation that knows what was found besides what was given."""
    names = {name: value for name, value in found.items() if value is not None}
    return here.knowing({**names, **here.names})


def _given(here: Situation, name: str) -> int | None:
    return here.integer(name) if name in here.names else None


def _number(check: Check, here: Situation) -> int | None:
    """What has to be reached; None where the opponent or the game master says it."""
    if "number" in here.names:
        return here.integer("number")
    against = check.against
    if against is None or isinstance(against.difficulty, str):
        return None
    try:
        if against.number is not None:
            return against.number(here)
        if against.difficulty is not None:
            band = against.difficulty(here)
            return band.entry.number
    except Unworkable:
        # What asks for the number says so; others may need no number at all.
        return None
    return None


def _skipped(check: Check, here: Situation) -> bool | None:
    """Whether no roll is needed; somebody who has a result has rolled."""
    if check.skip_if is None:
        return None
    if here.names.keys() & {"margin", "total", "rank"}:
        return False
    return check.skip_if(here)


def _margin(here: Situation, *, skipped: bool) -> int | None:
    """How far the total is above the number; without a roll it is just reached."""
    total, number = _given(here, "total"), _given(here, "number")
    if "margin" in here.names or total is None or number is None:
        return 0 if skipped else _given(here, "margin")
    return total - number


def _rank(here: Situation, margin: int | None, procedure: Dice | None) -> int | None:
    given = _given(here, "rank")
    if given is not None or margin is None:
        return given
    if procedure is None or procedure.ranks is None:
        return None
    return procedure.ranks.entry.place(margin)


def _success(
    margin: int | None, rank: int | None, procedure: Dice | None
) -> bool | None:
    """Whether a check succeeds; one whose rank alone is known does, since ranks are earned so."""
    if margin is None:
        return None if rank is None else True
    more = procedure is not None and procedure.success == "more-than"
    return margin > 0 if more else margin >= 0
