"""Chances in words: percentages, decimals, and what is told of the odds of a pool at a glance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import NoExactMethod

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from .answer import Odds, Opposed


SHORT: Final = 12
"""So many characters of a fraction can be read at a glance."""


def short(value: Fraction) -> str:
    """The fraction where it is short, and says more than the decimal; else nothing."""
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > 4 * SHORT:
        return ""
    written = str(value)
    return written if "/" in written and len(written) <= SHORT else ""


def percent(chance: Fraction) -> str:
    """`98.38%`; what is neither certain nor impossible is never written as if it were."""
    shown = f"{float(chance):.2%}"
    if shown == "0.00%":
        return "< 0.01%" if chance else "0%"
    if shown == "100.00%":
        return "> 99.99%" if chance < 1 else "100%"
    return shown


def decimal(value: Fraction) -> str:
    """`17.5`, with at most three digits behind the point."""
    return f"{float(value):.3f}".rstrip("0").rstrip(".")


def key_figures(odds: Odds) -> Iterator[tuple[str, str]]:
    """The mean, the lowest and the highest total. Raises NoExactMethod where these have none."""
    low, high = odds.support
    yield "Mean", _mean(odds)
    yield "Lowest", str(low)
    yield "Highest", "none, dice explode" if high is None else str(high)


def _mean(odds: Odds) -> str:
    try:
        mean = odds.mean()
    except NoExactMethod as reason:
        return f"not given: {reason}"
    exact = short(mean)
    return decimal(mean) + (f" ({exact})" if exact else "")


def odds_in_words(odds: Odds) -> str:
    """`5D: mean 17.5 (35/2), lowest 5, highest 30`."""
    try:
        figures = [f"{name.lower()} {figure}" for name, figure in key_figures(odds)]
    except NoExactMethod as reason:
        figures = [f"no exact chances: {reason}"]
    return f"{odds.pool}: {', '.join(figures)}"


def opposed_in_words(chances: Opposed) -> str:
    """`win 44.36%, tie 11.27%, lose 44.36%`."""
    parts = {"win": chances.win, "tie": chances.tie, "lose": chances.lose}
    return ", ".join(f"{what} {percent(chance)}" for what, chance in parts.items())
