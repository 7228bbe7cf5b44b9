"""What an address inside an entry names: a field, a key of an open map, an entry, or nothing.

Both are read from the type hints of the model's classes, so no kind needs code of its own. The
second half finds the lists of references in plain data in the same way.
"""

from __future__ import annotations

import typing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from freed6c.diagnostics.codes import overlays as codes
from freed6c.model import shape
from freed6c.overlay.ledger import comparable_text
from freed6c.packs.data import Data, KeyPath, as_map, walk
from freed6c.packs.ids import entries_at, entries_of, entry_at
from freed6c.packs.kinds import TOP, EntryKind, child_kinds
from freed6c.runtime.effects import VERBS, Effect
from freed6c.runtime.record import Entry, Prose, Record, key_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from freed6c.diagnostics.diagnostic import Code

    ReferenceList = tuple[KeyPath, frozenset[str]]
    """The place of a list, and the kinds that stand in it; none where every kind may."""


COLUMNS = "columns"


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetPlace:
    """A place in the tree, and how it can be written. `hint` is its type hint in the model, if any.

    A `field` can be set whether it has a value or not. A `key` of an open map and an `entry` have
    to be added before they can be set. A place that is `computed`, or `no` place at all, cannot be
    written: `problem` says why: a code and its facts, but for the `entry`. `known` are the names
    that could stand where there is none.
    """

    sort: Literal["field", "key", "entry", "computed", "no"]
    path: KeyPath
    hint: Any = None
    kind: EntryKind | None = None
    problem: tuple[Code, Mapping[str, Any]] | None = None
    known: Iterable[str] = ()

    @property
    def ranked(self) -> bool:
        """Whether the order of the keys here has a meaning, as that of bands has."""
        return self.kind is not None and bool(self.kind.numbered)

    @property
    def is_list(self) -> bool:
        """Whether a field holds a list, and nothing else."""
        members = () if self.hint is None else shape.alternatives(self.hint)
        return bool(members) and all(
            typing.get_origin(member) is tuple for member in members
        )

    @property
    def is_open(self) -> bool:
        """Whether a field holds keys of its author's own, as that of bands does."""
        if self.hint is None:
            return self.kind is not None
        members = shape.alternatives(self.hint)
        return any(shape.mapped(member) is not None for member in members)


def place_at(tree: dict[str, Data], path: KeyPath) -> TargetPlace:
    """What a path below a section of the tree names."""
    kind = TOP[str(path[0])]
    start = 1 if kind.single else 2
    return _in_entry(tree, kind, path[:start], path[start:])


def _in_entry(
    tree: dict[str, Data], kind: EntryKind, at: KeyPath, rest: KeyPath
) -> TargetPlace:
    if not rest:
        return TargetPlace(sort="entry", path=at, kind=kind)
    body = walk(tree, at)
    if not isinstance(body, dict):
        return _no_place(at, as_map(walk(tree, at[:-1])))
    for inner in child_kinds(kind):
        if inner.key == rest[0]:
            return _in_entries(tree, inner, body, (*at, inner.key), rest[1:])
    cell = _cell(tree, kind, at, str(rest[0]))
    if cell is not None:
        return cell
    return _in_record(tree, shape.class_of(kind.name, body), at, rest, kind)


def _in_entries(
    tree: dict[str, Data],
    kind: EntryKind,
    above: dict[str, Data],
    at: KeyPath,
    rest: KeyPath,
) -> TargetPlace:
    """The map of nested entries (`bands`), or a place in one of them."""
    if "each" in above:
        return _computed(at, f"what stands in {kind.key}", "each")
    if not rest:
        return TargetPlace(sort="field", path=at, kind=kind)
    held = above.get(kind.key, {})
    if not isinstance(held, dict):
        return _inside_single_value(at, rest, held)
    return _in_entry(tree, kind, (*at, rest[0]), rest[1:])


