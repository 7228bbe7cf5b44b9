"""Rolls: a pool run through the steps of a procedure, and its result with a log of every step."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ..entries.dice import Dice, SubstituteDice
from ..record import Record
from .pool import Pool, PoolError, carry_pips, sides_of
from .steps import Action, Preparation, action_of
from .table import (
    NOBODY,
    Choose,
    Die,
    Done,
    FaceCondition,
    Randomness,
    RollState,
    face_condition,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..entries.dice import Step


# A plan: the steps of a procedure compiled for one pool, to be run many times.


MOST_STEPS = 100
MOST_THROWS = 100_000
"""How many dice all sets together may throw."""


class RollPlan:
    """The steps of a procedure for one pool.

    `start` is the table after all leading steps that leave nothing to chance, which are run once;
    `actions` are the rest. Raises PoolError where the pool or the procedure cannot be rolled.
    """

    def __init__(self, procedure: Dice, pool: Pool) -> None:
        self.procedure = procedure
        self.pool = carry_pips(pool, procedure)
        self.sides = sides_of(procedure.die)
        if len(procedure.steps) > MOST_STEPS:
            raise PoolError(f"{procedure.name} has more than {MOST_STEPS} steps")
        self.start = RollState(self.pool, self.sides)
        actions = self._prepared()
        while actions and actions[0].settled:
            actions.pop(0)(self.start)
        if actions and actions[0].rolls:
            self.start.make_ready()
        self.actions = tuple(actions)
        self._refuse_too_many()

    @property
    def explodes(self) -> bool:
        """Whether any of its dice may explode."""
        added = [lot for action in self.actions for lot in action.inner.lots]
        return any(kind.explode for kind, _ in self.start.settle() + added)

    def run(
        self, stop: int | None, rng: Randomness, choose: Choose | None = None
    ) -> RollState:
        """The table after the actions before `stop`, or after all."""
        table = self.start.copy()
        table.rng, table.choose = rng, choose
        for action in self.actions[:stop]:
            action(table, NOBODY)
        return table

    def _prepared(self) -> list[Action[Step]]:
        actions: list[Action[Step]] = []
        for step in self.procedure.steps:
            thrown = any(action.rolls for action in actions)
            made_for = Preparation(self.procedure, self.pool, thrown, self._replay)
            actions.append(action_of(step, made_for))
        return actions

    def _replay(self, step: str, table: RollState) -> RollState:
        """Run all actions before a step anew, for a further set of dice."""
        steps = [action.step.id for action in self.actions]
        assert table.rng is not None
        return self.run(steps.index(step), table.rng, table.choose)

    def _refuse_too_many(self) -> None:
        """Raise PoolError above MOST_THROWS: each step that rolls again multiplies the sets."""
        dice = self.start.waiting
        sets = 1
        for action in self.actions:
            dice += sum(count for _, count in action.lots)
            sets *= 1 + action.more
        if dice * sets > MOST_THROWS:
            raise PoolError(f"more than {MOST_THROWS} dice in {sets} sets")


MOST_PLANS = 1000


class Roll(Record):
    """The result of a roll.

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

    def __init__(self, procedure: Dice) -> None:
        self.procedure = procedure
        self._ready: dict[Pool, Ready] = {}

    def ready(self, pool: Pool) -> Ready:
        """A pool made ready. Raises PoolError where it cannot be rolled."""
        found = self._ready.get(pool)
        if found is None:
            if len(self._ready) >= MOST_PLANS:
                self._ready.clear()
            found = self._ready[pool] = Ready(RollPlan(self.procedure, pool))
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

    def __init__(self, plan: RollPlan) -> None:
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
        """A roll and another one added up: total, pips, dice and the steps that threw dice."""
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
        """The roll with its margin, success, rank and events."""
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
        return tuple(
            key
            for key, wants, when in self.events
            if (wants is None or wants is success) and when.met(dice) != NOBODY
        )


def events_of(procedure: Dice) -> tuple[tuple[str, bool | None, FaceCondition], ...]:
    """The events of all steps: key; True or False for success or failure only; the condition."""
    return tuple(
        (
            key,
            None if event.if_ is None else event.if_ == "success",
            face_condition(step.id, event),
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
    return Ready(RollPlan(procedure, pool)).roll(rng, target, choose)


@cache
def roller(procedure: Dice) -> Roller:
    """The one roller of a procedure that everybody shares."""
    return Roller(procedure)
