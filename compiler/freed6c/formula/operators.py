"""The overloads of the binary operators: the types of their operands and results.

Also the messages and suggestions of the checker for operands and values of a type that doesn't fit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import formulas as codes
from freed6c.diagnostics.spellings import NUMERALS
from freed6c.diagnostics.ways_out import Replacement, WayOut
from freed6c.formula import types
from freed6c.formula.builtins import BUILTINS, TABLE
from freed6c.formula.scope import BadFormulaError
from freed6c.formula.syntax_tree import DiceLiteral, Integer, Name
from freed6c.packs.lazy import dataclass

if TYPE_CHECKING:
    from freed6c.formula.syntax_tree import Binary
    from freed6c.formula.typed_tree import TypedNode
    from freed6c.formula.types import Wanted


@dataclass(frozen=True)
class Overload:
    """The result type that an operator `gives` for a left and a right type."""

    left: types.Type
    right: types.Type
    gives: types.Type


QUANTITY: Final = types.QuantityOf()
"""A placeholder in the overloads below: all quantities of an overload have the same measure."""


def _alike(*operands: types.Type) -> tuple[Overload, ...]:
    """Return the overloads of two operands of one type, which is also that of the result."""
    return tuple(Overload(of, of, of) for of in operands)


def _in_any_order(one: types.Type, other: types.Type) -> tuple[Overload, ...]:
    """Return the overloads of two types in both orders; the result has the type of `other`."""
    return (Overload(one, other, other), Overload(other, one, other))


NUMBERS: Final = _alike(types.INTEGER, types.FRACTION)
LOGIC: Final = _alike(types.BOOLEAN)
ORDERED: Final = (types.INTEGER, types.FRACTION, types.DIE_CODE, QUANTITY)
"""The types whose values have an order."""
COMPARISONS: Final = tuple(Overload(of, of, types.BOOLEAN) for of in ORDERED)
EQUAL: Final = (*COMPARISONS, *LOGIC, Overload(types.TEXT, types.TEXT, types.BOOLEAN))

OVERLOADS: Final = {
    "+": (
        *NUMBERS,
        *_alike(QUANTITY, types.DIE_CODE, types.POOL),
        *_in_any_order(types.MODIFIER, types.POOL),
    ),
    "-": (
        *NUMBERS,
        *_alike(QUANTITY, types.DIE_CODE),
        Overload(types.POOL, types.MODIFIER, types.POOL),
    ),
    "*": (
        *NUMBERS,
        *_in_any_order(types.FRACTION, QUANTITY),
        *_in_any_order(types.INTEGER, types.DIE_CODE),
        *_in_any_order(types.INTEGER, types.MODIFIER),
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
    **dict.fromkeys(("<", "<=", ">", ">="), COMPARISONS),
    "to": tuple(Overload(of, of, types.RangeOf(of)) for of in ORDERED),
    "within": tuple(Overload(of, types.RangeOf(of), types.BOOLEAN) for of in ORDERED),
}

VERBS: Final = {
    "+": "added",
    "-": "subtracted",
    "*": "multiplied",
    "/": "divided",
    "mod": "divided",
    "and": "joined with and",
    "or": "joined with or",
    "to": "the ends of a range",
    "within": "compared with within",
}
"""The end of a message about two operands: `a pool and an integer cannot be added`."""


def resolve_overload(
    operator: str, left: types.Type, right: types.Type, wanted: Wanted
) -> Overload | None:
    """Return the first overload of an operator that the operands fit, or None.

    An integer times a die code is a die code, which can't be negative. If a modifier is wanted,
    that overload is skipped, so that `-1 * 2D` is a modifier, which can be.
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
    """Return True if both are entries, even optional ones or of different kinds."""
    common = types.common_type(left, right)
    inner = None if common is None else types.without_optional(common)
    return isinstance(inner, types.EntryOf)


def _of_measure(overload: Overload, left: types.Type, right: types.Type) -> Overload:
    """Return the overload with the measure of the operands in QUANTITY: lengths add to lengths."""
    measure = _measure(left) or _measure(right)
    measured: dict[types.Type, types.Type] = {
        QUANTITY: types.QuantityOf(measure),
        types.RangeOf(QUANTITY): types.RangeOf(types.QuantityOf(measure)),
    }
    return Overload(
        *(measured.get(t, t) for t in (overload.left, overload.right, overload.gives))
    )


def _measure(type_: types.Type) -> str | None:
    """Return the measure of a quantity or of a range of quantities; None for other types."""
    inner = type_.of if isinstance(type_, types.RangeOf) else type_
    return inner.measure if isinstance(inner, types.QuantityOf) else None


def mismatch(node: Binary, left: types.Type, right: types.Type) -> BadFormulaError:
    """Return the problem of operands that fit no overload."""
    operator = node.operator
    first, second = types.describe(left), types.describe(right)
    return BadFormulaError(
        codes.OPERAND_TYPES,
        node,
        left=first,
        right="another" if first == second else second,
        joined=VERBS.get(operator, "compared"),
        help=filter(None, [mismatch_help(operator, left, right)]),
    )


