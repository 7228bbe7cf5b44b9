"""Everything of a sort that an entry holds, with the place of each in the ruleset's tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from freed6c.formula.scope import ResolvedEntry
from freed6c.formula.typed_tree import walk_typed
from freed6c.model.shape import fields, written
from freed6c.runtime.amounts import Formula
from freed6c.runtime.entries.tables import Column, Condition, Row
from freed6c.runtime.record import Entry, Record, Ref

if TYPE_CHECKING:
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath


R = TypeVar("R", bound=Record)


def prose_of(ruleset: Ruleset) -> Iterator[tuple[Entry, KeyPath, str]]:
    """Every text for people: the entry that holds it, its place, the text."""
    for entry in ruleset.entries.values():
        for path, text in prose_in(ruleset, entry):
            yield entry, path, text


def prose_in(ruleset: Ruleset, entry: Entry) -> Iterator[tuple[KeyPath, str]]:
    """Every text for people that one entry holds, with its place; not those of nested entries."""
    path = ruleset.paths[entry.id]
    yield from _prose(entry, path)
    yield from _texts_in_cells(entry, path)


def _texts_in_cells(entry: Entry, path: KeyPath) -> Iterator[tuple[KeyPath, str]]:
    """Cells of columns that hold text, unless it is worked out."""
    for key, column in _columns(entry).items():
        if column.type != "text" or column.is_ is not None:
            continue
        for place, value in _values(entry.__dict__["cells"].get(key), (*path, key)):
            if isinstance(value, str):
                yield place, value


def _columns(entry: Entry) -> Mapping[str, Column]:
    match entry:
        case Row():
            return entry.parent.entry.columns
        case Condition():
            return entry.track.columns
        case _:
            return {}


def _prose(record: Record, path: KeyPath) -> Iterator[tuple[KeyPath, str]]:
    prose = {field.key for field in fields(type(record)) if field.prose}
    for key, value in _fields(record):
        if key in prose and isinstance(value, str):
            yield (*path, key), value
        else:
            for inner, where in _records(value, (*path, key)):
                yield from _prose(inner, where)


def formulas_of(entry: Entry) -> Iterator[tuple[KeyPath, Formula[Any]]]:
    """Every formula of an entry, with the place inside it; not those of nested entries."""
    for key, value in _fields(entry):
        yield from _formulas(value, (key,))


def _formulas(value: object, path: KeyPath) -> Iterator[tuple[KeyPath, Formula[Any]]]:
    for record, where in _records(value, path):
        if isinstance(record, Formula):
            yield where, record
            continue
        for key, inner in _fields(record):
            yield from _formulas(inner, (*where, key))


def records_of(entry: Entry, kind: type[R]) -> Iterator[R]:
    """Every record of a kind that an entry holds; not those of nested entries."""
    for key, value in _fields(entry):
        yield from _of_kind(value, (key,), kind)


def _of_kind(value: object, path: KeyPath, kind: type[R]) -> Iterator[R]:
    for record, where in _records(value, path):
        if isinstance(record, kind):
            yield record
        for key, inner in _fields(record):
            yield from _of_kind(inner, (*where, key), kind)


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
    if isinstance(value, tuple):
        for position, item in enumerate(value):
            yield from _values(item, (*path, position))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _values(item, (*path, key))
    elif isinstance(value, Record) and not isinstance(value, Formula | Ref):
        for field in written(type(value)):
            inner = value.__dict__.get(field.name)
            if not _has_entries(inner):
                yield from _values(inner, (*path, field.key))
        yield from _values(value.__dict__.get("cells", {}), path)
    else:
        yield path, value


def _has_entries(value: object) -> bool:
    return isinstance(value, tuple) and any(isinstance(item, Entry) for item in value)


def _fields(record: Record) -> Iterator[tuple[str, object]]:
    """The fields that are given, by their keys."""
    for field in fields(type(record)):
        if field.name in record.__dict__:
            yield field.key, record.__dict__[field.name]


def _records(value: object, path: KeyPath) -> Iterator[tuple[Record, KeyPath]]:
    """The records in a value. Nested entries are visited by themselves."""
    if isinstance(value, Record) and not isinstance(value, Entry):
        yield value, path
    elif isinstance(value, tuple):
        for position, item in enumerate(value):
            yield from _records(item, (*path, position))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _records(item, (*path, key))
