"""Look values of a ruleset up by address: `benchmark.difficulty.bands.easy.range`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from freed6c.model.prose import references_in
from freed6c.model.type_hints import fields
from freed6c.packs.ids import DEEPEST, MOST_PARTS
from freed6c.runtime.amounts import Formula
from freed6c.runtime.effects import Duration
from freed6c.runtime.entries.actions import Against
from freed6c.runtime.record import Entry, FormulaError, Record, Ref
from freed6c.runtime.situation import Situation

if TYPE_CHECKING:
    from fractions import Fraction

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.runtime.situation import Rules


def splits(address: str) -> Iterator[tuple[str, list[str]]]:
    """Yield every split of an address into an id and steps, the longest id first."""
    steps = address.split(".")
    for depth in range(min(len(steps), MOST_PARTS), 0, -1):
        yield ".".join(steps[:depth]), steps[depth:]


def _split_at_entry(ruleset: Ruleset, address: str) -> tuple[Entry | None, list[str]]:
    """Return the entry that an address begins with, or None, and the steps from there."""
    for id_, steps in splits(address):
        if (entry := ruleset.find(id_)) is not None:
            return entry, steps
    return None, []


def at(ruleset: Ruleset, address: str) -> object:
    """Return the value at an address, or None. Positions in lists count from 1."""
    value: object
    value, steps = _split_at_entry(ruleset, address)
    for step in steps:
        value = _step(value, step)
    return value


def entry_at(ruleset: Ruleset, address: str) -> Entry | None:
    """Return the entry that an address begins with, or None."""
    return _split_at_entry(ruleset, address)[0]


def path_of(ruleset: Ruleset, address: str) -> KeyPath | None:
    """Return the path of an address in the tree of plain data, even if nothing is there."""
    entry, steps = _split_at_entry(ruleset, address)
    if entry is None:
        return None
    counted = ((step, index_of(step)) for step in steps[:DEEPEST])
    rest = (step if index is None else index for step, index in counted)
    return (*ruleset.paths[entry.id], *rest)


ENDLESS: Final = 10**9
"""The length of a text that includes itself."""
NESTED: Final = 20
"""The deepest nesting of texts within texts."""


def length_shown(ruleset: Ruleset, address: str, above: tuple[str, ...] = ()) -> int:
    """Return the length of a text with all included texts; more than ENDLESS if it is recursive.

    `above` has the addresses of the texts around it. For other values, the length is 0.
    """
    cache = ruleset.once(_lengths)
    if address in above or len(above) == NESTED:
        return ENDLESS + 1
    if address not in cache:
        value = at(ruleset, address)
        text = value.text if isinstance(value, Against) else value
        text = text if isinstance(text, str) else ""
        inside = (*above, address)
        targets = (ref.target for ref in references_in(text) if ref.kind == "value")
        lengths = (length_shown(ruleset, target, inside) for target in targets)
        cache[address] = len(text) + sum(lengths)
    return cache[address]


def _lengths(_: Ruleset) -> dict[str, int]:
    return {}


def constant(rules: Rules, formula: Formula[int]) -> int | None:
    """Return the value of a formula if it is the same for every character; else None."""
    try:
        return formula(Situation(rules))
    except FormulaError:
        return None


def index_of(step: str) -> int | None:
    """Return the index from 0 of a step that counts from 1; None if it is a key."""
    # Python refuses to convert thousands of digits.
    return int(step) - 1 if re.fullmatch(r"\d{1,9}", step) else None


def _step(value: object, step: str) -> object:
    """Return the value one step further, by its key in packs, or None."""
    if isinstance(value, tuple) and (index := index_of(step)) is not None:
        return value[index] if 0 <= index < len(value) else None
    return steps_from(value).get(step)


def steps_from(value: object) -> Mapping[str, object]:
    """Return the values one step further, by their keys in packs."""
    match value:
        case Ref():
            return steps_from(value.entry)
        case tuple():
            return {item.key: item for item in value if isinstance(item, Entry)}
        case Mapping():
            return value
        case Record():
            cells: Mapping[str, object] = getattr(value, "cells", {})
            record_fields = fields(type(value))
            return {**cells, **{f.key: getattr(value, f.name) for f in record_fields}}
        case _:
            return {}


# Typed values, written as packs write them.


def as_written(value: object) -> str:
    """Return a value as packs write it."""
    match value:
        case Formula(text=text) | Duration(text=text) | Ref(id=text):
            return str(text)
        case tuple():
            return ", ".join(map(as_written, value))
        case _:
            return str(value)


# Numbers for tools: exact as text, approximate as a decimal.


LONGEST: Final = 3300
"""The largest size, in bits, of a number that is written: about a thousand digits."""


def fraction(value: Fraction) -> str | None:
    """Return an exact fraction (`425/432`), or None if it has more than a thousand digits."""
    bits = max(value.numerator.bit_length(), value.denominator.bit_length())
    return str(value) if bits <= LONGEST else None


def number(value: Fraction) -> dict[str, str | float | None]:
    """Return a number as an exact fraction and as a decimal."""
    return {"fraction": fraction(value), "decimal": float(value)}
