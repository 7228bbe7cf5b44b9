"""What stands at an address of a ruleset: the id of an entry, then fields and keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from freed6c.model.shape import fields
from freed6c.packs.names import python_name
from freed6c.runtime.record import Entry, Record

if TYPE_CHECKING:
    from freed6c.model.ruleset import Ruleset


def value_at(ruleset: Ruleset, address: str) -> object | None:
    """Find a value by its address; None where it leads nowhere, or to a blank."""
    parts = address.split(".")
    for length in range(len(parts), 0, -1):
        entry = ruleset.entries.get(".".join(parts[:length]))
        if entry is not None:
            return _follow(entry, parts[length:])
    return None


def _follow(value: object, steps: list[str]) -> object | None:
    for step in steps:
        value = _inside(value, step)
        if value is None:
            return None
    return value


def _inside(value: object, step: str) -> object | None:
    if isinstance(value, Mapping):
        return value.get(step)
    if isinstance(value, tuple):
        inner = (item for item in value if isinstance(item, Entry))
        return next((item for item in inner if item.key == step), None)
    if isinstance(value, Record):
        return _field(value, step)
    return None


def _field(record: Record, step: str) -> object | None:
    name = python_name(step)
    if any(field.name == name for field in fields(type(record))):
        found: object = getattr(record, name, None)
        return found
    cells = getattr(record, "cells", {})
    return cells.get(step) if isinstance(cells, Mapping) else None
