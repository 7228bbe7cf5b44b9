"""Limit the cost of odds by counting steps of arithmetic before they happen.

The cost is counted, not timed, so the limit is the same on every machine. A step is the time that
Python takes to multiply two digits of its integers (of 30 bits each); running a line of Python
takes 300 to 600 steps.
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
"""A callback that receives each number of steps before they happen. It can raise to stop the work.
"""
DIGIT = 30
"""The number of bits in a digit of Python's integers."""
LONG = 70 * DIGIT
"""The number of bits from which Python no longer multiplies integers by the schoolbook method."""
PRODUCT = 2500
"""The steps of any product of integers, with the code around it, besides `product_steps`."""
OUTCOME = 500
"""The steps for an outcome of a die or a coefficient: to read it, multiply it and add it to a sum.
"""
TERM = 20_000
"""The steps for a term of inclusion-exclusion, or for the groups of dice of a term."""


class Work:
    """A limit on the steps of all questions about one pool, with the steps used so far.

    By default, the limit is MOST_STEPS. Each question can use half of the remaining steps, so even
    a question that is refused leaves enough for smaller ones.
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
        """Count the steps to multiply two integers and shift the product by some bits."""
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
    """Return the steps to multiply two integers, from their lengths in bits, the longer first."""
    # Short integers use schoolbook multiplication, long ones Karatsuba's. The result is then
    # truncated and added to others.
    digits = short // DIGIT + 1
    steps_per_digit = digits if short < LONG else int(8 * digits**0.585)
    return (long // DIGIT + 1) * (6 + steps_per_digit)
