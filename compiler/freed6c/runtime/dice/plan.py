"""A procedure made ready for one pool: what its steps do is worked out once, for many rolls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..entries.dice import (
    AddAndDrop,
    AddDice,
    CancelHighest,
    ChooseOne,
    CountFaces,
    MapFaces,
    MultiplyDice,
    RollAgain,
    RollDice,
    RoundPips,
    SubstituteDice,
)
from .actions import Idle, Made, Primitive, Waiting, bare, step_of
from .condition import NOBODY
from .drop import DoAddAndDrop, DoCancel
from .faces import sides_of
from .gather import DoAdd, DoMultiply, DoRoundPips, DoSubstitute
from .pool import Pool, PoolError, carried
from .read import DoChoose, DoCount, DoMap
from .table import Table
from .throw import DoAgain, DoRoll
from .tokens import letters_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..entries.dice import Alternative, Dice, Step
    from .table import Choose, Randomness

MOST_STEPS = 100
MOST_THROWS = 100_000
"""What sets of sets may cost."""


class Plan:
    """The steps of a procedure for one pool. `start` is the table before the first dice fall.

    Raises PoolError where the pool or the procedure cannot be rolled.
    """

    __slots__ = ("actions", "pool", "procedure", "sides", "start")

    def __init__(self, procedure: Dice, pool: Pool) -> None:
        self.procedure = procedure
        self.pool = carried(pool, procedure)
        self.sides = sides_of(procedure.die)
        if len(procedure.steps) > MOST_STEPS:
            raise PoolError(f"{procedure.name} has more than {MOST_STEPS} steps")
        made = self._made()
        self.start = Table(self.pool, self.sides)
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
    ) -> Table:
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
        action = self._before(step, thrown=thrown) if called else None
        if action is None:
            return Idle(step)
        if step.if_ is not None:
            return Waiting(step, step.if_, action)
        return action

    def _before(self, step: Step, *, thrown: bool) -> Primitive | None:
        """What a step does if it waits for nothing; None for nothing at all."""
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
            case _:
                return self._later(step)

    def _later(self, step: Step) -> Primitive | None:
        """What a step does once dice have fallen."""
        match step:
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
        """Whether a step happens: it has no token, is there always, or a token is called."""
        letters = tuple(letters_of(step))
        always = isinstance(step, SubstituteDice) and step.always > 0
        return always or not letters or any(map(self.pool.called, letters))

    def _replay(self, step: Step) -> Callable[[Table], Table]:
        def replay(table: Table) -> Table:
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
        """Sets of sets multiply: what they would throw in all is bounded."""
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
    """Whether an action before the roll leaves nothing to chance; nothing shows a face by then."""
    if isinstance(action, DoAdd):
        return not action.at_once
    return isinstance(action, Idle | Waiting | DoMultiply | DoSubstitute | DoRoundPips)


def _choice(step: ChooseOne, choice: Alternative) -> DoCancel | DoMap | None:
    match choice.do:
        case "cancel-highest":
            return DoCancel(step, choice.and_)
        case "map-faces":
            return DoMap(step, choice.map)
        case "nothing":
            return None
