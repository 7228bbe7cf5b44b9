"""Chances by going through everything that dice can show, with the roller itself.

For whatever no fast method follows, if it is small enough; and to check the fast methods.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from ..dice.condition import NOBODY
from ..dice.throw import DoRoll
from .refuse import NoExactMethod

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..dice.condition import Condition
    from ..dice.plan import Plan

MOST_RUNS = 50_000
"""How many courses a roll may take: about two seconds."""


class Outcome(NamedTuple):
    """A total, and which of the events that were asked about happened along."""

    total: int
    events: tuple[bool, ...]


class Enumerated(NamedTuple):
    """The chance of each outcome; `missing` is that of courses that were too long."""

    chances: dict[Outcome, Fraction]
    missing: Fraction


class _Script:
    """Shows the faces that are written; what is not is written as the first face."""

    __slots__ = ("deepest", "faces", "place", "sizes")

    def __init__(self, deepest: int) -> None:
        self.faces: list[int] = []
        self.sizes: list[int] = []
        self.place = 0
        self.deepest = deepest

    def randrange(self, stop: int, /) -> int:
        """The next face that is written."""
        if self.place == len(self.faces):
            if self.place >= self.deepest:
                raise _TooDeepError
            self.faces.append(0)
            self.sizes.append(stop)
        self.place += 1
        return self.faces[self.place - 1]

    def next(self) -> bool:
        """Write the next course; False after the last."""
        while self.faces and self.faces[-1] + 1 == self.sizes[-1]:
            self.faces.pop()
            self.sizes.pop()
        if self.faces:
            self.faces[-1] += 1
        self.place = 0
        return bool(self.faces)

    @property
    def whole(self) -> int:
        """One out of how many a course is."""
        whole = 1
        for size in self.sizes:
            whole *= size
        return whole


class _TooDeepError(Exception):
    """A course was longer than allowed."""


def enumerated(
    plan: Plan,
    events: Sequence[Condition] = (),
    *,
    deepest: int = 10_000,
    runs: int = MOST_RUNS,
) -> Enumerated:
    """Go through every course of a roll with at most `deepest` throws.

    Raises NoExactMethod where there are more than `runs` of them.
    """
    counts: dict[tuple[Outcome | None, int], int] = {}
    for number, (outcome, whole) in enumerate(_courses(plan, events, deepest)):
        if number >= runs:
            raise _too_many(runs)
        counts[outcome, whole] = counts.get((outcome, whole), 0) + 1
    chances: dict[Outcome, Fraction] = {}
    missing = Fraction(0)
    for (outcome, whole), count in counts.items():
        if outcome is None:
            missing += Fraction(count, whole)
        else:
            chances[outcome] = chances.get(outcome, 0) + Fraction(count, whole)
    return Enumerated(chances, missing)


def refuse_too_many(plan: Plan, runs: int = MOST_RUNS) -> None:
    """Refuse at once where already the first dice can fall in more ways.

    Raises NoExactMethod there.
    """
    if not (plan.actions and isinstance(plan.actions[0], DoRoll)):
        return
    ways = 1
    for kind, count in plan.start.settle():
        ways *= kind.sides**count
    if ways > runs:
        raise _too_many(runs)


def _too_many(runs: int) -> NoExactMethod:
    return NoExactMethod(f"dice can fall in more than {runs} ways")


def _courses(
    plan: Plan, events: Sequence[Condition], deepest: int
) -> Iterator[tuple[Outcome | None, int]]:
    script = _Script(deepest)
    going = True
    while going:
        outcome: Outcome | None = None
        try:
            table = plan.run(None, script)
            happened = tuple(event.met(table.dice) != NOBODY for event in events)
            outcome = Outcome(table.total, happened)
        except _TooDeepError:
            pass
        yield outcome, script.whole
        going = script.next()
