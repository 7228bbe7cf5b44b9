"""Rolls: a pool run through the steps of a procedure, and its result with a log of every step."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ..entries.dice import (
    AddAndDrop,
    AddDice,
    Alternative,
    CancelHighest,
    ChooseOne,
    CountFaces,
    Dice,
    MapFaces,
    MultiplyDice,
    RollAgain,
    RollDice,
    RoundPips,
    Step,
    SubstituteDice,
)
from ..notation import PoolError
from ..record import Record
from .pool import Pool, carry_pips, letters_of, sides_of
from .steps import (
    ConditionalAction,
    DoAdd,
    DoAddAndDrop,
    DoAgain,
    DoCancel,
    DoChoose,
    DoCount,
    DoMap,
    DoMultiply,
    DoRoll,
    DoRoundPips,
    DoSubstitute,
    Idle,
    Made,
    Primitive,
    bare,
    step_of,
)
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
    from collections.abc import Callable, Sequence


# A plan: the steps of a procedure compiled for one pool, to be run many times.


MOST_STEPS = 100
MOST_THROWS = 100_000
"""How many dice all sets together may throw."""


class RollPlan:
    """The steps of a procedure for one pool.

    `start` is the table after all leading steps that leave nothing to chance, which are run once;
    `actions` are the rest. Raises PoolError where the pool or the procedure cannot be rolled.
    """

    __slots__ = ("actions", "pool", "procedure", "sides", "start")

    def __init__(self, procedure: Dice, pool: Pool) -> None:
        self.procedure = procedure
        self.pool = carry_pips(pool, procedure)
        self.sides = sides_of(procedure.die)
        if len(procedure.steps) > MOST_STEPS:
            raise PoolError(f"{procedure.name} has more than {MOST_STEPS} steps")
        made = self._made()
        self.start = RollState(self.pool, self.sides)
        first = next(
            (place for place, one in enumerate(made) if not _is_settled(one)), len(made)
        )
        for one in made[:first]:
            one(self.start, NOBODY)
        if first < len(made) and isinstance(made[first], DoRoll):
            self.start.make_ready()
        self.actions: tuple[Made, ...] = tuple(made[first:])
        self._refuse_too_many()

    @property
    def explodes(self) -> bool:
        """Whether any of its dice may explode."""
        more = (bare(one) for one in self.actions)
        lots = [lot for one in more if isinstance(one, DoAdd) for lot in one.lots]
        return any(kind.explode for kind, _ in self.start.settle() + lots)

    def run(
        self, stop: int | None, rng: Randomness, choose: Choose | None = None
    ) -> RollState:
        """The table after the actions before `stop`, or after all."""
        table = self.start.copy()
        table.rng, table.choose = rng, choose
        for action in self.actions[:stop]:
            action(table, NOBODY)
        return table

    def _made(self) -> list[Made]:
        made: list[Made] = []
        for step in self.procedure.steps:
            thrown = any(isinstance(one, DoRoll) for one in made)
            made.append(self._action(step, thrown=thrown))
        return made

    def _action(self, step: Step, *, thrown: bool) -> Made:
        called = self._is_called(step)
        action = self._primitive(step, thrown=thrown) if called else None
        if action is None:
            return Idle(step)
        if step.if_ is not None:
            return ConditionalAction(step, step.if_, action)
        return action

    def _primitive(self, step: Step, *, thrown: bool) -> Primitive | None:
        """The action of a step apart from its condition; None if it does nothing for this pool."""
        match step:
            case MultiplyDice():
                return DoMultiply(step, self.pool)
            case SubstituteDice():
                return DoSubstitute(step, self.pool, self.sides)
            case AddDice():
                return DoAdd(step, self.pool, self.procedure, thrown=thrown)
            case RoundPips():
                return DoRoundPips(step, self.pool)
            case RollDice():
                return DoRoll(step)
            case RollAgain():
                again = DoAgain(step, self.pool, self._replay(step))
                return again if again.more else None
            case AddAndDrop():
                drop = DoAddAndDrop(step, self.pool, self.sides)
                return drop if drop.extra else None
            case MapFaces():
                return DoMap.of(step, self.pool)
            case CancelHighest():
                return DoCancel(step, step.and_)
            case CountFaces():
                return DoCount(step)
            case ChooseOne():
                return self._choices(step)
            case _:
                raise PoolError(f"nothing is known of a step that does {step.do!r}")

    def _is_called(self, step: Step) -> bool:
        """Whether a step happens: it has no token, or is always there, or its token is called."""
        letters = tuple(letters_of(step))
        always = isinstance(step, SubstituteDice) and step.always > 0
        return always or not letters or any(map(self.pool.called, letters))

    def _replay(self, step: Step) -> Callable[[RollState], RollState]:
        """A function that runs all actions before a step anew, for a further set of dice."""

        def replay(table: RollState) -> RollState:
            stop = next(
                place
                for place, one in enumerate(self.actions)
                if step_of(one) == step.id
            )
            assert table.rng is not None
            return self.run(stop, table.rng, table.choose)

        return replay

    def _choices(self, step: ChooseOne) -> DoChoose:
        choices = {key: _choice(step, one) for key, one in step.choices.items()}
        return DoChoose(step, choices)

    def _refuse_too_many(self) -> None:
        """Raise PoolError above MOST_THROWS: each step that rolls again multiplies the sets."""
        extra = sum(one.extra for one in self.actions if isinstance(one, DoAddAndDrop))
        extra += sum(
            count
            for one in self.actions
            if isinstance(one, DoAdd)
            for _, count in one.lots
        )
        sets = 1
        for one in self.actions:
            sets *= 1 + inner.more if isinstance(inner := bare(one), DoAgain) else 1
        dice = self.start.waiting + extra
        if dice * sets > MOST_THROWS:
            raise PoolError(f"more than {MOST_THROWS} dice in {sets} sets")


def _is_settled(action: Made) -> bool:
    """Whether an action before the roll leaves nothing to chance.

    `Waiting` is among them: before the roll no die shows a face, so it never happens.
    """
    if isinstance(action, DoAdd):
        return not action.at_once
    return isinstance(
        action, Idle | ConditionalAction | DoMultiply | DoSubstitute | DoRoundPips
    )


def _choice(step: ChooseOne, choice: Alternative) -> DoCancel | DoMap | None:
    match choice.do:
        case "cancel-highest":
            return DoCancel(step, choice.and_)
        case "map-faces":
            return DoMap(step, choice.map)
        case "nothing":
            return None


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

    __slots__ = ("events", "plan", "ranks", "strict")

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
