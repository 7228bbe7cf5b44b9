"""Builds entries, with their nested entries and the fields that are derived from their position."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from freed6c.diagnostics.codes import references as codes
from freed6c.formula.types import TARGET
from freed6c.link.examples import names_of_run
from freed6c.link.expected_types import wanted
from freed6c.link.reading_context import ReadingContext
from freed6c.link.structure import OmittedError, RecordReader, make_record
from freed6c.link.tables import SETTINGS, CellReader, check_columns, derived_rows
from freed6c.model.internal_errors import fault_at
from freed6c.model.type_hints import CLASSES, KIND_OF, class_of
from freed6c.packs.data import Data, as_map, inline, walk
from freed6c.packs.ids import python_name
from freed6c.packs.kinds import EntryKind, child_kinds
from freed6c.packs.lazy import dataclass, replace
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


CHOICE: Final = KIND_OF[Choice]
EFFECTS: Final = wanted(tuple[Effect, ...])


def build_entries(records: RecordReader) -> None:
    """Fill `records.entries` in the order of `Symbols.by_id`: each entry, then those inside it.

    Entries that cannot be built are left out, and are listed in `records.rules.dropped`.
    """
    for symbol in records.symbols.by_id.values():
        if symbol.kind.parent is None:
            body = walk(dict(records.tree), symbol.path) or {}
            try:
                _build_entry(records, symbol, body, ReadingContext(symbol.path), {})
            except OmittedError:
                records.rules.dropped.add(symbol.id)
            except Exception as error:  # noqa: BLE001 - the other entries are still built
                records.problems.add(fault_at(records.problems.key(symbol.path), error))


def _build_entry(
    records: RecordReader,
    symbol: Symbol,
    data: Data,
    context: ReadingContext,
    derived: Mapping[str, object],
) -> Entry:
    """Build one entry and those inside it. Raise OmittedError if a required field is missing.

    Data of the wrong shape counts as empty; the validation has reported it.
    """
    body = as_map(data)
    cls = class_of(symbol.kind.name, body)
    context = context.knowing(records.formulas.names.of(cls, body))
    context = context.knowing(names_of_run(records, body, context))
    records.names_by_entry[symbol.id] = {
        name: type_ for name, type_ in context.names.items() if type_ is not TARGET
    }
    if symbol.kind.name == "rule":
        records.rule_inputs.update(context.names)
    read = records.fields(cls, body, context)
    cells = CellReader(records, read.get("columns", {}), context.at("columns"))  # type: ignore[arg-type]
    check_columns(records, cells.columns, cells.declared)
    for kind in child_kinds(symbol.kind):
        # The rows of a table with `each` are derived, so it has no key `rows`.
        if kind.key in body or "each" in body:
            parent = Parent(symbol, body, context, cells)
            read[python_name(kind.key)] = _build_nested(records, kind, parent)
    entry = make_record(cls, {"id": symbol.id, **_with_derived(read, derived)})
    records.entries[symbol.id] = entry
    return entry


@dataclass(frozen=True)
class Parent:
    """The entry that contains nested ones, before it is built."""

    symbol: Symbol
    body: Mapping[str, Data]
    context: ReadingContext
    cells: CellReader


def _build_nested(
    records: RecordReader, kind: EntryKind, parent: Parent
) -> tuple[Entry, ...]:
    """Build the nested entries of a kind: those written, or the rows that `each` derives."""
    context = parent.context.at(kind.key)
    each, bodies = parent.body.get("each"), as_map(parent.body.get(kind.key))
    if isinstance(each, dict):
        if kind.key in parent.body:
            records.problems.report(codes.EACH_AND_ROWS, records.key(context))
            return ()
        place = parent.context.at("each")
        return derived_rows(records, parent.symbol.id, each, parent.cells, place)
    # The entry that `start` names has the number 0; without `start`, the first entry has 1.
    keys, start = list(bodies), str(parent.body.get("start", "")).rpartition(".")[2]
    first_number = -keys.index(start) if start in keys else 1
    built: list[Entry] = []
    for number, (key, body) in enumerate(bodies.items(), first_number):
        child = records.symbols.by_path[context.at(key).path]
        try:
            built.append(_build_child(records, parent, child, body, number))
        except OmittedError:
            # The parent is incomplete, so using either would only repeat the error of the child.
            records.rules.dropped.update({parent.symbol.id, child.id})
    return tuple(built)


def _build_child(
    records: RecordReader, parent: Parent, symbol: Symbol, body: Data, number: int
) -> Entry:
    """Build a nested entry from its symbol and data, with the fields derived from its parent.

    If the order of the kind has a meaning, as for bands and conditions, `number` becomes its rank.
    """
    kind = symbol.kind
    context = parent.context.at(kind.key, symbol.path[-1])
    derived: dict[str, object] = {"parent": RuleRef(parent.symbol.id, records.rules)}
    if kind.numbered:
        derived[kind.numbered] = number
    if isinstance(body, dict) and context.path[0] in SETTINGS:
        cells = parent.cells.read(CLASSES[kind.name], body, context)
        derived |= {"cells": cells} if cells else {}
    if kind.name == CHOICE and (changes := changes_of(body)):
        derived["changes"] = changes
    rows_are = parent.body.get("rows-are")
    if isinstance(rows_are, dict):
        derived |= _represents(records, rows_are, context)
    if kind.numbered and "effects" in parent.body:
        # Effects of a track apply in every step; formulas in them know the number of the step.
        shared = replace(parent.context.at("effects"), values={"step": number})
        derived["effects"] = records.value(EFFECTS, parent.body["effects"], shared)
    return _build_entry(records, symbol, body, context, derived)


def _represents(
    records: RecordReader, rows_are: Mapping[str, Data], context: ReadingContext
) -> Mapping[str, object]:
    """Return the field with the entry that a row is about, found by the row's key."""
    cls, parent_key = CLASSES.get(str(rows_are.get("kind"))), rows_are.get("of")
    key = str(context.path[-1])
    with suppress(OmittedError):
        if cls is not None:
            reference = key if parent_key is None else f"{parent_key}.{key}"
            return {"represents": records.reference(reference, (cls,), context)}
    return {}


def _with_derived(
    read: Mapping[str, Any], derived: Mapping[str, Any]
) -> Mapping[str, object]:
    """Merge the fields of an entry with its derived fields. Both lists of effects are joined."""
    effects = (*derived.get("effects", ()), *read.get("effects", ()))
    return {**read, **derived, **({"effects": effects} if effects else {})}


# The changes of choices.


def changes_of(body: Data) -> tuple[Change, ...]:
    """Return the changes that a choice would make to other entries, without applying them."""
    return tuple(
        Change(
            word=operation.word,
            entry=operation.id,
            setting=operation.field,
            passage=passage,
            value=_value_text(value),
            why=operation.why,
        )
        for operation in operations_in("", as_map(body), Location(""))
        for passage, value in _passages_and_values(operation)
        if operation.word != "was"
    )


def _passages_and_values(operation: Operation) -> Iterable[tuple[str, Data]]:
    """Return the passage and new words of a `reword`; of other operations, only the value."""
    if operation.word == "reword":
        return as_map(operation.value).items()
    return (("", operation.value),)


def _value_text(value: Data) -> str | tuple[str, ...]:
    """Return a value as text, or a list of single values as a tuple of texts."""
    if isinstance(value, list) and not any(
        isinstance(item, dict | list) for item in value
    ):
        return tuple(map(inline, value))
    return inline(value)
