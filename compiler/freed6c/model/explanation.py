"""Where a value comes from: what packs did to it one after the other, or by what it is worked out.

A rendering of provenance (packs/origins.py) for `freed6c explain`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.model.addresses import Known, Marks, find_address, in_parent, name_of
from freed6c.model.shape import class_of, written
from freed6c.model.values import as_written, at
from freed6c.packs.data import Data, KeyPath, walk
from freed6c.packs.ids import entry_at, id_at
from freed6c.runtime.record import Entry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.location import Spot
    from freed6c.packs.pack import Instead, Merged
    from freed6c.packs.provenance import Origin


# What an account of a value is made of.


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing that a pack did: the `word` it used, at which place, what was there and is now.

    `said` is what the pack wrote, where that is not what came of it: `-2` of an `adjust`. `option`
    is the choice that brought it.
    """

    pack: str
    word: str
    place: str
    spot: Spot | None
    why: str
    option: str
    said: Data | None
    before: Data | None
    after: Data | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Working:
    """By what a value is worked out, and where that is written.

    One that is `ranked` follows from an order; it has no formula.
    """

    formula: Data | None
    place: str
    spot: Spot | None
    ranked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A setting of an entry: its value, and the pack and place that it comes from."""

    key: str
    value: Data
    pack: str
    spot: Spot | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """Everything there is to say of an address.

    `address` is its name now, whatever was `asked`; `name` is what people call an entry. A value
    that is not `written` is worked out, or what it is where nothing is said. `instead` is what
    stands for an id that is no more.
    """

    asked: str
    address: str
    name: str
    value: Data | None
    written: bool
    removed: bool
    instead: Instead | None
    working: Working | None
    steps: tuple[Step, ...]
    parts: tuple[Part, ...]


# What packs did to a place, oldest first.


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


# By what a value is worked out: a formula, the values that rows are made for, an order.


FORMULA: Final = "is"
EACH: Final = "each"
COLUMNS: Final = "columns"


def working_of(merged: Merged, path: KeyPath) -> Working | None:
    """How the value at a place comes to be; None where it is written."""
    kind, _, at = entry_at(path)
    if kind.numbered and path == (*at, kind.numbered):
        order = at[:-1]
        spot = Marks.of(merged).last(order)
        return Working(formula=None, place=id_at(order), spot=spot, ranked=True)
    source = _source(merged, path)
    formula = walk(merged.tree, source) if source else None
    if formula is None:
        return None
    spot = Marks.of(merged).last(source)
    return Working(formula=formula, place=id_at(source), spot=spot)


def _source(merged: Merged, path: KeyPath) -> KeyPath:
    """Where the formula stands that gives the value at a place; nothing where there is none."""
    if walk(merged.tree, (*path, FORMULA)) is not None:
        return (*path, FORMULA)
    kind, _, at = entry_at(path)
    if kind.parent is None or walk(merged.tree, path) is not None:
        return ()
    above, cell = at[:-2], path[len(at) :]
    column = (*above, COLUMNS, *cell[:1], FORMULA)
    if cell and walk(merged.tree, column) is not None:
        return column
    each = (*above, EACH, *cell[:1])
    return each if walk(merged.tree, each) is not None else ()


def account_of(merged: Merged, ruleset: Ruleset, address: str) -> Account | None:
    """What is known of an address; None where it leads nowhere."""
    known = find_address(merged, address)
    if known is None:
        return None
    working = working_of(merged, known.path)
    now = walk(merged.tree, known.path)
    name = name_of(known.path)
    value = now
    if value is None and not known.removed:
        value = _follows(at(ruleset, name) or at(ruleset, in_parent(name)))
    steps = steps_of(merged, known.path, order=working is not None and working.ranked)
    if value is None and not steps and not _declared(merged, known):
        return None
    return Account(
        asked=address,
        address=name,
        name=_label(value),
        value=value,
        written=now is not None,
        removed=known.removed,
        instead=known.instead,
        working=working,
        steps=steps,
        parts=_parts(merged, known, now),
    )


def _label(value: Data | None) -> str:
    """What people call an entry; nothing of what is none."""
    return str(value.get("name", "")) if isinstance(value, dict) else ""


def _follows(value: object) -> Data | None:
    """What follows from something else, or is so where nothing is written."""
    match value:
        case None | "" | ():
            return None
        case int():
            return value
        case Entry():
            return {
                key: as_written(one) for key, one in _cells(value) if one is not None
            }
        case _:
            return as_written(value)


def _cells(entry: Entry) -> Iterable[tuple[str, object]]:
    """What stands in the cells of a row that is worked out."""
    cells: Mapping[str, object] = entry.__dict__.get("cells", {})
    return cells.items()


def _declared(merged: Merged, known: Known) -> bool:
    """Whether the kind has a setting of this name, which is not written."""
    kind, _, at_ = entry_at(known.path)
    body = walk(merged.tree, at_)
    if len(known.path) != len(at_) + 1 or not isinstance(body, dict):
        return False
    names = {field.key for field in written(class_of(kind.name, body))}
    return known.path[-1] in names


def _parts(merged: Merged, known: Known, now: Data | None) -> tuple[Part, ...]:
    """What stands in a map, and where each comes from."""
    if not isinstance(now, dict):
        return ()
    marks = Marks.of(merged)
    return tuple(
        Part(
            key=key,
            value=value,
            pack=merged.origins.writer((*known.path, key)),
            spot=marks.last((*known.path, key)),
        )
        for key, value in now.items()
    )
