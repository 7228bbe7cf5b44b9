"""The prose, formulas, records and references inside an entry, each with its path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from freed6c.formula.scope import ResolvedEntry
from freed6c.formula.typed_tree import walk_typed
from freed6c.model.internal_errors import noted
from freed6c.model.type_hints import fields, written
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
    """Every text for people: the entry that holds it, its place, the text."""
    for entry in noted(ruleset.of(Entry)):
        for path, text in prose_in(ruleset, entry):
            yield entry, path, text


def prose_in(ruleset: Ruleset, entry: Entry) -> Iterator[tuple[KeyPath, str]]:
    """Every text for people that one entry holds, with its place; not those of nested entries."""
    path = ruleset.paths[entry.id]
    for place, value in _placed(ruleset, entry):
        if isinstance(value, str):
            yield (*path, *place), value
    for key, column in _columns(entry).items():
        if column.type == "text" and column.is_ is None:  # else it is worked out
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
    """Return the entry that one is nested in."""
    parent: Ref[Entry] | None = getattr(entry, "parent", None)
    return parent.entry if parent else None


def formulas_of(entry: Entry) -> Iterator[tuple[KeyPath, Formula[Any]]]:
    """Every formula of an entry, with the place inside it; not those of nested entries."""
    for path, value in _within(entry, ()):
        if isinstance(value, Formula):
            yield path, value


def records_of(ruleset: Ruleset, entry: Entry, kind: type[R]) -> Iterator[R]:
    """Every record of a kind that an entry holds; not those of nested entries."""
    return (value for _, value in _held(ruleset, entry) if isinstance(value, kind))


def placed_records_of(
    ruleset: Ruleset, entry: Entry, kind: type[R]
) -> Iterator[tuple[KeyPath, R]]:
    """The same, each with the place inside the entry where a pack writes it."""
    for path, value in _placed(ruleset, entry):
        if isinstance(value, kind):
            yield path, value


def records_at(ruleset: Ruleset, kind: type[R]) -> Iterator[tuple[Entry, KeyPath, R]]:
    """Every record of a kind: the entry that holds it, its place in the tree, the record."""
    for entry in noted(ruleset.entries.values()):
        for path, value in placed_records_of(ruleset, entry, kind):
            yield entry, (*ruleset.paths[entry.id], *path), value


def _placed(ruleset: Ruleset, entry: Entry) -> Iterator[tuple[KeyPath, str | Record]]:
    """Yield what an entry holds, each with the place inside the entry where a pack writes it.

    A condition begins with the effects of its track, which are part of the track.
    """
    shared = len(entry.track.effects) if isinstance(entry, Condition) else 0
    for path, value in _held(ruleset, entry):
        if not shared or path[0] != "effects":
            yield path, value
        elif (number := int(path[1]) - shared) >= 0:
            yield ("effects", number, *path[2:]), value


def _held(ruleset: Ruleset, entry: Entry) -> Held:
    """Return what an entry holds. A dozen checks visit all entries, so it is cached."""
    cache = ruleset.once(_held_by_id)
    if entry.id not in cache:
        cache[entry.id] = tuple(_within(entry, ()))
    return cache[entry.id]


def _held_by_id(_: Ruleset) -> dict[str, Held]:
    return {}


def _within(record: Record, path: KeyPath) -> Iterator[tuple[KeyPath, str | Record]]:
    """Every text for people and every record in a record, with its place.

    Nested entries are visited by themselves.
    """
    given = vars(record)
    for field in fields(type(record)):
        value = given.get(field.name)
        if field.prose and isinstance(value, str):
            yield (*path, field.key), value
        elif value is not None:
            for inner, place in _records(value, (*path, field.key)):
                yield _written(inner, place), inner
                if not isinstance(inner, Formula) or isinstance(inner, Need):
                    yield from _within(inner, place)


def _written(value: object, place: KeyPath) -> KeyPath:
    """Where a pack writes a value that stands at a place: the formula of a need has a key there."""
    return (*place, "if") if isinstance(value, Need) and value.says else place


def _records(value: object, path: KeyPath) -> Iterator[tuple[Record, KeyPath]]:
    """Yield the records in a value, but neither entries nor what the records hold."""
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
    """Every id of another entry that rules of this one name, with its place in the tree."""
    for path, value in _values(entry, ruleset.paths[entry.id]):
        if isinstance(value, Ref):
            yield path, value.id
        elif isinstance(value, Formula) and path in ruleset.checked:
            for part in walk_typed(ruleset.checked[path].tree):
                if isinstance(part.meaning, ResolvedEntry):
                    yield path, part.meaning.id


def _values(value: object, path: KeyPath) -> Iterator[tuple[KeyPath, object]]:
    """What stands in a value; of records, what packs wrote, but not nested entries."""
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
        yield _written(value, path), value


def _has_entries(value: object) -> bool:
    return isinstance(value, tuple) and any(isinstance(item, Entry) for item in value)
