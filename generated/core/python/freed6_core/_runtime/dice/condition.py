"""Whether dice of a step show a face: for events, and for steps that wait."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .faces import faces_of
from .table import Done

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..entries.dice import Event, Step, Wait
    from .table import Die, Table

NOBODY = -1


class Condition(NamedTuple):
    """Dice of a step whose first natural face is one of these, by sides."""

    step: str
    shows: dict[int, frozenset[int]]
    which: str
    dropped: str

    def met(self, dice: Sequence[Die]) -> int:
        """The place of the first die that shows it; NOBODY where the condition is not met."""
        found = [
            place
            for place, die in enumerate(dice)
            if die.kind.events == self.step and die.first
        ]
        first = found[:1]
        if self.dropped == "ignore":
            found = [place for place in found if dice[place].kept]
        if self.which == "first":
            found = [place for place in found if place in first]
        showing = [
            place
            for place in found
            if dice[place].faces[0] in self.shows[dice[place].kind.sides]
        ]
        if not showing or (self.which == "all" and len(showing) < len(found)):
            return NOBODY
        return showing[0]


class _Faces(dict[int, frozenset[int]]):
    """Faces by sides, read when a die of these sides is met."""

    def __init__(self, said: Event | Wait) -> None:
        super().__init__()
        self.said = said.shows

    def __missing__(self, sides: int) -> frozenset[int]:
        self[sides] = faces_of(self.said, sides)
        return self[sides]


def condition(step: str, said: Event | Wait) -> Condition:
    """What an event or a waiting step looks for."""
    return Condition(step, _Faces(said), said.which, said.dropped)


class Waiting:
    """A step that only happens when dice show a face; it learns which die was the first."""

    __slots__ = ("condition", "do", "done")

    def __init__(
        self, step: Step, wait: Wait, do: Callable[[Table, int], None]
    ) -> None:
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
