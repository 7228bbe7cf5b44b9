"""What packs did to a place, oldest first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.places import locate
from freed6c.model.accounts.account import Step
from freed6c.model.accounts.addresses import name_of
from freed6c.packs.data import walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.packs.address import Address, Spot
    from freed6c.packs.data import Data, Path
    from freed6c.packs.merged import Merged
    from freed6c.packs.origins import Origin

PLACING: Final = frozenset({"add", "move", "remove"})
"""Operations that change where things stand in an order."""
ABOVE: Final = frozenset(
    {"written", "add", "set", "unset", "replace", "remove", "settle"}
)
"""Operations on a whole that change what stands in it."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Looks up lines of files, and what is written in them."""

    merged: Merged

    def spot(self, address: Address | None) -> Spot | None:
        """The line and column of an address."""
        if address is None:
            return None
        return locate(address, self.merged.sources.get(address.file, ""))

    def written(self, address: Address) -> Data | None:
        """What a pack wrote there."""
        files = (file for pack in self.merged.packs for file in pack.files)
        file = next((one for one in files if one.path == address.file), None)
        return None if file is None else walk(file.data, address.path)


def steps_of(merged: Merged, path: Path, *, order: bool) -> tuple[Step, ...]:
    """Everything that made a place what it is; of what follows from an `order`, what changed that.

    Packs apply one after the other, and so their steps are in their order.
    """
    tell = _Teller(Marks(merged), {pack.id: n for n, pack in enumerate(merged.packs)})
    found = tell.placed(path) if order else tell.done(path)
    return tuple(sorted(found, key=lambda step: tell.turns[step.pack]))


@dataclass(frozen=True, slots=True)
class _Teller:
    """Makes steps of records. `turns` says when each pack applied."""

    marks: Marks
    turns: Mapping[str, int]

    @property
    def records(self) -> Mapping[Path, tuple[Origin, ...]]:
        return self.marks.merged.origins.records

    def done(self, path: Path) -> Iterator[Step]:
        """What was done to what the place stands in, to itself, and to what stands in it."""
        for depth in range(len(path)):
            for origin in self.records.get(path[:depth], ()):
                inside = self._as_then(path, depth, origin)
                step = self._step(path, origin, inside)
                if origin.operation in ABOVE and step.before != step.after:
                    yield step
        for place, origins in self.records.items():
            if place[: len(path)] == path:
                yield from (self._step(place, origin, ()) for origin in origins)

    def placed(self, path: Path) -> Iterator[Step]:
        """What was added to an order, removed from it or moved in it; the path leads to a rank."""
        for place, origins in self.records.items():
            if place[:-1] == path[:-2]:
                for origin in origins:
                    if origin.operation in PLACING:
                        yield self._step(place, origin, ())

    def _as_then(self, path: Path, depth: int, origin: Origin) -> Path:
        """The way from a record to a place, by the keys that stood there before later renames."""
        return tuple(
            self._key_then(path[: end + 1], origin) for end in range(depth, len(path))
        )

    def _key_then(self, path: Path, origin: Origin) -> str | int:
        later = (
            one
            for one in self.records.get(path, ())
            if one.operation == "rename"
            and self.turns[one.pack] > self.turns[origin.pack]
        )
        first = next(later, None)
        return path[-1] if first is None else str(first.before)

    def _step(self, place: Path, origin: Origin, inside: Path) -> Step:
        address = origin.address.at(*inside)
        adjusts = origin.operation == "adjust"
        return Step(
            pack=origin.pack,
            word=origin.operation,
            place=name_of(place),
            spot=self.marks.spot(address),
            why=origin.why,
            option=origin.option,
            said=self.marks.written(address) if adjusts else None,
            before=_inside(origin.before, inside),
            after=self._after(origin, inside),
        )

    def _after(self, origin: Origin, inside: Path) -> Data | None:
        """What stood there then. An entry as first written is read from its file."""
        if origin.operation == "written":
            return self.marks.written(origin.address.at(*inside))
        return _inside(origin.after, inside)


def _inside(value: Data | None, path: Path) -> Data | None:
    return None if value is None else walk(value, path)
