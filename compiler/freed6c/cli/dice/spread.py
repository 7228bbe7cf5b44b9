"""How far chances are shown: from where totals begin to matter to where hardly any is left."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from freed6c.runtime.odds import NoExactMethod

if TYPE_CHECKING:
    from freed6c.runtime.odds.answer import Odds


WIDEST = 4096
"""No more totals are shown, however much is left."""


class Spread(NamedTuple):
    """Totals from `low` to `high`, and the chances of what lies outside."""

    low: int
    high: int
    below: Fraction
    above: Fraction

    @property
    def totals(self) -> range:
        """All totals inside."""
        return range(self.low, self.high + 1)


def spread(odds: Odds, tiny: Fraction, whole: int) -> Spread:
    """Everything where it is at most `whole` totals, else all but a tiny chance at each end."""
    low, end = odds.support
    if end is not None and end - low < whole:
        return Spread(low, end, Fraction(0), Fraction(0))
    high = _high(odds, tiny, end)
    odds.at_least(low + 1)  # is refused here if nothing is known
    while low < high and 1 - odds.at_least(low + 1) <= tiny:
        low += 1
    return Spread(low, high, 1 - odds.at_least(low), odds.at_least(high + 1))


def _high(odds: Odds, tiny: Fraction, end: int | None) -> int:
    """The first total above which no more than a tiny chance is left, or the last one known."""
    start = _start(odds)
    far = start + WIDEST if end is None else min(end, start + WIDEST)
    step = 1
    while start + step < far and (_left(odds, start + step) or 0) > tiny:
        step *= 2
    # It lies between half the step and the step.
    known, low, high = start, start + step // 2, min(start + step, far)
    while low <= high:
        middle = (low + high) // 2
        left = _left(odds, middle)
        known = middle if left is not None else known
        if left is None or left <= tiny:
            high = middle - 1
        else:
            low = middle + 1
    return known if low > far or _left(odds, low) is None else low


def _start(odds: Odds) -> int:
    """Somewhere in the middle, where that is known."""
    low = odds.support.low
    try:
        return max(low, ceil(odds.mean()))
    except NoExactMethod:
        return low


def _left(odds: Odds, total: int) -> Fraction | None:
    """The chance of more than a total; None where no exact method reaches so far."""
    try:
        return odds.at_least(total + 1)
    except NoExactMethod:
        return None
