"""Rolls: a pool through a procedure, with what came of it and the work of every step."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ..entries.dice import SubstituteDice
from ..record import Record
from .condition import NOBODY, Condition, condition
from .plan import Plan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..entries.dice import Dice
    from .pool import Pool
    from .table import Choose, Die, Done, Randomness

MOST_PLANS = 1000


class Roll(Record):
    """What came of a roll.

    Without a target nothing succeeds or fails: `margin`, `success` and `rank` are None. A margin is
    signed; `rank` is its place in the procedure's benchmark, 0 below the first band and on failure.
    `events` are keys of events that happened, `dice` all dice that lay there at the end.
    """

    total: int
    target: int | None
    margin: int | None
    success: bool | None
    rank: int | None
    events: tuple[str, ...]
    dice: tuple[Die, ...]
    pips: int
    steps: tuple[Done, ...]


class Roller:
    """Rolls pools of one procedure. Pools are made ready once and remembered here."""

    __slots__ = ("_ready", "procedure")

    def __init__(self, procedure: Dice) -> None:
        self.procedure = procedure
        self._ready: dict[Pool, Ready] = {}

    def ready(self, pool: Pool) -> Ready:
        """A pool made ready. Raises PoolError where it cannot be rolled."""
        found = self._ready.get(pool)
        if found is None:
            if len(self._ready) >= MOST_PLANS:
                self._ready.clear()
            found = self._ready[pool] = Ready(Plan(self.procedure, pool))
        return found

    def roll(
        self,
        pool: Pool,
        rng: Randomness,
        target: int | None = None,
        choose: Choose | None = None,
    ) -> Roll:
        """Roll a pool; see `roll`."""
        return self.ready(pool).roll(rng, target, choose)


class Ready:
    """One pool of a procedure, ready to be rolled again and again."""

    __slots__ = ("events", "plan", "ranks", "strict")

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        procedure = plan.procedure
        self.strict = procedure.success == "more-than"
        self.ranks = procedure.ranks.entry if procedure.ranks else None
        self.events = events_of(procedure)

    def roll(
        self,
        rng: Randomness,
        target: int | None = None,
        choose: Choose | None = None,
    ) -> Roll:
        """Roll; see `roll`."""
        table = self.plan.run(None, rng, choose)
        pips = sum(table.pips.values())
        return self.judged(table.total, pips, table.dice, table.log, target)

    def joined(self, roll: Roll, more: Roll) -> Roll:
        """A roll with all that another one brings to it."""
        thrown = tuple(done for done in more.steps if done.rolled)
        return self.judged(
            roll.total + more.total,
            roll.pips + more.pips,
            (*roll.dice, *more.dice),
            (*roll.steps, *thrown),
            roll.target,
        )

    def judged(
        self,
        total: int,
        pips: int,
        dice: Sequence[Die],
        steps: Sequence[Done],
        target: int | None,
    ) -> Roll:
        """What a total means, and what the dice mean beside it."""
        margin = success = rank = None
        if target is not None:
            margin = total - target
            success = margin > 0 if self.strict else margin >= 0
            rank = self.ranks.place(margin) if success and self.ranks else 0
        return Roll(
            total=total,
            target=target,
            margin=margin,
            success=success,
            rank=rank,
            events=self._happened(dice, success=success),
            dice=tuple(dice),
            pips=pips,
            steps=tuple(steps),
        )

    def _happened(
        self, dice: Sequence[Die], *, success: bool | None
    ) -> tuple[str, ...]:
        found: list[str] = []
        for key, wants, when in self.events:
            fits = wants is None or wants is success
            if fits and when.met(dice) != NOBODY:
                found.append(key)
        return tuple(found)


def events_of(procedure: Dice) -> tuple[tuple[str, bool | None, Condition], ...]:
    """The events of all steps: key, whether the check must have succeeded or failed, the dice."""
    return tuple(
        (
            key,
            None if event.if_ is None else event.if_ == "success",
            condition(step.id, event),
        )
        for step in procedure.steps
        if isinstance(step, SubstituteDice)
        for key, event in step.events.items()
    )


def roll(
    procedure: Dice,
    pool: Pool,
    rng: Randomness,
    target: int | None = None,
    choose: Choose | None = None,
) -> Roll:
    """Roll a pool through the steps of a procedure.

    `rng` is anything with `randrange`; the same numbers give the same roll. `target` is the number
    to reach, or to beat where the procedure says so. `choose` decides where somebody has a choice;
    without it the assumed one is taken. Raises PoolError where the pool cannot be rolled.
    """
    return Ready(Plan(procedure, pool)).roll(rng, target, choose)


@cache
def roller(procedure: Dice) -> Roller:
    """The one roller of a procedure that everybody shares."""
    return Roller(procedure)
