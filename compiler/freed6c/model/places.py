"""Values by address: what stands at `benchmark.difficulty.bands.easy.range` of a ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from freed6c.model.shape import fields
from freed6c.runtime.record import Entry, Record, Ref

if TYPE_CHECKING:
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
