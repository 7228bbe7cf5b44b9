"""Run a pool through the steps of a procedure, and record the result with a log of every step."""

from __future__ import annotations

from functools import cache, cached_property, lru_cache, partial
from operator import itemgetter
from typing import TYPE_CHECKING

from ..entries.dice import Dice, SubstituteDice
from ..notation import PoolError
from ..record import Record
from .pool import Pool, carry_pips, sides_of
from .steps import DoCount, DoDrop, Preparation, StepAction, action_of, exploded, ready
from .table import (
    MOST_DICE,
    NOBODY,
    Choose,
    Die,
    Done,
    FaceCondition,
    Kind,
    Randomness,
    RollState,
    face_condition,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..entries.dice import RollOutcome, Step


class RollResult(Record):
    """The result of a roll.

    Without a target, `margin` and `rank` are None. A margin is signed. `rank` is its place in the
    procedure's benchmark, 0 below the first band and on failure. `outcome` is one of the
    procedure's outcomes, if it has any. `success` is None if it needs a missing target.
    `events` are keys of the events that happened, `dice` all dice on the table at the end.

    `str()` returns one line, `lines` all steps.
    """

    procedure: Dice
    pool: Pool
    total: int
    target: int | None
    margin: int | None
    success: bool | None
    rank: int | None
    outcome: RollOutcome | None = None
    events: tuple[str, ...]
    dice: tuple[Die, ...]
    pips: int
    steps: tuple[Done, ...]

    def lines(self) -> list[str]:
        """Return a report of the roll: pool, result of each step, total, outcome and events."""
        from .roll_words import lines_of

        return lines_of(self)

    def __str__(self) -> str:
        from .roll_words import line_of

        return line_of(self)

    def __repr__(self) -> str:
        return f"<Roll of {self.pool}: {self}>"


def events_of(procedure: Dice) -> tuple[tuple[str, bool | None, FaceCondition], ...]:
    """Return the events of all steps: key, required success (None for either), and condition."""
    return tuple(
        (
            key,
            None if event.if_ is None else event.if_ == "success",
            face_condition(step.id, event)._replace(throw=event.throw),
        )
        for step in procedure.steps
        if isinstance(step, SubstituteDice)
        for key, event in step.events.items()
    )


# A plan: the steps of a procedure compiled for one pool, for repeated rolls.


MOST_STEPS = 100
MOST_THROWS = 100_000
"""The limit on dice in all sets together."""


class RollPlan:
    """The steps of a procedure for one pool.

    `start` is the table before the first step that depends on dice; the steps up to there run only
    once. `actions` are the other steps. `events` is the result of `events_of`. `rolled` are the
    dice of a roll that the pool adds to. Raises PoolError if the pool or the procedure can't be
    rolled.
    """

    def __init__(self, procedure: Dice, pool: Pool, rolled: Sequence[Die] = ()) -> None:
        self.procedure = procedure
        self.pool = carry_pips(pool, procedure)
        self.events = events_of(procedure)
        if len(procedure.steps) > MOST_STEPS:
            raise PoolError(f"{procedure.name} has more than {MOST_STEPS} steps")
        self.start = RollState(self.pool, sides_of(procedure.die))
        actions: list[StepAction[Step]] = []
        for step in procedure.steps:
            thrown = any(action.rolls for action in actions)
            preparation = Preparation(
                procedure, self.pool, thrown, self._replay, self.start, rolled
            )
            try:
                action = action_of(step, preparation)
            except PoolError as error:
                error.step = step.id
                raise
            if action.settled and not actions:
                action.act(self.start)
            else:
                actions.append(action)
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
        """True if its dice can explode without end, or after all steps, without a target."""
        kinds = (kind.after("failure") for kind in self._kinds)
        return any(k.explode and (k.explode_if or not k.explode_times) for k in kinds)

    @cached_property
    def explodes_by_result(self) -> bool:
        """True if any of its dice explode only on a success or failure."""
        return any(kind.explode_if for kind in self._kinds)

    @property
    def _kinds(self) -> list[Kind]:
        added = [lot for action in self.actions for lot in action.lots]
        return [kind for kind, _ in self.start.settle() + added]

    def run(
        self, stop: int | None, rng: Randomness, choose: Choose | None = None
    ) -> RollState:
        """Run the actions before `stop`, or all actions, and return the table after them."""
        table = self.start.copy()
        table.rng, table.choose = rng, choose
        for action in self.actions[:stop]:
            action.act(table)
        return table

    def _replay(self, step: str, table: RollState) -> RollState:
        """Run all actions before a step again, for another set of dice."""
        steps = [action.step.id for action in self.actions]
        assert table.rng is not None
        return self.run(steps.index(step), table.rng, table.choose)

    def roll(
        self, rng: Randomness, target: int | None = None, choose: Choose | None = None
    ) -> RollResult:
        """Roll the pool through the steps of the procedure.

        `rng` is anything with `randrange`; the same numbers result in the same roll. `target` is
        the number to reach or, in some procedures, to exceed. `choose` makes the choices in steps;
        without it, the assumed choices apply.
        """
        table = self.run(None, rng, choose)
        pips = sum(table.pips.values())
        judged = self.judged(table.total, pips, table.dice, table.log, target)
        if not self.explodes_by_result:
            return judged
        self._explode(table, "success" if judged.success else "failure")
        return self.judged(table.total, pips, table.dice, table.log, target)

    def _explode(self, table: RollState, result: str) -> None:
        """Explode the kept dice that do so only with this result."""
        burst: dict[str, list[Die]] = {}
        assert table.rng is not None
        for place, die in enumerate(table.dice):
            kind = die.kind
            if die.kept and kind.explode_if == result and die.faces[0] in kind.explode:
                [chain] = exploded(ready(kind)[die.faces[0] - 1], table.rng)
                more = chain.faces[1:]
                after = die.showing(die.shown + more)._replace(faces=chain.faces)
                table.dice[place] = after
                burst.setdefault(kind.source, []).append(after)
                if table.count is not None:
                    table.count += self._worth(after) - self._worth(die)
        for step in self.procedure.steps:
            if step.id in burst:
                rolled = tuple(burst[step.id])
                table.log.append(Done(step=step.id, do=step.do, rolled=rolled))

    def joined(self, roll: RollResult, more: RollPlan, rng: Randomness) -> RollResult:
        """Return a roll with a plan for more dice rolled and added: total, pips, dice and steps.

        The steps are those that threw or capped dice. Steps that kept a number of dice keep as many
        of both rolls, but leave dice of later steps. Steps that drop a die for each call follow.
        """
        target = None if roll.target is None else roll.target - roll.total
        extra = more.roll(rng, target)
        thrown = tuple(
            done
            for done in extra.steps
            if done.rolled or (done.pips and done.pips[0] < done.pips[1])
        )
        table = self.start.copy()
        table.dice, table.log = [*roll.dice, *extra.dice], [*roll.steps, *thrown]
        total = roll.total + extra.total
        places = {step.id: place for place, step in enumerate(self.procedure.steps)}
        waited = {done.step for done in roll.steps if done.waited}
        drops = [do for do in (*self.actions, *more.actions) if isinstance(do, DoDrop)]
        for do in drops:
            if do.late == bool(do.step.keep) or do.step.id in waited:
                continue
            stop = len(table.dice)
            if do.step.keep:
                place = places[do.step.id]
                late = [places.get(die.kind.source, 0) > place for die in table.dice]
                pairs = sorted(zip(late, table.dice, strict=True), key=itemgetter(0))
                table.dice = [die for _, die in pairs]
                stop = late.count(False)
            dropped = do.drop(table, stop)
            total -= sum(map(self._worth, dropped))
            if dropped:
                do.note(table, dropped=dropped)
        pips = roll.pips + extra.pips
        return self.judged(total, pips, table.dice, table.log, roll.target)

    def _worth(self, die: Die) -> int:
        """Return what a die adds to the total: its value, or the number of its faces that count."""
        counter = next((do for do in self.actions if isinstance(do, DoCount)), None)
        if counter is None:
            return die.value
        return sum(counter.counts(die.kind, face) for face in die.shown)

    def judged(
        self,
        total: int,
        pips: int,
        dice: Sequence[Die],
        steps: Sequence[Done],
        target: int | None,
    ) -> RollResult:
        """Return the roll with its margin, success, rank and events."""
        margin = None if target is None else total - target
        shown = [event for event in self.events if event[2].met(dice) != NOBODY]
        outcome = self.procedure.outcome_of(total, margin, {key for key, _, _ in shown})
        success = rank = None
        if outcome is not None:
            success = outcome.success
        elif margin is not None:
            success = self.procedure.succeeds(margin)
        if margin is not None:
            rank = self.procedure.rank_of(margin) if success else 0
        return RollResult(
            procedure=self.procedure,
            pool=self.pool,
            total=total,
            target=target,
            margin=margin,
            success=success,
            rank=rank,
            outcome=outcome,
            events=tuple(
                key
                for key, required, _ in shown
                if required is None or required is success
            ),
            dice=tuple(dice),
            pips=pips,
            steps=tuple(steps),
        )


MOST_PLANS = 1000


class Roller:
    """The plans of pools of one procedure, in a cache.

    `plan` returns the plan of a pool. It raises PoolError if the pool can't be rolled.
    """

    plan: Callable[[Pool], RollPlan]

    def __init__(self, procedure: Dice) -> None:
        self.procedure = procedure
        self.plan = lru_cache(MOST_PLANS)(partial(RollPlan, procedure))


@cache
def roller(procedure: Dice) -> Roller:
    """Return the shared roller of a procedure."""
    return Roller(procedure)
