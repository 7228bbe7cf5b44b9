"""Limit the cost of odds by counting steps of arithmetic before they happen.

The cost is counted, not timed, so the limit is the same on every machine. A step takes as long as
the product of two digits of integers; a line of Python takes 300 to 600 steps.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING

from . import OddsError

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_STEPS = 5_000_000_000
"""The limit on steps for all questions about one pool: two to four seconds."""
PAYER: ContextVar[Callable[[int], None] | None] = ContextVar("PAYER", default=None)
"""A callback that receives the steps of each question in advance. It can raise to stop the work."""
DIGIT = 30
"""Bits in a digit of Python's integers."""
LONG = 70 * DIGIT
"""Bits of integers from which on Python doesn't use schoolbook multiplication."""
PRODUCT = 2500
"""The product of two integers, with the code around it, at any size."""
OUTCOME = 500
"""An outcome of a die or a coefficient of a polynomial: reading, weighting and adding it."""
TERM = 20_000
"""A term of inclusion-exclusion, or the groups of dice of one."""


class Work:
    """The steps used so far by all questions about one pool, with their limit.

    By default, the limit is MOST_STEPS. Each question can use half of the rest. So a refused
    question leaves enough for smaller ones, and the total is limited.
    """

    def __init__(self, most: int | None = None) -> None:
        self.most = MOST_STEPS if most is None else most
        self.steps = 0
        self.begin()

    def begin(self) -> None:
        """Begin a question."""
        self.limit = self.steps + self.left

    @property
    def left(self) -> int:
        """The number of steps that the next question can use."""
        return (self.most - self.steps) // 2

    def add(self, steps: int) -> None:
        """Count steps in advance. Raises OddsError, and counts nothing, above the limit."""
        if self.steps + steps > self.limit:
            raise OddsError(
                "these dice take too long to calculate; use fewer dice, or fewer that are"
                " dropped or explode"
            )
        if pay := PAYER.get():
            pay(steps)
        self.steps += steps

    def multiply(self, first: int, second: int, shift: int = 0) -> None:
        """Count the product of two integers, which is then shifted by a number of bits."""
        long, short = first.bit_length(), second.bit_length()
        if long < short:
            long, short = short, long
        steps = PRODUCT + product_steps(long, short) + 3 * (shift // DIGIT)
        if short > LONG:
            # With few bits set, most digits are 0, and multiplication skips blocks of zeros.
            digits = first.bit_length() // DIGIT, second.bit_length() // DIGIT
            sparse = min(first.bit_count() * digits[1], second.bit_count() * digits[0])
            steps = min(steps, PRODUCT + 10 * sparse)
        self.add(steps)


def product_steps(long: int, short: int) -> int:
    """Return the steps of the product of two integers by their bits, the longer one first."""
    # Short integers use schoolbook multiplication, long ones Karatsuba's. The result is then
    # truncated and added to others.
    digits = short // DIGIT + 1
    steps_per_digit = digits if short < LONG else int(8 * digits**0.585)
    return (long // DIGIT + 1) * (6 + steps_per_digit)
