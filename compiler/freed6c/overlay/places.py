"""Resolves an address inside an entry: to a field, a key of an open map, an entry, or nothing.

An open map has keys that authors choose, such as the inputs of an action. The type hints of the
model's classes determine which fields and maps there are, so no kind needs its own code.
"""

from __future__ import annotations

import typing
from typing import TYPE_CHECKING, Any, Literal

from freed6c.diagnostics.codes import overlays as codes
from freed6c.model import type_hints
from freed6c.model.tree_values import values
from freed6c.model.type_hints import KIND_OF
from freed6c.packs.data import Data, KeyPath, as_map, walk
from freed6c.packs.ids import entry_at
from freed6c.packs.kinds import TOP, EntryKind, child_kinds
from freed6c.packs.lazy import dataclass
from freed6c.runtime.record import Entry, Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from freed6c.diagnostics.diagnostic import Code
    from freed6c.packs.ids import Tree

    ReferenceList = tuple[KeyPath, frozenset[str]]
    """The path of a list, and the kinds of its items; no kinds if all are allowed."""


COLUMNS = "columns"


@dataclass(frozen=True, kw_only=True)
class TargetPlace:
    """A place in the tree. Its `sort` determines how operations can write it.

    - A `field` can be set whether it has a value or not.
    - A `key` of an open map, or an `entry`, has to be added before it can be set.
    - A `computed` place and `no` place cannot be written. `problem` is the reason: a code, with its
      facts except `entry`. `known` are valid names to suggest.

    `hint` is the type hint of the place in the model, if any; `kind` the kind of an entry, or of
    the entries in a map.
    """

    sort: Literal["field", "key", "entry", "computed", "no"]
    path: KeyPath
    hint: Any = None
    kind: EntryKind | None = None
    problem: tuple[Code, Mapping[str, Any]] | None = None
    known: Iterable[str] = ()

    @property
    def ranked(self) -> bool:
        """True if the order of the keys has a meaning, as for bands."""
        return self.kind is not None and bool(self.kind.numbered)

    @property
    def is_list(self) -> bool:
        """True if the field can only hold a list."""
        members = type_hints.alternatives(self.hint)
        return all(typing.get_origin(member) is tuple for member in members)

    @property
    def is_open(self) -> bool:
        """True if authors choose the keys in the field, as for bands."""
        members = type_hints.alternatives(self.hint)
        return self.kind is not None or any(map(type_hints.mapped, members))


def place_at(tree: Tree, path: KeyPath) -> TargetPlace:
    """Return the place that a path below a section of the tree names."""
    kind = TOP[str(path[0])]
    start = 1 if kind.single else 2
    return _in_entry(tree, kind, path[:start], path[start:])


def _in_entry(tree: Tree, kind: EntryKind, at: KeyPath, rest: KeyPath) -> TargetPlace:
    """Return the place of the entry at a path, or of the `rest` of the path inside it."""
    if not rest:
        return TargetPlace(sort="entry", path=at, kind=kind)
    body = walk(tree, at)
    if not isinstance(body, dict):
        return _no_place(at, as_map(walk(tree, at[:-1])), kind.noun)
    for inner in child_kinds(kind):
        if inner.key == rest[0]:
            return _in_entries(tree, inner, body, (*at, inner.key), rest[1:])
    cell = _cell(tree, kind, at, str(rest[0]))
    if cell is not None:
        return cell
    place = _in_record(tree, type_hints.class_of(kind.name, body), at, rest, kind)
    columns = as_map(walk(tree, (*at[:-2], COLUMNS))) if kind.parent else {}
    if columns and place.sort == "no" and len(rest) == 1:
        return _no_place(place.path, columns, "column")
    return place


def _in_entries(
    tree: Tree, kind: EntryKind, above: Tree, at: KeyPath, rest: KeyPath
) -> TargetPlace:
    """Return the place of a map of nested entries (`bands`), or a place in one of them."""
    if "each" in above:
        return _computed(at, kind.key, "each")
    if not rest:
        return TargetPlace(sort="field", path=at, kind=kind)
    entries = above.get(kind.key, {})
    if not isinstance(entries, dict):
        return _inside_single_value(at, rest, entries)
    return _in_entry(tree, kind, (*at, rest[0]), rest[1:])


