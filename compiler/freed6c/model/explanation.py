"""Explanations of values: the changes by which packs made a value, or its formula.

`freed6c explain` shows them. They come from provenance (packs/provenance.py).
"""

from __future__ import annotations

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
from freed6c.packs.lazy import dataclass
from freed6c.packs.pack import written_at
from freed6c.runtime.record import Entry

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.location import Span
    from freed6c.packs.pack import MergedRuleset, Redirect
    from freed6c.packs.provenance import Origin


# Explanations and their parts.


@dataclass(frozen=True, kw_only=True)
class ChangeStep:
    """One change by a pack: the operation, the address, the value before and after.

    For `reword`, the values are the words. `amount` is the amount of an `adjust`, such as `-2`,
    rather than its result. `option` is the choice of an option that made the change.
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


@dataclass(frozen=True, kw_only=True)
class Working:
    """The computation of a value: the address of its formula, and its span.

    A rank has no formula: it follows from the order of the entries at the address.
    """

    address: str
    formula: Data | None
    span: Span | None


@dataclass(frozen=True, kw_only=True)
class SettingOrigin:
    """A setting of an entry: its value, and the pack and place that it comes from."""

    key: str
    value: Data
    pack: str
    span: Span | None


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """The explanation of an address: its value, with all changes and sources.

    `asked` is the address as the user wrote it, `address` its current form, `name` the name of the
    entry. A value that is not `written` is computed or a default. `instead` is the entry that
    replaces a removed or renamed id. `set_off` are standing rules that the questions of an action
    trigger.
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
    {"written", "add", "set", "unset", "replace", "remove", "resolve"}
)
"""Operations on a container that can change its contents."""


def steps_of(
    merged: MergedRuleset, path: KeyPath, *, order: bool
) -> tuple[ChangeStep, ...]:
    """Return the changes to the value at a path, in the order of packs.

    If `order` is set, the value is a rank, and the changes are those of the order of entries.
    """
    index = ProvenanceIndex.of(merged)
    steps = _changes_of_order(index, path) if order else _changes_around(index, path)
    return tuple(sorted(steps, key=lambda step: index.turns[step.pack]))


def _changes_around(index: ProvenanceIndex, path: KeyPath) -> Iterator[ChangeStep]:
    """Yield changes to a place, to values inside it, and to its containers."""
    for place, origin in index.done:
        if place[: len(path)] == path:
            yield _step(index, place, origin)
        elif path[: len(place)] == place and origin.operation in ABOVE:
            step = _step(index, path, origin, index.as_then(path, len(place), origin))
            if step.before != step.after:
                yield step


def _changes_of_order(index: ProvenanceIndex, path: KeyPath) -> Iterator[ChangeStep]:
    """Yield additions, removals and moves in the order that determines the rank at a path."""
    for place, origin in index.done:
        if place[:-1] == path[:-2] and origin.operation in PLACING:
            yield _step(index, place, origin)


def _step(
    index: ProvenanceIndex, path: KeyPath, origin: Origin, inside: KeyPath = ()
) -> ChangeStep:
    """Return a change, as seen at a place `inside` the changed value."""
    location = origin.address.at(*inside)
    written = written_at(index.merged.packs, location)
    before, after = (
        None if value is None else walk(value, inside)
        for value in (origin.before, origin.after)
    )
    if origin.operation == "reword":
        before, after = str(location.path[-1]), written
    return ChangeStep(
        pack=origin.pack,
        operation=origin.operation,
        address=name_of(path),
        span=index.span(location),
        why=origin.why or None,
        option=origin.option or None,
        amount=written if origin.operation == "adjust" else None,
        before=before,
        after=written if origin.operation == "written" else after,
    )


# Computed values: by a formula, by the `each` of a table, or by the order of entries.


FORMULA: Final = "formula"
EACH: Final = "each"
COLUMNS: Final = "columns"


def working_of(merged: MergedRuleset, path: KeyPath) -> Working | None:
    """Return the computation of the value at a place, or None if it is written."""
    kind, _, entry_path = entry_at(path)
    source = _formula_path(merged, path)
    formula = walk(merged.tree, source) if source else None
    if kind.numbered and path == (*entry_path, kind.numbered):
        source, formula = entry_path[:-1], None
    elif formula is None:
        return None
    span = ProvenanceIndex.of(merged).last(source)
    return Working(address=id_at(source), formula=formula, span=span)


def _formula_path(merged: MergedRuleset, path: KeyPath) -> KeyPath:
    """Return the path of the formula that computes the value at a path; empty without one."""
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
    """Explain an address; None if it leads nowhere."""
    resolved = find_address(merged, address)
    if resolved is None:
        return None
    working = working_of(merged, resolved.path)
    now = walk(merged.tree, resolved.path)
    name = name_of(resolved.path)
    value = now
    if value is None and not resolved.removed:
        value = _implied(at(ruleset, name) or at(ruleset, in_parent(name)))
    ranked = working is not None and working.formula is None
    steps = steps_of(merged, resolved.path, order=ranked)
    if value is None and not steps:
        *above, setting = resolved.path
        if setting not in steps_below(merged, tuple(above)):
            return None
    return Explanation(
        asked=address,
        address=name,
        name=str(value.get("name", "")) if isinstance(value, dict) else "",
        value=value,
        written=now is not None,
        removed=resolved.removed,
        instead=resolved.instead,
        working=working,
        steps=steps,
        parts=_parts(merged, resolved, now),
        set_off=tuple(rules_set_off(ruleset, ruleset.entries.get(name))),
    )


def _implied(value: object) -> Data | None:
    """Return a computed or default value as packs would write it."""
    match value:
        case None | "" | ():
            return None
        case int():
            return value
        case Entry():
            cells: Mapping[str, object] = getattr(value, "cells", {})
            filled = {key: cell for key, cell in cells.items() if cell is not None}
            return {key: as_written(cell) for key, cell in filled.items()}
        case _:
            return as_written(value)


def _parts(
    merged: MergedRuleset, resolved: Known, now: Data | None
) -> tuple[SettingOrigin, ...]:
    """Return the items of a map, each with its pack and place; nothing for other values."""
    if not isinstance(now, dict):
        return ()
    index = ProvenanceIndex.of(merged)
    return tuple(
        SettingOrigin(
            key=key,
            value=value,
            pack=merged.provenance.writer((*resolved.path, key)),
            span=index.last((*resolved.path, key)),
        )
        for key, value in now.items()
    )
