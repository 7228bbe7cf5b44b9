"""Values of each type, for formulas to be worked out with."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from freed6c.formula.types import EntryOf, OptionalOf, QuantityOf, RangeOf, Simple, Type
from freed6c.runtime.amounts import FormulaPool, Modifier, Quantity, Range
from freed6c.runtime.entries.world import Unit

if TYPE_CHECKING:
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry

RATED = ("ability", "skill", "specialization")


def samples(ruleset: Ruleset, of: Type) -> list[object]:
    """Some values of a type."""
    code = ruleset.die_code
    match of:
        case OptionalOf(inner):
            return [None, *samples(ruleset, inner)]
        case RangeOf(inner):
            low, *_, high = samples(ruleset, inner)
            return [Range(low=low, high=high), Range(low=low), Range(high=high)]
        case QuantityOf(measure):
            units = [u for u in ruleset.of(Unit) if measure in {None, u.measures}]
            amounts = (0, 4, Fraction(15, 2), 30)
            return [Quantity(amount=a, unit=u.key) for u in units[:1] for a in amounts]
        case EntryOf(kind, id_, within):
            kinds = RATED if kind in {None, "rating"} else (str(kind),)
            known = [entry for word in kinds for entry in ruleset.every(word)]
            return [e for e in known if id_ in {None, e.id} and is_inside(e, within)]
        case Simple.INTEGER:
            return [1, -7, 0, 3, 12]
        case Simple.FRACTION:
            return [Fraction(1, 2), Fraction(7)]
        case Simple.BOOLEAN:
            return [True, False]
        case Simple.DIE_CODE:
            return [code(n, n % 3) for n in (2, 0, 5)]
        case Simple.POOL:
            return [FormulaPool.of(code(n)) for n in (2, 5)]
        case Simple.MODIFIER:
            return [Modifier(dice=n) for n in (-2, -1)]
        case _:
            return ["text"]


def is_inside(entry: Entry, within: str | None) -> bool:
    parent = entry.__dict__.get("parent")
    return within is None or (parent is not None and parent.id == within)
