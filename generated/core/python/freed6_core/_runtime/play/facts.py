"""Values as people write them: `5 ft`, `yes`, the name of an entry.

What asks for one says of which type it is, and by that it is read. So are the values of a sheet.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from ..amounts import DieCode, Quantity
from ..entries.world import Unit
from ..finding import NameIndex, NotFound, folded
from ..record import Entry, Ref
from ..situation import RuleRef
from .state import every, lookup

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from ..situation import Rules
    from .state import Fact


WHOLE: Final = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)
NUMBER: Final = re.compile(
    r"[+-]?[0-9]{1,18}(\.[0-9]{1,18}|/[1-9][0-9]{0,17})?", re.ASCII
)
MEASURED: Final = re.compile(rf"({NUMBER.pattern})\s*(\D.*)", re.ASCII)
YES: Final = frozenset({"yes", "y", "true"})
NO: Final = frozenset({"no", "n", "false"})


def read_value(rules: Rules, type: str, value: Fact, of: str = "") -> Fact:
    """A value of a type, which may be written as text; a number may be one of its only unit.

    With `of`, the id of an entry, it is one of those that stand in that. Raises ValueError, with
    how to write it, where it is no such value.
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
        case "duration" | "pool" | "modifier":
            return value
        case _:
            if units := units_of(rules, type):
                return _measured(units, value)
            return _entry_of_kind(rules, type, value, of)


# What units measure.


def units_of(rules: Rules, measure: str) -> tuple[Unit, ...]:
    """The units of a measure, such as `length`, in order; none for any other word."""
    units = every(rules, "unit", Unit)
    return tuple(unit for unit in units if unit.measures == measure)


def _measured(units: Sequence[Unit], value: Fact) -> Quantity:
    """An amount of one of these units; a bare number, of the only one."""
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
    called = folded(measured[3]).removesuffix(".")
    for unit in units:
        if called in map(folded, (unit.key, unit.name, unit.plural, *unit.aliases)):
            quantity = Quantity(amount=_number(measured[1]), unit=unit.key)
            return _converted(quantity, by_key)
    named = " or ".join(f"{measured[1]} {unit.key} ({unit.plural})" for unit in units)
    measure = units[0].measures
    raise ValueError(f"{measured[3]} is no unit of {measure} here, write {named}")


def _in_units(amount: str, units: Sequence[Unit]) -> str:
    return " or ".join(f"{amount} {unit.key}" for unit in units)


def _converted(quantity: Quantity, units: Mapping[str, Unit]) -> Quantity:
    """A quantity in the unit that its own is told in, if it is told in one."""
    told = units[quantity.unit].is_
    return quantity if told is None else told * quantity.amount


def _number(written: str) -> int | Fraction:
    number = Fraction(written)
    return number.numerator if number.denominator == 1 else number


# Entries.


def entries_of(rules: Rules, kind: str, of: str = "") -> tuple[Entry, ...]:
    """The entries of a kind, in order; with `of`, the id of an entry, those that stand in it."""
    known = every(rules, kind, Entry)
    if not of:
        return known
    return tuple(entry for entry in known if _parent_of(entry) == of)


def _parent_of(entry: Entry) -> str:
    """The id of the entry that one stands in; empty for one that stands by itself."""
    parent: Ref[Entry] | None = getattr(entry, "parent", None)
    return parent.id if parent else ""


LISTED: Final = 12
"""Entries that a refusal lists, at most."""


def _entry_of_kind(rules: Rules, kind: str, value: Fact, of: str) -> Fact:
    """An entry of the kind that a word names."""
    what = kind.replace("-", " ")
    whole = lookup(rules, of) if of else None
    if whole is not None:
        what = f"{what} of {whole}"
    if isinstance(value, Entry | Ref):  # a rule, not its name: no need to search
        named = lookup(rules, value.id)
        fits = named is not None and named.id.startswith(f"{kind}.")
        if named is not None and fits and (not of or _parent_of(named) == of):
            return value
        raise ValueError(f"it is a {what}{_listed(entries_of(rules, kind, of))}")
    known = {entry.id: entry for entry in entries_of(rules, kind, of)}
    text = str(value)
    given = lookup(rules, text)
    try:
        if given is not None and given.id in known:
            found: Entry = given
        elif of:
            found = NameIndex(known.values()).find(text, what, lambda _: True)
        else:
            found = rules.names.find(text, what, lambda entry: entry.id in known)
    except NotFound as problem:
        listed = "" if problem.candidates else _listed(known.values())
        raise ValueError(f"{problem}{listed}") from None
    return RuleRef(found.id, rules)


def _listed(entries: Collection[Entry]) -> str:
    """Entries to choose from, by key and name; nothing where they are too many to read."""
    if not 0 < len(entries) <= LISTED:
        return ""
    return f": there {'is' if len(entries) == 1 else 'are'} " + ", ".join(
        entry.key
        if folded(entry.title) == folded(entry.key)
        else f"{entry.title} ({entry.key})"
        for entry in entries
    )
