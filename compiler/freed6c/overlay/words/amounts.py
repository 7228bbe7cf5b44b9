"""`adjust`: so much more or less of what is written, whatever it is written as.

An amount has a sort, and changes values of that sort alone: numbers and ranges of them by a number,
die codes by a code, quantities and ranges of them by a quantity.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from freed6c.packs.data import Data

NUMBER: Final = re.compile(r"([+-]?)([0-9]{1,9}(?:\.[0-9]{1,6})?)", re.ASCII)
CODE: Final = re.compile(r"([+-]?)([0-9]{1,6})D(?:\+([0-9]{1,6}))?", re.ASCII)
QUANTITY: Final = re.compile(
    r"([+-]?)([0-9]{1,9}(?:\.[0-9]{1,6})?) ([a-z][a-z0-9-]*)", re.ASCII
)
SPAN: Final = re.compile(r"(-?[0-9]{1,9})(?:(-| to )(-?[0-9]{1,9})|(\+))?", re.ASCII)
FROM_TO: Final = re.compile(r"(up to )?(.+?)(?:( to )(.+)|( or more))?")


@dataclass(frozen=True, slots=True)
class Amount:
    """How much more: of a number, a die code (in pips) or a quantity of a unit."""

    sort: Literal["number", "code", "quantity"]
    by: Fraction
    unit: str = ""


def read_amount(written: Data, pips_per_die: int) -> Amount | None:
    """Read `-2`, `+1D`, `+5 ft`; None for everything else."""
    text = str(written)
    if isinstance(written, bool | list | dict):
        return None
    if match := CODE.fullmatch(text):
        pips = int(match[2]) * pips_per_die + int(match[3] or 0)
        return Amount("code", _signed(match[1], Fraction(pips)))
    if match := NUMBER.fullmatch(text):
        return Amount("number", _signed(match[1], Fraction(match[2])))
    if match := QUANTITY.fullmatch(text):
        return Amount("quantity", _signed(match[1], Fraction(match[2])), match[3])
    return None


def _signed(sign: str, amount: Fraction) -> Fraction:
    return -amount if sign == "-" else amount


def adjusted(value: Data, amount: Amount, pips_per_die: int) -> Data | None:
    """The value with so much more, written as it was; None where it is of another sort.

    Raises ValueError where there would be less than no dice, or half of a whole number.
    """
    if isinstance(value, bool | list | dict):
        return None
    if amount.sort == "number":
        return _number(value, amount.by)
    if amount.sort == "code":
        return _code(str(value), amount.by, pips_per_die)
    return _quantity(str(value), amount)


def _number(value: str | int, by: Fraction) -> Data | None:
    if isinstance(value, int):
        return _whole(value + by) if by.denominator == 1 else _decimal(value + by)
    if SPAN.fullmatch(value):
        return _span(value, by)
    match = NUMBER.fullmatch(value)
    if match is None:
        return None
    changed = _signed(match[1], Fraction(match[2])) + by
    plus = "+" if match[1] == "+" and changed >= 0 else ""
    return f"{plus}{_decimal(changed)}"


def _span(text: str, by: Fraction) -> str:
    match = SPAN.fullmatch(text)
    assert match is not None
    low = _whole(int(match[1]) + by)
    if match[4]:
        return f"{low}+"
    if match[3] is None:
        return str(low)
    high = _whole(int(match[3]) + by)
    return f"{low}-{high}" if low >= 0 else f"{low} to {high}"


def _code(text: str, by: Fraction, pips_per_die: int) -> str | None:
    match = CODE.fullmatch(text)
    if match is None:
        return None
    worth = _signed(match[1], Fraction(int(match[2]) * pips_per_die))
    worth += _signed(match[1], Fraction(match[3] or 0)) + by
    if worth < 0 and not match[1]:
        message = f"{text} would become less than no dice"
        raise ValueError(message)
    dice, pips = divmod(_whole(abs(worth)), pips_per_die)
    sign = "-" if worth < 0 else match[1].replace("-", "+")
    return f"{sign}{dice}D" + (f"+{pips}" if pips else "")


def _quantity(text: str, amount: Amount) -> str | None:
    """One quantity, or both ends of a stretch: `5 ft to 10 ft`."""
    match = FROM_TO.fullmatch(text)
    if match is None:
        return None
    ends = [_measured(end, amount) for end in (match[2], match[4]) if end]
    if None in ends:
        return None
    low, *high = ends
    upper = f"{match[3]}{high[0]}" if high else match[5] or ""
    return f"{match[1] or ''}{low}{upper}"


def _measured(text: str, amount: Amount) -> str | None:
    match = QUANTITY.fullmatch(text)
    if match is None or match[3] != amount.unit:
        return None
    return f"{_decimal(_signed(match[1], Fraction(match[2])) + amount.by)} {match[3]}"


def _whole(number: Fraction) -> int:
    if number.denominator != 1:
        message = "only whole numbers can stand here"
        raise ValueError(message)
    return int(number)


def _decimal(number: Fraction) -> str:
    """`3.5`; what was read had a few digits behind the point, and sums have no more."""
    if number.denominator == 1:
        return str(number.numerator)
    digits = f"{float(number):.6f}"
    return digits.rstrip("0")
