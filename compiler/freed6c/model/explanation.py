"""Explanations of values: the steps by which packs made a value, or the formula behind it.

`freed6c explain` shows them. They are made from provenance (packs/provenance.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.model.addresses import (
    Known,
    ProvenanceIndex,
    find_address,
    in_parent,
    name_of,
)
from freed6c.model.shape import class_of, written
from freed6c.model.values import as_written, at
from freed6c.packs.data import Data, KeyPath, walk
from freed6c.packs.ids import entry_at, id_at
from freed6c.runtime.record import Entry

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.location import Span
    from freed6c.packs.pack import MergedRuleset, Redirect
    from freed6c.packs.provenance import Origin


# Explanations and their parts.


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One change by a pack: the operation (`word`), the place, the value before and after.

    `said` is the amount of an `adjust`, such as `-2`, which is not what came of it. `option` is
    the choice of an option that brought the change.
    """

    pack: str
    word: str
    place: str
    spot: Span | None
    why: str
    option: str
    said: Data | None
    before: Data | None
    after: Data | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Working:
    """The formula of a computed value, and where it is written.

    A `ranked` value follows from the order of entries and has no formula.
    """

    formula: Data | None
    place: str
    spot: Span | None
    ranked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A setting of an entry: its value, and the pack and place that it comes from."""

    key: str
    value: Data
    pack: str
    spot: Span | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Everything that is known about an address.

    `asked` is the address as given, `address` its current form; `name` the name of an entry. A
    value that is not `written` is computed or a default. `instead` is the entry that replaces a
    removed or renamed id.
    """

    asked: str
    address: str
    name: str
    value: Data | None
    written: bool
    removed: bool
    instead: Redirect | None
    working: Working | None
    steps: tuple[Step, ...]
    parts: tuple[Part, ...]


# Steps: the changes to a place, oldest first.


PLACING: Final = frozenset({"add", "move", "remove"})
"""Operations that change the order of entries."""
ABOVE: Final = frozenset(
    {"written", "add", "set", "unset", "replace", "remove", "settle"}
)
"""Operations on a container that can change what it contains."""


def steps_of(merged: MergedRuleset, path: KeyPath, *, order: bool) -> tuple[Step, ...]:
    """All changes to a place, in the order of packs; to its rank in an `order` if so asked."""
    marks = ProvenanceIndex.of(merged)
    builder = _StepBuilder(marks)
    steps = builder.placed(path) if order else builder.done(path)
    return tuple(sorted(steps, key=lambda step: marks.turns[step.pack]))


@dataclass(frozen=True, slots=True)
class _StepBuilder:
    """Makes steps from provenance records."""

    marks: ProvenanceIndex

    def done(self, path: KeyPath) -> Iterator[Step]:
        """Changes to a place, to what is inside of it, and to the containers around it."""
        for place, origin in self.marks.done:
            if place[: len(path)] == path:
                yield self._step(place, origin, ())
            elif path[: len(place)] == place and origin.operation in ABOVE:
                inside = self.marks.as_then(path, len(place), origin)
                step = self._step(path, origin, inside)
                if step.before != step.after:
                    yield step

    def placed(self, path: KeyPath) -> Iterator[Step]:
        """Entries added to, removed from or moved in the order that gives the rank at a path."""
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
        """The value after a change. An entry as first written is read from its file."""
        if origin.operation == "written":
            return self.marks.written(origin.address.at(*inside))
        return _inside(origin.after, inside)


def _inside(value: Data | None, path: KeyPath) -> Data | None:
    return None if value is None else walk(value, path)


# Computed values: from a formula, from the values that rows are made for, from an order.


FORMULA: Final = "is"
EACH: Final = "each"
COLUMNS: Final = "columns"


def working_of(merged: MergedRuleset, path: KeyPath) -> Working | None:
    """How the value at a place is computed; None where it is written."""
    kind, _, at = entry_at(path)
    if kind.numbered and path == (*at, kind.numbered):
        order = at[:-1]
        spot = ProvenanceIndex.of(merged).last(order)
        return Working(formula=None, place=id_at(order), spot=spot, ranked=True)
    source = _source(merged, path)
    formula = walk(merged.tree, source) if source else None
    if formula is None:
        return None
    spot = ProvenanceIndex.of(merged).last(source)
    return Working(formula=formula, place=id_at(source), spot=spot)


def _source(merged: MergedRuleset, path: KeyPath) -> KeyPath:
    """The path of the formula that computes the value at a path; empty if there is none."""
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


def explain_value(
    merged: MergedRuleset, ruleset: Ruleset, address: str
) -> Explanation | None:
    """Explain an address; None where it leads nowhere."""
    known = find_address(merged, address)
    if known is None:
        return None
    working = working_of(merged, known.path)
    now = walk(merged.tree, known.path)
    name = name_of(known.path)
    value = now
    if value is None and not known.removed:
        value = _implied(at(ruleset, name) or at(ruleset, in_parent(name)))
    steps = steps_of(merged, known.path, order=working is not None and working.ranked)
    if value is None and not steps and not _declared(merged, known):
        return None
    return Explanation(
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
    return str(value.get("name", "")) if isinstance(value, dict) else ""


def _implied(value: object) -> Data | None:
    """A computed or default value as data, as packs would write it."""
    match value:
        case None | "" | ():
            return None
        case int():
            return value
        case Entry():
            cells: Mapping[str, object] = value.__dict__.get("cells", {})
            return {
                key: as_written(cell) for key, cell in cells.items() if cell is not None
            }
        case _:
            return as_written(value)


def _declared(merged: MergedRuleset, known: Known) -> bool:
    """Whether the kind of the entry has a setting of this name, written or not."""
    kind, _, at_ = entry_at(known.path)
    body = walk(merged.tree, at_)
    if len(known.path) != len(at_) + 1 or not isinstance(body, dict):
        return False
    names = {field.key for field in written(class_of(kind.name, body))}
    return known.path[-1] in names


def _parts(merged: MergedRuleset, known: Known, now: Data | None) -> tuple[Part, ...]:
    """The items of a map, and the pack and place each comes from."""
    if not isinstance(now, dict):
        return ()
    marks = ProvenanceIndex.of(merged)
    return tuple(
        Part(
            key=key,
            value=value,
            pack=merged.origins.writer((*known.path, key)),
            spot=marks.last((*known.path, key)),
        )
        for key, value in now.items()
    )
