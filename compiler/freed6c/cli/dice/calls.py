"""What the calls of a pool come to: those that meet undo each other, faces may be on no die."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.runtime.entries.dice import AddAndDrop, MapFaces, RollAgain, Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from freed6c.runtime.dice.pool import Pool
    from freed6c.runtime.dice.table import Die


def cancelled(step: Step, pool: Pool) -> int:
    """How many calls of a step meet as many others that undo them."""
    if isinstance(step, RollAgain):
        both = _meeting(step, pool, ("higher", "lower"))
        return both if step.stack else min(both, 1)
    if isinstance(step, AddAndDrop) and step.cancel == "one-for-one":
        return _meeting(step, pool, ("lowest", "highest"))
    return 0


def _meeting(step: RollAgain | AddAndDrop, pool: Pool, sides: tuple[str, str]) -> int:
    return min(
        sum(pool.called(token) for token, said in step.token.items() if said == side)
        for side in sides
    )


def faceless(step: Step, pool: Pool, dice: Iterable[Die]) -> Sequence[int]:
    """The faces that a step was called for and that none of the dice has."""
    if not isinstance(step, MapFaces):
        return ()
    most = max((die.kind.sides for die in dice), default=0)
    faces = (call.number for call in pool.calls if call.token == step.token)
    return [face for face in faces if face > most]
