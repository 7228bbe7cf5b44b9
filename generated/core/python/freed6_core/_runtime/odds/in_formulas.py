"""Exact odds as formulas ask for them: of their own pools, within bounds, or Unworkable.

It loads the engine of odds, so it is itself loaded only when a formula asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ..dice.pool import to_roll
from ..notation import PoolError
from ..record import Unworkable
from . import NoExactMethod
from .answer import Odds, odds

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..amounts import Pool
    from ..entries.dice import Dice


T = TypeVar("T")
MOST_DICE = 50
"""Dice and calls of a pool that a formula may ask about: packs come from strangers."""


def answer(
    pool: Pool, procedure: Dice, pips_per_die: int, question: Callable[[Odds], T]
) -> T:
    """The answer of the odds of a pool to a question. Raises Unworkable where there is none."""
    try:
        return question(_odds(pool, procedure, pips_per_die))
    except (PoolError, NoExactMethod) as reason:
        message = f"these odds cannot be worked out: {reason}"
        way_out = "ask for fewer dice, or for fewer things at once"
        raise Unworkable(message, way_out) from None


def _odds(pool: Pool, procedure: Dice, pips_per_die: int) -> Odds:
    if pool.dice + sum(abs(count) for _, count in pool.tokens) > MOST_DICE:
        raise PoolError(f"more than {MOST_DICE} dice and calls for steps")
    return odds(procedure, to_roll(pool, procedure, pips_per_die))
