"""The chances of a whole timeline, whether or not sets are chosen in it, and of events in it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from .cases import cases, event_limits, limited, looked_at
from .choosing import chosen, error, is_open, span, weights
from .sums import Sums, sums
from .timeline import Again, timeline

if TYPE_CHECKING:
    from ..dice.condition import Condition
    from ..dice.plan import Plan
    from .cases import Case
    from .problem import Problem
    from .timeline import Timed

SMALL = Fraction(1, 10**16)
"""Where a bound on the error is needed, it is pushed below this, as far as MOST_RAW allows."""
MOST_RAW = 1200
STEP = 20


class Law:
    """The chances of totals, without pips. Raises NoExactMethod for what it cannot follow."""

    def __init__(self, items: tuple[Timed, ...]) -> None:
        self.items = items
        self.cases = cases(items)
        self.error = Fraction(0)
        place = next(
            (p for p, one in enumerate(items) if isinstance(one.item, Again)), None
        )
        self.again: Again | None = None
        if place is not None and isinstance(item := items[place].item, Again):
            self.again = item
            self.before = Law(items[:place])
        self._below: Sums | None = None

    @property
    def single(self) -> Law:
        """The law of one set: the same totals can come, with other chances."""
        if self.again is None:
            return self
        return Law(tuple(one for one in self.items if not isinstance(one.item, Again)))

    @classmethod
    def of(cls, plan: Plan) -> Law:
        """The law of a plan."""
        return cls(timeline(plan))

    def sums(self, top: int) -> Sums:
        """The chances of totals from 0 to `top`; below 0, everything as total 0."""
        return self._sums(self.cases, top)

    def happening(self, event: Condition, top: int) -> Sums:
        """The same, as far as an event happens along."""
        dice = looked_at(self.items, event.step)
        found = [
            limited(case, event.step, faces, sign)
            for case in self.cases
            for sign, faces in event_limits(event, dice)
        ]
        return self._sums(found, top)

    def _sums(self, found: list[Case], top: int) -> Sums:
        return sums(found, top, None if self.again is None else self._chosen)

    def _chosen(self, problem: Problem) -> Sums:
        assert self.again is not None
        higher, more = self.again
        if is_open(problem):
            below = self._closed(max(problem.top, 0), more)
            self.error = max(self.error, error(below, more=more))
        else:
            below = self._reaching(span(problem))
        return chosen(problem, weights(below, higher=higher, more=more))

    def _reaching(self, bound: int) -> Sums:
        """The chances of one set, up to a raw total."""
        if self._below is None or len(self._below.weights) <= bound:
            self._below = self.before.sums(bound)
        return self._below._replace(weights=self._below.weights[: bound + 1])

    def _closed(self, top: int, more: int) -> Sums:
        """The chances of one set, up to where it hardly matters what lies beyond."""
        bound = top + STEP
        while error(self._reaching(bound), more=more) > SMALL and bound < MOST_RAW:
            if self._below is not None and len(self._below.weights) <= bound + STEP:
                self._reaching(2 * bound)
            bound = min(MOST_RAW, bound + STEP)
        return self._reaching(bound)
