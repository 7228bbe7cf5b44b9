"""Typed values, written as packs write them."""

from __future__ import annotations

from freed6c.runtime.amounts import Formula, Quantity, Range
from freed6c.runtime.duration import Duration
from freed6c.runtime.record import Ref


def as_written(value: object) -> str:
    """A value as packs write it."""
    match value:
        case Formula(text=text) | Duration(text=text) | Ref(id=text):
            return str(text)
        case Range(low=low, high=high):
            return _range(low, high)
        case tuple():
            return ", ".join(map(as_written, value))
        case _:
            return str(value)


def _range(low: object, high: object) -> str:
    if low is None:
        return f"up to {high}"
    if high is None:
        return f"{low} or more" if isinstance(low, Quantity) else f"{low}+"
    if low == high:
        return str(low)
    joint = "-" if isinstance(low, int) and low >= 0 else " to "
    return f"{low}{joint}{high}"
