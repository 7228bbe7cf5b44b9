"""Readers of scalars with their own syntax: durations, moments, ranges, quantities, fractions.

A scalar is a single value written as a text. Readers return a typed value or raise ScalarError.
"""

from __future__ import annotations

import re
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Final, Literal

from freed6c.diagnostics.codes import references as codes
from freed6c.diagnostics.suggest import did_you_mean, is_slip
from freed6c.packs.data import Data, as_map, walk
from freed6c.packs.lazy import dataclass, regex
from freed6c.runtime.amounts import DieCode, FormulaPool, Quantity, Range, die_codes
from freed6c.runtime.effects import Duration, Moment
from freed6c.runtime.notation import PoolError, read_die

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.diagnostics.ways_out import Ways


# An example for each alternative of the patterns:
# NUMBER `3`, `-3.5`; RATIO `1/4`; SPAN `7`, `6-10`, `-3 to 2`, `26+`; UP_TO `up to 5`, `<= 5`;
# QUANTITY `5 ft`, `2.5 ft`, `1/2 mile`; COUNTED `3 rounds`, `2D rounds`, `1D+2 rounds`;
# OWN_ACTION `until own next attack`; END `until end of round`, `until end of own next turn`;
# WHOLE_PERIOD `next round`; MOMENT `end of round`, `start of each round`.
NUMBER = regex(r"-?[0-9]{1,12}(?:\.[0-9]{1,6})?", re.ASCII)
RATIO = regex(r"-?[0-9]{1,12}/[1-9][0-9]{0,11}", re.ASCII)
SPAN = regex(r"(-?[0-9]{1,12})(?:-([0-9]{1,12})| to (-?[0-9]{1,12})|(\+))?", re.ASCII)
UP_TO = regex(r"(?:up to |<= ?)(-?[0-9]{1,3})", re.ASCII)
QUANTITY = regex(
    r"(-?[0-9]{1,12}(?:\.[0-9]{1,6}|/[1-9][0-9]{0,5})?) ([a-z][a-z0-9-]*)", re.ASCII
)
COUNTED = regex(r"([0-9]{1,6}(?:D(?:\+[0-9]{1,6})?)?) ([a-z][a-z0-9 -]*)", re.ASCII)
EVENT = regex(r"until (used|recovered|replaced)")
OWN_ACTION = regex(r"until own next (.+?)(?: action)?")
END = regex(r"until end of (own )?(next )?(.+)")
WHOLE_PERIOD = regex(r"(this|next) (.+)")
MOMENT = regex(r"(start|end) of (?:(each|own next|own|next|this) )?(.+)")
WHICH: Mapping[str, Literal["the", "each", "next", "own", "own-next"]] = {
    "this": "the",
    "each": "each",
    "next": "next",
    "own": "own",
    "own next": "own-next",
}


