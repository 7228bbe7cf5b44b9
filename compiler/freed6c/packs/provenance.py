"""Provenance: for every place of a ruleset, who wrote it, where, and why.

Sparse: one record for each entry as first written, then one for each operation of an overlay. What
stands below a record was written with it. Explanations, marks in documents and the places of
messages are all read from here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.packs.data import Data, KeyPath, walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.packs.location import Location


class Stretch(NamedTuple):
    """Characters of a text: `pack` wrote them at `source`, from its character `start` on."""

    length: int
    pack: str
    source: Location
    start: int


class WrittenWords(NamedTuple):
    """Words of a text: the pack that wrote them, and where."""

    pack: str
    address: Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """One thing that happened to one place.

    `operation` is `written` for an entry in its own pack, else the word of the overlay (`set`);
    `stands` only notes where something is written that has another key or position now.
    `before` is the value that an operation replaced, None where there was none; `after` what stands
    there now, None where nothing does. `option` is the choice that brought it, `option.x.y`.
    A text that was reworded has `stretches`, who wrote which part of it.
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
        """Whether a pack did something to what is there."""
        return self.operation not in {"written", "stands"}


BROUGHT: Final = frozenset({"written", "add"})
"""Operations that bring something new."""
CHANGED: Final = frozenset({"set", "unset", "adjust", "reword", "replace"})
"""Operations that put another value in the place of one."""
UNMOVED: Final = frozenset({"move", "take", "settle", "rename"})
"""Operations after which a value is still written where it was."""


@dataclass(frozen=True)
class Provenance:
    """All records by the path in the ruleset's tree, each list in the order it happened.

    `past` are those of what is no more: another value was written over it, or it was taken away.
    """

    records: Mapping[KeyPath, tuple[Origin, ...]]
    past: Sequence[tuple[KeyPath, Origin]] = ()

    def chain(self, path: KeyPath) -> tuple[Origin, ...]:
        """Everything that touched this place or what it stands in, the outermost first."""
        return tuple(origin for _, origin in self._inward(path))

    def location(self, path: KeyPath) -> Location | None:
        """Where the value at this place is written now: the last word of the deepest record."""
        last = self._last_writing(path)
        return None if last is None else last[1].address.at(*path[last[0] :])

    def words_at(self, path: KeyPath, start: int, end: int) -> WrittenWords | None:
        """Who wrote these characters of the text at a place, and where."""
        last = self._last_writing(path)
        if last is None:
            return None
        depth, origin = last
        for length, pack, source, first in origin.stretches:
            if start < length:
                here = first + start, first + min(end, length)
                return WrittenWords(pack, source.characters(*here))
            start, end = start - length, end - length
        address = origin.address.at(*path[depth:]).characters(start, end)
        return WrittenWords(origin.pack, address)

    def _inward(self, path: KeyPath) -> Iterator[tuple[int, Origin]]:
        """The records above and at a place, the outermost and first one first, and their depths."""
        for depth in range(len(path) + 1):
            for origin in self.records.get(path[:depth], ()):
                yield depth, origin

    def _outward(self, path: KeyPath) -> Iterator[tuple[int, Origin]]:
        """The same in reverse."""
        for depth in range(len(path), -1, -1):
            for origin in reversed(self.records.get(path[:depth], ())):
                yield depth, origin

    def _last_writing(self, path: KeyPath) -> tuple[int, Origin] | None:
        """The last writing above or at a place, and how deep it stands."""
        origins = self._outward(path)
        return next(
            (last for last in origins if last[1].operation not in UNMOVED), None
        )

    def first_location(self, path: KeyPath) -> Location | None:
        """Where the value at this place was written before any operation."""
        for depth, origin in self._inward(path):
            return origin.address.at(*path[depth:])
        return None

    def before(self, path: KeyPath) -> Data | None:
        """What stood at a place before packs changed it; None where none did, or nothing stood."""
        for depth, origin in self._inward(path):
            if origin.operation in CHANGED and origin.before is not None:
                return walk(origin.before, path[depth:])
        return None

    def writer(self, path: KeyPath) -> str:
        """The id of the pack that wrote the value at this place last."""
        last = self._last_writing(path)
        return "" if last is None else last[1].pack

    def author(self, path: KeyPath) -> str:
        """The id of the pack that brought what stands at this place, whoever changed it since."""
        origins = (origin for _, origin in self._outward(path))
        return next((made.pack for made in origins if made.operation in BROUGHT), "")

    def changes_below(self, path: KeyPath) -> tuple[Origin, ...]:
        """Every operation on this place or anything inside it, as changes to show."""
        return tuple(origin for _, origin in self.changes_by_path(path))

    def changes_by_path(self, path: KeyPath) -> Sequence[tuple[KeyPath, Origin]]:
        """The same, each with the place that it was done to."""
        return self._changed.get(path, ())

    @cached_property
    def _changed(self) -> Mapping[KeyPath, Sequence[tuple[KeyPath, Origin]]]:
        """Operations by every place that they touch something in. Few places are touched."""
        by_place: dict[KeyPath, list[tuple[KeyPath, Origin]]] = {}
        for place, origins in self.records.items():
            changes = [(place, origin) for origin in origins if origin.changes]
            for depth in range(len(place) + 1 if changes else 0):
                by_place.setdefault(place[:depth], []).extend(changes)
        return by_place
