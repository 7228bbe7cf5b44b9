"""The ruleset while it grows: its tree, and a record for everything that is done to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from freed6c.packs.data import Data, KeyPath, as_text, walk
from freed6c.packs.location import Address
from freed6c.packs.provenance import Origin, Origins

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.packs.operations import Operation


@dataclass(slots=True)
class Ledger:
    """What the stage works on. Packs are never changed: what is touched is copied first."""

    tree: dict[str, Data] = field(default_factory=dict)
    records: dict[KeyPath, tuple[Origin, ...]] = field(default_factory=dict)
    past: list[tuple[KeyPath, Origin]] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)

    @property
    def origins(self) -> Origins:
        """All records so far, to ask."""
        return Origins(self.records, self.past)

    def get(self, path: KeyPath) -> Data | None:
        """The value at a path, or None."""
        return walk(self.tree, path)

    def write(self, path: KeyPath, value: Data, origin: Origin) -> None:
        """Add a whole new entry of a top section, which may be new itself."""
        section = self.tree.setdefault(str(path[0]), {}) if len(path) > 1 else self.tree
        assert isinstance(section, dict)
        section[str(path[-1])] = value
        self.records[path] = (*self.records.get(path, ()), origin)

    def put(self, path: KeyPath, value: Data, origin: Origin) -> None:
        """Set the value at a path and record who did it; maps on the way are made.

        Records of what stood below are past: that text is gone.
        """
        self._edit(path[:-1], lambda held: {**held, str(path[-1]): value})
        self._forget(path)
        self.note(path, origin)

    def insert(self, path: KeyPath, value: Data, at: int, origin: Origin) -> None:
        """Put a new key in a map, so many keys behind its first."""

        def inserted(held: dict[str, Data]) -> dict[str, Data]:
            items = list(held.items())
            return dict([*items[:at], (str(path[-1]), value), *items[at:]])

        self._edit(path[:-1], inserted)
        self.note(path, origin)

    def move(self, path: KeyPath, at: int, origin: Origin) -> None:
        """Put a key elsewhere in its map: so many of the others stand before it."""

        def moved(held: dict[str, Data]) -> dict[str, Data]:
            others = [one for one in held.items() if one[0] != path[-1]]
            own = (str(path[-1]), held[str(path[-1])])
            return dict([*others[:at], own, *others[at:]])

        self._edit(path[:-1], moved)
        self.note(path, origin)

    def drop(self, path: KeyPath, origin: Origin) -> None:
        """Take a key away; the record stays, and says what stood there."""
        key = path[-1]
        self._edit(
            path[:-1],
            lambda held: {name: one for name, one in held.items() if name != key},
        )
        self._forget(path)
        self.note(path, origin)

    def append(self, path: KeyPath, item: Data, origin: Origin) -> None:
        """Put an item behind those of a list; it keeps who wrote it."""
        held = self.get(path)
        known = held if isinstance(held, list) else []
        self._edit(path[:-1], lambda above: {**above, str(path[-1]): [*known, item]})
        self.note((*path, len(known)), origin)

    def take(self, path: KeyPath, position: int, origin: Origin) -> None:
        """Take one item out of a list; those behind it move up, and so do their records."""
        held = self.get(path)
        assert isinstance(held, list)
        for later in range(position + 1, len(held)):
            self._pin((*path, later))
        left = [*held[:position], *held[position + 1 :]]
        self._edit(path[:-1], lambda above: {**above, str(path[-1]): left})
        depth = len(path)
        kept: dict[KeyPath, tuple[Origin, ...]] = {}
        for place, origins in self.records.items():
            step = place[depth] if len(place) > depth else None
            if place[:depth] != path or not isinstance(step, int) or step < position:
                kept[place] = origins
            elif step > position:
                kept[(*path, step - 1, *place[depth + 1 :])] = origins
        self.records = kept
        self.note(path, origin)

    def rename(self, path: KeyPath, key: str, origin: Origin) -> None:
        """Give what stands at a path another key in its map; its records go with it."""
        self._pin(path)
        old, depth = path[-1], len(path) - 1
        self._edit(
            path[:-1],
            lambda held: {
                (key if name == old else name): one for name, one in held.items()
            },
        )

        def now(place: KeyPath) -> KeyPath:
            inside = place[: depth + 1] == path
            return (*path[:-1], key, *place[depth + 1 :]) if inside else place

        self.records = {now(place): known for place, known in self.records.items()}
        self.past = [(now(place), known) for place, known in self.past]
        self.note((*path[:-1], key), origin)

    def note(self, path: KeyPath, origin: Origin) -> None:
        """Record that something happened at a place."""
        self.records[path] = (*self.records.get(path, ()), origin)

    def _pin(self, path: KeyPath) -> None:
        """Keep where something is written, which its key or position says no longer."""
        address, pack = self.origins.address(path), self.origins.writer(path)
        if address is not None:
            self.note(path, Origin(pack=pack, address=address, operation="stands"))

    def _forget(self, path: KeyPath) -> None:
        depth = len(path)
        below = [
            place
            for place in self.records
            if len(place) > depth and place[:depth] == path
        ]
        for place in below:
            self.past += ((place, origin) for origin in self.records.pop(place))

    def _edit(
        self, path: KeyPath, change: Callable[[dict[str, Data]], dict[str, Data]]
    ) -> None:
        self.tree = _edited(self.tree, path, change)


def _edited(
    tree: dict[str, Data],
    path: KeyPath,
    change: Callable[[dict[str, Data]], dict[str, Data]],
) -> dict[str, Data]:
    """A copy of the tree along a path, with the map at its end changed."""
    if not path:
        return change(tree)
    key = str(path[0])
    below = tree.get(key, {})
    if isinstance(below, list):
        item, at = below[int(path[1])], int(path[1])
        assert isinstance(item, dict)
        items = [*below[:at], _edited(item, path[2:], change), *below[at + 1 :]]
        return {**tree, key: items}
    assert isinstance(below, dict)
    return {**tree, key: _edited(below, path[1:], change)}


# Small questions about what packs wrote, and the record of an operation.


def entry_key(operation: Operation) -> Address:
    """Where an operation names the entry that it is about."""
    path = operation.address.path
    depth = path.index(operation.id) + 1
    return Address(operation.address.file, path[:depth]).key()


def origin(
    operation: Operation,
    *,
    word: str = "",
    before: Data | None = None,
    after: Data | None = None,
    inside: KeyPath = (),
) -> Origin:
    """The record of an operation; `inside` leads to the part of its value that is meant."""
    return Origin(
        pack=operation.pack,
        address=operation.address.at(*inside),
        operation=word or operation.word,
        why=operation.why,
        before=before,
        after=after,
        option=operation.option,
    )


def same(one: Data | None, other: Data | None) -> bool:
    """Whether two values are written alike; `1` and `true` are not."""
    return one == other and type(one) is type(other)


def as_text_of(data: Data | None) -> str:
    """A value as text, to compare what is written in one way or another."""
    return str(data) if data is None or isinstance(data, dict | list) else as_text(data)


def body_of(data: Data) -> Mapping[str, Data]:
    """A map; nothing where it is none, which was reported."""
    return data if isinstance(data, dict) else {}
