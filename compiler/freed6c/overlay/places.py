"""What an address inside an entry names: a field, a key of an open map, an entry, or nothing.

The classes of the typed model say which fields there are and what they hold; so every kind is
changed in one way, and nothing here knows any of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from freed6c.model.shape import (
    CLASSES,
    KIND_OF,
    alternatives,
    class_of,
    fields,
    item,
    key_of,
    mapped,
    referred,
    written,
)
from freed6c.overlay.ledger import as_text_of, body_of
from freed6c.packs.data import Data, KeyPath, walk
from freed6c.packs.ids import entries_of
from freed6c.packs.kinds import TOP, Kind, nested
from freed6c.packs.suggest import did_you_mean
from freed6c.runtime.effects import VERBS, Effect
from freed6c.runtime.record import Entry, Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    Found = tuple[KeyPath, frozenset[str]]
    """The place of a list, and the kinds that stand in it; none where every kind may."""


COLUMNS = "columns"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A place in the tree. `hint` is what the typed model keeps there, where it keeps something.

    A `field` may be set whether it is there or not; a `key` stands in an open map, and an `entry`
    among its like: both are added. A place that is `computed` or `no` place cannot be written;
    `reason` says why, `help` what to do.
    """

    sort: Literal["field", "key", "entry", "computed", "no"]
    path: KeyPath
    hint: Any = None
    kind: Kind | None = None
    reason: str = ""
    help: tuple[str, ...] = ()


def place_at(tree: dict[str, Data], path: KeyPath) -> Place:
    """What a path below a section of the tree names."""
    kind = TOP[str(path[0])]
    start = 1 if kind.single else 2
    return _in_entry(tree, kind, path[:start], path[start:])


def _in_entry(tree: dict[str, Data], kind: Kind, at: KeyPath, rest: KeyPath) -> Place:
    if not rest:
        return Place(sort="entry", path=at, kind=kind)
    body = walk(tree, at)
    if not isinstance(body, dict):
        return _nowhere(at, _map(tree, at[:-1]))
    for inner in nested(kind):
        if inner.key == rest[0]:
            return _in_entries(tree, inner, body, (*at, inner.key), rest[1:])
    cell = _cell(tree, kind, at, str(rest[0]))
    if cell is not None:
        return cell
    return _in_record(tree, class_of(kind.name, body), at, rest, kind)


def _in_entries(
    tree: dict[str, Data],
    kind: Kind,
    above: dict[str, Data],
    at: KeyPath,
    rest: KeyPath,
) -> Place:
    """The entries of a kind in the one above, or something in one of them."""
    if "each" in above:
        return _computed(at, f"what stands in {kind.key}", "each")
    if not rest:
        return Place(sort="field", path=at, kind=kind)
    held = above.get(kind.key, {})
    if not isinstance(held, dict):
        return _one_value(at, rest, held)
    return _in_entry(tree, kind, (*at, rest[0]), rest[1:])


def _in_record(
    tree: dict[str, Data],
    record: type[Record],
    at: KeyPath,
    rest: KeyPath,
    kind: Kind | None = None,
) -> Place:
    step = str(rest[0])
    here = (*at, step)
    known = {field.key: field for field in written(record)}
    if step in known:
        return _in_value(tree, known[step].hint, here, rest[1:])
    if any(field.key == step for field in fields(record)):
        ordered = kind is not None and kind.numbered == step
        return Place(
            sort="computed",
            path=here,
            reason=f"'{step}' is where it stands among its like"
            if ordered
            else f"'{step}' follows from where it stands",
            help=("write 'move' to put it elsewhere",) if ordered else (),
        )
    return _nowhere(here, known)


