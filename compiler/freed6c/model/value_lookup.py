"""Look values of a ruleset up by address: `benchmark.difficulty.bands.easy.range`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from freed6c.model.prose import references_in
from freed6c.model.type_hints import fields
from freed6c.packs.ids import DEEPEST, MOST_PARTS
from freed6c.runtime.amounts import Formula, Quantity, Range
from freed6c.runtime.effects import Duration
from freed6c.runtime.entries.actions import Against
from freed6c.runtime.record import Entry, Record, Ref, Unworkable
from freed6c.runtime.situation import Situation

if TYPE_CHECKING:
    from fractions import Fraction

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.runtime.situation import Rules


def splits(address: str) -> Iterator[tuple[str, list[str]]]:
    """Every way to part an address in an id and the steps from there, the longest id first."""
    steps = address.split(".")
    for depth in range(min(len(steps), MOST_PARTS), 0, -1):
        yield ".".join(steps[:depth]), steps[depth:]


def _begun(ruleset: Ruleset, address: str) -> tuple[Entry | None, list[str]]:
    """Return the entry that an address begins with, or None, and the steps from there."""
    for id_, steps in splits(address):
        if (entry := ruleset.find(id_)) is not None:
            return entry, steps
    return None, []


def at(ruleset: Ruleset, address: str) -> object:
    """Return the value at an address, or None. Positions in lists count from 1."""
    value: object
    value, steps = _begun(ruleset, address)
    for step in steps:
        value = _step(value, step)
    return value


def entry_at(ruleset: Ruleset, address: str) -> Entry | None:
    """Return the entry that an address begins with, or None."""
    return _begun(ruleset, address)[0]


def path_of(ruleset: Ruleset, address: str) -> KeyPath | None:
    """Return the path of an address in the tree of plain data, even if nothing is there."""
    entry, steps = _begun(ruleset, address)
    if entry is None:
        return None
    counted = ((step, index_of(step)) for step in steps[:DEEPEST])
    rest = (step if index is None else index for step, index in counted)
    return (*ruleset.paths[entry.id], *rest)


ENDLESS: Final = 10**9
"""The length of a text that shows itself."""
NESTED: Final = 20
"""So many texts can be inside one another."""


def length_shown(ruleset: Ruleset, address: str, above: tuple[str, ...] = ()) -> int:
    """The characters of a text with those that it shows; more than ENDLESS if it shows itself.

    `above` are the addresses of the texts around it. For other values, it is 0.
    """
    known = ruleset.once(_lengths)
    if address in above or len(above) == NESTED:
        return ENDLESS + 1
    if address not in known:
        value = at(ruleset, address)
        text = value.text if isinstance(value, Against) else value
        text = text if isinstance(text, str) else ""
        inside = (*above, address)
        shown = (one.target for one in references_in(text) if one.kind == "value")
        lengths = (length_shown(ruleset, target, inside) for target in shown)
        known[address] = len(text) + sum(lengths)
    return known[address]


def _lengths(_: Ruleset) -> dict[str, int]:
    return {}


def constant(rules: Rules, formula: Formula[int]) -> int | None:
    """What a formula gives for everybody; None where that depends on who does what."""
    try:
        return formula(Situation(rules))
    except Unworkable:
        return None


def index_of(step: str) -> int | None:
    """The index from 0 that a step of an address counts from 1; None where it is a key."""
    # Python makes no number of thousands of digits.
    return int(step) - 1 if re.fullmatch(r"\d{1,9}", step) else None


def _step(value: object, step: str) -> object:
    """What stands one step further, by the key that packs write; None where nothing does."""
    if isinstance(value, tuple) and (index := index_of(step)) is not None:
        return value[index] if 0 <= index < len(value) else None
    return steps_from(value).get(step)


def steps_from(value: object) -> Mapping[str, object]:
    """What is one step further, by the key that packs write."""
    match value:
        case Ref():
            return steps_from(value.entry)
        case tuple():
            return {item.key: item for item in value if isinstance(item, Entry)}
        case Mapping():
            return value
        case Record():
            cells: Mapping[str, object] = getattr(value, "cells", {})
            known = fields(type(value))
            return {**cells, **{f.key: getattr(value, f.name) for f in known}}
        case _:
            return {}


# Typed values, written as packs write them.


def as_written(value: object) -> str:
    """A value as packs write it."""
    match value:
        case Formula(text=text) | Duration(text=text) | Ref(id=text):
            return str(text)
        case Range(low=low, high=high):
            return _range(low, high)
        case tuple():
            return ", ".join(map(as_written, value))
        case _:
            return str(value)


def _range(low: object, high: object) -> str:
    if low is None:
        return f"up to {high}"
    if high is None:
        return f"{low} or more" if isinstance(low, Quantity) else f"{low}+"
    if low == high:
        return str(low)
    joint = "-" if isinstance(low, int) and low >= 0 else " to "
    return f"{low}{joint}{high}"


# Numbers for tools: exactly as text, and nearly as a decimal.


LONGEST: Final = 3300
"""So many bits of a number are written: about a thousand digits."""


def fraction(value: Fraction) -> str | None:
    """`425/432`; nothing where it has more than a thousand digits."""
    bits = max(value.numerator.bit_length(), value.denominator.bit_length())
    return str(value) if bits <= LONGEST else None


def number(value: Fraction) -> dict[str, str | float | None]:
    """Both ways to write it."""
    return {"fraction": fraction(value), "decimal": float(value)}
