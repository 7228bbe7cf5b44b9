"""Rolls: a pool run through the steps of a procedure, and its result with a log of every step."""

from __future__ import annotations

from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING

from ..entries.dice import Dice, SubstituteDice
from ..notation import PoolError
from ..record import Record
from .pool import Pool, carry_pips, sides_of
from .steps import Preparation, StepAction, action_of
from .table import (
    MOST_DICE,
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
    from collections.abc import Callable, Sequence

    from ..entries.dice import Step


class Roll(Record):
    """The result of a roll.

    Without a target nothing succeeds or fails: `margin`, `success` and `rank` are None. A margin is
    signed; `rank` is its place in the procedure's benchmark, 0 below the first band and on failure.
    `events` are keys of events that happened, `dice` all dice that lay there at the end.

    Printed, it is one line; `lines` has all the work.
    """

    procedure: Dice
    pool: Pool
    total: int
    target: int | None
    margin: int | None
    success: bool | None
    rank: int | None
    events: tuple[str, ...]
    dice: tuple[Die, ...]
    pips: int
    steps: tuple[Done, ...]

    def lines(self) -> list[str]:
        """The pool, what each step did, the total, what came of it, and what else it means."""
        from .roll_words import lines_of

        return lines_of(self)

    def __str__(self) -> str:
        from .roll_words import line_of

        return line_of(self)

    def __repr__(self) -> str:
        return f"<Roll of {self.pool}: {self}>"


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


# A plan: the steps of a procedure compiled for one pool, to be run many times.


MOST_STEPS = 100
MOST_THROWS = 100_000
"""How many dice all sets together may throw."""


class RollPlan:
    """The steps of a procedure for one pool.

    `start` is the table after all leading steps that leave nothing to chance, which are run once;
    `actions` are the rest; `events` are those of `events_of`. Raises PoolError where the pool or
    the procedure cannot be rolled.
    """

    def __init__(self, procedure: Dice, pool: Pool) -> None:
        self.procedure = procedure
        self.pool = carry_pips(pool, procedure)
        self.events = events_of(procedure)
        if len(procedure.steps) > MOST_STEPS:
            raise PoolError(f"{procedure.name} has more than {MOST_STEPS} steps")
        self.start = RollState(self.pool, sides_of(procedure.die))
        actions: list[StepAction[Step]] = []
        for step in procedure.steps:
            thrown = any(action.rolls for action in actions)
            preparation = Preparation(procedure, self.pool, thrown, self._replay)
            try:
                actions.append(action_of(step, preparation))
            except PoolError as error:
                error.step = step.id
                raise
        while actions and actions[0].settled:
            actions.pop(0)(self.start)
        if actions and actions[0].rolls:
            self.start.make_ready()
        self.actions = tuple(actions)
        # Each step that rolls again multiplies the sets.
        dice, sets = self.start.waiting, 1
        for action in self.actions:
            dice += sum(count for _, count in action.lots)
            sets *= 1 + action.more
        if dice > MOST_DICE and any(action.rolls for action in self.actions):
            raise PoolError(f"more than {MOST_DICE} dice")
        if dice * sets > MOST_THROWS:
            raise PoolError(f"more than {MOST_THROWS} dice in {sets} sets")

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

    def _replay(self, step: str, table: RollState) -> RollState:
        """Run all actions before a step anew, for a further set of dice."""
        steps = [action.step.id for action in self.actions]
        assert table.rng is not None
        return self.run(steps.index(step), table.rng, table.choose)

    def roll(
        self, rng: Randomness, target: int | None = None, choose: Choose | None = None
    ) -> Roll:
        """Roll the pool through the steps of the procedure.

        `rng` is anything with `randrange`; the same numbers give the same roll. `target` is the
        number to reach, or to beat where the procedure says so. `choose` decides where somebody has
        a choice; without it the assumed one is taken.
        """
        table = self.run(None, rng, choose)
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
            success = self.procedure.succeeds(margin)
            rank = self.procedure.rank_of(margin) if success else 0
        return Roll(
            procedure=self.procedure,
            pool=self.pool,
            total=total,
            target=target,
            margin=margin,
            success=success,
            rank=rank,
            events=tuple(
                key
                for key, wanted, condition in self.events
                if (wanted is None or wanted is success)
                and condition.met(dice) != NOBODY
            ),
            dice=tuple(dice),
            pips=pips,
            steps=tuple(steps),
        )


MOST_PLANS = 1000


class Roller:
    """Rolls pools of one procedure. Their plans are made once and remembered here.

    `plan` returns the plan of a pool. It raises PoolError where the pool cannot be rolled.
    """

    plan: Callable[[Pool], RollPlan]

    def __init__(self, procedure: Dice) -> None:
        self.procedure = procedure
        self.plan = lru_cache(MOST_PLANS)(partial(RollPlan, procedure))

    def roll(
        self,
        pool: Pool,
        rng: Randomness,
        target: int | None = None,
        choose: Choose | None = None,
    ) -> Roll:
        """Roll a pool; see `RollPlan.roll`."""
        return self.plan(pool).roll(rng, target, choose)


@cache
def roller(procedure: Dice) -> Roller:
    """The one roller of a procedure that everybody shares."""
    return Roller(procedure)
