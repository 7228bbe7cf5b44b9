"""Polynomials as single integers (Kronecker substitution), so that products run at C speed.

A coefficient has a slot of a fixed number of bits, wide enough that no sum of probabilities, in
units of their common denominator, can run over. The power of the first variable is a total, cut off
above `top`; a second variable stands in rows, cut off above `rows`.
"""

from __future__ import annotations

from .refuse import NoExactMethod

MOST_BITS = 3_000_000
"""The size of one polynomial: two of them are multiplied in about half a second."""


class Ring:
    """Polynomials of one size. Slots are whole bytes, so that they are read by slicing.

    Raises NoExactMethod where they would be too large to be multiplied soon.
    """

    __slots__ = ("bits", "mask", "rows", "size", "top", "width")

    def __init__(self, top: int, rows: int, largest: int) -> None:
        self.top = top
        self.rows = rows
        self.size = largest.bit_length() // 8 + 1
        self.bits = self.size * 8
        self.width = (top + 1) * (2 if rows else 1)
        if self.bits * self.width * (rows + 1) > MOST_BITS * (2 if rows else 1):
            raise NoExactMethod(
                f"sums up to {top} of so many dice need too large numbers"
            )
        row = (1 << self.bits * (top + 1)) - 1
        self.mask = sum(row << self.bits * self.width * one for one in range(rows + 1))

    def monomial(self, weight: int, power: int, row: int = 0) -> int:
        """One term; 0 where it lies outside."""
        if power > self.top or row > self.rows:
            return 0
        return weight << self.bits * (row * self.width + power)

    def times(self, first: int, second: int) -> int:
        """The product, cut off."""
        return (first * second) & self.mask

    def power(self, base: int, exponent: int) -> int:
        """The power, cut off."""
        result = 1
        while exponent:
            if exponent & 1:
                result = (result * base) & self.mask
            exponent >>= 1
            if exponent:
                base = (base * base) & self.mask
        return result

    def shifted(self, polynomial: int, powers: int) -> int:
        """Divided by so many powers of the first variable; nothing may be lost."""
        return polynomial >> self.bits * powers

    def coefficients(self, polynomial: int, row: int = 0) -> list[int]:
        """The coefficients of a row, from the power 0 to the top."""
        start = row * self.width * self.size
        data = polynomial.to_bytes(self.size * self.width * (self.rows + 1), "little")
        stop = start + (self.top + 1) * self.size
        read = int.from_bytes
        return [
            read(data[at : at + self.size], "little")
            for at in range(start, stop, self.size)
        ]

    def made_of(self, coefficients: list[int]) -> int:
        """The polynomial of these coefficients, lowest first."""
        return int.from_bytes(
            b"".join([one.to_bytes(self.size, "little") for one in coefficients]),
            "little",
        )
