"""What the built-in functions do with values; the checker saw to it that they fit."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from freed6c.formula.problem import Unworkable
from freed6c.runtime.record import Ref

if TYPE_CHECKING:
    from freed6c.formula.environment import Character, Environment, Value
    from freed6c.runtime.amounts import Range
    from freed6c.runtime.die_code import DieCode


def floor(_here: Environment, number: Any) -> Value:
    """Round down."""
    whole: int = math.floor(number)
    return whole


def ceil(_here: Environment, number: Any) -> Value:
    """Round up."""
    whole: int = math.ceil(number)
    return whole


def dice(_here: Environment, code: DieCode) -> Value:
    """Count the full dice of a code."""
    return code.dice


def pips(_here: Environment, code: DieCode) -> Value:
    """Count the pips of a code."""
    return code.pips


def _someone(here: Environment) -> Character:
    if here.character is None:
        raise Unworkable(
            "this needs a character, and there is none here",
            "use it where a character acts: in a value, an action or a condition",
        )
    return here.character


def rating(here: Environment, entry: Ref[Any]) -> Value:
    """Ask for a rating."""
    return _someone(here).rating(entry.id)


def fixed(here: Environment, entry: Ref[Any]) -> Value:
    """Ask for a rating as a number."""
    return _someone(here).fixed(entry.id)


def roll(here: Environment, entry: Ref[Any]) -> Value:
    """Ask for a roll."""
    return _someone(here).roll(entry.id)


def has(here: Environment, entry: Ref[Any]) -> Value:
    """Ask whether the character has it."""
    return _someone(here).has(entry.id)


def without_ability(here: Environment, entry: Ref[Any]) -> Value:
    """Ask for a rating on its own."""
    return _someone(here).without_ability(entry.id)


def band(here: Environment, benchmark: Ref[Any], number: int) -> Value:
    """Find the band of a number, or a blank."""
    found = here.band(benchmark.id, number)
    return None if found is None else Ref(found)


def top(here: Environment, entry: Ref[Any] | None) -> Value:
    """Find the highest number of a band."""
    high = _bounds(here, entry).high
    if high is None:
        raise Unworkable("this band is open at the top: it has no highest number")
    return high


def bottom(here: Environment, entry: Ref[Any] | None) -> Value:
    """Find the lowest number of a band."""
    low = _bounds(here, entry).low
    if low is None:
        raise Unworkable("this band is open at the bottom: it has no lowest number")
    return low


def _bounds(here: Environment, entry: Ref[Any] | None) -> Range[int]:
    if entry is None:
        raise Unworkable("there is no band here")
    return here.bounds(entry.id)


def place(here: Environment, entry: Ref[Any] | None) -> Value:
    """Find the number of an entry by its place; 0 for a blank."""
    return 0 if entry is None else here.place(entry.id)


def nth(here: Environment, whole: Ref[Any], number: int) -> Value:
    """Find what has this number by its place (a condition its rank), or a blank."""
    fitting = (part for part in here.inside(whole.id) if here.place(part) == number)
    found = next(fitting, None)
    return None if found is None else Ref(found)


def count(here: Environment, whole: Ref[Any]) -> Value:
    """Count the things inside."""
    return len(here.inside(whole.id))


def lookup(here: Environment, table: Ref[Any], value: Value, column: str) -> Value:
    """Find a cell, by what finds its row."""
    row = here.row(table.id, value)
    if row is None:
        raise Unworkable(f"{table.id} has no row for {value}")
    return here.cell(row, column)
