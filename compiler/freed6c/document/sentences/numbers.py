"""Numbers, quantities and ranges in words."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from freed6c.document.blocks import Inlines, Text
from freed6c.runtime.amounts import Quantity, Range
from freed6c.runtime.entries.world import Unit

if TYPE_CHECKING:
    from freed6c.document.scribe import Scribe


MINUS: Final = "\N{MINUS SIGN}"


def decimal(number: int | Fraction) -> str:
    """`3`, `3.5`, `1/3`, with a true minus."""
    return _exact(Fraction(number)).replace("-", MINUS)


def _exact(number: Fraction) -> str:
    places = _places(number.denominator)
    if places is None:
        return f"{number.numerator}/{number.denominator}"
    return f"{float(number):.{places}f}"


def _places(denominator: int) -> int | None:
    """How many decimal places a fraction needs; None where it never ends."""
    return next((n for n in range(7) if 10**n % denominator == 0), None)


def percent(scribe: Scribe, chance: Fraction) -> Inlines:
    """A chance in per cent, with one decimal; only what is certain is 100, or 0."""
    tenths = round(chance * 1000)
    if 0 < chance < 1 and tenths in {0, 1000}:
        sort, tenths = ("below", 1) if tenths == 0 else ("above", 999)
        return scribe.say(f"percent.{sort}", number=f"{tenths / 10:.1f}")
    whole = chance in {0, 1}
    number = str(tenths // 10) if whole else f"{tenths / 10:.1f}"
    return scribe.say("percent", number=number)


def quantity(scribe: Scribe, value: Quantity) -> Inlines:
    """`5 feet`, `1 foot`."""
    amount, unit = decimal(value.amount), unit_word(scribe, value.unit, value.amount)
    return scribe.say("quantity", amount=amount, unit=unit)


def unit_word(scribe: Scribe, word: str, amount: int | Fraction) -> str:
    """The word for so much of a unit; what is written, where it is not declared."""
    for unit in scribe.ruleset.of(Unit):
        if word in {unit.key, unit.name, unit.plural}:
            return unit.name if abs(amount) == 1 else unit.plural
    return word


def say_range(scribe: Scribe, value: Range[Any]) -> Inlines:
    """`6-10`, `26+`, `up to 5 feet`, `5 to 10 feet`."""
    low, high = value.low, value.high
    if low is None:
        return scribe.say("range.up-to", high=_end(scribe, high))
    if high is None:
        pattern = "range.or-more" if isinstance(low, Quantity) else "range.from"
        return scribe.say(pattern, low=_end(scribe, low))
    if low == high:
        return _end(scribe, low)
    return _between(scribe, low, high)


def _between(scribe: Scribe, low: object, high: object) -> Inlines:
    ends = {"low": _end(scribe, low), "high": _end(scribe, high)}
    if isinstance(low, Quantity) and isinstance(high, Quantity):
        if low.unit == high.unit:
            ends["low"] = (Text(decimal(low.amount)),)
        return scribe.say("range.words", **ends)
    worded = isinstance(low, int) and low < 0
    return scribe.say("range.words" if worded else "range", **ends)


def _end(scribe: Scribe, value: object) -> Inlines:
    match value:
        case Quantity():
            return quantity(scribe, value)
        case int() | Fraction():
            return (Text(decimal(value)),)
        case _:
            return (Text(str(value)),)