def _in_record(
    tree: dict[str, Data],
    record: type[Record],
    at: KeyPath,
    rest: KeyPath,
    kind: EntryKind | None = None,
) -> TargetPlace:
    step = str(rest[0])
    at_step = (*at, step)
    known_fields = {field.key: field for field in shape.written(record)}
    if step in known_fields:
        return _in_value(tree, known_fields[step].hint, at_step, rest[1:])
    if any(field.key == step for field in shape.fields(record)):
        ordered = kind is not None and kind.numbered == step
        code = codes.SETS_RANK if ordered else codes.SETS_PARENT
        return TargetPlace(
            sort="computed", path=at_step, problem=(code, {"name": step})
        )
    return _no_place(at_step, known_fields)


def _in_value(
    tree: dict[str, Data], hint: Any, at: KeyPath, rest: KeyPath
) -> TargetPlace:
    """A field or key, or a place inside its value."""
    if not rest:
        return TargetPlace(sort="field", path=at, hint=hint)
    data = walk(tree, at)
    if data is not None and not isinstance(data, dict):
        return _inside_single_value(at, rest, data)
    for member in shape.alternatives(hint):
        values = shape.mapped(member)
        if values is not None:
            key = (*at, rest[0])
            if len(rest) == 1:
                return TargetPlace(sort="key", path=key, hint=values)
            return _in_value(tree, values, key, rest[1:])
        if isinstance(member, type) and issubclass(member, Record):
            return _in_record(tree, member, at, rest)
    return _no_place((*at, rest[0]), ())


def _inside_single_value(at: KeyPath, rest: KeyPath, data: Data) -> TargetPlace:
    """A place inside a list or a plain value, which can only be set whole."""
    value = "a list" if isinstance(data, list) else "one value"
    problem = codes.INSIDE_SINGLE_VALUE, {"name": at[-1], "value": value}
    return TargetPlace(sort="no", path=(*at, *rest), problem=problem)


def _cell(
    tree: dict[str, Data], kind: EntryKind, at: KeyPath, step: str
) -> TargetPlace | None:
    """A cell of a table, if the entry above declares a column of that name."""
    if kind.parent is None:
        return None
    column = walk(tree, (*at[:-2], COLUMNS, step))
    if column is None:
        return None
    at_cell = (*at, step)
    formula = as_map(column).get("is")
    if formula is not None:
        return _computed(at_cell, f"'{step}'", f"{COLUMNS}.{step}.is")
    return TargetPlace(sort="field", path=at_cell)


def _computed(at: KeyPath, name: str, source: str) -> TargetPlace:
    problem = codes.COMPUTED, {"target": name, "source": source}
    return TargetPlace(sort="computed", path=at, problem=problem)


def _no_place(at: KeyPath, known: Iterable[str]) -> TargetPlace:
    name = str(at[-1])
    problem = codes.UNKNOWN_PLACE, {"name": name}
    return TargetPlace(sort="no", path=at, problem=problem, known=known)


# Lists of references.


def lists_of_references(tree: dict[str, Data]) -> Iterator[ReferenceList]:
    """Every list of references in the entries of a tree."""
    for _, kind, path in entries_of(tree):
        body = walk(tree, path)
        if isinstance(body, dict):
            yield from _lists_in_record(shape.class_of(kind.name, body), body, path)
            yield from _lists_in_cells(tree, kind, body, path)


def _lists_in_record(
    record: type[Record], body: Mapping[str, Data], path: KeyPath
) -> Iterator[ReferenceList]:
    for field in shape.written(record):
        if field.key in body:
            yield from _lists_in_value(field.hint, body[field.key], (*path, field.key))


