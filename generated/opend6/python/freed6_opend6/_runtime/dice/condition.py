"""Whether dice of a step show a face: for events, and for steps that wait."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .faces import faces_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..entries.dice import Event, Wait
    from .table import Die

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
