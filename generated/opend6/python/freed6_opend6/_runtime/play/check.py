"""A check by itself: an attempt against a number, a band, or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..entries.benchmarks import Band
from .refused import Refused

if TYPE_CHECKING:
    from ..dice.table import Choose, Randomness
    from .attempt import Attempt, Result


def check(
    ready: Attempt,
    difficulty: int | Band | None = None,
    *,
    rng: Randomness,
    choose: Choose | None = None,
) -> Result:
    """Roll an attempt: `check(rick.pool(skills.MELEE), difficulty=10, rng=random.Random())`.

    Of a band it is the number that stands for it. Raises Refused where none does.
    """
    number = difficulty.number if isinstance(difficulty, Band) else difficulty
    if isinstance(difficulty, Band) and number is None:
        raise Refused(
            f"say which number of {difficulty.name} it is: {difficulty.range}"
        )
    return ready.roll(rng, number, choose)
