"""What time, space and turns are made of; everything else refers to these."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..record import Entry, Ref

if TYPE_CHECKING:
    from ..amounts import Quantity
    from ..die_code import DieCode
    from .abilities import Nature
    from .formulas import FormulaEntry


class DieCodes(Entry):
    """How die codes count. There is one of these in a ruleset.

    `smallest` is the smallest pool that can be rolled: with 1D, whoever has no die left cannot try;
    with 0D their pips are the total.
    """

    pips_per_die: int
    smallest: DieCode
    fixed: Ref[FormulaEntry] | None = None
    name: str = "Die codes"


class Period(Entry):
    """A stretch of game time, from short to long in the order of the pack.

    `belongs_to` is the nature whose own it is (a turn is a character's); `lasts` is its length on
    the clock, where it has one.
    """

    plural: str
    belongs_to: Ref[Nature] | None = None
    lasts: Quantity | None = None


class Unit(Entry):
    """A unit of measurement: `measures` names what (length, time)."""

    plural: str
    measures: str


class AbilityType(Entry):
    """A class of abilities."""


class ActionType(Entry):
    """A class of actions: so many (`count`) in each period (`per`); without a count, any number."""

    per: Ref[Period]
    count: int | None = None


class Term(Entry):
    """A word of the game, explained."""
