"""Values by address: what stands at `benchmark.difficulty.bands.easy.range` of a ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from freed6c.model.shape import fields
from freed6c.runtime.amounts import Formula, Quantity, Range
from freed6c.runtime.effects import Duration
from freed6c.runtime.record import Entry, Record, Ref

if TYPE_CHECKING:
    from fractions import Fraction

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath


def at(ruleset: Ruleset, address: str) -> object:
    """The value at an address, or None. Positions in lists count from 1."""
    steps = address.split(".")
    for depth in range(len(steps), 0, -1):
        entry = ruleset.find(".".join(steps[:depth]))
        if entry is not None:
            return _follow(entry, steps[depth:])
    return None


def path_of(ruleset: Ruleset, address: str) -> KeyPath | None:
    """Where an address leads in the tree of plain data, whether something stands there or not."""
    steps = address.split(".")
    for depth in range(len(steps), 0, -1):
        entry = ruleset.find(".".join(steps[:depth]))
        if entry is not None:
            rest = (int(s) - 1 if s.isdecimal() else s for s in steps[depth:])
            return (*ruleset.paths[entry.id], *rest)
    return None


def _follow(value: object, steps: list[str]) -> object:
    for step in steps:
        value = _step(value, step)
        if value is None:
            return None
    return value


def _step(value: object, step: str) -> object:
    if isinstance(value, Ref):
        value = value.entry
    if isinstance(value, tuple):
        return _item(value, step)
    if isinstance(value, Mapping):
        return value.get(step)
    if isinstance(value, Record):
        return _field(value, step)
    return None


def _item(items: tuple[object, ...], step: str) -> object:
    """An item by position, or a nested entry by its key."""
    if step.isdecimal():
        position = int(step) - 1
        return items[position] if 0 <= position < len(items) else None
    keyed = {item.key: item for item in items if isinstance(item, Entry)}
    return keyed.get(step)


def _field(record: Record, step: str) -> object:
    """A field of a record as packs name it, or a cell."""
    for field in fields(type(record)):
        if field.key == step:
            return getattr(record, field.name, None)
    cells = record.__dict__.get("cells", {})
    return cells.get(step)


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
