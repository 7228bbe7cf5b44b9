"""One pool against another."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .answer import Odds

SMALL = Fraction(1, 10**15)
MOST = 2000


class Opposed(NamedTuple):
    """The chances that the first total is higher, equal, lower. Each is too low by at most `error`.

    `error` is 0 where at least one of the two has a highest total. Else all three are summed up to
    a total D, and what is left out is that both are above it: P(A > D) P(B > D).
    """

    win: Fraction
    tie: Fraction
    lose: Fraction
    error: Fraction


def opposed(first: Odds, second: Odds) -> Opposed:
    """The chances of one pool against another; what a tie means is for the rules to say."""
    ends = [
        high for high in (first.support.high, second.support.high) if high is not None
    ]
    top = _far(first, second, ends)
    low = min(first.support.low, second.support.low)
    win = tie = lose = Fraction(0)
    for total in range(low, top + 1):
        mine, its = first.exactly(total), second.exactly(total)
        tie += mine * its
        win += its * first.at_least(total + 1) if its else 0
        lose += mine * second.at_least(total + 1) if mine else 0
    left = first.at_least(top + 1) * second.at_least(top + 1)
    return Opposed(win, tie, lose, left + first.error + second.error)


def _far(first: Odds, second: Odds, ends: list[int]) -> int:
    """A total that one of them never passes, or that both hardly pass."""
    if ends:
        return min(ends)
    top = 60
    while top < MOST and first.at_least(top + 1) * second.at_least(top + 1) > SMALL:
        top *= 2
    return top
