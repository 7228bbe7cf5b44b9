"""Describe odds in words: percentages, decimals, and the key figures of a pool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import OddsError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from .answer import Odds, Opposed


SHORT: Final = 12
"""The limit on the length of a fraction that is easy to read."""


def short(value: Fraction) -> str:
    """Return the fraction if it is short and more exact than the decimal, else an empty text."""
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > 4 * SHORT:
        return ""
    text = str(value)
    return text if "/" in text and len(text) <= SHORT else ""


def percent(chance: Fraction) -> str:
    """Return `98.38%`. Only impossible and certain outcomes are `0%` and `100%`."""
    text = f"{float(chance):.2%}"
    if text == "0.00%":
        return "< 0.01%" if chance else "0%"
    if text == "100.00%":
        return "> 99.99%" if chance < 1 else "100%"
    return text


def decimal(value: Fraction) -> str:
    """Return `17.5`, with at most three decimals."""
    return f"{float(value):.3f}".rstrip("0").rstrip(".")


def key_figures(odds: Odds) -> Iterator[tuple[str, str]]:
    """Yield the mean, the lowest and the highest total, with names.

    Raises OddsError if the range isn't computable.
    """
    low, high = odds.support
    yield "Mean", _mean(odds)
    yield "Lowest", str(low)
    yield "Highest", "none, dice explode" if high is None else str(high)


def _mean(odds: Odds) -> str:
    try:
        mean = odds.mean
    except OddsError as reason:
        return f"not available: {reason}"
    exact = short(mean)
    return decimal(mean) + (f" ({exact})" if exact else "")


def odds_in_words(odds: Odds) -> str:
    """Return `5D: mean 17.5 (35/2), lowest 5, highest 30`."""
    try:
        figures = [f"{name.lower()} {figure}" for name, figure in key_figures(odds)]
    except OddsError as reason:
        figures = [f"no exact odds: {reason}"]
    return f"{odds.pool}: {', '.join(figures)}"


def opposed_in_words(chances: Opposed) -> str:
    """Return `win 44.36%, tie 11.27%, lose 44.36%`."""
    parts = {"win": chances.win, "tie": chances.tie, "lose": chances.lose}
    return ", ".join(f"{name} {percent(chance)}" for name, chance in parts.items())
