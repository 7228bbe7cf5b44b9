"""The overloads of the binary operators: which types each takes, and what it gives.

Also what the checker says about operands and results that do not fit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import formulas as codes
from freed6c.diagnostics.spellings import NUMERALS
from freed6c.diagnostics.ways_out import Replacement, WayOut
from freed6c.formula import types
from freed6c.formula.builtins import BUILTINS, TABLE
from freed6c.formula.scope import FormulaProblem
from freed6c.formula.syntax_tree import DiceLiteral, Integer, Name

if TYPE_CHECKING:
    from freed6c.formula.syntax_tree import Binary
    from freed6c.formula.typed_tree import TypedNode


@dataclass(frozen=True, slots=True)
class Overload:
    """The result type of an operator for a left and a right type."""

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
    """Find the first overload of an operator that these types fit, or None.

    A number times a die code is a die code, which is never negative. Where a modifier is
    wanted that overload is passed over: `-1 * 2D` is a modifier, which may be negative.
    """
    if types.UNKNOWN in {left, right}:
        return Overload(left, right, types.UNKNOWN)
    if operator in {"=", "!="} and _both_entries(left, right):
        return Overload(left, right, types.BOOLEAN)
    for overload in OVERLOADS[operator]:
        if (
            operator == "*"
            and overload.gives is types.DIE_CODE
            and types.MODIFIER in wanted
        ):
            continue
        measured = _of_measure(overload, left, right)
        if types.fits(left, measured.left) and types.fits(right, measured.right):
            return measured
    return None


def _both_entries(left: types.Type, right: types.Type) -> bool:
    common = types.common_type(left, right)
    return common is not None and isinstance(
        types.without_optional(common), types.EntryOf
    )


def _of_measure(overload: Overload, left: types.Type, right: types.Type) -> Overload:
    """Put the measure of the operands in place of QUANTITY, so that lengths add to lengths."""
    measure = _measure(left) or _measure(right)
    swap: dict[types.Type, types.Type] = {
        QUANTITY: types.QuantityOf(measure),
        types.RangeOf(QUANTITY): types.RangeOf(types.QuantityOf(measure)),
    }
    return Overload(
        *(swap.get(t, t) for t in (overload.left, overload.right, overload.gives))
    )


def _measure(of: types.Type) -> str | None:
    bound = of.of if isinstance(of, types.RangeOf) else of
    return bound.measure if isinstance(bound, types.QuantityOf) else None


def mismatch(node: Binary, left: types.Type, right: types.Type) -> FormulaProblem:
    """Make the problem of operands that no overload takes."""
    operator = node.operator
    first, second = types.describe(left), types.describe(right)
    return FormulaProblem(
        codes.OPERAND_TYPES,
        node,
        left=first,
        right="another" if first == second else second,
        joined=VERBS.get(operator, "compared"),
        help=filter(None, [mismatch_help(operator, left, right)]),
    )


def mismatch_help(operator: str, left: types.Type, right: types.Type) -> str:
    """Suggest what to write instead of such operands; empty where nothing is known."""
    both = {left, right}
    if any(isinstance(operand, types.OptionalOf) for operand in both):
        return "say what counts where it is blank: if-blank(…, 0)"
    if operator in {"*", "/"} and types.DIE_CODE in both:
        return "dice come whole: use dice(…) and pips(…), and floor(…) of the result"
    if operator == "+" and both <= {types.MODIFIER, types.INTEGER}:
        return "write two effects, one for each"
    if operator == "-" and types.POOL in both:
        return "add a modifier that takes dice away: … + -1D"
    for operand, other in ((left, right), (right, left)):
        if isinstance(operand, types.EntryOf):
            with_dice = other in {types.DIE_CODE, types.POOL, types.MODIFIER}
            return _of_entry_help(
                operand, types.DIE_CODE if with_dice else types.INTEGER
            )
    if both == {types.DIE_CODE, types.INTEGER}:
        return "write a die code for the number, such as 3D, or count dice: dice(…)"
    if any(isinstance(operand, types.QuantityOf) for operand in both):
        return "write both in units of one measure, or neither"
    return ""


def conversion(
    typed: TypedNode, wanted: tuple[types.Type, ...], pips_per_die: int
) -> WayOut | None:
    """What to write instead of a node that does not fit, if that is known.

    What a name alone can be asked in one way only is surely meant.
    """
    advice = _conversion_help(typed, wanted, pips_per_die)
    if not advice or not isinstance(typed.node, Name):
        _, shown, code = advice.partition(": write ")
        edits = (Replacement(code),) if shown else ()
        return WayOut(advice, edits) if advice else None
    of_it = advice.replace("(…)", f"({typed.node.text})")
    (*_, call) = of_it.split(": ")
    alone = "(…)" in advice and " or " not in call
    return WayOut(of_it, (Replacement(call),) if alone else ())


def _conversion_help(
    typed: TypedNode, wanted: tuple[types.Type, ...], pips_per_die: int
) -> str:
    """Suggest what to write instead of a node that does not fit; empty where unknown."""
    if isinstance(typed.type, types.OptionalOf):
        return "say what counts where it is blank: if-blank(…, …)"
    if types.DIE_CODE in wanted or types.MODIFIER in wanted:
        return _die_code_help(typed, pips_per_die)
    if types.BOOLEAN in wanted and isinstance(typed.type, types.EntryOf):
        return _question_of_entry(typed.type)
    if types.INTEGER not in wanted:
        return ""
    if isinstance(typed.type, types.EntryOf):
        return _of_entry_help(typed.type, types.INTEGER)
    if typed.type is types.FRACTION:
        return "round it: floor(…) or ceil(…)"
    if typed.type is types.POOL:
        return f"to a number add a number; one die of a rating counts as {pips_per_die}"
    counted = "nothing is rolled here; write a number, or count with dice(…) or pips(…)"
    return counted if typed.type is types.DIE_CODE else ""


def _question_of_entry(entry: types.EntryOf) -> str:
    """How to ask whether somebody has an entry, where that can be asked."""
    (asked,) = BUILTINS["has"].parameters
    known = any(types.fits(entry, want) for want in asked.wants)
    return "ask whether somebody has it: has(…)" if known else ""


def _die_code_help(typed: TypedNode, pips_per_die: int) -> str:
    match typed.node:
        case Integer(value):
            return f"dice are counted with a D: {value}D"
        case DiceLiteral(marks=[_, *_]):
            return "leave the tokens behind it away"
        case DiceLiteral(dice, pips):
            carried, left = divmod(pips, pips_per_die)
            code = f"{dice + carried}D" + (f"+{left}" if left else "")
            known = pips_per_die < len(NUMERALS)
            number = NUMERALS[pips_per_die] if known else str(pips_per_die)
            return f"{number} pips make a die: write {code}"
        case _ if isinstance(typed.type, types.EntryOf):
            return _of_entry_help(typed.type, types.DIE_CODE)
        case _ if typed.type is types.POOL:
            return "take one die code from another, and nothing else: 3D - 1D"
        case _:
            return ""


def _of_entry_help(entry: types.EntryOf, gives: types.Type) -> str:
    """Name every function that takes such an entry alone and gives a number, or a die code.

    The one that takes the fewest other kinds is the likeliest and comes first.
    """
    fitting = [
        builtin
        for builtin in TABLE
        if builtin.result_type is gives and len(builtin.parameters) == 1
        if builtin.name != "place" or entry.kind != "step"  # which never changes
        if any(types.fits(entry, wanted) for wanted in builtin.parameters[0].wants)
    ]
    fitting.sort(key=lambda builtin: len(builtin.parameters[0].wants))
    known = entry.id if len(fitting) == 1 else None
    argument = known.partition(".")[2] if known else "…"
    calls = " or ".join(f"{builtin.name}({argument})" for builtin in fitting)
    what = "a number" if gives is types.INTEGER else "a die code"
    return f"ask for {what} of it: {calls}" if calls else ""
