"""Suggestions for values in another spelling: numbers with commas, dice of other games, keys.

Functions named `…_meant` return suggestions (`WayOut`) for a text that has such a spelling, and
nothing for any other text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import structure
from freed6c.diagnostics.suggest import MINUS, fold
from freed6c.diagnostics.ways_out import Replacement, WayOut, Ways
from freed6c.packs.ids import KEY, LONGEST_KEY
from freed6c.packs.lazy import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.diagnostics.suggest import Fits
    from freed6c.packs.location import Location


NUMERALS: Final = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
"""Small numbers as words."""
COMMA: Final = regex("[0-9],[0-9]")
THOUSANDS: Final = regex("(?<![0-9,])[1-9][0-9]{0,2}(?:,[0-9]{3})+(?!,?[0-9])")
"""A number with separated thousands: `1,000,000`."""
DECIMAL_COMMA: Final = regex("(?<![0-9,])([0-9]+),([0-9]+)(?!,?[0-9])")
"""A number with a single comma: `2,5`."""
WHOLE: Final = regex(r"(?:\+(?!-))?(-?(?:0|[1-9][0-9]{0,8}))(?:\.0{0,2})?")
"""A whole number, with an optional plus and zeros after the point: `+2`, `-3`, `5.0`."""
DICE: Final = regex(r"([0-9]{0,6}) ?[dDwW] ?([0-9]{1,6}|%)(?: ?\+ ?([0-9]{1,6}))?")
"""Dice with sides (in German, W is D), and pips: `3d6`, `d%`, `2 W 10 + 1`."""


def comma_meant(text: str, fits: Fits = lambda _: True, *, alone: bool = True) -> Ways:
    """Suggest each valid way to read a comma between digits, without edits.

    `fits` tests a reading. If `alone` is true, the text is a single value, not an item of a list,
    so a comma between two separate numbers leaves one number too many.
    """
    if not COMMA.search(text):
        return ()
    readings = {
        "marks thousands": THOUSANDS.sub(lambda match: match[0].replace(",", ""), text),
        "is a decimal point": DECIMAL_COMMA.sub(r"\1.\2", text),
    }
    clear = {use: new for use, new in readings.items() if not COMMA.search(new)}
    ways = [
        f"if the comma {use}, write {new}" for use, new in clear.items() if fits(new)
    ]
    if clear and "marks thousands" not in clear and alone:
        ways.insert(0, "if the comma separates two numbers, write only one of them")
    return tuple(map(WayOut, ways))


def is_whole(text: str) -> bool:
    """Return True for a whole number in digits."""
    return text.removeprefix("-").isdecimal()


def whole_number(text: str) -> int | None:
    """Return the whole number that a text surely means: `five`, `+2`, `5.0`."""
    if text in NUMERALS[1:]:  # "no" can also be false
        return NUMERALS.index(text)
    match = WHOLE.fullmatch(re.sub(f"^[{MINUS}]", "-", text))
    return None if match is None else int(match[1])


def dice_meant(text: str, sides: Sequence[int], per_die: int) -> Ways:
    """Return how to write dice with a number after the D.

    `sides` has the sides of the dice of all procedures, `per_die` is the number of pips that make
    a die. `3d6` is 3D if only d6 are rolled. `4D2` can be 4D+2 or 4D, and `2d10` has a die that is
    not rolled: for these the author decides.
    """
    match = DICE.fullmatch(text)
    if match is None or not (sides or int(match[3] or 0) < per_die):
        return ()
    count, number = int(match[1] or 1), 100 if match[2] == "%" else int(match[2])
    pips = int(match[3] or 0)
    code = f"{count}D" + (f"+{pips}" if pips else "")
    if number in sides and pips < per_die:
        if len(sides) > 1:
            return (WayOut(f"write {code}, or give it the type pool"),)
        return (WayOut(f"write {code}", (Replacement(code),)),)
    as_pips = f"if the {number} counts pips, write {code}+{number}"
    maybe_pips = not match[3] and 0 < number < min((per_die, *sides))
    if not sides:
        procedure = f"set `die: d{number}` in a dice procedure: none has dice yet"
        otherwise = f"write {code}, and {procedure}"
    elif maybe_pips:
        otherwise = f"for {count} dice without pips, write {code}"
    else:
        rolled = " or ".join(map(str, sides))
        procedure = f", or add a dice procedure with die: d{number}" * (len(sides) > 1)
        why = f"{per_die} pips make a die" if number in sides else "D only means these"
        otherwise = f"convert it to pips and dice with {rolled} sides: {why}{procedure}"
    return (*[WayOut(as_pips)] * maybe_pips, WayOut(otherwise))


def as_key(text: str) -> str:
    """Return a text as a key; empty if it can't be one."""
    key = re.sub(r"[^a-z0-9]+", "-", fold(text)).strip("-")
    return key if KEY.fullmatch(key) else ""


def key_meant(key: str, above: str = "") -> Ways:
    """Return how to write a key, in small letters with hyphens, after the prefix `above`."""
    if valid := as_key(key):
        return (WayOut(f"write {valid}", (Replacement(f"{above}{valid}"),)),)
    valid = as_key(re.sub(r"^([0-9]+)(.*)", r"\2-\1", fold(key)))
    if not valid:
        return ()
    return (WayOut(f"a key begins with a letter: write {above}{valid}"),)


def colon_meant(text: str) -> Ways:
    """Return how to write a setting whose colon is the full-width one of East Asian keyboards."""
    key, colon, value = text.partition("\N{FULLWIDTH COLON}")
    if not colon or not re.fullmatch(r"[\w.-]+", key):
        return ()
    line = f"{key}: {'…' if colon in value else value.strip()}".rstrip()
    return (WayOut(f"'{colon}' is not the colon of the keyboard: write {line}"),)


def key_problem(key: str, place: Location, above: str = "") -> Diagnostic | None:
    """Return the problem of a key of an entry, if it has one. `above` is its prefix."""
    if KEY.fullmatch(key) is None:
        return structure.BAD_KEY.at(place, help=key_meant(key, above), key=key)
    if len(key) > LONGEST_KEY:
        shorter = "shorten it, and write the full name in 'name'"
        return structure.TOO_LONG.at(
            place, help=[shorter], subject="this key", length=len(key), most=LONGEST_KEY
        )
    return None