class ScalarError(Exception):
    """A text with the wrong syntax; the diagnostic still needs its place."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def read_fraction(text: str) -> Fraction:
    """Read `3`, `3.5`, `1/4`."""
    if NUMBER.fullmatch(text) is None and RATIO.fullmatch(text) is None:
        raise ScalarError(codes.NOT_A_NUMBER.at(None, text=text))
    return Fraction(text)


def read_range(text: str) -> Range[int]:
    """Read `7`, `6-10`, `26+`, `-3 to 2`."""
    match = SPAN.fullmatch(text)
    if match is None:
        # A range without a lowest number is probably meant for a band: `up to 5` in a benchmark.
        up_to = UP_TO.fullmatch(text)
        fix = (
            f"a range needs a lowest number: write -999 to {up_to[1]}" if up_to else ""
        )
        raise ScalarError(
            codes.NOT_A_RANGE.at(None, help=[fix] if fix else [], text=text)
        )
    low, after_hyphen, after_to, plus = match.groups()
    if plus:
        return Range(low=int(low))
    high = int(after_hyphen or after_to or low)
    if high < int(low):
        raise ScalarError(codes.RANGE_BACKWARD.at(None, text=text))
    return Range(low=int(low), high=high)


def read_quantity(text: str, units: Mapping[str, str], *around: str) -> Quantity:
    """Read `5 ft`; `units` maps each name of a unit (ft, foot, feet) to its key.

    `around` is the text before and after the quantity, which a suggestion keeps.
    """
    match = QUANTITY.fullmatch(text)
    unit_keys = ", ".join(dict.fromkeys(units.values())) or "none yet"
    if match is None:
        raise ScalarError(codes.NOT_A_QUANTITY.at(None, text=text, known=unit_keys))
    if match[2] not in units:
        candidates = [(u, f"{match[1]} {u}".join(around or ("", ""))) for u in units]
        near = did_you_mean(match[2], candidates)
        problem = codes.UNKNOWN_UNIT.at(None, help=near, unit=match[2], known=unit_keys)
        raise ScalarError(problem)
    amount = Fraction(match[1])
    is_whole = amount.denominator == 1
    return Quantity(amount=int(amount) if is_whole else amount, unit=units[match[2]])


def read_quantities(text: str, units: Mapping[str, str]) -> Range[Quantity]:
    """Read `up to 5 ft`, `5 ft to 10 ft`, `10 ft or more`, or one quantity as both ends."""
    if text.startswith("up to "):
        return Range(high=read_quantity(text[6:], units, "up to ", ""))
    if text.endswith(" or more"):
        return Range(low=read_quantity(text[:-8], units, "", " or more"))
    low, to, high = text.partition(" to ")
    first = read_quantity(low, units, "", to + high)
    return Range(
        low=first, high=read_quantity(high, units, low + to, "") if to else first
    )


def read_pool(text: str, sides: tuple[int, ...]) -> FormulaPool:
    """Read `4D+1`, or `2d6+3` if a procedure rolls a d6; `sides` are those of all procedures."""
    with suppress(PoolError):
        pool = FormulaPool.read(text)
        if not pool.die or read_die(pool.die) in sides:
            return pool
    dice = ", ".join(f"d{number}" for number in sides) or "none"
    raise ScalarError(codes.NOT_A_POOL.at(None, text=text, dice=dice))


def read_moment(text: str, periods: Mapping[str, str]) -> Moment:
    """Read `end of each round`; `periods` maps each name (round, rounds) to its key."""
    match = MOMENT.fullmatch(text)
    if match is None or match[3] not in periods:
        form = _form_help("'end of each {0}'", periods) or NO_PERIODS
        near = _respelled(text, periods, lambda text: read_moment(text, periods))
        raise ScalarError(codes.NOT_A_MOMENT.at(None, help=near, text=text, form=form))
    return Moment(
        text=text,
        edge="start" if match[1] == "start" else "end",
        which=WHICH[match[2] or "this"],
        period=periods[match[3]],
    )


def read_duration(
    text: str, periods: Mapping[str, str], action_types: Mapping[str, str]
) -> Duration:
    """Read a duration; `periods` maps each name of a period (round, rounds) to its key."""
    duration = _read_form(text, periods, action_types)
    if duration is not None:
        return duration
    plain = text.replace("the ", "")
    if plain != text:
        # Raise ScalarError here if the text isn't a duration without the article, either.
        read_duration(plain, periods, action_types)
        raise ScalarError(codes.DURATION_WITH_ARTICLE.at(None, text=text, meant=plain))
    form = _form_help(
        "'3 {1}', 'until end of next {0}', 'until recovered' or 'always'", periods
    )
    form = form or f"write 'until recovered' or 'always'; {NO_PERIODS}"
    if text.isdecimal() and periods:
        form = f"add a period, such as {text} {_forms_of_first(periods)[1]}"
    near = _respelled(
        text, periods, lambda text: _read_form(text, periods, action_types)
    )
    raise ScalarError(codes.NOT_A_DURATION.at(None, help=near, text=text, form=form))


def _read_form(
    text: str, periods: Mapping[str, str], action_types: Mapping[str, str]
) -> Duration | None:
    """Return a duration in one of the forms of packs, or None."""
    if text == "always":
        return Duration(text=text, form="always")
    if match := EVENT.fullmatch(text):
        return Duration(text=text, form="event", event=match[1])
    if (match := OWN_ACTION.fullmatch(text)) and match[1] in action_types:
        own = action_types[match[1]]
        return Duration(text=text, form="own-action", action_type=own)
    if (match := END.fullmatch(text)) and match[3] in periods:
        return Duration(
            text=text,
            form="end",
            period=periods[match[3]],
            own=match[1] is not None,
            following=match[2] is not None,
        )
    if (match := WHOLE_PERIOD.fullmatch(text)) and match[2] in periods:
        form: Literal["this", "next"] = "this" if match[1] == "this" else "next"
        return Duration(text=text, form=form, period=periods[match[2]])
    if (match := COUNTED.fullmatch(text)) and match[2] in periods:
        period = periods[match[2]]
        return Duration(text=text, form="count", count=match[1], period=period)
    return None


NO_PERIODS: Final = (
    "other times need a period, such as periods: {round: {name: round, plural: rounds}}"
)


def _form_help(example: str, periods: Mapping[str, str]) -> str:
    """Return advice with an example for the first period and a list of all; "" without periods."""
    if not periods:
        return ""
    keys = ", ".join(sorted({*periods.values()}))
    form = example.format(*_forms_of_first(periods))
    return f"write a form such as {form}; available periods: {keys}; add others under 'periods'"


def _forms_of_first(periods: Mapping[str, str]) -> tuple[str, str]:
    """Return the key and the plural of the first period."""
    first = next(iter(periods.values()))
    return first, [name for name, key in periods.items() if key == first][-1]


def _respelled(
    text: str, periods: Mapping[str, str], read: Callable[[str], object]
) -> Ways:
    """Return a suggestion with misspelled words corrected, if it can be read."""
    names = (*WORDS, *periods)
    words = (
        word if word in names else next((n for n in names if is_slip(word, n)), word)
        for word in text.split()
    )
    corrected = " ".join(words)
    with suppress(ScalarError):
        if corrected != text and read(corrected):
            return did_you_mean(text, [corrected])
    return ()


WORDS: Final = (
    *("until", "used", "recovered", "replaced", "start", "end", "of", "always"),
    *("the", "each", "this", "next", "own", "action"),
)
"""The words of durations and moments, besides the names of periods."""


# The names that a ruleset declares for its scalars.


@dataclass(frozen=True, kw_only=True)
class Vocabulary:
    """The names that a ruleset declares for its scalars, and its dice.

    - `periods`, `units`, `action_types`: keys by each of their names: `{"rounds": "round"}`.
    - `measures`: the quantities that units measure, such as `distance`.
    - `die_code`: the class of die codes in this ruleset; `sides`: the sides of its dice.
    """

    periods: Mapping[str, str]
    units: Mapping[str, str]
    measures: frozenset[str]
    action_types: Mapping[str, str]
    die_code: type[DieCode]
    sides: tuple[int, ...]


def read_vocabulary(tree: Mapping[str, Data]) -> Vocabulary:
    """Read the vocabulary of a merged tree.

    Without `die-codes`, pips never carry over to dice.
    """
    pips = walk(dict(tree), ("die-codes", "pips-per-die"))
    return Vocabulary(
        periods=_keys_by_name(tree.get("periods"), "plural"),
        units=_keys_by_name(tree.get("units"), "plural", "name"),
        measures=frozenset(
            str(unit["measures"])
            for unit in map(as_map, as_map(tree.get("units")).values())
            if "measures" in unit
        ),
        action_types=_keys_by_name(tree.get("action-types"), "name"),
        # With a million pips per die, no sum of pips becomes a die.
        die_code=die_codes(pips if isinstance(pips, int) and pips > 0 else 10**6),
        sides=sides_rolled(tree),
    )


def sides_rolled(tree: Mapping[str, Data]) -> tuple[int, ...]:
    """Return the numbers of sides of the dice that procedures roll, without repetition."""
    dice = (str(as_map(body).get("die")) for body in as_map(tree.get("dice")).values())
    return tuple(dict.fromkeys(filter(None, map(read_die, dice))))


def _keys_by_name(entries: Data | None, *fields: str) -> dict[str, str]:
    """Return the keys of entries by the keys themselves, and by the names in these fields."""
    keys: dict[str, str] = {}
    for key, body in as_map(entries).items():
        keys[key] = key
        for field in fields:
            name = as_map(body).get(field)
            if isinstance(name, str):
                keys |= {name: key, name.lower(): key}
    return keys
