"""Builds the entries: each with those nested in it and the fields derived from its place."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from freed6c.diagnostics.codes import references as codes
from freed6c.link.examples import names_of_run
from freed6c.link.expected_types import wanted
from freed6c.link.reading_context import ReadingContext
from freed6c.link.structure import RecordReader, Unreadable, make_record
from freed6c.link.tables import SETTINGS, CellReader, check_columns, derived_rows
from freed6c.model.internal_errors import fault_at
from freed6c.model.type_hints import CLASSES, KIND_OF, class_of
from freed6c.packs.data import Data, as_map, inline, walk
from freed6c.packs.ids import python_name
from freed6c.packs.kinds import EntryKind, child_kinds
from freed6c.packs.location import Location
from freed6c.packs.operations import operations_in
from freed6c.runtime.effects import Effect
from freed6c.runtime.entries.notes import Change, Choice
from freed6c.runtime.situation import RuleRef

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from freed6c.link.symbols import Symbol
    from freed6c.packs.operations import Operation
    from freed6c.runtime.record import Entry


# Choices.


CHOICE: Final = KIND_OF[Choice]
EFFECTS: Final = wanted(tuple[Effect, ...])


def changes_of(body: Data) -> tuple[Change, ...]:
    """Read what a choice would change in other entries, without applying it."""
    operations = operations_in("", as_map(body), Location(""))
    return tuple(
        Change(
            word=operation.word,
            entry=operation.id,
            setting=operation.field,
            passage=passage,
            value=_written(value),
            why=operation.why,
        )
        for operation in operations
        for passage, value in _passages(operation)
        if operation.word != "was"
    )


def _passages(operation: Operation) -> Iterable[tuple[str, Data]]:
    """The passage that is reworded with its new words; of other operations, the value alone."""
    if operation.word == "reword":
        return as_map(operation.value).items()
    return (("", operation.value),)


def _written(value: Data) -> str | tuple[str, ...]:
    """A value as text; the items of a list one by one, if each of them is a single value."""
    if isinstance(value, list) and not any(
        isinstance(item, dict | list) for item in value
    ):
        return tuple(map(inline, value))
    return inline(value)


def build_entries(records: RecordReader) -> None:
    """Fill `records.entries`, kind by kind, in the order of the table of kinds."""
    for symbol in records.symbols.by_id.values():
        if symbol.kind.parent is None:
            body = walk(dict(records.tree), symbol.path) or {}
            try:
                _build_entry(records, symbol, body, ReadingContext(symbol.path), {})
            except Unreadable:
                records.rules.dropped.add(symbol.id)
            except Exception as error:  # noqa: BLE001 - the others are built all the same
                place = records.problems.key(symbol.path)
                records.problems.report(fault_at(place, error))


def _build_entry(
    records: RecordReader,
    symbol: Symbol,
    data: Data,
    context: ReadingContext,
    derived: Mapping[str, object],
) -> Entry:
    """One entry. Data of the wrong shape was reported by the validation and counts as empty."""
    body = as_map(data)
    cls = class_of(symbol.kind.name, body)
    context = context.knowing(records.formulas.names.of(cls, body))
    context = context.knowing(names_of_run(records, body, context))
    records.names_by_entry[symbol.id] = context.names
    read = records.fields(cls, body, context)
    cells = CellReader(records, read.get("columns", {}), context.at("columns"))  # type: ignore[arg-type]
    check_columns(records, cells.columns, cells.declared)
    for kind in child_kinds(symbol.kind):
        if kind.key in body or "each" in body:
            parent = Parent(symbol, body, context, cells)
            read[python_name(kind.key)] = _build_nested(records, kind, parent)
    entry = make_record(cls, {"id": symbol.id, **_with_derived(read, derived)})
    records.entries[symbol.id] = entry
    return entry


@dataclass(frozen=True, slots=True)
class Parent:
    """The entry around nested ones, before it is built."""

    symbol: Symbol
    body: Mapping[str, Data]
    context: ReadingContext
    cells: CellReader


def _build_nested(
    records: RecordReader, kind: EntryKind, parent: Parent
) -> tuple[Entry, ...]:
    context = parent.context.at(kind.key)
    each, bodies = parent.body.get("each"), as_map(parent.body.get(kind.key))
    if isinstance(each, dict):
        if kind.key in parent.body:
            records.problems.report(codes.EACH_AND_ROWS.at(records.key(context)))
            return ()
        place = parent.context.at("each")
        return derived_rows(records, parent.symbol.id, each, parent.cells, place)
    # The entry named `start` counts as 0, else what would stand before the first.
    keys, start = list(bodies), str(parent.body.get("start", "")).rpartition(".")[2]
    zero = keys.index(start) if start in keys else -1
    built: list[Entry] = []
    for number, (key, body) in enumerate(bodies.items(), -zero):
        place = context.at(key)
        try:
            built.append(_build_numbered(records, kind, parent, (place, body), number))
        except Unreadable:
            dropped = {parent.symbol.id, records.symbols.by_path[place.path].id}
            records.rules.dropped.update(dropped)
    return tuple(built)


def _build_numbered(
    records: RecordReader,
    kind: EntryKind,
    parent: Parent,
    place: tuple[ReadingContext, Data],
    number: int,
) -> Entry:
    """An entry inside another: order is rank, so it has a number by standing where it stands."""
    context, body = place
    symbol = records.symbols.by_path[context.path]
    derived: dict[str, object] = {"parent": RuleRef(parent.symbol.id, records.rules)}
    if kind.numbered:
        derived[kind.numbered] = number
    if isinstance(body, dict) and context.path[0] in SETTINGS:
        cells = parent.cells.read(CLASSES[kind.name], body, context)
        derived |= {"cells": cells} if cells else {}
    if symbol.kind.name == CHOICE and (changes := changes_of(body)):
        derived["changes"] = changes
    rows_are = parent.body.get("rows-are")
    if isinstance(rows_are, dict):
        derived |= _stands_for(records, rows_are, context)
    if kind.numbered and "effects" in parent.body:
        # The effects that hold in every step of a track, as they are in this one.
        shared = replace(parent.context.at("effects"), values={"step": number})
        effects = parent.body["effects"]
        derived["effects"] = records.value(EFFECTS, effects, shared)
    return _build_entry(records, symbol, body, context, derived)


def _stands_for(
    records: RecordReader, rows_are: Mapping[str, Data], context: ReadingContext
) -> Mapping[str, object]:
    """The entry that a row is about, found by the row's key."""
    kind, of = str(rows_are.get("kind")), rows_are.get("of")
    cls = CLASSES.get(kind)
    key = str(context.path[-1])
    with suppress(Unreadable):
        if cls is not None:
            text = key if of is None else f"{of}.{key}"
            return {"stands_for": records.reference(text, (cls,), context)}
    return {}


def _with_derived(
    read: Mapping[str, Any], derived: Mapping[str, Any]
) -> Mapping[str, object]:
    """What an entry says, and what follows for it: effects add up."""
    effects = (*derived.get("effects", ()), *read.get("effects", ()))
    return {**read, **derived, **({"effects": effects} if effects else {})}