def mismatch_help(operator: str, left: types.Type, right: types.Type) -> str:
    """Return advice on operands that fit no overload, or an empty text."""
    both = {left, right}
    if any(isinstance(operand, types.OptionalOf) for operand in both):
        return "add a value for blanks: if-blank(…, 0)"
    if operator in {"*", "/"} and types.DIE_CODE in both:
        return "calculate with dice(…) and pips(…), and round the result with floor(…)"
    if operator == "+" and both <= {types.MODIFIER, types.INTEGER}:
        return "write two effects, one for each"
    if operator == "-" and types.POOL in both:
        return "add a negative modifier instead: … + -1D"
    for operand, other in ((left, right), (right, left)):
        if isinstance(operand, types.EntryOf):
            with_dice = other in {types.DIE_CODE, types.POOL, types.MODIFIER}
            result = types.DIE_CODE if with_dice else types.INTEGER
            return _suggest_functions(operand, result)
    if both == {types.DIE_CODE, types.INTEGER}:
        return "write a die code, such as 3D, or count the dice: dice(…)"
    if any(isinstance(operand, types.QuantityOf) for operand in both):
        return "use units of the same measure for both, or for neither"
    return ""


def conversion(typed: TypedNode, wanted: Wanted, pips_per_die: int) -> WayOut | None:
    """Return a suggestion of what to write instead of a node that doesn't fit, or None.

    It has an edit if there is only one replacement: `dice(rank)` for the name `rank`.
    """
    advice = _conversion_help(typed, wanted, pips_per_die)
    if not advice:
        return None
    if not isinstance(typed.node, Name):
        # The code after "write" can be an edit, as in the advice on too many pips.
        _, separator, code = advice.partition(": write ")
        return WayOut(advice, (Replacement(code),) if separator else ())
    # "round it: floor(rank) or ceil(rank)" has two replacements, "check …: has(rank)" has one.
    with_name = advice.replace("(…)", f"({typed.node.text})")
    call = with_name.split(": ")[-1]
    is_only_call = "(…)" in advice and " or " not in call
    return WayOut(with_name, (Replacement(call),) if is_only_call else ())


def _conversion_help(typed: TypedNode, wanted: Wanted, pips_per_die: int) -> str:
    """Return advice on a node that doesn't fit, or an empty text; `(…)` stands for the node."""
    if isinstance(typed.type, types.OptionalOf):
        return "add a value for blanks: if-blank(…, …)"
    if types.DIE_CODE in wanted or types.MODIFIER in wanted:
        return _die_code_help(typed, pips_per_die)
    if types.BOOLEAN in wanted and isinstance(typed.type, types.EntryOf):
        return _suggest_has(typed.type)
    if types.INTEGER not in wanted:
        return ""
    if isinstance(typed.type, types.EntryOf):
        return _suggest_functions(typed.type, types.INTEGER)
    if typed.type is types.FRACTION:
        return "round it: floor(…) or ceil(…)"
    if typed.type is types.POOL:
        return f"add only numbers to a number; one die of a rating counts as {pips_per_die}"
    counted = "write a number, or count with dice(…) or pips(…); nothing is rolled here"
    return counted if typed.type is types.DIE_CODE else ""


def _suggest_has(entry: types.EntryOf) -> str:
    """Return the advice to call `has`, if that function takes the entry."""
    (parameter,) = BUILTINS["has"].parameters
    fits = any(types.fits(entry, want) for want in parameter.wants)
    return "check if the character has it: has(…)" if fits else ""


def _die_code_help(typed: TypedNode, pips_per_die: int) -> str:
    """Return advice on a node that is not a die code or modifier, or an empty text."""
    match typed.node:
        case Integer(value):
            return f"add a D to make it dice: {value}D"
        case DiceLiteral(marks=[_, *_]):
            return "remove the tokens after it"
        case DiceLiteral(dice, die=die) if die:
            return f"write {dice}D, or use the type pool: a die code names no die"
        case DiceLiteral(dice, pips):
            carried, left = divmod(pips, pips_per_die)
            code = f"{dice + carried}D" + (f"+{left}" if left else "")
            has_word = pips_per_die < len(NUMERALS)
            number = NUMERALS[pips_per_die] if has_word else str(pips_per_die)
            return f"{number} pips make a die: write {code}"
        case _ if isinstance(typed.type, types.EntryOf):
            return _suggest_functions(typed.type, types.DIE_CODE)
        case _ if typed.type is types.POOL:
            return "subtract only a die code from a die code: 3D - 1D"
        case _:
            return ""


def _suggest_functions(entry: types.EntryOf, result: types.Type) -> str:
    """Return the advice to call a function of an entry that results in an integer or die code.

    It lists all functions with this entry as their only argument. Functions that take the fewest
    kinds of entries come first, as the likeliest.
    """
    fitting = [
        builtin
        for builtin in TABLE
        if builtin.result_type is result
        if len(builtin.parameters) - builtin.optional == 1
        # The place of a step never changes, so no formula needs it.
        if builtin.name != "place" or entry.kind != "step"
        if any(types.fits(entry, want) for want in builtin.parameters[0].wants)
    ]
    fitting.sort(key=lambda builtin: len(builtin.parameters[0].wants))
    id_ = entry.id if len(fitting) == 1 else None
    argument = id_.partition(".")[2] if id_ else "…"
    calls = " or ".join(f"{builtin.name}({argument})" for builtin in fitting)
    noun = "a number" if result is types.INTEGER else "a die code"
    return f"get {noun} from it: {calls}" if calls else ""
