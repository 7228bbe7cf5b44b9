"""Exact chances of pools, for any procedure; never an estimate. No word of a game."""

from .answer import Odds, Oddsmaker, Support, odds, oddsmaker
from .opposed import Opposed, opposed
from .refuse import NoExactMethod

__all__ = [
    "NoExactMethod",
    "Odds",
    "Oddsmaker",
    "Opposed",
    "Support",
    "odds",
    "oddsmaker",
    "opposed",
]
