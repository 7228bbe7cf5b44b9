"""Exact odds as formulas ask for them: of their own pools, within bounds, or Unworkable.

It loads the engine of odds, so it is itself loaded only when a formula asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..dice.pool import to_roll
from ..notation import PoolError
from ..record import Unworkable
from . import NoExactMethod
from .answer import Odds, odds

if TYPE_CHECKING:
    from fractions import Fraction

    from ..amounts import Pool
    from ..entries.dice import Dice


MOST_DICE = 50
"""Dice and calls of a pool that a formula may ask about: packs come from strangers."""


def chance(pool: Pool, number: int, procedure: Dice, pips_per_die: int) -> Fraction:
    """The chance to succeed against a number. Raises Unworkable."""
    try:
        return _odds(pool, procedure, pips_per_die).success(number)
    except (PoolError, NoExactMethod) as reason:
        raise _unworkable(reason) from None


def mean(pool: Pool, procedure: Dice, pips_per_die: int) -> Fraction:
    """The mean total. Raises Unworkable."""
    try:
        return _odds(pool, procedure, pips_per_die).mean()
    except (PoolError, NoExactMethod) as reason:
        raise _unworkable(reason) from None


def span(pool: Pool, procedure: Dice, pips_per_die: int) -> tuple[int, int | None]:
    """The lowest and the highest total; None where there is no highest. Raises Unworkable."""
    try:
        return _odds(pool, procedure, pips_per_die).support
    except (PoolError, NoExactMethod) as reason:
        raise _unworkable(reason) from None


def _odds(pool: Pool, procedure: Dice, pips_per_die: int) -> Odds:
    if pool.dice + sum(abs(count) for _, count in pool.tokens) > MOST_DICE:
        raise PoolError(f"more than {MOST_DICE} dice and calls for steps")
    return odds(procedure, to_roll(pool, procedure, pips_per_die))


def _unworkable(reason: ValueError) -> Unworkable:
    message = f"these odds cannot be worked out: {reason}"
    return Unworkable(message, "ask for fewer dice, or for fewer things at once")
