"""Ids and the places they name: `condition.soot.black` is `tracks.soot.conditions.black`.

A ruleset is a tree of plain data with the top keys of packs; the path of an entry in that tree is
its canonical place. `track.soot.conditions.black.name` and `condition.soot.black.name` meet there.
"""

from __future__ import annotations

import re
from itertools import takewhile
from keyword import iskeyword
from typing import TYPE_CHECKING, Final, TypeVar

from freed6c.packs.data import Data, KeyPath, as_map, walk
from freed6c.packs.kinds import BY_NAME, KINDS, TOP, EntryKind, child_kinds
from freed6c.packs.limits import MAX_DEPTH

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


T = TypeVar("T")
Tree = dict[str, "Data"]

KEY: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""What keys and ids of packs look like: small letters, digits, single hyphens."""
NAME: Final = re.compile(r"[a-z][a-z0-9.-]*")
"""Ids and parts of them, in references and formulas."""
LONGEST_KEY: Final = 60
"""Characters of a key, so that files can be called by those of an entry and all above it."""


def _parts(kind: EntryKind) -> int:
    return 2 if kind.parent is None else 1 + _parts(BY_NAME[kind.parent])


MOST_PARTS: Final = max(map(_parts, KINDS))
"""Words and keys of an id: those of an entry, of all above it, and the kind."""
DEEPEST: Final = 2 * MAX_DEPTH
"""No place has more keys. Who looks at all that stands above an address looks no deeper."""


def entries_of(tree: Mapping[str, Data]) -> Iterator[tuple[str, EntryKind, KeyPath]]:
    """Every entry of a tree as (id, kind, path), parents before what is nested in them."""
    for key, kind in TOP.items():
        data = tree.get(key)
        if not isinstance(data, dict):
            continue
        if kind.single:
            yield kind.name, kind, (key,)
            continue
        yield from _entries_in(data, kind, (key,), ())


def entries_at(tree: Tree, path: KeyPath) -> Iterator[tuple[str, EntryKind, KeyPath]]:
    """The entry at a path, and all that is nested in it, as `entries_of` has them."""
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
    """What is nested in the body of an entry."""
    if isinstance(body, dict):
        for inner in child_kinds(kind):
            section = body.get(inner.key)
            if isinstance(section, dict):
                yield from _entries_in(section, inner, (*at, inner.key), keys)


def entry_at(path: KeyPath) -> tuple[EntryKind, tuple[str, ...], KeyPath]:
    """The innermost entry that a path leads into: its kind, the keys of its id, its own path."""
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
    """The address of a place: the id of its entry, and the way from there."""
    kind, keys, at = entry_at(path)
    return ".".join((kind.name, *keys, *map(str, path[len(at) :])))


def writable(path: KeyPath) -> KeyPath:
    """As far as an address leads: items of lists have none."""
    return tuple(takewhile(lambda step: isinstance(step, str), path))


def kind_of(id_: str) -> str:
    """The kind that an id begins with."""
    return id_.partition(".")[0]


def id_above(id_: str) -> str:
    """The id of the entry that one is nested in; empty where the id does not tell."""
    name, _, keys = id_.partition(".")
    kind = BY_NAME.get(name)
    if kind is None or kind.parent is None or not kind.qualified:
        return ""
    return f"{kind.parent}.{keys.rpartition('.')[0]}"


def id_suffixes(id_: str) -> tuple[str, ...]:
    """`condition.soot.black` is also known as `soot.black` and `black`."""
    parts = id_.split(".")
    return tuple(".".join(parts[first:]) for first in range(len(parts)))


def by_suffix(named: Mapping[str, T]) -> dict[str, tuple[T, ...]]:
    """What each suffix of an id can mean, in the order of the ids."""
    meanings: dict[str, list[T]] = {}
    for id_, meaning in named.items():
        for suffix in id_suffixes(id_):
            meanings.setdefault(suffix, []).append(meaning)
    return {suffix: tuple(those) for suffix, those in meanings.items()}


def reached(ids: Iterable[str], leads: Mapping[str, Iterable[str]]) -> set[str]:
    """Return these ids and all that they lead to, directly or through others."""
    reached: set[str] = set()
    waiting = [*ids]
    while waiting:
        id_ = waiting.pop()
        if id_ not in reached:
            reached.add(id_)
            waiting.extend(leads.get(id_, ()))
    return reached


def find_path(tree: Tree, address: str) -> KeyPath | None:
    """The path that an address names, or None where no entry of the tree begins it.

    What follows the entry (its fields) is not looked at: it may not exist yet.
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
    """Split an address into the id of its entry and the rest: `band.dark.dim` and `range`."""
    name, *rest = address.split(".")
    kind = BY_NAME.get(name)
    key_count = 0 if kind is None or kind.single else len(_kinds_of_keys(kind))
    return ".".join((name, *rest[:key_count])), ".".join(rest[key_count:])


def _kinds_of_keys(kind: EntryKind) -> tuple[EntryKind, ...]:
    """The kinds whose keys an id of this kind carries, outermost first."""
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
        # Keys of such a kind are unique by themselves, whichever entry holds them.
        section = BY_NAME[kind.parent].key
        holders = [(section, key) for key in as_map(tree.get(section))]
    paths = ((*above, kind.key, keys[-1]) for above in holders if above is not None)
    return next((path for path in paths if walk(tree, path) is not None), None)


# Names made of keys.


RESERVED_FILE_NAMES: Final = frozenset(
    {"con", "prn", "aux", "nul"}
    | {f"{device}{n}" for device in ("com", "lpt") for n in range(10)}
)
"""Names that Windows keeps for devices: no file and no folder can be called so there."""


def file_name(key: str) -> str:
    """Make the name of a file, without its suffix, of a key: `con` is `con_`."""
    return f"{key}_" if key in RESERVED_FILE_NAMES else key


def python_name(key: str) -> str:
    """Make an identifier of a key: `per-die` is `per_die`, `lambda` is `lambda_`."""
    name = key.replace("-", "_")
    return f"{name}_" if iskeyword(name) else name
