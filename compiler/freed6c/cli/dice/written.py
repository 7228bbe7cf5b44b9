"""How exact chances are written for people: as fractions, as decimals, in percent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.model.values import fraction

if TYPE_CHECKING:
    from fractions import Fraction


SHORT: Final = 12
"""So many characters of a fraction can be read at a glance."""


def short(value: Fraction) -> str:
    """The fraction where it is short, and says more than the decimal; else nothing."""
    written = fraction(value) or ""
    return written if "/" in written and len(written) <= SHORT else ""


def percent(chance: Fraction) -> str:
    """`98.38%`; what is neither certain nor impossible is never written as if it were."""
    shown = f"{float(chance):.2%}"
    if shown == "0.00%":
        return "< 0.01%" if chance else "0%"
    if shown == "100.00%":
        return "> 99.99%" if chance < 1 else "100%"
    return shown


def chance(value: Fraction) -> str:
    """`98.38%  425/432`."""
    return f"{percent(value):>8}  {short(value)}".rstrip()


def decimal(value: Fraction) -> str:
    """`17.5`, with at most three digits behind the point."""
    return f"{float(value):.3f}".rstrip("0").rstrip(".")
