"""Where chances come from: a fast method, or going through everything that dice can show."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Protocol, TypeVar

from ..dice.roller import events_of
from .ends import between, highest
from .enumerate import enumerated, refuse_too_many
from .law import Law
from .means import mean
from .refuse import NoExactMethod
from .sums import Sums

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..dice.plan import Plan

T = TypeVar("T")


class Method(Protocol):
    """Chances of totals that count from `shift` on; `highest` is the last one, if there is one."""

    @property
    def shift(self) -> int:
        """The total that stands at place 0."""
        ...

    @property
    def highest(self) -> int | None:
        """No place above it has a chance; None where there is no end."""
        ...

    def between(self) -> tuple[int, int | None]:
        """The lowest and the highest place that can come; None where there is no highest."""
        ...

    @property
    def error(self) -> Fraction:
        """How far a chance can be off, as far as chances were worked out."""
        ...

    def sums(self, top: int) -> Sums:
        """The chances from place 0 to `top`; below 0, everything at place 0."""
        ...

    def happening(self, event: int, top: int) -> Sums:
        """The same, as far as one of the procedure's events happens along."""
        ...

    def mean(self) -> Fraction:
        """The mean place."""
        ...


class ByLaw:
    """The fast method. Pips only shift the total."""

    def __init__(self, plan: Plan) -> None:
        self.law = Law.of(plan)
        self.events = tuple(when for _, _, when in events_of(plan.procedure))
        self.shift = sum(plan.start.pips.values())
        self.highest = highest(self.law)

    @property
    def error(self) -> Fraction:
        """See `Method`."""
        return self.law.error

    def sums(self, top: int) -> Sums:
        """See `Method`."""
        return self.law.sums(top)

    def happening(self, event: int, top: int) -> Sums:
        """See `Method`."""
        return self.law.happening(self.events[event], top)

    def between(self) -> tuple[int, int | None]:
        """See `Method`."""
        return between(self.law)

    def mean(self) -> Fraction:
        """See `Method`."""
        return mean(self.law)


class ByCourses:
    """Every course of the roll, which was gone through once."""

    error = Fraction(0)

    def __init__(self, plan: Plan) -> None:
        events = tuple(when for _, _, when in events_of(plan.procedure))
        found = enumerated(plan, events)
        self.chances = found.chances
        pips = sum(plan.start.pips.values())
        self.shift = min([pips, *(one.total for one in found.chances)])
        self.highest = max(one.total for one in found.chances) - self.shift

    def sums(self, top: int) -> Sums:
        """See `Method`."""
        return self._sums(top, None)

    def happening(self, event: int, top: int) -> Sums:
        """See `Method`."""
        return self._sums(top, event)

    def _sums(self, top: int, event: int | None) -> Sums:
        by_place = [Fraction(0)] * (max(top, 0) + 1)
        for one, chance in self.chances.items():
            place = 0 if top < 0 else one.total - self.shift
            if place < len(by_place) and (event is None or one.events[event]):
                by_place[place] += chance
        total = Sums([0] * len(by_place), 1)
        for place, chance in enumerate(by_place):
            weights = [0] * len(by_place)
            weights[place] = chance.numerator
            total = total.plus(Sums(weights, chance.denominator))
        return total

    def between(self) -> tuple[int, int | None]:
        """See `Method`."""
        totals = [one.total - self.shift for one in self.chances]
        return min(totals), max(totals)

    def mean(self) -> Fraction:
        """See `Method`."""
        total = sum(
            (one.total * chance for one, chance in self.chances.items()), Fraction(0)
        )
        return total - self.shift


class Source:
    """The fast method for whatever it can follow, and every course of the roll for the rest.

    Raises NoExactMethod where neither gives an answer.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.other: Method | None = None
        self.law: Method | None = None
        try:
            self.law = ByLaw(plan)
        except NoExactMethod as reason:
            self.other = courses(plan, reason)

    @property
    def first(self) -> Method:
        """The fast method, or else the other."""
        found = self.law or self.other
        assert found is not None
        return found

    def ask(self, question: Callable[[Method], T]) -> T:
        """Ask the fast method, and the other one where that has no answer."""
        if self.law is not None:
            try:
                return question(self.law)
            except NoExactMethod as reason:
                self.other = self.other or courses(self.plan, reason)
        assert self.other is not None
        return question(self.other)

    def sums(self, top: int) -> Sums:
        """See `Method`."""
        return self.ask(lambda method: method.sums(top))

    def happening(self, event: int, top: int) -> Sums:
        """See `Method`."""
        return self.ask(lambda method: method.happening(event, top))

    def mean(self) -> Fraction:
        """See `Method`."""
        return self.ask(lambda method: method.mean())

    def between(self) -> tuple[int, int | None]:
        """See `Method`."""
        return self.ask(lambda method: method.between())


def courses(plan: Plan, reason: NoExactMethod) -> Method:
    """Everything that can fall, if it has an end and is not too much."""
    if plan.explodes:
        raise NoExactMethod(
            f"{reason}; and not everything can be gone through that exploding dice show"
        ) from reason
    try:
        refuse_too_many(plan)
        return ByCourses(plan)
    except NoExactMethod as limit:
        raise NoExactMethod(f"{reason}; and {limit}") from reason
