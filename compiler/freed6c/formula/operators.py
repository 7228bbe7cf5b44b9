"""The operators between two things: which types each takes, and what comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.formula.builtins import TABLE, Always, Builtin
from freed6c.formula.syntax_tree import Dice, Integer
from freed6c.formula.types import (
    BOOLEAN,
    DIE_CODE,
    FRACTION,
    INTEGER,
    MODIFIER,
    POOL,
    TEXT,
    UNKNOWN,
    EntryOf,
    OptionalOf,
    QuantityOf,
    RangeOf,
    Type,
    common,
    describe,
    fits,
)

if TYPE_CHECKING:
    from freed6c.formula.typed_tree import Typed


# Which functions make a number of an entry, for those who wrote the entry itself.


def ask_for_number(given: Type) -> str:
    """Advice that names every function which takes such an entry alone and gives a number.

    The one that takes the fewest other things is the likeliest.
    """
    found = [
        one
        for one in TABLE
        if one.gives == Always(INTEGER) and len(one.takes) == 1
        if any(fits(given, wanted) for wanted in one.takes[0].wants)
    ]
    names = [f"{one.name}(…)" for one in sorted(found, key=_reach)]
    return f"ask for a number of it: {' or '.join(names)}" if names else ""


def _reach(one: Builtin) -> int:
    return len(one.takes[0].wants)


@dataclass(frozen=True, slots=True)
class Rule:
    """What an operator makes of a left and a right type."""

    left: Type
    right: Type
    gives: Type


QUANTITY: Final = QuantityOf()
"""Stands for quantities of one and the same measure in the rules below."""

NUMBERS: Final = (
    Rule(INTEGER, INTEGER, INTEGER),
    Rule(FRACTION, FRACTION, FRACTION),
)
LOGIC: Final = (Rule(BOOLEAN, BOOLEAN, BOOLEAN),)
ORDERED: Final = tuple(
    Rule(of, of, BOOLEAN) for of in (INTEGER, FRACTION, DIE_CODE, QUANTITY)
)
EQUAL: Final = (*ORDERED, *LOGIC, Rule(TEXT, TEXT, BOOLEAN))

RULES: Final = {
    "+": (
        *NUMBERS,
        Rule(QUANTITY, QUANTITY, QUANTITY),
        Rule(DIE_CODE, DIE_CODE, DIE_CODE),
        Rule(POOL, POOL, POOL),
        Rule(POOL, MODIFIER, POOL),
        Rule(MODIFIER, POOL, POOL),
    ),
    "-": (
        *NUMBERS,
        Rule(QUANTITY, QUANTITY, QUANTITY),
        Rule(DIE_CODE, DIE_CODE, DIE_CODE),
        Rule(POOL, MODIFIER, POOL),
    ),
    "*": (
        *NUMBERS,
        Rule(FRACTION, QUANTITY, QUANTITY),
        Rule(QUANTITY, FRACTION, QUANTITY),
        Rule(INTEGER, DIE_CODE, DIE_CODE),
        Rule(DIE_CODE, INTEGER, DIE_CODE),
        Rule(INTEGER, MODIFIER, MODIFIER),
        Rule(MODIFIER, INTEGER, MODIFIER),
    ),
    "/": (
        Rule(FRACTION, FRACTION, FRACTION),
        Rule(QUANTITY, FRACTION, QUANTITY),
        Rule(QUANTITY, QUANTITY, FRACTION),
    ),
    "mod": NUMBERS,
    "and": LOGIC,
    "or": LOGIC,
    "=": EQUAL,
    "!=": EQUAL,
    **dict.fromkeys(("<", "<=", ">", ">="), ORDERED),
    "to": tuple(Rule(rule.left, rule.right, RangeOf(rule.left)) for rule in ORDERED),
    "within": tuple(Rule(rule.left, RangeOf(rule.right), BOOLEAN) for rule in ORDERED),
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


def rule_for(
    operator: str, left: Type, right: Type, wanted: tuple[Type, ...]
) -> Rule | None:
    """Find how an operator takes these types, or None where it does not.

    A number of times a die code is a die code, which is never below nothing. Where a
    modifier is wanted it is a modifier, which may be.
    """
    if UNKNOWN in {left, right}:
        return Rule(left, right, UNKNOWN)
    if operator in {"=", "!="} and _same_kind(left, right):
        return Rule(left, right, BOOLEAN)
    for rule in RULES[operator]:
        found = _of_measure(rule, left, right)
        signed = found.gives is DIE_CODE and operator == "*" and MODIFIER in wanted
        if fits(left, found.left) and fits(right, found.right) and not signed:
            return found
    return None


def _same_kind(left: Type, right: Type) -> bool:
    joined = common(left, right)
    bare = joined.of if isinstance(joined, OptionalOf) else joined
    return isinstance(bare, EntryOf)


def _of_measure(rule: Rule, left: Type, right: Type) -> Rule:
    """Put the measure of these quantities in place of any."""
    measure = _measure(left) or _measure(right)
    swap: dict[Type, Type] = {
        QUANTITY: QuantityOf(measure),
        RangeOf(QUANTITY): RangeOf(QuantityOf(measure)),
    }
    return Rule(*(swap.get(t, t) for t in (rule.left, rule.right, rule.gives)))


def _measure(of: Type) -> str | None:
    bare = of.of if isinstance(of, RangeOf) else of
    return bare.measure if isinstance(bare, QuantityOf) else None


def complaint(operator: str, left: Type, right: Type) -> str:
    """Say why these do not go together."""
    verb = VERBS.get(operator, "compared")
    if describe(left) == describe(right):
        return f"{describe(left)} and another cannot be {verb}"
    return f"{describe(left)} and {describe(right)} cannot be {verb}"


def advice(operator: str, left: Type, right: Type) -> str:
    """Say a way out, where there is one."""
    types = {left, right}
    if any(isinstance(of, OptionalOf) for of in types):
        return "say what counts where it is blank: if-blank(…, 0)"
    if operator in {"*", "/"} and DIE_CODE in types:
        return "dice come whole: use dice(…) and pips(…), and floor(…) of the result"
    if operator == "+" and types <= {MODIFIER, INTEGER}:
        return "write two effects, one for each"
    if operator == "-" and POOL in types:
        return "add a modifier that takes dice away: … + -1D"
    entry = next((of for of in (left, right) if isinstance(of, EntryOf)), None)
    return "" if entry is None else ask_for_number(entry)


# Ways out, for a part that is something else than is wanted where it stands.


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