def _lists_in_value(hint: Any, data: Data, path: KeyPath) -> Iterator[ReferenceList]:
    for member in shape.alternatives(hint):
        inner, values = shape.item(member), shape.mapped(member)
        if isinstance(data, list) and inner is not None:
            if kinds := shape.referred(inner):
                named = () if Entry in kinds else kinds
                yield path, frozenset(shape.KIND_OF[class_] for class_ in named)
            for position, value in enumerate(data):
                yield from _lists_in_value(inner, value, (*path, position))
        elif isinstance(data, dict) and values is not None:
            for key, value in data.items():
                yield from _lists_in_value(values, value, (*path, key))
        elif (
            isinstance(data, dict)
            and (record := _record_class_of(member, data)) is not None
        ):
            yield from _lists_in_record(record, data, path)


# Texts for people.


def texts_at(tree: dict[str, Data], path: KeyPath) -> Iterator[KeyPath]:
    """Every text for people at a place or inside of it, in lists too; names are none."""
    for _, kind, at in entries_at(tree, entry_at(path)[2]):
        body = walk(tree, at)
        if isinstance(body, dict):
            record = shape.class_of(kind.name, body)
            found = [
                *_texts_in_record(record, body, at),
                *_texts_in_cells(tree, kind, body, at),
            ]
            yield from (
                place for place in dict.fromkeys(found) if place[: len(path)] == path
            )


def _texts_in_record(
    record: type[Record], body: Mapping[str, Data], path: KeyPath
) -> Iterator[KeyPath]:
    for field in shape.written(record):
        data = body.get(field.key)
        if field.prose and isinstance(data, str):
            yield (*path, field.key)
        elif data is not None:
            yield from _texts_in_value(field.hint, data, (*path, field.key))


def _texts_in_value(hint: Any, data: Data, path: KeyPath) -> Iterator[KeyPath]:
    for member in shape.alternatives(hint):
        inner, values = shape.item(member), shape.mapped(member)
        if isinstance(data, str) and member == Prose:
            yield path
        elif isinstance(data, list) and inner is not None:
            for position, item in enumerate(data):
                yield from _texts_in_value(inner, item, (*path, position))
        elif isinstance(data, dict) and values is not None:
            for key, value in data.items():
                yield from _texts_in_value(values, value, (*path, key))
        elif (
            isinstance(data, dict)
            and (record := _record_class_of(member, data)) is not None
        ):
            yield from _texts_in_record(record, data, path)


def _texts_in_cells(
    tree: dict[str, Data], kind: EntryKind, body: Mapping[str, Data], path: KeyPath
) -> Iterator[KeyPath]:
    """Cells in columns of texts, which the entry above declares."""
    above = walk(tree, path[:-2]) if kind.parent is not None else None
    for key, column in as_map(as_map(above).get(COLUMNS)).items():
        if comparable_text(as_map(column).get("type")) == "text":
            cell = body.get(key)
            if isinstance(cell, str):
                yield (*path, key)
            elif isinstance(cell, list):
                yield from ((*path, key, at) for at in range(len(cell)))


# Records by their data.


VERB_BY_KEY: Final = {key_of(next(iter(verb.__annotations__))): verb for verb in VERBS}


def _record_class_of(hint: Any, data: Mapping[str, Data]) -> type[Record] | None:
    """The class of a map; None for nested entries, which are visited by themselves."""
    if not isinstance(hint, type) or not issubclass(hint, Record):
        return None
    if issubclass(hint, Effect):
        return next((verb for key, verb in VERB_BY_KEY.items() if key in data), None)
    return None if issubclass(hint, Entry) else hint


def _lists_in_cells(
    tree: dict[str, Data], kind: EntryKind, body: Mapping[str, Data], path: KeyPath
) -> Iterator[ReferenceList]:
    """Cells that hold several references; the columns of the entry above say which do."""
    above = walk(tree, path[:-2]) if kind.parent is not None else None
    for key, column in as_map(as_map(above).get(COLUMNS)).items():
        type_ = comparable_text(as_map(column).get("type"))
        if type_ in shape.CLASSES and isinstance(body.get(key), list):
            yield (*path, key), frozenset({type_})
