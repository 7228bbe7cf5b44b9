"""Ways out, for a part that is something else than is wanted where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.formula.asking import ask_for_number
from freed6c.formula.tree import Dice, Integer
from freed6c.formula.types import (
    DIE_CODE,
    FRACTION,
    INTEGER,
    EntryOf,
    OptionalOf,
)

if TYPE_CHECKING:
    from freed6c.formula.typed import Typed
    from freed6c.formula.types import Type

COUNTED: Final = ("no", "one", "two", "three", "four", "five", "six")


def way_out(typed: Typed, wanted: tuple[Type, ...], pips_per_die: int) -> str:
    """Say what could be written instead, or nothing."""
    if isinstance(typed.type, OptionalOf):
        return "say what counts where it is blank: if-blank(…, …)"
    if DIE_CODE in wanted:
        return _as_code(typed, pips_per_die)
    if INTEGER in wanted:
        return _as_integer(typed.type)
    return ""


def _as_code(typed: Typed, pips_per_die: int) -> str:
    match typed.node:
        case Integer(value):
            return f"dice are counted with a D: {value}D"
        case Dice(marks=[_, *_]):
            return "leave the tokens behind it away"
        case Dice(dice, pips):
            return _carried(dice, pips, pips_per_die)
        case _:
            return ""


def _carried(dice: int, pips: int, each: int) -> str:
    more, left = divmod(pips, each)
    written = f"{dice + more}D" + (f"+{left}" if left else "")
    number = COUNTED[each] if each < len(COUNTED) else str(each)
    return f"{number} pips make a die: write {written}"


def _as_integer(given: Type) -> str:
    if isinstance(given, EntryOf):
        return ask_for_number(given)
    if given is FRACTION:
        return "round it: floor(…) or ceil(…)"
    if given is DIE_CODE:
        return "use dice(…) or pips(…)"
    return ""
