"""What the steps of a procedure do for one pool: an action each, once the pool is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from .condition import NOBODY, condition
from .drop import DoAddAndDrop, DoCancel
from .gather import DoAdd, DoMultiply, DoRoundPips, DoSubstitute
from .read import DoChoose, DoCount, DoMap
from .table import Done
from .throw import DoAgain, DoRoll

if TYPE_CHECKING:
    from ..entries.dice import Step, Wait
    from .table import Table


class Idle:
    """A step that has nothing to do for this pool."""

    __slots__ = ("done",)

    def __init__(self, step: Step) -> None:
        self.done = Done(step=step.id, do=step.do, idle=True)

    def __call__(self, table: Table, _die: int = NOBODY) -> None:
        """Only say that there was nothing to do."""
        table.log.append(self.done)


Primitive: TypeAlias = (
    Idle
    | DoMultiply
    | DoSubstitute
    | DoAdd
    | DoRoundPips
    | DoRoll
    | DoAgain
    | DoAddAndDrop
    | DoMap
    | DoCancel
    | DoCount
    | DoChoose
)
"""What a step does, once its pool is known."""


class Waiting:
    """A step that only happens when dice show a face; it learns which die was the first."""

    __slots__ = ("condition", "do", "done")

    def __init__(self, step: Step, wait: Wait, do: Primitive) -> None:
        self.condition = condition(wait.step.id, wait)
        self.do = do
        self.done = Done(step=step.id, do=step.do, waited=True)

    def __call__(self, table: Table, _die: int = NOBODY) -> None:
        """Act if the condition is met."""
        die = self.condition.met(table.dice)
        if die == NOBODY:
            table.log.append(self.done)
        else:
            self.do(table, die)


Made: TypeAlias = Primitive | Waiting


def bare(action: Made) -> Primitive:
    """An action without what it waits for."""
    return action.do if isinstance(action, Waiting) else action


def step_of(action: Made) -> str:
    """The id of the step that an action is made from."""
    inner = bare(action)
    return inner.done.step if isinstance(inner, Idle) else inner.step.id
