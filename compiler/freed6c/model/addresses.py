"""Resolves addresses in merged packs, including former ids and removed entries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from freed6c.diagnostics.locate import locate
from freed6c.diagnostics.suggest import did_you_mean_id, did_you_mean_or_list
from freed6c.model.type_hints import class_of, written
from freed6c.model.value_lookup import index_of, splits
from freed6c.packs.data import Data, KeyPath, as_map, walk
from freed6c.packs.ids import Tree, entries_of, entry_at, find_path, id_at
from freed6c.packs.kinds import BY_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.packs.location import Location, Span
    from freed6c.packs.pack import MergedRuleset, Redirect
    from freed6c.packs.provenance import Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A resolved address: its path in the tree, and whether its value was removed.

    `instead` is the entry that replaces the id, if the id is a former one.
    """

    path: KeyPath
    removed: bool
    instead: Redirect | None


def find_address(merged: MergedRuleset, address: str) -> Known | None:
    """Resolve an address; None if no entry has its id. Its last steps need not exist."""
    instead, now = _current(merged, address)
    tree = ever(merged)
    path = find_path(tree, now) or find_path(tree, in_parent(now))
    if path is None:
        return None
    path = _indexed(tree, path)
    gone = walk(tree, path) is not None and walk(merged.tree, path) is None
    return Known(path=path, removed=gone, instead=instead)


def name_of(path: KeyPath) -> str:
    """The address of a path; items of lists count from 1."""
    return id_at(tuple(step + 1 if isinstance(step, int) else step for step in path))


def _current(merged: MergedRuleset, address: str) -> tuple[Redirect | None, str]:
    """The replacement for a former id, if it is one, and the address with the current id."""
    for id_, steps in splits(address):
        redirect = merged.redirects.get(id_)
        if redirect is not None:
            current = ".".join((redirect.id, *steps))
            return redirect, current if redirect.renamed else address
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


def _indexed(tree: Tree, path: KeyPath) -> KeyPath:
    """The path with indexes from 0 for items of lists, which addresses count from 1."""
    indexed: KeyPath = ()
    for step in path:
        in_list = isinstance(walk(tree, indexed), list)
        index = index_of(str(step)) if in_list else None
        indexed = (*indexed, step if index is None else index)
    return indexed


def ever(merged: MergedRuleset) -> Tree:
    """The tree with everything that was removed back in its place."""
    tree: Tree = merged.tree
    for path, origins in merged.provenance.records.items():
        last = origins[-1]
        if last.operation == "remove" and last.before is not None:
            tree = _with(tree, path, last.before)
    return tree


def _with(tree: Tree, path: KeyPath, value: Data) -> Tree:
    """A copy of the tree with a value added; the same tree where its parent is no map."""
    key = str(path[0])
    if len(path) == 1:
        return tree if key in tree else {**tree, key: value}
    below = tree.get(key, {})
    if not isinstance(below, dict):
        return tree
    return {**tree, key: _with(below, path[1:], value)}


# Provenance: where values are written, also under keys that were renamed since.


@dataclass(frozen=True, slots=True)
class ProvenanceIndex:
    """Looks up where values are written; `turns` is the position of each pack in their order."""

    merged: MergedRuleset
    turns: Mapping[str, int]

    @classmethod
    def of(cls, merged: MergedRuleset) -> ProvenanceIndex:
        """Those of a ruleset."""
        return cls(merged, {pack.id: turn for turn, pack in enumerate(merged.packs)})

    @property
    def done(self) -> Iterator[tuple[KeyPath, Origin]]:
        """Every change with its path, including those to what was removed."""
        origins = self.merged.provenance
        yield from origins.past
        for place, known in origins.records.items():
            for origin in known:
                if origin.operation != "stands":
                    yield place, origin

    def span(self, address: Location) -> Span:
        """The line and column of an address."""
        return locate(address, self.merged.sources.get(address.file, ""))

    def written(self, address: Location) -> Data | None:
        """What a pack wrote there."""
        files = (file for pack in self.merged.packs for file in pack.files)
        file = next((f for f in files if f.path == address.file), None)
        return None if file is None else walk(file.data, address.path)

    def last(self, path: KeyPath) -> Span | None:
        """Where the value at a place is written now."""
        address = self.merged.provenance.location(path)
        return None if address is None else self.span(address)

    def as_then(self, path: KeyPath, depth: int, origin: Origin) -> KeyPath:
        """The path from a change to a place below it, by the keys before later renames."""
        keys = list(path[depth:])
        for position in range(len(keys)):
            place = path[: depth + position + 1]
            for later in self.merged.provenance.records.get(place, ()):
                is_later = self.turns[later.pack] > self.turns[origin.pack]
                if later.operation == "rename" and is_later:
                    keys[position] = str(later.before)
                    break
        return tuple(keys)


# Suggestions for addresses that do not resolve.


def suggestions(merged: MergedRuleset, address: str) -> tuple[str, ...]:
    """Lines of help: entries of nearly this id or key, or the settings that an entry has."""
    tree = ever(merged)
    path = find_path(tree, address)
    if path is not None:
        return _inside(merged, path)
    known = [*(id_ for id_, _, _ in entries_of(tree)), *merged.redirects]
    ids = list(dict.fromkeys(known))
    called = _ending(merged, address, ids) or [
        ".".join((id_, *steps))
        for id_, _, place in entries_of(tree)
        for steps in _keys_inside(as_map(walk(tree, place)), address)
    ]
    candidates = [f"'{candidate}'" for candidate in called[:3]]
    if candidates:
        return (f"did you mean {' or '.join(candidates)}?",)
    return tuple(map(str, did_you_mean_id(address, ids)))


def _ending(merged: MergedRuleset, address: str, ids: list[str]) -> list[str]:
    """Addresses that end so, for one without the beginning of its id: `gray.name`."""
    for end, steps in splits(address):
        named = [id_ for id_ in ids if id_.endswith(f".{end}")]
        ends = [".".join((id_, *steps)) for id_ in named if _has(merged, id_, steps)]
        if ends:
            return ends
    return []


def _has(merged: MergedRuleset, id_: str, steps: list[str]) -> bool:
    """Whether steps from an entry lead somewhere, the first of them at least."""
    path = find_path(merged.tree, id_)
    return not steps or (path is not None and steps[0] in steps_below(merged, path))


def _keys_inside(body: Mapping[str, Data], key: str) -> Iterator[tuple[str, ...]]:
    """The ways through the maps of an entry to what stands under a key: `events.fumble`."""
    for name, inner in body.items():
        if name == key:
            yield (name,)
        yield from ((name, *steps) for steps in _keys_inside(as_map(inner), key))


def _inside(merged: MergedRuleset, path: KeyPath) -> tuple[str, ...]:
    """The last step that leads somewhere, and what stands there."""
    depth = len(path)
    while depth and walk(merged.tree, path[:depth]) is None:
        depth -= 1
    above, wrong = path[:depth], str(path[depth])
    known = sorted(steps_below(merged, above))
    heading = f"{name_of(above)} has"
    return tuple(map(str, did_you_mean_or_list(wrong, known, heading)))


def steps_below(merged: MergedRuleset, path: KeyPath) -> set[str]:
    """Return what may follow a path: the keys written there, and in an entry all its settings."""
    body = walk(merged.tree, path)
    if not isinstance(body, dict):
        return set()
    kind, _, entry_path = entry_at(path)
    settings = written(class_of(kind.name, body)) if entry_path == path else ()
    return {*body, *(field.key for field in settings)}