def _in_value(tree: dict[str, Data], hint: Any, here: KeyPath, rest: KeyPath) -> Place:
    """A value of a field, or what stands in it."""
    if not rest:
        return Place(sort="field", path=here, hint=hint)
    data = walk(tree, here)
    if data is not None and not isinstance(data, dict):
        return _one_value(here, rest, data)
    for member in alternatives(hint):
        inside = mapped(member)
        if inside is not None:
            return _in_map(tree, inside, (*here, rest[0]), rest[1:])
        one = _record(member)
        if one is not None:
            return _in_record(tree, one, here, rest)
    return _nowhere((*here, rest[0]), ())


def _one_value(here: KeyPath, rest: KeyPath, data: Data) -> Place:
    """Nothing in a value that is no map can be written alone."""
    whole = str(here[-1])
    a_list = isinstance(data, list)
    return Place(
        sort="no",
        path=(*here, *rest),
        reason=f"'{whole}' is {'a list, and a list is ' if a_list else ''}one value",
        help=(f"set '{whole}' whole",),
    )


def _in_map(tree: dict[str, Data], hint: Any, here: KeyPath, rest: KeyPath) -> Place:
    if not rest:
        return Place(sort="key", path=here, hint=hint)
    return _in_value(tree, hint, here, rest)


def _record(hint: Any) -> type[Record] | None:
    is_record = isinstance(hint, type) and issubclass(hint, Record)
    return hint if is_record else None


def _cell(tree: dict[str, Data], kind: Kind, at: KeyPath, step: str) -> Place | None:
    """A cell: its column is declared by the entry above."""
    if kind.parent is None:
        return None
    column = walk(tree, (*at[:-2], COLUMNS, step))
    if column is None:
        return None
    here = (*at, step)
    formula = column.get("is") if isinstance(column, dict) else None
    if formula is not None:
        return _computed(here, f"'{step}'", f"{COLUMNS}.{step}.is")
    return Place(sort="field", path=here)


def _computed(here: KeyPath, what: str, source: str) -> Place:
    return Place(
        sort="computed",
        path=here,
        reason=f"{what} is worked out",
        help=(f"change what it is worked out by: '{source}'",),
    )


def _nowhere(here: KeyPath, known: Iterable[str]) -> Place:
    names = list(known)
    step = str(here[-1])
    return Place(
        sort="no",
        path=here,
        reason=f"there is no place '{step}'",
        help=did_you_mean(step, names)
        or ((f"places here: {', '.join(names)}",) if names else ()),
    )


def _map(tree: dict[str, Data], path: KeyPath) -> Mapping[str, Data]:
    found = walk(tree, path)
    return found if isinstance(found, dict) else {}


# Lists of references in plain data: the typed model says which lists those are.


def lists_of_references(tree: dict[str, Data]) -> Iterator[Found]:
    """All that the entries of a tree hold."""
    for _, kind, path in entries_of(tree):
        body = walk(tree, path)
        if isinstance(body, dict):
            yield from _in_record_lists(class_of(kind.name, body), body, path)
            yield from _in_cells(tree, kind, body, path)


def _in_record_lists(
    record: type[Record], body: Mapping[str, Data], path: KeyPath
) -> Iterator[Found]:
    for field in written(record):
        if field.key in body:
            yield from _in_value_lists(field.hint, body[field.key], (*path, field.key))


def _in_value_lists(hint: Any, data: Data, path: KeyPath) -> Iterator[Found]:
    for member in alternatives(hint):
        inner, values = item(member), mapped(member)
        if isinstance(data, list) and inner is not None:
            if kinds := referred(inner):
                yield path, _names(kinds)
            for at, one in enumerate(data):
                yield from _in_value_lists(inner, one, (*path, at))
        elif isinstance(data, dict) and values is not None:
            for key, one in data.items():
                yield from _in_value_lists(values, one, (*path, key))
        elif (
            isinstance(data, dict)
            and (record := _record_lists(member, data)) is not None
        ):
            yield from _in_record_lists(record, data, path)


def _record_lists(hint: Any, data: Mapping[str, Data]) -> type[Record] | None:
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
