"""Visits every value of a merged tree, with its type hint.

The walk follows the hints of the model's classes, so kinds of entries have no special code here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from freed6c.model import type_hints
from freed6c.packs.data import Data, KeyPath, as_map, as_text, walk
from freed6c.packs.ids import entries_at, entries_of
from freed6c.packs.kinds import EntryKind, child_kinds
from freed6c.runtime.amounts import Formula, Quantity
from freed6c.runtime.effects import VERBS, Effect
from freed6c.runtime.entries.actions import Need
from freed6c.runtime.entries.tables import Table
from freed6c.runtime.record import Entry, Prose, Record, Ref, key_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.packs.ids import Tree


VERB: Final = {key_of(next(iter(verb.__annotations__))): verb for verb in VERBS}
"""The classes of effects by verb. The first field of each class is its verb."""


class TreeValue(NamedTuple):
    """A value of the tree: a setting, a cell, or a value inside one.

    `owner` is the path of its entry; `fields` are the settings that lead to it, without keys chosen
    by authors and without positions. A list or a map comes before its items. An `optional` value is
    a setting that can be omitted.
    """

    path: KeyPath
    owner: KeyPath
    fields: tuple[str, ...]
    hint: Any
    data: Data
    prose: bool
    optional: bool = False


def values(tree: Tree, entry: KeyPath | None = None) -> Iterator[TreeValue]:
    """Yield every value of all entries, or of one entry and those nested in it."""
    entries = entries_of(tree) if entry is None else entries_at(tree, entry)
    for _, kind, path in entries:
        body = walk(tree, path)
        if isinstance(body, dict):
            yield from _in_entry(tree, kind, path, body)


def _in_entry(
    tree: Tree, kind: EntryKind, path: KeyPath, body: dict[str, Data]
) -> Iterator[TreeValue]:
    nested = {child.key for child in child_kinds(kind)}
    settings = {key: data for key, data in body.items() if key not in nested}
    whole = TreeValue(path, path, (), None, body, prose=False)
    yield from _in_record(type_hints.class_of(kind.name, body), settings, whole)
    above = walk(tree, path[:-2]) if kind.parent is not None else None
    for key, column in as_map(as_map(above).get("columns")).items():
        type_ = as_text(as_map(column).get("type", ""))
        if key in body and type_:
            hint, cell, place = cell_hint(type_), body[key], (*path, key)
            if isinstance(cell, list):
                hint = tuple[hint, ...]  # type: ignore[valid-type]
            yield from _within(TreeValue(place, path, (), hint, cell, type_ == "text"))


def cell_hint(type_: str) -> Any:
    """Return the type hint of a cell in a column of some type."""
    if type_ in type_hints.CLASSES:
        return Ref[type_hints.CLASSES[type_]]  # type: ignore[valid-type]
    return type_hints.CELLS.get(type_, Quantity)


def _in_record(
    record: type[Record], body: Mapping[str, Data], at: TreeValue
) -> Iterator[TreeValue]:
    """Yield the values of a record, whose own value is `at`."""
    if record is Need:  # `{if: …, sentence: …}`, which the linker makes one formula
        yield from _within(_inner(at, "if", Formula[bool], body["if"]))
    for field in type_hints.written(record):
        if field.key in body:
            hint = EACH if (record, field.key) == (Table, "each") else field.hint
            inner = _inner(at, field.key, hint, body[field.key])
            fields = (*at.fields, field.key)
            inner = inner._replace(fields=fields, optional=not field.required)
            yield from _within(inner._replace(prose=field.prose))


EACH: Final = Mapping[str, tuple[Formula[int], ...]]
"""The hint of `each`, as the ends of its ranges are formulas until the table is built."""


def _within(value: TreeValue) -> Iterator[TreeValue]:
    """Yield a value, and the values inside it."""
    yield value
    members = type_hints.alternatives(value.hint)
    items = next(filter(None, map(type_hints.item, members)), value.hint)
    match value.data:
        case list() as listed:
            for position, item in enumerate(listed):
                yield from _within(_inner(value, position, items, item))
        case dict() as mapped:
            for member in members:
                inner = type_hints.mapped(member)
                if inner is not None:
                    for key, data in mapped.items():
                        yield from _within(_inner(value, key, inner, data))
                    return
                record = record_of(type_hints.item(member) or member, mapped)
                if record is not None:
                    yield from _in_record(record, mapped, value)
                    return


def _inner(outer: TreeValue, step: str | int, hint: Any, data: Data) -> TreeValue:
    prose = Prose in type_hints.alternatives(hint)
    path = (*outer.path, step)
    return TreeValue(path, outer.owner, outer.fields, hint, data, prose or outer.prose)


def record_of(hint: Any, data: Mapping[str, Data]) -> type[Record] | None:
    """Return the record class of a map; None for nested entries, which are visited separately."""
    if not isinstance(hint, type) or not issubclass(hint, Record):
        return None
    if issubclass(hint, Effect):
        return next((verb for key, verb in VERB.items() if key in data), None)
    return None if issubclass(hint, Entry) else hint
