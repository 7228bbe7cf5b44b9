"""Lists of references in plain data: the typed model says which lists those are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from freed6c.model.kinds import CLASSES, KIND_OF, class_of
from freed6c.model.shape import alternatives, item, key_of, mapped, referred, written
from freed6c.overlay.places import COLUMNS
from freed6c.overlay.written import as_text_of, body_of
from freed6c.packs.data import Data, KeyPath, walk
from freed6c.packs.ids import entries_of
from freed6c.runtime.effects import VERBS, Effect
from freed6c.runtime.record import Entry, Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.packs.kinds import Kind

    Found = tuple[KeyPath, frozenset[str]]
    """The place of a list, and the kinds that stand in it; none where every kind may."""


def lists_of_references(tree: dict[str, Data]) -> Iterator[Found]:
    """All that the entries of a tree hold."""
    for _, kind, path in entries_of(tree):
        body = walk(tree, path)
        if isinstance(body, dict):
            yield from _in_record(class_of(kind.name, body), body, path)
            yield from _in_cells(tree, kind, body, path)


def _in_record(
    record: type[Record], body: Mapping[str, Data], path: KeyPath
) -> Iterator[Found]:
    for field in written(record):
        if field.key in body:
            yield from _in_value(field.hint, body[field.key], (*path, field.key))


def _in_value(hint: Any, data: Data, path: KeyPath) -> Iterator[Found]:
    for member in alternatives(hint):
        inner, values = item(member), mapped(member)
        if isinstance(data, list) and inner is not None:
            if kinds := referred(inner):
                yield path, _names(kinds)
            for at, one in enumerate(data):
                yield from _in_value(inner, one, (*path, at))
        elif isinstance(data, dict) and values is not None:
            for key, one in data.items():
                yield from _in_value(values, one, (*path, key))
        elif isinstance(data, dict) and (record := _record(member, data)) is not None:
            yield from _in_record(record, data, path)


def _record(hint: Any, data: Mapping[str, Data]) -> type[Record] | None:
    """The class of a map; entries that are nested are visited by themselves."""
    if not isinstance(hint, type) or not issubclass(hint, Record):
        return None
    if issubclass(hint, Effect):
        verbs = (
            one for one in VERBS if key_of(next(iter(one.__annotations__))) in data
        )
        return next(verbs, None)
    return None if issubclass(hint, Entry) else hint


def _in_cells(
    tree: dict[str, Data], kind: Kind, body: Mapping[str, Data], path: KeyPath
) -> Iterator[Found]:
    """Cells that hold several entries: their columns are declared by the entry above."""
    above = walk(tree, path[:-2]) if kind.parent is not None else None
    for key, column in body_of(body_of(above or {}).get(COLUMNS, {})).items():
        type_ = as_text_of(body_of(column).get("type"))
        if type_ in CLASSES and isinstance(body.get(key), list):
            yield (*path, key), frozenset({type_})


def _names(kinds: tuple[type[Entry], ...]) -> frozenset[str]:
    return frozenset() if Entry in kinds else frozenset(KIND_OF[one] for one in kinds)
