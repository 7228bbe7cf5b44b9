"""What the built-in functions do with values; the checker saw to it that they fit.

What they ask a ruleset or a character is answered by the situation itself.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from freed6c.runtime.die_code import DieCode
    from freed6c.runtime.given import Value
    from freed6c.runtime.record import Entry, Ref
    from freed6c.runtime.situation import Situation


def magnitude(_here: Situation, value: Any) -> Value:
    """Take the sign off."""
    found: Value = abs(value)
    return found


def smallest(_here: Situation, *values: Any) -> Value:
    """Find the smallest."""
    found: Value = min(values)
    return found


def greatest(_here: Situation, *values: Any) -> Value:
    """Find the greatest."""
    found: Value = max(values)
    return found


def floor(_here: Situation, number: Any) -> Value:
    """Round down."""
    whole: int = math.floor(number)
    return whole


def ceil(_here: Situation, number: Any) -> Value:
    """Round up."""
    whole: int = math.ceil(number)
    return whole


def dice(_here: Situation, code: DieCode) -> Value:
    """Count the full dice of a code."""
    return code.dice


def pips(_here: Situation, code: DieCode) -> Value:
    """Count the pips of a code."""
    return code.pips


def lookup(here: Situation, table: Ref[Entry], value: Value, column: str) -> Value:
    """Find a cell, by what finds its row."""
    return here.row(table, value).find(column)
