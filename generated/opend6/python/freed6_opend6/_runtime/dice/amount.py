"""The pool of a formula as one that can be rolled: the only way from the one to the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..amounts import Modifier
from .pool import Share, carried, laid_out

if TYPE_CHECKING:
    from .. import amounts
    from ..entries.dice import Dice
    from .pool import Pool


def to_roll(given: amounts.Pool, procedure: Dice, pips_per_die: int = 0) -> Pool:
    """The dice as one's own, with the same calls for steps: the pool that `parse` would read.

    Raises PoolError where the procedure has no such token.
    """
    pool = laid_out(Share(given.dice, given.adds), procedure, pips_per_die)
    for token, count in given.tokens:
        pool = pool.modified(procedure, Modifier(token=token, count=count))
    return carried(pool, procedure)
