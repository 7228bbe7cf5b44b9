"""What a value comes to: from the sheet, from a chosen row, or from its formula."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, cast

from ..amounts import Quantity
from ..die_code import DieCode
from ..effects import Modify
from ..entries.abilities import Value as ValueEntry
from ..situation import Situation
from .book import find
from .standing import at_work

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..amounts import Modifier
    from ..given import Value
    from ..situation import Character
    from .being import Being, Named


def valued(
    who: Being, id: Named, fed: Mapping[str, Value], someone: Character
) -> Value:
    """A value of somebody, with everything that changes it now; None where they have none.

    What a row that they chose gives (`fed`) goes before the sheet, and the sheet before a formula,
    which asks `someone`: them, with that row.
    """
    entry = find(who.rules, id, ValueEntry)
    found = fed.get(entry.id)
    if found is None:
        found = who.values.get(entry.id)
    formula = entry.is_ or entry.default
    if found is None and formula is not None:
        found = cast("Value", formula(Situation(who.rules, {}, someone)))
    for _, working in at_work(who, Modify, on=entry.id):
        found = _changed(found, working.by)
    return found


def _changed(found: Value, by: Modifier) -> Value:
    """A value with a modifier on it, as far as one fits the other."""
    if isinstance(found, Quantity):
        return Quantity(amount=found.amount + by.adds, unit=found.unit)
    if isinstance(found, DieCode):
        more = by.dice * found.pips_per_die + by.pips + by.adds
        return type(found)(0, max(0, found.worth + more))
    if isinstance(found, int | Fraction) and not isinstance(found, bool):
        return found + by.adds
    return found
