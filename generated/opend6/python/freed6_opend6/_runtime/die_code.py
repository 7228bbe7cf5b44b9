"""Die codes: how good something is, in full ranks (dice) and partial ranks (pips)."""

from __future__ import annotations

import re
from functools import total_ordering
from typing import ClassVar, Self

WRITTEN = re.compile(r"([0-9]{1,6})D(?:\+([0-9]{1,6}))?", re.ASCII)


@total_ordering
class DieCode:
    """A number of dice and pips; so many pips make a die.

    Each ruleset binds `pips_per_die` in a class of its own. A code is always carried: with three
    pips to a die, 1D+3 is 2D. Codes are ordered by their worth in pips.

    Raises ValueError where the code would be worth less than nothing.
    """

    __slots__ = ("dice", "pips")
    pips_per_die: ClassVar[int]

    def __init__(self, dice: int, pips: int = 0) -> None:
        carried, self.pips = divmod(pips, self.pips_per_die)
        self.dice = dice + carried
        if self.dice < 0:
            message = f"a die code cannot be below 0D: {dice}D{pips:+}"
            raise ValueError(message)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `3D+2`. Raises ValueError for anything else, also for pips that make a die."""
        match = WRITTEN.fullmatch(text)
        if match is None:
            message = f"not a die code: {text!r}"
            raise ValueError(message)
        pips = int(match[2] or 0)
        if pips >= cls.pips_per_die:
            carried = cls(int(match[1]), pips)
            message = f"{cls.pips_per_die} pips make a die: write {carried}, not {text}"
            raise ValueError(message)
        return cls(int(match[1]), pips)

    @property
    def worth(self) -> int:
        """The code in pips."""
        return self.dice * self.pips_per_die + self.pips

    def next(self) -> Self:
        """The code one pip higher."""
        return type(self)(self.dice, self.pips + 1)

    def __add__(self, other: DieCode) -> Self:
        return type(self)(self.dice + other.dice, self.pips + other.pips)

    def __sub__(self, other: DieCode) -> Self:
        return type(self)(0, self.worth - other.worth)

    def __mul__(self, factor: int) -> Self:
        return type(self)(0, self.worth * factor)

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DieCode):
            return NotImplemented
        return self.dice == other.dice and self.pips == other.pips

    def __lt__(self, other: DieCode) -> bool:
        return (self.dice, self.pips) < (other.dice, other.pips)

    def __hash__(self) -> int:
        return hash((self.dice, self.pips))

    def __str__(self) -> str:
        return f"{self.dice}D+{self.pips}" if self.pips else f"{self.dice}D"

    def __repr__(self) -> str:
        return f"DieCode({self.dice}, {self.pips})"


def die_codes(pips_per_die: int) -> type[DieCode]:
    """The class of die codes in which so many pips make a die."""
    return type("DieCode", (DieCode,), {"__slots__": (), "pips_per_die": pips_per_die})
