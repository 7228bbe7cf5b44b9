"""`remove`: whole entries, keys of maps, items of lists; and what stands for an entry instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import overlays
from freed6c.diagnostics.diagnostic import Label
from freed6c.overlay.conflicts.touches import Touch
from freed6c.overlay.targets import place_of, taken_away, target_of
from freed6c.overlay.written import body_of, origin
from freed6c.packs.ids import entries_of, entry_at, find, id_at
from freed6c.packs.pack import Instead
from freed6c.packs.suggest import did_you_mean

if TYPE_CHECKING:
    from freed6c.overlay.applying import Applying
    from freed6c.packs.data import Data, KeyPath
    from freed6c.packs.kinds import Kind
    from freed6c.packs.operations import Operation


def remove_entry(applying: Applying, operation: Operation) -> None:
    """An entry with all that stands in it; references go to another one, where that is said."""
    gone = applying.gone.get(operation.id)
    if gone is not None and applying.contested(gone.path):
        applying.claim(operation, gone.path, "remove", None)
        return
    if (
        gone is not None
        and id_at(gone.path) == operation.id
        and not applying.precedence.ordered(gone.pack, operation.pack)
    ):
        # Both want it gone; who is first does not matter.
        return
    path = target_of(applying, operation)
    if path is None:
        return
    if operation.value:
        _redirect(applying, operation, path)
    _remove(applying, operation, path)


def _redirect(applying: Applying, operation: Operation, path: KeyPath) -> None:
    """Other ids of the same kind stand for those that go."""
    instead = str(operation.value)
    other = find(applying.ledger.tree, instead)
    kind = entry_at(path)[0]
    if (
        other is None
        or applying.ledger.get(other) is None
        or entry_at(other)[0] != kind
    ):
        _not_instead(applying, operation, kind, other)
    else:
        stands = Instead(id_at(other), operation.pack, renamed=False)
        applying.instead[id_at(path)] = stands


def _not_instead(
    applying: Applying, operation: Operation, kind: Kind, other: KeyPath | None
) -> None:
    instead = str(operation.value)
    known = [
        id_
        for id_, one, _ in entries_of(applying.ledger.tree)
        if one == kind and id_ != operation.id
    ]
    if other is None or applying.ledger.get(other) is None:
        said = f"there is no '{instead}' to use instead of '{operation.id}'"
    else:
        said = f"'{instead}' is {entry_at(other)[0].said}, not {kind.said}"
    near = did_you_mean(instead, known)
    applying.report(
        overlays.NO_TARGET,
        said,
        Label(operation.address.at("use-instead"), f"name {kind.said}"),
        (f"what is used instead is of the same kind: {kind.name}.…", *near),
    )


def _remove(applying: Applying, operation: Operation, path: KeyPath) -> None:
    if not applying.claim(operation, path, "remove", None):
        return
    before = applying.ledger.get(path)
    assert before is not None
    for id_, _, place in entries_of(applying.ledger.tree):
        if place[: len(path)] == path:
            body = applying.ledger.get(place)
            applying.gone[id_] = _removal(operation, path, body)
    record = origin(operation, word="remove", before=before)
    applying.ledger.drop(path, record)


def _removal(operation: Operation, path: KeyPath, body: Data | None = None) -> Touch:
    return Touch(
        pack=operation.pack,
        act="remove",
        path=path,
        value=body,
        address=operation.address,
        why=operation.why,
    )


def take_out(applying: Applying, operation: Operation) -> None:
    """Keys out of a map or items out of a list, by what they are."""
    place = place_of(applying, operation)
    if place is None:
        return
    wanted = operation.value if isinstance(operation.value, list) else [operation.value]
    listed = isinstance(applying.ledger.get(place.path), list)
    if listed and not applying.claim(operation, place.path, "take", operation.value):
        return
    for position, one in enumerate(wanted):
        if listed:
            _take_item(applying, operation, place.path, one, position)
        else:
            _take_key(applying, operation, (*place.path, str(one)), position)


def _take_item(
    applying: Applying, operation: Operation, path: KeyPath, item: Data, position: int
) -> None:
    held = applying.ledger.get(path)
    assert isinstance(held, list)
    if item in held:
        record = origin(operation, word="take", before=item)
        applying.ledger.take(path, held.index(item), record)
    elif not _taken(applying, operation, path, item):
        _not_there(applying, operation, position, item, [str(one) for one in held])


def _taken(applying: Applying, operation: Operation, path: KeyPath, item: Data) -> bool:
    """Whether a pack without an order has taken the same item out."""
    return any(
        one.operation == "take"
        and one.before == item
        and not applying.precedence.ordered(one.pack, operation.pack)
        for one in applying.ledger.records.get(path, ())
    )


def _take_key(
    applying: Applying, operation: Operation, path: KeyPath, position: int
) -> None:
    if applying.ledger.get(path) is None:
        touch = _removal(operation, path)
        if not applying.touches.same(touch) and not taken_away(
            applying, operation, path
        ):
            beside = body_of(applying.ledger.get(path[:-1]) or {})
            _not_there(applying, operation, position, str(path[-1]), list(beside))
        return
    _remove(applying, operation, path)


def _not_there(
    applying: Applying,
    operation: Operation,
    position: int,
    item: Data,
    known: list[str],
) -> None:
    listed = isinstance(operation.value, list)
    applying.report(
        overlays.NO_TARGET,
        f"'{operation.place}' has no '{item}'",
        Label(operation.address.at(position) if listed else operation.address),
        did_you_mean(str(item), known)
        or ((f"here are: {', '.join(known[:12])}",) if known else ()),
    )
