"""What is known of a pool: chances are worked out as far as they are asked for."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from .refuse import NoExactMethod
from .sources import Source
from .sums import Sums

if TYPE_CHECKING:
    from ..dice.plan import Plan

FAR = 100_000
"""Nobody asks about totals beyond it."""
NEVER = Fraction(0)
FIRST, FURTHER = 60, 300
"""Chances are worked out up to this total at first, and then twice as far, but no more on top."""


class Known:
    """Chances as far as they were worked out: P(T < place) as whole numbers."""

    __slots__ = ("below", "event", "refused", "source")

    def __init__(self, source: Source, event: int | None) -> None:
        self.source = source
        self.event = event
        self.below = Sums([0], 1)
        self.refused: tuple[int, str] | None = None

    def under(self, place: int) -> Fraction:
        """The chance of less than a place."""
        found, whole = self._reached(place)
        return Fraction(found, whole)

    def from_(self, place: int) -> Fraction:
        """The chance of a place or more, where everything together is certain."""
        highest = self.source.first.highest
        if highest is not None and place > highest:
            return NEVER
        found, whole = self._reached(place)
        # Where chances are off by a little, what is left of one may be below nothing.
        return Fraction(max(whole - found, 0), whole)

    def _reached(self, place: int) -> tuple[int, int]:
        if place <= 0:
            return 0, 1
        self._reach(place - 1)
        found, whole = self.below
        return found[min(place, len(found) - 1)], whole

    def _reach(self, top: int) -> None:
        """Work out what is asked, at least twice as much as before."""
        highest = self.source.first.highest
        known = len(self.below.weights) - 2
        if top <= known or known == highest:
            return
        if top > FAR:
            raise NoExactMethod(f"a total of {top} is beyond all bounds")
        top = max(top, FIRST, min(2 * known, known + FURTHER))
        if highest is not None:
            top = min(top, highest)
        found, whole = self._tried(top)
        reached, below = 0, [0]
        for weight in found:
            reached += weight
            below.append(reached)
        self.below = Sums(below, whole)

    def _tried(self, top: int) -> Sums:
        """Ask, but not again for what was refused, as that can take a while."""
        if self.refused and top >= self.refused[0]:
            raise NoExactMethod(self.refused[1])
        try:
            return self._sums(top)
        except NoExactMethod as reason:
            self.refused = top, str(reason)
            raise

    def _sums(self, top: int) -> Sums:
        if self.event is None:
            return self.source.sums(top)
        return self.source.happening(self.event, top)


class Base:
    """What is known of a pool, whatever pips come on top."""

    __slots__ = ("events", "known", "source")

    def __init__(self, plan: Plan) -> None:
        self.source = Source(plan)
        self.known = Known(self.source, None)
        self.events: dict[int, Known] = {}

    def event(self, place: int) -> Known:
        """What is known of one of the procedure's events."""
        if place not in self.events:
            self.events[place] = Known(self.source, place)
        return self.events[place]
