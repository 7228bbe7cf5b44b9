"""Provenance: the pack that wrote each value of a ruleset, with location and reason.

It is sparse: it has one record for each entry as first written, then one for each operation of the
overlay. A value without its own record was written together with the nearest record above its path.
Explanations, change marks in documents and locations in messages are derived from it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.packs.data import Data, KeyPath, walk
from freed6c.packs.lazy import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.packs.location import Location


class Stretch(NamedTuple):
    """A part of a text with `length` characters, which `pack` wrote at `source`.

    `start` is its first character in the text at `source`.
    """

    length: int
    pack: str
    source: Location
    start: int


class WrittenWords(NamedTuple):
    """The pack that wrote some words of a text, and their location."""

    pack: str
    address: Location


@dataclass(frozen=True, kw_only=True)
class Origin:
    """One operation on one path.

    - `operation`: `written` for an entry in its own pack, else the word of the operation, such as
      `set`. `stands` only records the location of a value whose key or position has changed.
    - `before`, `after`: the values at the path before and after the operation, or None.
    - `option`: the choice that contains the operation, `option.x.y`, or empty.
    - `stretches`: the authors of the parts of a reworded text.
    """

    pack: str
    address: Location
    operation: str
    why: str = ""
    before: Data | None = None
    after: Data | None = None
    option: str = ""
    stretches: tuple[Stretch, ...] = ()

    @property
    def changes(self) -> bool:
        """True if a pack changed an existing value."""
        return self.operation not in {"written", "stands"}


BROUGHT: Final = frozenset({"written", "add"})
"""Operations that add a new value."""
CHANGED: Final = frozenset({"set", "unset", "adjust", "reword", "replace"})
"""Operations that replace a value."""
UNMOVED: Final = frozenset({"move", "take", "resolve", "rename"})
"""Operations that leave the value in its old location."""


@dataclass(frozen=True)
class Provenance:
    """All records by their path in the ruleset's tree, in the order of the operations.

    `past` has the records of values that were overwritten or removed.
    """

    records: Mapping[KeyPath, tuple[Origin, ...]]
    past: Sequence[tuple[KeyPath, Origin]] = ()

    def chain(self, path: KeyPath) -> tuple[Origin, ...]:
        """Return all records at a path and above it, the outermost first."""
        return tuple(origin for _, origin in self._inward(path))

    def location(self, path: KeyPath) -> Location | None:
        """Return the location of the value at a path, from the last record that wrote it."""
        last = self._last_writing(path)
        return None if last is None else last[1].address.at(*path[last[0] :])

    def words_at(self, path: KeyPath, start: int, end: int) -> WrittenWords | None:
        """Return the author and location of these characters of the text at a path."""
        return next(self.parts_at(path, start, end), None)

    def parts_at(self, path: KeyPath, start: int, end: int) -> Iterator[WrittenWords]:
        """Yield the parts of these characters by author; words cut out are an empty part."""
        last = self._last_writing(path)
        if last is None:
            return
        depth, origin = last
        if not origin.stretches:
            address = origin.address.at(*path[depth:]).characters(start, end)
            yield WrittenWords(origin.pack, address)
        # Make `start` and `end` relative to each stretch in turn.
        for length, pack, source, first in origin.stretches:
            if start < length and (end > 0 or start == 0):
                here = first + max(start, 0), first + min(end, length)
                yield WrittenWords(pack, source.characters(*here))
            start, end = start - length, end - length

    def _inward(self, path: KeyPath) -> Iterator[tuple[int, Origin]]:
        """Yield the records at and above a path with their depths, outermost and oldest first."""
        for depth in range(len(path) + 1):
            for origin in self.records.get(path[:depth], ()):
                yield depth, origin

    def _outward(self, path: KeyPath) -> Iterator[tuple[int, Origin]]:
        """Yield the same records in reverse order."""
        for depth in range(len(path), -1, -1):
            for origin in reversed(self.records.get(path[:depth], ())):
                yield depth, origin

    def _last_writing(self, path: KeyPath) -> tuple[int, Origin] | None:
        """Return the last record that wrote the value at a path, with its depth."""
        origins = self._outward(path)
        return next(
            (last for last in origins if last[1].operation not in UNMOVED), None
        )

    def first_location(self, path: KeyPath) -> Location | None:
        """Return the location of the value at a path before any operation."""
        for depth, origin in self._inward(path):
            return origin.address.at(*path[depth:])
        return None

    def before(self, path: KeyPath) -> Data | None:
        """Return the value at a path before packs changed it; None if none did, or it is new."""
        for depth, origin in self._inward(path):
            if origin.operation in CHANGED and origin.before is not None:
                return walk(origin.before, path[depth:])
        return None

    def writer(self, path: KeyPath) -> str:
        """Return the id of the pack that last wrote the value at a path."""
        last = self._last_writing(path)
        return "" if last is None else last[1].pack

    def author(self, path: KeyPath) -> str:
        """Return the id of the pack that added the value at a path, whoever changed it later."""
        origins = (origin for _, origin in self._outward(path))
        packs = (origin.pack for origin in origins if origin.operation in BROUGHT)
        return next(packs, "")

    def changes_below(self, path: KeyPath) -> tuple[Origin, ...]:
        """Return the operations at a path and below it, as changes to show."""
        return tuple(origin for _, origin in self.changes_by_path(path))

    def changes_by_path(self, path: KeyPath) -> Sequence[tuple[KeyPath, Origin]]:
        """Return the same operations, each with its path."""
        return self._changed.get(path, ())

    @cached_property
    def _changed(self) -> Mapping[KeyPath, Sequence[tuple[KeyPath, Origin]]]:
        """The operations at or below each path. Only few paths have any."""
        by_place: dict[KeyPath, list[tuple[KeyPath, Origin]]] = {}
        for place, origins in self.records.items():
            changes = [(place, origin) for origin in origins if origin.changes]
            for depth in range(len(place) + 1 if changes else 0):
                by_place.setdefault(place[:depth], []).extend(changes)
        return by_place
