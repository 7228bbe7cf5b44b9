"""Builds the entries: each with what is nested in it, and what follows from its place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, cast

from freed6c.diagnostics.codes import structure as codes
from freed6c.link.names import names_of_run
from freed6c.link.structure import Here, Structure, Unreadable
from freed6c.link.tables import Cells, check_columns, derived_rows
from freed6c.model.shape import CLASSES, KIND_OF, class_of, fields
from freed6c.packs.data import Data, inline, walk
from freed6c.packs.ids import python_name
from freed6c.packs.kinds import Kind, nested
from freed6c.packs.location import Address
from freed6c.packs.operations import operations_in
from freed6c.runtime.effects import Effect
from freed6c.runtime.entries.notes import Change, Choice
from freed6c.runtime.situation import RuleRef

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from freed6c.link.symbols import Symbol
    from freed6c.runtime.record import Entry


# Choices: what each would do to other entries, whether it is in use or not.


CHOICE: Final = KIND_OF[Choice]


def changes_of(body: Data) -> tuple[Change, ...]:
    """Read from what is written: nothing is applied to know it."""
    found = operations_in("", body if isinstance(body, dict) else {}, Address(""))
    return tuple(
        Change(
            word=one.word,
            entry=one.id,
            setting=one.field,
            value=_written(one.value),
            why=one.why,
        )
        for one in found
        if one.word != "was"
    )


def _written(value: Data) -> str | tuple[str, ...]:
    """A value as text; the items of a list one by one, if each of them is a single value."""
    if isinstance(value, list) and not any(
        isinstance(one, dict | list) for one in value
    ):
        return tuple(map(inline, value))
    return inline(value)


def build(structure: Structure, tree: Mapping[str, Data]) -> None:
    """Fill the structure's entries, kind after kind, in the order of the table of kinds."""
    for symbol in structure.symbols.by_id.values():
        if symbol.kind.parent is None:
            body = walk(dict(tree), symbol.path) or {}
            _entry(structure, symbol, body, Here(symbol.path, {}, {}), {})


def _entry(
    structure: Structure,
    symbol: Symbol,
    data: Data,
    here: Here,
    derived: Mapping[str, object],
) -> Entry:
    """One entry. Data of the wrong shape was reported by the validation and counts as empty."""
    body = data if isinstance(data, dict) else {}
    cls = class_of(symbol.kind.name, body)
    here = here.knowing(structure.formulas.names_in(cls, body))
    here = here.knowing(names_of_run(structure, body, here))
    structure.brought[symbol.id] = here.names
    read = structure.fields(cls, body, here)
    cells = Cells(structure, read.get("columns", {}), here.at("columns"))  # type: ignore[arg-type]
    check_columns(structure, cells.columns, cells.path)
    for kind in nested(symbol.kind):
        if kind.key in body or "each" in body:
            above = Above(symbol, body, here, cells)
            read[python_name(kind.key)] = _children(structure, kind, above)
    make = cast("Callable[..., Entry]", cls)
    entry = make(id=symbol.id, **_joined(read, derived))
    structure.entries[symbol.id] = entry
    return entry


@dataclass(frozen=True, slots=True)
class Above:
    """What the entries inside an entry need to know of it."""

    symbol: Symbol
    body: Mapping[str, Data]
    here: Here
    cells: Cells


def _children(structure: Structure, kind: Kind, above: Above) -> tuple[Entry, ...]:
    here = above.here.at(kind.key)
    each, bodies = above.body.get("each"), above.body.get(kind.key)
    if isinstance(each, dict):
        if bodies is not None:
            structure.problems.report(
                codes.WRONG_VALUE,
                "a table has either 'each' or 'rows'",
                here.path,
                key=True,
                help=("write the rows out, or let them be made: leave one away",),
            )
            return ()
        place = above.here.at("each")
        return derived_rows(structure, above.symbol.id, each, above.cells, place)
    if not isinstance(bodies, dict):
        return ()
    start = _start(list(bodies), above.body)
    return tuple(
        _child(structure, kind, above, (here.at(key), body), number - start)
        for number, (key, body) in enumerate(bodies.items())
    )


def _child(
    structure: Structure,
    kind: Kind,
    above: Above,
    place: tuple[Here, Data],
    number: int,
) -> Entry:
    """An entry inside another: order is rank, so it has a number by standing where it stands."""
    here, body = place
    symbol = structure.symbols.by_path[here.path]
    derived: dict[str, object] = {"parent": RuleRef(above.symbol.id, structure.rules)}
    if kind.numbered:
        derived[kind.numbered] = number
    if _has_columns(above.symbol.kind) and isinstance(body, dict):
        cells = above.cells.read(CLASSES[kind.name], body, here)
        derived |= {"cells": cells} if cells else {}
    if symbol.kind.name == CHOICE and (changes := changes_of(body)):
        derived["changes"] = changes
    rows_are = above.body.get("rows-are")
    if isinstance(rows_are, dict):
        derived |= _stands_for(structure, rows_are, here)
    if kind.numbered and "effects" in above.body:
        derived["effects"] = _shared_effects(structure, above, number)
    return _entry(structure, symbol, body, here, derived)


def _has_columns(kind: Kind) -> bool:
    """Whether entries of this kind declare columns for what stands in them."""
    return any(field.name == "columns" for field in fields(CLASSES[kind.name]))


def _stands_for(
    structure: Structure, rows_are: Mapping[str, Data], here: Here
) -> Mapping[str, object]:
    """The entry that a row is about, found by the row's key."""
    kind, of = str(rows_are.get("kind")), rows_are.get("of")
    cls = CLASSES.get(kind)
    key = str(here.path[-1])
    if cls is None:
        return {}
    try:
        found = structure.reference(key if of is None else f"{of}.{key}", (cls,), here)
    except Unreadable:
        return {}
    return {"stands_for": found}


def _shared_effects(structure: Structure, above: Above, step: int) -> object:
    """The effects that hold in every step of a track, as they are in this one."""
    here = replace(above.here.at("effects"), values={"step": step})
    return structure.value(tuple[Effect, ...], above.body["effects"], here)


def _joined(
    read: dict[str, object], derived: Mapping[str, object]
) -> Mapping[str, object]:
    """What an entry says, and what follows for it: effects add up."""
    effects: list[object] = []
    for part in (derived, read):
        given = part.get("effects", ())
        effects.extend(given if isinstance(given, tuple) else ())
    return {**read, **derived, **({"effects": tuple(effects)} if effects else {})}


def _start(keys: list[str], above: Mapping[str, Data]) -> int:
    """The position that counts as 0: of the entry named `start`, else the one before the first."""
    start = str(above.get("start", "")).rpartition(".")[2]
    return keys.index(start) if start in keys else -1
