"""Finds what an address names: also what has another id now, and what was removed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from freed6c.diagnostics.locate import locate
from freed6c.model.shape import class_of, written
from freed6c.packs.data import Data, KeyPath, walk
from freed6c.packs.ids import Tree, entries_of, entry_at, find, id_at
from freed6c.packs.kinds import BY_NAME
from freed6c.packs.suggest import did_you_mean, id_meant

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.packs.location import Address, Spot
    from freed6c.packs.pack import Instead, Merged
    from freed6c.packs.provenance import Origin


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


# Where things are written, and what is written there, also under keys that were renamed
# since.


@dataclass(frozen=True, slots=True)
class Marks:
    """Looks up lines of files, and what is written in them. `turns` says when each pack applied."""

    merged: Merged
    turns: Mapping[str, int]

    @classmethod
    def of(cls, merged: Merged) -> Marks:
        """Those of a ruleset."""
        return cls(merged, {pack.id: turn for turn, pack in enumerate(merged.packs)})

    @property
    def done(self) -> Iterator[tuple[KeyPath, Origin]]:
        """Everything that packs wrote and did, with its place, also where it is no more."""
        origins = self.merged.origins
        yield from origins.past
        for place, known in origins.records.items():
            for origin in known:
                if origin.operation != "stands":
                    yield place, origin

    def spot(self, address: Address) -> Spot:
        """The line and column of an address."""
        return locate(address, self.merged.sources.get(address.file, ""))

    def written(self, address: Address) -> Data | None:
        """What a pack wrote there."""
        files = (file for pack in self.merged.packs for file in pack.files)
        file = next((one for one in files if one.path == address.file), None)
        return None if file is None else walk(file.data, address.path)

    def last(self, path: KeyPath) -> Spot | None:
        """Where the value at a place is written now."""
        address = self.merged.origins.address(path)
        return None if address is None else self.spot(address)

    def as_then(self, path: KeyPath, depth: int, origin: Origin) -> KeyPath:
        """The way from a record to a place, by the keys that stood there before later renames."""
        return tuple(
            self._key_then(path[: end + 1], origin) for end in range(depth, len(path))
        )

    def _key_then(self, path: KeyPath, origin: Origin) -> str | int:
        later = (
            one
            for one in self.merged.origins.records.get(path, ())
            if one.operation == "rename"
            and self.turns[one.pack] > self.turns[origin.pack]
        )
        first = next(later, None)
        return path[-1] if first is None else str(first.before)


# What an address that leads nowhere may have been meant as.


def suggestions(merged: Merged, address: str) -> tuple[str, ...]:
    """Lines of help: entries of nearly this id or key, or the settings that an entry has."""
    tree = ever(merged)
    path = find(tree, address)
    if path is not None:
        return _inside(merged, path)
    known = [*(id_ for id_, _, _ in entries_of(tree)), *merged.instead]
    ids = list(dict.fromkeys(known))
    ends = _ending(address, ids)
    if ends:
        return ("did you mean " + " or ".join(f"'{one}'" for one in ends[:3]) + "?",)
    return id_meant(address, ids)


def _ending(address: str, ids: list[str]) -> list[str]:
    """What is meant where the beginning of an id is left out: `grey.name`."""
    steps = address.split(".")
    for depth in range(len(steps), 0, -1):
        end = "." + ".".join(steps[:depth])
        found = [".".join((id_, *steps[depth:])) for id_ in ids if id_.endswith(end)]
        if found:
            return found
    return []


def _inside(merged: Merged, path: KeyPath) -> tuple[str, ...]:
    """The last step that leads somewhere, and what stands there."""
    depth = len(path)
    while depth and walk(merged.tree, path[:depth]) is None:
        depth -= 1
    above, wrong = path[:depth], str(path[depth])
    known = sorted(_steps(merged, above))
    near = did_you_mean(wrong, known)
    listed = (f"{name_of(above)} has: {', '.join(known)}",) if known else ()
    return near or listed


def _steps(merged: Merged, path: KeyPath) -> set[str]:
    """What may follow: what is written there, and in an entry all settings of its kind."""
    held = walk(merged.tree, path)
    if not isinstance(held, dict):
        return set()
    kind, _, at = entry_at(path)
    settings = written(class_of(kind.name, held)) if at == path else ()
    return {*held, *(field.key for field in settings)}
