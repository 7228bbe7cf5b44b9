"""Everything that an entry holds, with the place of each in the ruleset's tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from freed6c.model.shape import fields
from freed6c.runtime.record import Entry, Record

if TYPE_CHECKING:
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import Path


def prose_of(ruleset: Ruleset) -> Iterator[tuple[Entry, Path, str]]:
    """Every text for people: the entry that holds it, its place, the text."""
    for id_, entry in ruleset.entries.items():
        for path, text in _prose(entry, ruleset.paths[id_]):
            yield entry, path, text


def _prose(record: Record, path: Path) -> Iterator[tuple[Path, str]]:
    for field in fields(type(record)):
        value = record.__dict__.get(field.name)
        if field.prose and isinstance(value, str):
            yield (*path, field.key), value
        else:
            yield from _within(value, (*path, field.key))


def _within(value: object, path: Path) -> Iterator[tuple[Path, str]]:
    """Texts inside a value. Nested entries are visited by themselves."""
    if isinstance(value, Record) and not isinstance(value, Entry):
        yield from _prose(value, path)
    elif isinstance(value, tuple):
        for position, one in enumerate(value):
            yield from _within(one, (*path, position))
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from _within(one, (*path, key))
