"""What odds may cost: steps of arithmetic, which are counted before they are taken.

They are counted and not timed, so that every machine gives and refuses the same. A step is about
what one digit of an integer times one of another takes, and 300 to 600 are one line of Python.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import TYPE_CHECKING

from . import NoExactMethod

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_STEPS = 5_000_000_000
"""Steps for all questions about one pool together: two to four seconds."""
PAYER: ContextVar[Callable[[int], None] | None] = ContextVar("PAYER", default=None)
"""Called with the steps of every question before they are taken; it can raise to stop the work."""
DIGIT = 30
"""Bits in a digit of Python's integers."""
LONG = 70 * DIGIT
"""Bits of an integer that is not multiplied as at school."""
PRODUCT = 2500
"""The product of two integers, and what is done around it, however small they are."""
OUTCOME = 500
"""An outcome of a die, a coefficient of a polynomial: read, weighed, and added to others."""
TERM = 20_000
"""A term of inclusion-exclusion, or the groups of dice of one."""


class Work:
    """The steps that all questions about one pool have cost so far, of the `most` that they may.

    These are MOST_STEPS, if nothing is said.

    Each question may take half of what is left. So one that is refused leaves enough for others
    that ask for less, and all of them together have an end.
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
        """How many steps the next question may take."""
        return (self.most - self.steps) // 2

    def add(self, steps: int) -> None:
        """Count steps to be taken. Raises NoExactMethod if they are too many, and counts none."""
        if self.steps + steps > self.limit:
            raise NoExactMethod(
                "such dice take too long; fewer dice, or fewer that are dropped or explode,"
                " take less"
            )
        if pay := PAYER.get():
            pay(steps)
        self.steps += steps

    def multiply(self, first: int, second: int, shift: int = 0) -> None:
        """Count the product of two integers, which is then shifted by so many bits."""
        long, short = first.bit_length(), second.bit_length()
        if long < short:
            long, short = short, long
        steps = PRODUCT + product_steps(long, short) + 3 * (shift // DIGIT)
        if short > LONG:
            # Few bits set: most digits are 0, and blocks of them are passed over.
            digits = first.bit_length() // DIGIT, second.bit_length() // DIGIT
            sparse = min(first.bit_count() * digits[1], second.bit_count() * digits[0])
            steps = min(steps, PRODUCT + 10 * sparse)
        self.add(steps)


def product_steps(long: int, short: int) -> int:
    """The steps of the product of two integers of so many bits, the longer one first."""
    # Short ones are multiplied as at school, long ones by Karatsuba's method; then what is too
    # high is cut off, and the rest added to others.
    digits = short // DIGIT + 1
    each = digits if short < LONG else int(8 * digits**0.585)
    return (long // DIGIT + 1) * (6 + each)
