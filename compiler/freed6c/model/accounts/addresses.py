"""Finds what an address names: also what has another id now, and what was removed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from freed6c.packs.data import Data, KeyPath, walk
from freed6c.packs.ids import Tree, find, id_at
from freed6c.packs.kinds import BY_NAME

if TYPE_CHECKING:
    from freed6c.packs.pack import Instead, Merged


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A path in the tree, and whether what stood there is gone.

    `instead` is what stands for the id that was asked for, where that is no more.
    """

    path: KeyPath
    removed: bool
    instead: Instead | None


def find_address(merged: Merged, address: str) -> Known | None:
    """The place that an address names; its last steps may lead nowhere."""
    instead, now = _today(merged, address)
    tree = ever(merged)
    path = find(tree, now) or find(tree, in_parent(now))
    if path is None:
        return None
    path = _counted(tree, path)
    gone = walk(tree, path) is not None and walk(merged.tree, path) is None
    return Known(path=path, removed=gone, instead=instead)


def name_of(path: KeyPath) -> str:
    """The address of a path; items of lists count from 1."""
    return id_at(tuple(one + 1 if isinstance(one, int) else one for one in path))


def _today(merged: Merged, address: str) -> tuple[Instead | None, str]:
    """What stands for an old id, and the address with the id that the entry has today."""
    steps = address.split(".")
    for depth in range(len(steps), 0, -1):
        known = merged.instead.get(".".join(steps[:depth]))
        if known is not None:
            now = ".".join((known.id, *steps[depth:])) if known.renamed else address
            return known, now
    return None, address


def in_parent(address: str) -> str:
    """The same place through the entry above: `row.soot.3` is `table.soot.rows.3`."""
    name, *keys = address.split(".")
    kind = BY_NAME.get(name)
    if kind is None or kind.parent is None or not kind.qualified:
        return address
    parent = BY_NAME[kind.parent]
    depth = 2 if parent.parent is not None and parent.qualified else 1
    return ".".join((parent.name, *keys[:depth], kind.key, *keys[depth:]))


def _counted(tree: Tree, path: KeyPath) -> KeyPath:
    """The path with numbers for items of lists, which people count from 1."""
    found: KeyPath = ()
    for step in path:
        position = isinstance(walk(tree, found), list) and str(step).isdecimal()
        found = (*found, int(step) - 1 if position else step)
    return found


def ever(merged: Merged) -> Tree:
    """The tree with everything that was removed in its old place."""
    tree: Tree = merged.tree
    for path, origins in merged.origins.records.items():
        last = origins[-1]
        if last.operation == "remove" and last.before is not None:
            tree = _with(tree, path, last.before)
    return tree


def _with(tree: Tree, path: KeyPath, value: Data) -> Tree:
    """A copy of the tree with one thing more; the same tree where there is no place for it."""
    key = str(path[0])
    if len(path) == 1:
        return tree if key in tree else {**tree, key: value}
    below = tree.get(key, {})
    return (
        {**tree, key: _with(below, path[1:], value)}
        if isinstance(below, dict)
        else tree
    )
