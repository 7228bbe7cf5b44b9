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
    steps_below,
)
from freed6c.model.standing_rules import SetOff, rules_set_off
from freed6c.model.value_lookup import as_written, at
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
class ChangeStep:
    """One change by a pack: the operation, the address, the value before and after.

    Where words of a text were changed, these are the words.
    `amount` is that of an `adjust`, such as `-2`, which is not what came of it. `option` is the
    choice of an option that brought the change.
    """

    pack: str
    operation: str
    address: str
    span: Span
    why: str | None
    option: str | None
    amount: Data | None
    before: Data | None
    after: Data | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Working:
    """How a value is computed: the address of its formula, and where that is written.

    A rank has no formula: it follows from the order of the entries at the address.
    """

    address: str
    formula: Data | None
    span: Span | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingOrigin:
    """A setting of an entry: its value, and the pack and place that it comes from."""

    key: str
    value: Data
    pack: str
    span: Span | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Everything that is known about an address.

    `asked` is the address as given, `address` its current form; `name` the name of an entry. A
    value that is not `written` is computed or a default. `instead` is the entry that replaces a
    removed or renamed id. `set_off` are standing rules that the questions of an action set off.
    """

    asked: str
    address: str
    name: str
    value: Data | None
    written: bool
    removed: bool
    instead: Redirect | None
    working: Working | None
    steps: tuple[ChangeStep, ...]
    parts: tuple[SettingOrigin, ...]
    set_off: tuple[SetOff, ...]


# Steps: the changes to a place, oldest first.


PLACING: Final = frozenset({"add", "move", "remove"})
"""Operations that change the order of entries."""
ABOVE: Final = frozenset(
    {"written", "add", "set", "unset", "replace", "remove", "settle"}
)
"""Operations on a container that can change what it contains."""


def steps_of(
    merged: MergedRuleset, path: KeyPath, *, order: bool
) -> tuple[ChangeStep, ...]:
    """All changes to a place, in the order of packs; to its rank in an `order` if so asked."""
    index = ProvenanceIndex.of(merged)
    steps = _placed(index, path) if order else _done(index, path)
    return tuple(sorted(steps, key=lambda step: index.turns[step.pack]))


def _done(index: ProvenanceIndex, path: KeyPath) -> Iterator[ChangeStep]:
    """Changes to a place, to what is inside of it, and to the containers around it."""
    for place, origin in index.done:
        if place[: len(path)] == path:
            yield _step(index, place, origin)
        elif path[: len(place)] == place and origin.operation in ABOVE:
            step = _step(index, path, origin, index.as_then(path, len(place), origin))
            if step.before != step.after:
                yield step


def _placed(index: ProvenanceIndex, path: KeyPath) -> Iterator[ChangeStep]:
    """Entries added to, removed from or moved in the order that gives the rank at a path."""
    for place, origin in index.done:
        if place[:-1] == path[:-2] and origin.operation in PLACING:
            yield _step(index, place, origin)


def _step(
    index: ProvenanceIndex, path: KeyPath, origin: Origin, inside: KeyPath = ()
) -> ChangeStep:
    """A change, seen at a place `inside` of what was changed."""
    location = origin.address.at(*inside)
    written_there = index.written(location)
    before, after = (
        None if value is None else walk(value, inside)
        for value in (origin.before, origin.after)
    )
    if origin.operation == "reword":
        before, after = str(location.path[-1]), written_there
    return ChangeStep(
        pack=origin.pack,
        operation=origin.operation,
        address=name_of(path),
        span=index.span(location),
        why=origin.why or None,
        option=origin.option or None,
        amount=written_there if origin.operation == "adjust" else None,
        before=before,
        after=written_there if origin.operation == "written" else after,
    )


# Computed values: from a formula, from the values that rows are made for, from an order.


FORMULA: Final = "is"
EACH: Final = "each"
COLUMNS: Final = "columns"


def working_of(merged: MergedRuleset, path: KeyPath) -> Working | None:
    """How the value at a place is computed; None where it is written."""
    kind, _, entry_path = entry_at(path)
    source = _source(merged, path)
    formula = walk(merged.tree, source) if source else None
    if kind.numbered and path == (*entry_path, kind.numbered):
        source, formula = entry_path[:-1], None
    elif formula is None:
        return None
    span = ProvenanceIndex.of(merged).last(source)
    return Working(address=id_at(source), formula=formula, span=span)


def _source(merged: MergedRuleset, path: KeyPath) -> KeyPath:
    """The path of the formula that computes the value at a path; empty if there is none."""
    if walk(merged.tree, (*path, FORMULA)) is not None:
        return (*path, FORMULA)
    kind, _, entry_path = entry_at(path)
    if kind.parent is None or walk(merged.tree, path) is not None:
        return ()
    above, cell = entry_path[:-2], path[len(entry_path) :]
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
    ranked = working is not None and working.formula is None
    steps = steps_of(merged, known.path, order=ranked)
    if value is None and not steps:
        *above, setting = known.path
        if setting not in steps_below(merged, tuple(above)):
            return None
    return Explanation(
        asked=address,
        address=name,
        name=str(value.get("name", "")) if isinstance(value, dict) else "",
        value=value,
        written=now is not None,
        removed=known.removed,
        instead=known.instead,
        working=working,
        steps=steps,
        parts=_parts(merged, known, now),
        set_off=tuple(rules_set_off(ruleset, ruleset.entries.get(name))),
    )


def _implied(value: object) -> Data | None:
    """A computed or default value as data, as packs would write it."""
    match value:
        case None | "" | ():
            return None
        case int():
            return value
        case Entry():
            cells: Mapping[str, object] = getattr(value, "cells", {})
            given = {key: cell for key, cell in cells.items() if cell is not None}
            return {key: as_written(cell) for key, cell in given.items()}
        case _:
            return as_written(value)


def _parts(
    merged: MergedRuleset, known: Known, now: Data | None
) -> tuple[SettingOrigin, ...]:
    """The items of a map, and the pack and place each comes from."""
    if not isinstance(now, dict):
        return ()
    index = ProvenanceIndex.of(merged)
    return tuple(
        SettingOrigin(
            key=key,
            value=value,
            pack=merged.provenance.writer((*known.path, key)),
            span=index.last((*known.path, key)),
        )
        for key, value in now.items()
    )
