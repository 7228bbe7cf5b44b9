"""Exact chances of pools, for any procedure; never an estimate. No word of a game."""

from __future__ import annotations

# Why a chance is not given: nothing here is ever estimated by rolling dice.


class NoExactMethod(ValueError):  # noqa: N818
    """No method gives an exact chance within the limits; the message says why."""
