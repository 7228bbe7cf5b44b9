"""What packs did to a place, oldest first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.model.accounts.account import Step
from freed6c.model.accounts.addresses import name_of
from freed6c.model.accounts.marks import Marks
from freed6c.packs.data import Data, KeyPath, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.packs.pack import Merged
    from freed6c.packs.provenance import Origin


PLACING: Final = frozenset({"add", "move", "remove"})
"""Operations that change where things stand in an order."""
ABOVE: Final = frozenset(
    {"written", "add", "set", "unset", "replace", "remove", "settle"}
)
"""Operations on a whole that change what stands in it."""


def steps_of(merged: Merged, path: KeyPath, *, order: bool) -> tuple[Step, ...]:
    """Everything that made a place what it is; of what follows from an `order`, what changed that.

    Packs apply one after the other, and so their steps are in their order.
    """
    marks = Marks.of(merged)
    tell = _Teller(marks)
    found = tell.placed(path) if order else tell.done(path)
    return tuple(sorted(found, key=lambda step: marks.turns[step.pack]))


@dataclass(frozen=True, slots=True)
class _Teller:
    """Makes steps of records."""

    marks: Marks

    def done(self, path: KeyPath) -> Iterator[Step]:
        """What was done to what the place stands in, to itself, and to what stands in it."""
        for place, origin in self.marks.done:
            if place[: len(path)] == path:
                yield self._step(place, origin, ())
            elif path[: len(place)] == place and origin.operation in ABOVE:
                inside = self.marks.as_then(path, len(place), origin)
                step = self._step(path, origin, inside)
                if step.before != step.after:
                    yield step

    def placed(self, path: KeyPath) -> Iterator[Step]:
        """What was added to an order, removed from it or moved in it; the path leads to a rank."""
        for place, origin in self.marks.done:
            if place[:-1] == path[:-2] and origin.operation in PLACING:
                yield self._step(place, origin, ())

    def _step(self, place: KeyPath, origin: Origin, inside: KeyPath) -> Step:
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

    def _after(self, origin: Origin, inside: KeyPath) -> Data | None:
        """What stood there then. An entry as first written is read from its file."""
        if origin.operation == "written":
            return self.marks.written(origin.address.at(*inside))
        return _inside(origin.after, inside)


def _inside(value: Data | None, path: KeyPath) -> Data | None:
    return None if value is None else walk(value, path)
