"""The operators between two things: which types each takes, and what comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.formula import types
from freed6c.formula.builtins import TABLE, Always, Builtin
from freed6c.formula.syntax_tree import Dice, Integer

if TYPE_CHECKING:
    from freed6c.formula.typed_tree import Typed


# Which functions make a number of an entry, for those who wrote the entry itself.


def ask_for_number(given: types.Type) -> str:
    """Advice that names every function which takes such an entry alone and gives a number.

    The one that takes the fewest other things is the likeliest.
    """
    found = [
        one
        for one in TABLE
        if one.gives == Always(types.INTEGER) and len(one.takes) == 1
        if any(types.fits(given, wanted) for wanted in one.takes[0].wants)
    ]
    names = [f"{one.name}(…)" for one in sorted(found, key=_reach)]
    return f"ask for a number of it: {' or '.join(names)}" if names else ""


def _reach(one: Builtin) -> int:
    return len(one.takes[0].wants)


@dataclass(frozen=True, slots=True)
class Overload:
    """What an operator makes of a left and a right type."""

    left: types.Type
    right: types.Type
    gives: types.Type


QUANTITY: Final = types.QuantityOf()
"""Stands for quantities of one and the same measure in the overloads below."""

NUMBERS: Final = (
    Overload(types.INTEGER, types.INTEGER, types.INTEGER),
    Overload(types.FRACTION, types.FRACTION, types.FRACTION),
)
LOGIC: Final = (Overload(types.BOOLEAN, types.BOOLEAN, types.BOOLEAN),)
ORDERED: Final = tuple(
    Overload(of, of, types.BOOLEAN)
    for of in (types.INTEGER, types.FRACTION, types.DIE_CODE, QUANTITY)
)
EQUAL: Final = (*ORDERED, *LOGIC, Overload(types.TEXT, types.TEXT, types.BOOLEAN))

OVERLOADS: Final = {
    "+": (
        *NUMBERS,
        Overload(QUANTITY, QUANTITY, QUANTITY),
        Overload(types.DIE_CODE, types.DIE_CODE, types.DIE_CODE),
        Overload(types.POOL, types.POOL, types.POOL),
        Overload(types.POOL, types.MODIFIER, types.POOL),
        Overload(types.MODIFIER, types.POOL, types.POOL),
    ),
    "-": (
        *NUMBERS,
        Overload(QUANTITY, QUANTITY, QUANTITY),
        Overload(types.DIE_CODE, types.DIE_CODE, types.DIE_CODE),
        Overload(types.POOL, types.MODIFIER, types.POOL),
    ),
    "*": (
        *NUMBERS,
        Overload(types.FRACTION, QUANTITY, QUANTITY),
        Overload(QUANTITY, types.FRACTION, QUANTITY),
        Overload(types.INTEGER, types.DIE_CODE, types.DIE_CODE),
        Overload(types.DIE_CODE, types.INTEGER, types.DIE_CODE),
        Overload(types.INTEGER, types.MODIFIER, types.MODIFIER),
        Overload(types.MODIFIER, types.INTEGER, types.MODIFIER),
    ),
    "/": (
        Overload(types.FRACTION, types.FRACTION, types.FRACTION),
        Overload(QUANTITY, types.FRACTION, QUANTITY),
        Overload(QUANTITY, QUANTITY, types.FRACTION),
    ),
    "mod": NUMBERS,
    "and": LOGIC,
    "or": LOGIC,
    "=": EQUAL,
    "!=": EQUAL,
    **dict.fromkeys(("<", "<=", ">", ">="), ORDERED),
    "to": tuple(
        Overload(overload.left, overload.right, types.RangeOf(overload.left))
        for overload in ORDERED
    ),
    "within": tuple(
        Overload(overload.left, types.RangeOf(overload.right), types.BOOLEAN)
        for overload in ORDERED
    ),
}

VERBS: Final = {
    "+": "added",
    "-": "subtracted",
    "*": "multiplied",
    "/": "divided",
    "mod": "divided",
    "and": "joined with and",
    "or": "joined with or",
    "to": "the two ends of a range",
    "within": "compared with within",
}


def resolve_overload(
    operator: str, left: types.Type, right: types.Type, wanted: tuple[types.Type, ...]
) -> Overload | None:
    """Find how an operator takes these types, or None where it does not.

    A number of times a die code is a die code, which is never below nothing. Where a
    modifier is wanted it is a modifier, which may be.
    """
    if types.UNKNOWN in {left, right}:
        return Overload(left, right, types.UNKNOWN)
    if operator in {"=", "!="} and _both_entries(left, right):
        return Overload(left, right, types.BOOLEAN)
    for overload in OVERLOADS[operator]:
        found = _of_measure(overload, left, right)
        signed = (
            found.gives is types.DIE_CODE
            and operator == "*"
            and types.MODIFIER in wanted
        )
        if (
            types.fits(left, found.left)
            and types.fits(right, found.right)
            and not signed
        ):
            return found
    return None


def _both_entries(left: types.Type, right: types.Type) -> bool:
    joined = types.common(left, right)
    bare = joined.of if isinstance(joined, types.OptionalOf) else joined
    return isinstance(bare, types.EntryOf)


def _of_measure(overload: Overload, left: types.Type, right: types.Type) -> Overload:
    """Put the measure of these quantities in place of any."""
    measure = _measure(left) or _measure(right)
    swap: dict[types.Type, types.Type] = {
        QUANTITY: types.QuantityOf(measure),
        types.RangeOf(QUANTITY): types.RangeOf(types.QuantityOf(measure)),
    }
    return Overload(
        *(swap.get(t, t) for t in (overload.left, overload.right, overload.gives))
    )


def _measure(of: types.Type) -> str | None:
    bare = of.of if isinstance(of, types.RangeOf) else of
    return bare.measure if isinstance(bare, types.QuantityOf) else None


def mismatch(operator: str, left: types.Type, right: types.Type) -> str:
    """Say why these do not go together."""
    verb = VERBS.get(operator, "compared")
    if types.describe(left) == types.describe(right):
        return f"{types.describe(left)} and another cannot be {verb}"
    return f"{types.describe(left)} and {types.describe(right)} cannot be {verb}"


def mismatch_help(operator: str, left: types.Type, right: types.Type) -> str:
    """Say a way out, where there is one."""
    both = {left, right}
    if any(isinstance(of, types.OptionalOf) for of in both):
        return "say what counts where it is blank: if-blank(…, 0)"
    if operator in {"*", "/"} and types.DIE_CODE in both:
        return "dice come whole: use dice(…) and pips(…), and floor(…) of the result"
    if operator == "+" and both <= {types.MODIFIER, types.INTEGER}:
        return "write two effects, one for each"
    if operator == "-" and types.POOL in both:
        return "add a modifier that takes dice away: … + -1D"
    entry = next((of for of in (left, right) if isinstance(of, types.EntryOf)), None)
    return "" if entry is None else ask_for_number(entry)


# Ways out, for a part that is something else than is wanted where it stands.


NUMERALS: Final = ("no", "one", "two", "three", "four", "five", "six")


def way_out(typed: Typed, wanted: tuple[types.Type, ...], pips_per_die: int) -> str:
    """Say what could be written instead, or nothing."""
    if isinstance(typed.type, types.OptionalOf):
        return "say what counts where it is blank: if-blank(…, …)"
    if types.DIE_CODE in wanted:
        return _die_code_help(typed, pips_per_die)
    if types.INTEGER in wanted:
        return _integer_help(typed.type)
    return ""


def _die_code_help(typed: Typed, pips_per_die: int) -> str:
    match typed.node:
        case Integer(value):
            return f"dice are counted with a D: {value}D"
        case Dice(marks=[_, *_]):
            return "leave the tokens behind it away"
        case Dice(dice, pips):
            return _carry_help(dice, pips, pips_per_die)
        case _:
            return ""


def _carry_help(dice: int, pips: int, each: int) -> str:
    more, left = divmod(pips, each)
    written = f"{dice + more}D" + (f"+{left}" if left else "")
    number = NUMERALS[each] if each < len(NUMERALS) else str(each)
    return f"{number} pips make a die: write {written}"


def _integer_help(given: types.Type) -> str:
    if isinstance(given, types.EntryOf):
        return ask_for_number(given)
    if given is types.FRACTION:
        return "round it: floor(…) or ceil(…)"
    if given is types.DIE_CODE:
        return "use dice(…) or pips(…)"
    return ""
