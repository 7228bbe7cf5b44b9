"""Amounts that packs write: quantities with a unit, ranges, modifiers, pools."""

from __future__ import annotations

from fractions import Fraction
from typing import Generic, TypeVar

from .record import Record

T = TypeVar("T")


class Quantity(Record):
    """So much of a unit: `5 ft`. `unit` is the key of a declared unit."""

    amount: int | Fraction
    unit: str

    def __str__(self) -> str:
        return f"{self.amount} {self.unit}"


class Range(Record, Generic[T]):
    """From `low` to `high`, both included; None where it is open."""

    low: T | None = None
    high: T | None = None

    def __str__(self) -> str:
        if self.low is None:
            return f"up to {self.high}"
        if self.high is None:
            return (
                f"{self.low}+" if isinstance(self.low, int) else f"{self.low} or more"
            )
        if self.low == self.high:
            return str(self.low)
        plain = isinstance(self.low, int) and self.low >= 0
        return f"{self.low}-{self.high}" if plain else f"{self.low} to {self.high}"


class Modifier(Record):
    """What an effect adds to a roll or a number; negative amounts take away.

    `adds` goes on the total, `dice` and `pips` into the pool, `count` many of `token` to the dice
    step that declares it. With `either_way` the one who causes the effect chooses plus or minus.
    """

    adds: int = 0
    dice: int = 0
    pips: int = 0
    token: str = ""
    count: int = 0
    either_way: bool = False

    def __str__(self) -> str:
        sign = "±" if self.either_way else ""
        if self.token:
            return f"{sign or ('-' if self.count < 0 else '+')}{abs(self.count)}{self.token}"
        if self.dice or self.pips:
            pips = f"{self.pips:+}" if self.pips else ""
            return f"{sign or ('-' if self.dice < 0 else '+')}{abs(self.dice)}D{pips}"
        return f"{sign}{abs(self.adds)}" if sign else f"{self.adds:+}"


class Pool(Record):
    """Dice as they lie on the table: pips are not carried; `tokens` call for dice steps."""

    dice: int
    adds: int = 0
    tokens: tuple[tuple[str, int], ...] = ()


class Formula(Record, Generic[T]):
    """A formula as the pack writes it, and the type of what it gives."""

    text: str

    def __str__(self) -> str:
        return self.text
