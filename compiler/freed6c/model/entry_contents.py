"""The prose, formulas, records and references inside an entry, each with its path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from heapq import merge
from itertools import count
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from freed6c.formula.scope import ResolvedEntry
from freed6c.formula.typed_tree import walk_typed
from freed6c.model.internal_errors import note, noted, working_on
from freed6c.model.type_hints import fields, written
from freed6c.packs.grouping import grouped
from freed6c.runtime.amounts import Formula
from freed6c.runtime.entries.actions import Need
from freed6c.runtime.entries.tables import Column, Condition, Row
from freed6c.runtime.record import Entry, Record, Ref

if TYPE_CHECKING:
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath

    Held: TypeAlias = tuple[tuple[KeyPath, str | Record], ...]


R = TypeVar("R", bound=Record)


def prose_of(ruleset: Ruleset) -> Iterator[tuple[Entry, KeyPath, str]]:
    """Yield every text for people: its entry, its place in the tree, the text."""
    with working_on(None):
        for entry, path, text in ruleset.once(_all_prose):
            note(entry)
            yield entry, path, text


def _all_prose(ruleset: Ruleset) -> tuple[tuple[Entry, KeyPath, str], ...]:
    return tuple(
        (entry, path, text)
        for entry in noted(ruleset.of(Entry))
        for path, text in prose_in(ruleset, entry)
    )


def prose_in(ruleset: Ruleset, entry: Entry) -> Iterator[tuple[KeyPath, str]]:
    """Yield every text for people in one entry, with its place, except in nested entries."""
    path = ruleset.paths[entry.id]
    for place, value in _located(ruleset, entry):
        if isinstance(value, str):
            yield (*path, *place), value
    for key, column in _columns(entry).items():
        if column.type == "text" and column.formula is None:  # otherwise it is computed
            for place, text in _values(
                getattr(entry, "cells", {}).get(key), (*path, key)
            ):
                if isinstance(text, str):
                    yield place, text


def _columns(entry: Entry) -> Mapping[str, Column]:
    match entry:
        case Row():
            return entry.parent.entry.columns
        case Condition():
            return entry.track.columns
        case _:
            return {}


def around(entry: Entry) -> Entry | None:
    """Return the parent of a nested entry, or None."""
    parent: Ref[Entry] | None = getattr(entry, "parent", None)
    return parent.entry if parent else None


def formulas_of(entry: Entry) -> Iterator[tuple[KeyPath, Formula[Any]]]:
    """Yield every formula of an entry, with its place in the entry, except in nested entries."""
    for path, value in _within(entry, ()):
        if isinstance(value, Formula):
            yield path, value


def records_of(ruleset: Ruleset, entry: Entry, kind: type[R]) -> Iterator[R]:
    """Yield every record of a class in an entry, except in nested entries."""
    contents = ruleset.once(_contents, entry)
    return (value for _, value in contents if isinstance(value, kind))


def placed_records_of(
    ruleset: Ruleset, entry: Entry, kind: type[R]
) -> Iterator[tuple[KeyPath, R]]:
    """Yield every record of a class in an entry, with its place as the pack writes it."""
    for path, value in _located(ruleset, entry):
        if isinstance(value, kind):
            yield path, value


def records_at(ruleset: Ruleset, kind: type[R]) -> Iterator[tuple[Entry, KeyPath, R]]:
    """Yield every record of a class: its entry, its place in the tree, the record."""
    by_class = ruleset.once(_records_by_class)
    matching = [by_class[cls] for cls in by_class if issubclass(cls, kind)]
    with working_on(None):
        for _, entry, path, record in merge(*matching, key=itemgetter(0)):
            note(entry)
            yield entry, path, cast("R", record)


def _records_by_class(
    ruleset: Ruleset,
) -> dict[type[Record], list[tuple[int, Entry, KeyPath, Record]]]:
    """Return all records by their class, each with its number in the order of the ruleset."""
    numbers = count()
    return grouped(
        (
            type(record),
            (next(numbers), entry, (*ruleset.paths[entry.id], *path), record),
        )
        for entry in noted(ruleset.entries.values())
        for path, record in placed_records_of(ruleset, entry, Record)
    )


def _located(ruleset: Ruleset, entry: Entry) -> Iterator[tuple[KeyPath, str | Record]]:
    """Yield the texts and records in an entry, each with its place as the pack writes it.

    Effects that a condition inherits from its track belong to the track, and are skipped.
    """
    shared = len(entry.track.effects) if isinstance(entry, Condition) else 0
    for path, value in ruleset.once(_contents, entry):
        if not shared or path[0] != "effects":
            yield path, value
        elif (number := int(path[1]) - shared) >= 0:
            yield ("effects", number, *path[2:]), value


def _contents(_: Ruleset, entry: Entry) -> Held:
    """Return the texts and records in an entry. A dozen checks visit all entries."""
    return tuple(_within(entry, ()))


def _within(record: Record, path: KeyPath) -> Iterator[tuple[KeyPath, str | Record]]:
    """Yield every text for people and every record in a record, with its place.

    Nested entries are visited separately.
    """
    values = vars(record)
    for field in fields(type(record)):
        value = values.get(field.name)
        if field.prose:
            placed = _values(value, (*path, field.key))
            yield from ((at, text) for at, text in placed if isinstance(text, str))
        elif value is not None:
            for inner, place in _records(value, (*path, field.key)):
                yield _written_place(inner, place), inner
                if not isinstance(inner, Formula) or isinstance(inner, Need):
                    yield from _within(inner, place)


def _written_place(value: object, place: KeyPath) -> KeyPath:
    """Return the place as the pack writes it: the formula of a need can have a key."""
    return (*place, "if") if isinstance(value, Need) and value.sentence else place


def _records(value: object, path: KeyPath) -> Iterator[tuple[Record, KeyPath]]:
    """Yield the records in a value, but neither entries nor records inside records."""
    if isinstance(value, Record) and not isinstance(value, Entry):
        yield value, path
    for step, item in _items(value):
        yield from _records(item, (*path, step))


def _items(value: object) -> Iterable[tuple[str | int, object]]:
    """Return the items of a list or map, with their positions or keys."""
    if isinstance(value, Mapping):
        return value.items()
    return enumerate(value) if isinstance(value, tuple) else ()


def references_of(ruleset: Ruleset, entry: Entry) -> Iterator[tuple[KeyPath, str]]:
    """Yield every id that the rules of an entry refer to, with its place in the tree."""
    for path, value in _values(entry, ruleset.paths[entry.id]):
        if isinstance(value, Ref):
            yield path, value.id
        elif isinstance(value, Formula):
            for part in walk_typed(ruleset.checked.get(path)):
                if isinstance(part.meaning, ResolvedEntry):
                    yield path, part.meaning.id


def _values(value: object, path: KeyPath) -> Iterator[tuple[KeyPath, object]]:
    """Yield the values in a value; in records, those that packs wrote, except nested entries."""
    if isinstance(value, tuple | Mapping):
        for step, item in _items(value):
            yield from _values(item, (*path, step))
    elif isinstance(value, Record) and not isinstance(value, Formula | Ref):
        for field in written(type(value)):
            inner = getattr(value, field.name)
            if not _has_entries(inner):
                yield from _values(inner, (*path, field.key))
        yield from _values(getattr(value, "cells", {}), path)
    else:
        yield _written_place(value, path), value


def _has_entries(value: object) -> bool:
    return isinstance(value, tuple) and any(isinstance(item, Entry) for item in value)