def _in_record(
    tree: Tree,
    record: type[Record],
    at: KeyPath,
    rest: KeyPath,
    kind: EntryKind | None = None,
) -> TargetPlace:
    step = str(rest[0])
    at_step = (*at, step)
    known_fields = {field.key: field for field in type_hints.written(record)}
    if step in known_fields:
        return _in_value(tree, known_fields[step].hint, at_step, rest[1:])
    if any(field.key == step for field in type_hints.fields(record)):
        ordered = kind is not None and kind.numbered == step
        code = codes.SETS_RANK if ordered else codes.SETS_PARENT
        return TargetPlace(
            sort="computed", path=at_step, problem=(code, {"name": step})
        )
    return _no_place(at_step, known_fields)


def _in_value(tree: Tree, hint: Any, at: KeyPath, rest: KeyPath) -> TargetPlace:
    """Return the place of a field or key, or a place inside its value."""
    if not rest:
        return TargetPlace(sort="field", path=at, hint=hint)
    data = walk(tree, at)
    if data is not None and not isinstance(data, dict):
        return _inside_single_value(at, rest, data)
    for member in type_hints.alternatives(hint):
        values = type_hints.mapped(member)
        if values is not None:
            key = (*at, rest[0])
            if len(rest) == 1:
                return TargetPlace(sort="key", path=key, hint=values)
            return _in_value(tree, values, key, rest[1:])
        if isinstance(member, type) and issubclass(member, Record):
            return _in_record(tree, member, at, rest)
    return _no_place((*at, rest[0]), ())


def _inside_single_value(at: KeyPath, rest: KeyPath, data: Data) -> TargetPlace:
    """Return a place inside a list or plain value, which can only be set as a whole."""
    value = "a list" if isinstance(data, list) else "a single value"
    problem = codes.INSIDE_SINGLE_VALUE, {"name": at[-1], "value": value}
    return TargetPlace(sort="no", path=(*at, *rest), problem=problem)


def _cell(tree: Tree, kind: EntryKind, at: KeyPath, step: str) -> TargetPlace | None:
    """Return the place of a table cell, if the parent declares a column with that name."""
    if kind.parent is None:
        return None
    column = walk(tree, (*at[:-2], COLUMNS, step))
    if column is None:
        return None
    at_cell = (*at, step)
    if as_map(column).get("formula") is not None:
        return _computed(at_cell, step, f"{COLUMNS}.{step}.formula")
    return TargetPlace(sort="field", path=at_cell)


def _computed(at: KeyPath, name: str, source: str) -> TargetPlace:
    problem = codes.COMPUTED, {"target": name, "source": source}
    return TargetPlace(sort="computed", path=at, problem=problem)


def _no_place(at: KeyPath, names: Iterable[str], noun: str = "setting") -> TargetPlace:
    problem = codes.UNKNOWN_PLACE, {"name": str(at[-1]), "noun": noun}
    return TargetPlace(sort="no", path=at, problem=problem, known=names)


def lists_of_references(tree: Tree) -> Iterator[ReferenceList]:
    """Yield every list of references in the entries of a tree."""
    for value in values(tree):
        if isinstance(value.data, list):
            for member in type_hints.alternatives(value.hint):
                if kinds := type_hints.referred(type_hints.item(member)):
                    named = () if Entry in kinds else kinds
                    yield value.path, frozenset(KIND_OF[cls] for cls in named)


def texts_at(tree: Tree, path: KeyPath) -> Iterator[KeyPath]:
    """Yield the path of every prose text at or inside `path`. Names are not included."""
    for value in values(tree, entry_at(path)[2]):
        inside = value.path[: len(path)] == path
        if inside and value.prose and isinstance(value.data, str):
            yield value.path
