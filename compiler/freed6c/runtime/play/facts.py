"""Reading values from text: `5 ft`, `yes`, the name of an entry.

The type comes from the question, or from the value's entry on a sheet.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from ..amounts import DieCode, FormulaPool, Quantity
from ..entries.world import Unit
from ..finding import NameIndex, NotFoundError, folded, list_options, with_article
from ..record import Entry, Ref
from ..situation import RuleRef
from .state import every, lookup

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..situation import Rules
    from .state import Fact


WHOLE: Final = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)
"""A whole number: `15`, `-3`."""
NUMBER: Final = re.compile(
    r"[+-]?[0-9]{1,18}(\.[0-9]{1,18}|/[1-9][0-9]{0,17})?", re.ASCII
)
"""A number: `15`, `1.5`, `3/2`."""
MEASURED: Final = re.compile(rf"({NUMBER.pattern})\s*([^\d,.].*)", re.ASCII)
"""A number (group 1) and a unit (group 3): `5 ft`, `1.5m`. Group 2 belongs to the number."""
YES: Final = frozenset({"yes", "y", "true"})
NO: Final = frozenset({"no", "n", "false"})


def read_value(rules: Rules, type: str, value: Fact, within: str = "") -> Fact:
    """Return a value of a type; text is read in the notation of the type.

    A bare number is a quantity if the measure has only one unit. `within` is the id of an entry
    that must contain the value. Raises ValueError, with the notation, for an invalid value.
    """
    written = value.strip() if isinstance(value, str) else None
    match type:
        case "boolean":
            if isinstance(value, bool):
                return value
            if folded(written or "") in YES | NO:
                return folded(written or "") in YES
            raise ValueError("write yes or no")
        case "integer":
            if written is not None and WHOLE.fullmatch(written):
                return int(written)
            if isinstance(value, int) and not isinstance(value, bool):
                return value
            raise ValueError("write a whole number")
        case "fraction":
            if written is not None and NUMBER.fullmatch(written):
                return _number(written)
            if isinstance(value, int | Fraction) and not isinstance(value, bool):
                return value
            raise ValueError("write a number: 3, 1.5, 3/2")
        case "die-code":
            if written is not None:
                return rules.die_code.parse(written)
            if isinstance(value, DieCode):
                return value
            raise ValueError("write a die code: 3D, 3D+1")
        case "text" | "one-of":
            if isinstance(value, str):
                return value
            raise ValueError("write it as text")
        case "pool":
            return FormulaPool.read(re.sub(r"\s+", "", str(value)))
        case "duration" | "modifier":
            return value
        case _:
            if units := units_of(rules, type):
                return _measured(units, value)
            return _entry_of_kind(rules, type, value, within)


# Quantities.


def units_of(rules: Rules, measure: str) -> tuple[Unit, ...]:
    """Return the units of a measure, such as `length`, in order; empty for any other word."""
    units = every(rules, "unit", Unit)
    return tuple(unit for unit in units if unit.measures == measure)


def _measured(units: Sequence[Unit], value: Fact) -> Quantity:
    """Return a quantity in one of these units. A bare number is valid if there is only one."""
    by_key = {unit.key: unit for unit in units}
    if isinstance(value, Quantity) and value.unit in by_key:
        return _converted(value, by_key)
    written = "" if isinstance(value, bool | Entry | Ref) else str(value).strip()
    if NUMBER.fullmatch(written):
        if len(units) == 1:
            return Quantity(amount=_number(written), unit=units[0].key)
        raise ValueError(f"write {_in_units(written, units)}")
    measured = MEASURED.fullmatch(written)
    if measured is None:
        raise ValueError(f"write it as {_in_units('5', units)}")
    name = folded(measured[3]).removesuffix(".")
    for unit in units:
        if name in map(folded, (unit.key, unit.name, unit.plural, *unit.aliases)):
            quantity = Quantity(amount=_number(measured[1]), unit=unit.key)
            return _converted(quantity, by_key)
    options = ", ".join(f"{unit.key} ({unit.plural})" for unit in units)
    unknown = f"unknown unit of {units[0].measures} {measured[3]}"
    raise ValueError(f"{unknown} (choose from {options})")


def _in_units(amount: str, units: Sequence[Unit]) -> str:
    return " or ".join(f"{amount} {unit.key}" for unit in units)


def _converted(quantity: Quantity, units: Mapping[str, Unit]) -> Quantity:
    """Return a quantity in the unit by which its unit is defined: `2 km` as `2000 m`.

    A quantity whose unit is not defined by another is returned as it is.
    """
    definition = units[quantity.unit].equals
    return quantity if definition is None else definition * quantity.amount


def _number(written: str) -> int | Fraction:
    number = Fraction(written)
    return number.numerator if number.denominator == 1 else number


# Entries.


def entries_of(rules: Rules, kind: str, within: str = "") -> tuple[Entry, ...]:
    """Return the entries of a kind, in order.

    If `within` is the id of an entry, return only those that it contains.
    """
    entries = every(rules, kind, Entry)
    if not within:
        return entries
    return tuple(entry for entry in entries if _parent_of(entry) == within)


def _parent_of(entry: Entry) -> str:
    """Return the id of the entry that contains another, or an empty text."""
    parent: Ref[Entry] | None = getattr(entry, "parent", None)
    return parent.id if parent else ""


def _entry_of_kind(rules: Rules, kind: str, value: Fact, within: str) -> Fact:
    """Return a reference to an entry of a kind, found by id or name.

    `within` is the id of the entry that must contain it, or an empty text. A value that is such an
    entry or reference is returned as it is. Raises ValueError if no entry matches.
    """
    label = kind.replace("-", " ")
    parent = lookup(rules, within) if within else None
    if parent is not None:
        label = f"{label} of {parent}"
    if isinstance(value, Entry | Ref):  # no search by name is needed
        entry = lookup(rules, value.id)
        is_of_kind = entry is not None and entry.id.startswith(f"{kind}.")
        if entry is not None and is_of_kind and within in ("", _parent_of(entry)):
            return value
        options = list_options(entries_of(rules, kind, within))
        raise ValueError(f"expected {with_article(label)}{options}")
    candidates = {entry.id: entry for entry in entries_of(rules, kind, within)}
    text = str(value)
    by_id = lookup(rules, text)
    try:
        if by_id is not None and by_id.id in candidates:
            match: Entry = by_id
        elif within:
            match = NameIndex(candidates.values()).find(text, label, lambda _: True)
        else:
            match = rules.names.find(text, label, lambda entry: entry.id in candidates)
    except NotFoundError as problem:
        raise ValueError(str(problem)) from None
    return RuleRef(match.id, rules)
