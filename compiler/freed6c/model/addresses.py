"""Resolves addresses in merged packs, including former ids and removed entries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.diagnostics.locate import locate
from freed6c.diagnostics.suggest import did_you_mean_id, did_you_mean_or_list
from freed6c.model.type_hints import class_of, written
from freed6c.model.value_lookup import index_of, splits
from freed6c.packs.data import Data, KeyPath, as_map, walk
from freed6c.packs.ids import Tree, entries_of, entry_at, find_path, id_at
from freed6c.packs.kinds import BY_NAME
from freed6c.packs.lazy import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.packs.location import Location, Span
    from freed6c.packs.pack import MergedRuleset, Redirect
    from freed6c.packs.provenance import Origin


@dataclass(frozen=True, kw_only=True)
class Known:
    """A resolved address: its path in the tree, and whether its value was removed.

    `instead` is the entry that replaces the id, if the id is a former one.
    """

    path: KeyPath
    removed: bool
    instead: Redirect | None


def find_address(merged: MergedRuleset, address: str) -> Known | None:
    """Resolve an address; None if no entry has its id. Its last steps may not exist."""
    instead, now = _current(merged, address)
    tree = ever(merged)
    path = find_path(tree, now) or find_path(tree, in_parent(now))
    if path is None:
        return None
    path = _indexed(tree, path)
    removed = walk(tree, path) is not None and walk(merged.tree, path) is None
    return Known(path=path, removed=removed, instead=instead)


def name_of(path: KeyPath) -> str:
    """Return the address of a path; items of lists count from 1."""
    return id_at(tuple(step + 1 if isinstance(step, int) else step for step in path))


def _current(merged: MergedRuleset, address: str) -> tuple[Redirect | None, str]:
    """Return the redirect of a former id, if any, and the address with the current id."""
    for id_, steps in splits(address):
        redirect = merged.redirects.get(id_)
        if redirect is not None:
            current = ".".join((redirect.id, *steps))
            return redirect, current if redirect.renamed else address
    return None, address


def in_parent(address: str) -> str:
    """Return the address through the parent entry: `row.soot.3` is `table.soot.rows.3`."""
    name, *keys = address.split(".")
    kind = BY_NAME.get(name)
    if kind is None or kind.parent is None or not kind.qualified:
        return address
    parent = BY_NAME[kind.parent]
    depth = 2 if parent.parent is not None and parent.qualified else 1
    return ".".join((parent.name, *keys[:depth], kind.key, *keys[depth:]))


def _indexed(tree: Tree, path: KeyPath) -> KeyPath:
    """Return the path with list indexes from 0, which addresses count from 1."""
    indexed: KeyPath = ()
    for step in path:
        index = index_of(str(step)) if isinstance(walk(tree, indexed), list) else None
        indexed = (*indexed, step if index is None else index)
    return indexed


def ever(merged: MergedRuleset) -> Tree:
    """Return the tree with all removed entries and values back in their places."""
    tree: Tree = merged.tree
    for path, origins in merged.provenance.records.items():
        last = origins[-1]
        if last.operation == "remove" and last.before is not None:
            tree = _with(tree, path, last.before)
    return tree


def _with(tree: Tree, path: KeyPath, value: Data) -> Tree:
    """Return a copy of the tree with a value added; the same tree if its parent isn't a map."""
    key = str(path[0])
    if len(path) == 1:
        return tree if key in tree else {**tree, key: value}
    below = tree.get(key, {})
    if not isinstance(below, dict):
        return tree
    return {**tree, key: _with(below, path[1:], value)}


# Provenance: the places of values, also under keys that were renamed later.


@dataclass(frozen=True)
class ProvenanceIndex:
    """An index of the places where values are written; `turns` has the position of each pack."""

    merged: MergedRuleset
    turns: Mapping[str, int]

    @classmethod
    def of(cls, merged: MergedRuleset) -> ProvenanceIndex:
        """Return the index of a ruleset."""
        return cls(merged, {pack.id: turn for turn, pack in enumerate(merged.packs)})

    @property
    def done(self) -> Iterator[tuple[KeyPath, Origin]]:
        """Every change with its path, including changes to removed values."""
        origins = self.merged.provenance
        yield from origins.past
        for place, changes in origins.records.items():
            for origin in changes:
                if origin.operation != "stands":
                    yield place, origin

    def span(self, address: Location) -> Span:
        """Return the line and column of an address."""
        return locate(address, self.merged.sources.get(address.file, ""))

    def last(self, path: KeyPath) -> Span | None:
        """Return the span where the value at a place is currently written."""
        address = self.merged.provenance.location(path)
        return None if address is None else self.span(address)

    def as_then(self, path: KeyPath, depth: int, origin: Origin) -> KeyPath:
        """Return the path from a change to a place below it, with the keys before later renames."""
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
    """Return lines of help: entries with a similar id or key, or the settings of an entry."""
    tree = ever(merged)
    path = find_path(tree, address)
    if path is not None:
        return _settings_instead(merged, path)
    all_ids = [*(id_ for id_, _, _ in entries_of(tree)), *merged.redirects]
    ids = list(dict.fromkeys(all_ids))
    endings = _with_ending(merged, address, ids) or [
        ".".join((id_, *steps))
        for id_, _, place in entries_of(tree)
        for steps in _keys_inside(as_map(walk(tree, place)), address)
    ]
    candidates = [f"'{candidate}'" for candidate in endings[:3]]
    if candidates:
        return (f"did you mean {' or '.join(candidates)}?",)
    return tuple(map(str, did_you_mean_id(address, ids)))


def _with_ending(merged: MergedRuleset, address: str, ids: list[str]) -> list[str]:
    """Return full addresses for one without the beginning of its id: `gray.name`."""
    for end, steps in splits(address):
        named = [id_ for id_ in ids if id_.endswith(f".{end}")]
        ends = [
            ".".join((id_, *steps)) for id_ in named if _has_step(merged, id_, steps)
        ]
        if ends:
            return ends
    return []


def _has_step(merged: MergedRuleset, id_: str, steps: list[str]) -> bool:
    """True if the first step from an entry, if there is one, leads somewhere."""
    path = find_path(merged.tree, id_)
    return not steps or (path is not None and steps[0] in steps_below(merged, path))


def _keys_inside(body: Mapping[str, Data], key: str) -> Iterator[tuple[str, ...]]:
    """Yield the paths through an entry's maps to a key: `events.fumble`."""
    for name, inner in body.items():
        if name == key:
            yield (name,)
        yield from ((name, *steps) for steps in _keys_inside(as_map(inner), key))


def _settings_instead(merged: MergedRuleset, path: KeyPath) -> tuple[str, ...]:
    """Suggest the settings of the deepest place of a path that exists."""
    depth = len(path)
    while depth and walk(merged.tree, path[:depth]) is None:
        depth -= 1
    above, wrong = path[:depth], str(path[depth])
    settings = sorted(steps_below(merged, above))
    heading = f"{name_of(above)} has"
    return tuple(map(str, did_you_mean_or_list(wrong, settings, heading)))


def steps_below(merged: MergedRuleset, path: KeyPath) -> set[str]:
    """Return the possible next steps of a path: existing keys, and all settings of an entry."""
    body = walk(merged.tree, path)
    if not isinstance(body, dict):
        return set()
    kind, _, entry_path = entry_at(path)
    settings = written(class_of(kind.name, body)) if entry_path == path else ()
    return {*body, *(field.key for field in settings)}
