"""Numbers for tools: exactly as text, and nearly as a decimal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fractions import Fraction

LONGEST: Final = 3300
"""So many bits of a number are written: about a thousand digits."""


def fraction(value: Fraction) -> str | None:
    """`425/432`; nothing where it has more than a thousand digits."""
    bits = max(value.numerator.bit_length(), value.denominator.bit_length())
    return str(value) if bits <= LONGEST else None


def number(value: Fraction) -> dict[str, str | float | None]:
    """Both ways to write it."""
    return {"fraction": fraction(value), "decimal": float(value)}
