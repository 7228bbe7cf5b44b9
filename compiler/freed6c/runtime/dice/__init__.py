"""Dice: pools and their notation, procedures carried out step by step. No word of a game."""

from .notation import parse
from .pool import Pool, PoolError
from .roller import Roll, Roller, roll, roller
from .table import Die, Done
from .typed import typed

__all__ = [
    "Die",
    "Done",
    "Pool",
    "PoolError",
    "Roll",
    "Roller",
    "parse",
    "roll",
    "roller",
    "typed",
]
