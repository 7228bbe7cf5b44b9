"""Ids and addresses, and the paths they name in the tree of a ruleset.

The id `condition.soot.black` names the path `tracks.soot.conditions.black`. An address is an id
with fields after it: `condition.soot.black.name`.

A ruleset is a tree of plain data with the top keys of packs; the path of an entry in that tree is
its identity. `track.soot.conditions.black.name` and `condition.soot.black.name` are the same value.
"""

from __future__ import annotations

from itertools import takewhile
from keyword import iskeyword
from typing import TYPE_CHECKING, Final, TypeVar

from freed6c.packs.data import Data, KeyPath, as_map, walk
from freed6c.packs.grouping import grouped
from freed6c.packs.kinds import BY_NAME, KINDS, TOP, EntryKind, child_kinds
from freed6c.packs.lazy import regex
from freed6c.packs.limits import MAX_DEPTH

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


T = TypeVar("T")
Tree = dict[str, "Data"]

KEY: Final = regex(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""The pattern of keys and ids in packs: lower-case letters, digits, single hyphens."""
NAME: Final = regex(r"[a-z][a-z0-9.-]*")
"""The pattern of ids and their suffixes in references and formulas."""
LONGEST_KEY: Final = 60
"""Maximum length of a key, because file names consist of the keys of an entry and its parents."""


def _parts(kind: EntryKind) -> int:
    """Return the maximum number of parts in an id of a kind."""
    return 2 if kind.parent is None else 1 + _parts(BY_NAME[kind.parent])


MOST_PARTS: Final = max(map(_parts, KINDS))
"""Maximum number of parts in an id: its kind, and the keys of the entry and its parents."""
DEEPEST: Final = 2 * MAX_DEPTH
"""Maximum number of keys in a path, which bounds searches above an address."""


def entries_of(tree: Mapping[str, Data]) -> Iterator[tuple[str, EntryKind, KeyPath]]:
    """Yield every entry of a tree as (id, kind, path), parents before nested entries."""
    for key, kind in TOP.items():
        data = tree.get(key)
        if not isinstance(data, dict):
            continue
        if kind.single:
            yield kind.name, kind, (key,)
            continue
        yield from _entries_in(data, kind, (key,), ())


def entries_at(tree: Tree, path: KeyPath) -> Iterator[tuple[str, EntryKind, KeyPath]]:
    """Yield the entry at a path and all entries nested in it, as `entries_of` does."""
    kind, keys, at = entry_at(path)
    body = walk(tree, path)
    if at != path or body is None:
        return
    yield ".".join((kind.name, *keys)), kind, path
    if not kind.single:
        yield from _entries_inside(body, kind, path, keys)


def _entries_in(
    data: Mapping[str, Data], kind: EntryKind, path: KeyPath, above: tuple[str, ...]
) -> Iterator[tuple[str, EntryKind, KeyPath]]:
    for key, body in data.items():
        keys = (*above, key) if kind.qualified else (key,)
        at = (*path, key)
        yield ".".join((kind.name, *keys)), kind, at
        yield from _entries_inside(body, kind, at, keys)


def _entries_inside(
    body: Data, kind: EntryKind, at: KeyPath, keys: tuple[str, ...]
) -> Iterator[tuple[str, EntryKind, KeyPath]]:
    """Yield the entries nested in the body of an entry."""
    if isinstance(body, dict):
        for inner in child_kinds(kind):
            section = body.get(inner.key)
            if isinstance(section, dict):
                yield from _entries_in(section, inner, (*at, inner.key), keys)


def entry_at(path: KeyPath) -> tuple[EntryKind, tuple[str, ...], KeyPath]:
    """Return the innermost entry that a path leads into: its kind, the keys of its id, its path."""
    kind = TOP[str(path[0])]
    at = path[: 1 if kind.single else 2]
    keys = () if kind.single else (str(path[1]),)
    while len(path) >= len(at) + 2:
        inner = next(
            (child for child in child_kinds(kind) if child.key == path[len(at)]), None
        )
        if inner is None:
            break
        kind, at = inner, path[: len(at) + 2]
        keys = (*keys, str(at[-1])) if kind.qualified else (str(at[-1]),)
    return kind, keys, at


def id_at(path: KeyPath) -> str:
    """Return the address of a path: the id of its entry, and the keys from there."""
    kind, keys, at = entry_at(path)
    return ".".join((kind.name, *keys, *map(str, path[len(at) :])))


def quoted_id(id_: str) -> str:
    """Return the id of an entry as messages name it: `condition 'damage.hurt'`."""
    kind, _, keys = split_address(id_)[0].partition(".")
    return f"{BY_NAME[kind].noun} '{keys}'" if kind in BY_NAME and keys else f"'{id_}'"


def writable(path: KeyPath) -> KeyPath:
    """Return the part of a path that an address can name: items of lists have no address."""
    return tuple(takewhile(lambda step: isinstance(step, str), path))


def kind_of(id_: str) -> str:
    """Return the kind with which an id begins."""
    return id_.partition(".")[0]


def id_above(id_: str) -> str:
    """Return the id of the parent of an entry; empty if the id doesn't contain it."""
    name, _, keys = id_.partition(".")
    kind = BY_NAME.get(name)
    if kind is None or kind.parent is None or not kind.qualified:
        return ""
    return f"{kind.parent}.{keys.rpartition('.')[0]}"


def id_suffixes(id_: str) -> tuple[str, ...]:
    """Return all suffixes of an id: `condition.soot.black`, `soot.black`, `black`."""
    parts = id_.split(".")
    return tuple(".".join(parts[first:]) for first in range(len(parts)))


def by_suffix(named: Mapping[str, T]) -> dict[str, tuple[T, ...]]:
    """Map each suffix of an id to the values of all ids with that suffix, in their order."""
    meanings = grouped(
        (suffix, meaning)
        for id_, meaning in named.items()
        for suffix in id_suffixes(id_)
    )
    return {suffix: tuple(values) for suffix, values in meanings.items()}


def reached(ids: Iterable[str], leads: Mapping[str, Iterable[str]]) -> set[str]:
    """Return these ids and all ids reachable from them in the graph `leads`."""
    visited: set[str] = set()
    waiting = [*ids]
    while waiting:
        id_ = waiting.pop()
        if id_ not in visited:
            visited.add(id_)
            waiting.extend(leads.get(id_, ()))
    return visited


def find_path(tree: Tree, address: str) -> KeyPath | None:
    """Return the path that an address names, or None if it doesn't begin with an existing entry.

    The fields after the entry are not checked: they need not exist yet.
    """
    name, *rest = address.split(".")
    kind = BY_NAME.get(name)
    if kind is None:
        return None
    if kind.single:
        return (kind.key, *rest) if kind.key in tree else None
    key_count = len(_kinds_of_keys(kind))
    keys, fields = rest[:key_count], rest[key_count:]
    if len(keys) < key_count:
        return None
    path = _path_of_entry(tree, kind, tuple(keys))
    return None if path is None else (*path, *fields)


def split_address(address: str) -> tuple[str, str]:
    """Split an address into the id of its entry and the field: `band.dark.dim` and `range`."""
    name, *rest = address.split(".")
    kind = BY_NAME.get(name)
    key_count = 0 if kind is None or kind.single else len(_kinds_of_keys(kind))
    return ".".join((name, *rest[:key_count])), ".".join(rest[key_count:])


def _kinds_of_keys(kind: EntryKind) -> tuple[EntryKind, ...]:
    """Return the kinds whose keys are part of an id of this kind, outermost first."""
    if kind.parent is None or not kind.qualified:
        return (kind,)
    return (*_kinds_of_keys(BY_NAME[kind.parent]), kind)


def _path_of_entry(
    tree: Tree, kind: EntryKind, keys: tuple[str, ...]
) -> KeyPath | None:
    holders: list[KeyPath | None] = [()]
    if kind.parent is not None and kind.qualified:
        holders = [_path_of_entry(tree, BY_NAME[kind.parent], keys[:-1])]
    elif kind.parent is not None:
        # Keys of this kind are unique, whichever entry contains them.
        section = BY_NAME[kind.parent].key
        holders = [(section, key) for key in as_map(tree.get(section))]
    paths = ((*above, kind.key, keys[-1]) for above in holders if above is not None)
    return next((path for path in paths if walk(tree, path) is not None), None)


# Names made of keys.


RESERVED_FILE_NAMES: Final = frozenset(
    {"con", "prn", "aux", "nul"}
    | {f"{device}{n}" for device in ("com", "lpt") for n in range(10)}
)
"""Names that Windows reserves for devices: no file or folder can have them."""


def file_name(key: str) -> str:
    """Return the name of a key's file, without a suffix: `con` becomes `con_`."""
    return f"{key}_" if key in RESERVED_FILE_NAMES else key


def python_name(key: str) -> str:
    """Return the Python identifier of a key: `per-die` becomes `per_die`, `lambda` `lambda_`."""
    name = key.replace("-", "_")
    return f"{name}_" if iskeyword(name) else name
