"""The effects that an entry holds, numbered, so that a saved character can point at one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, cast

from ..effects import Effect
from ..record import Entry, Record

if TYPE_CHECKING:
    from collections.abc import Iterator


def effects_of(entry: Entry) -> tuple[Effect, ...]:
    """All effects of an entry in order, those between which one chooses after their choice."""
    return tuple(_inside(entry.__dict__.values()))


def _inside(values: Iterable[object]) -> Iterator[Effect]:
    for value in values:
        if isinstance(value, Effect):
            yield value
        if isinstance(value, Record) and not isinstance(value, Entry):
            yield from _inside(value.__dict__.values())
        elif isinstance(value, tuple):
            yield from _inside(cast("tuple[object, ...]", value))
        elif isinstance(value, Mapping):
            yield from _inside(cast("Mapping[str, object]", value).values())
