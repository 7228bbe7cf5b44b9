"""`add` and `move`: new keys of maps, new items of lists, and where they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from freed6c.diagnostics import Label
from freed6c.diagnostics.codes import overlays
from freed6c.overlay.applying import body_of, origin
from freed6c.packs.ids import KEY
from freed6c.packs.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.overlay.applying import Applying
    from freed6c.overlay.operations import Operation
    from freed6c.overlay.places import Place
    from freed6c.packs.data import Data, Path

SIDES = ("before", "after")


class Anchor(NamedTuple):
    """Where a key is put: before or after another one, or at the end."""

    side: str
    key: str


END = Anchor("", "")


def add_all(applying: Applying, additions: Sequence[Operation]) -> None:
    """All additions of a pack: each after the one that it is put beside, if that is new too."""
    waiting = list(additions)
    while waiting:
        ready = [one for one in waiting if not _waits(one, waiting)]
        for one in ready or waiting:
            _add(applying, one)
        waiting = [one for one in waiting if ready and one not in ready]


def _waits(one: Operation, others: Sequence[Operation]) -> bool:
    """Whether what it is put beside is still to be added by the same pack."""
    anchor = _anchor(one.value)
    if anchor is None or anchor == END:
        return False
    wanted = f"{one.field.rpartition('.')[0]}.{anchor.key}"
    return any(
        other.id == one.id and other.field == wanted
        for other in others
        if other is not one
    )


def _add(applying: Applying, operation: Operation) -> None:
    place = applying.place(operation)
    if place is None:
        return
    held = applying.ledger.get(place.path)
    if place.sort == "field" and place.kind is None:
        if isinstance(held, list) or isinstance(operation.value, list):
            _add_items(applying, operation, place.path)
        else:
            _use_set(applying, operation)
    elif place.sort == "field":
        _use_set(applying, operation)
    elif held is not None:
        applying.report(
            overlays.ENTRY_EXISTS,
            f"{operation.id} has a '{operation.field}' already",
            Label(operation.address.key(), "cannot be added again"),
            (
                "to change it, write it under 'set'; to add another, give it another key",
            ),
        )
    else:
        _add_key(applying, operation, place)


def _use_set(applying: Applying, operation: Operation) -> None:
    applying.report(
        overlays.USE_ADD,
        f"'{operation.place}' is one value: there is nothing to add to",
        Label(operation.address.key()),
        (f"write it under set: {{{operation.field}: …}}",),
    )


def _add_items(applying: Applying, operation: Operation, path: Path) -> None:
    """Plain values at the end of a list."""
    written = operation.value
    items = written if isinstance(written, list) else [written]
    applying.claim(operation, path, "list", written)
    for position, item in enumerate(items):
        held = applying.ledger.get(path)
        if isinstance(held, list) and item in held:
            if (
                applying.ledger.origins.writer((*path, held.index(item)))
                == operation.pack
            ):
                continue
            _has_item(applying, operation, item, path)
            continue
        inside = (position,) if isinstance(written, list) else ()
        record = origin(operation, after=item, inside=inside)
        applying.ledger.append(path, item, record)


def _has_item(applying: Applying, operation: Operation, item: Data, path: Path) -> None:
    """Two packs may add one thing; one that its base has already is added for nothing."""
    held = applying.ledger.get(path)
    assert isinstance(held, list)
    writer = applying.ledger.origins.writer((*path, held.index(item)))
    if applying.precedence.ordered(writer, operation.pack):
        applying.report(
            overlays.NO_CHANGE,
            f"'{operation.place}' has '{item}' already",
            Label(operation.address, "changes nothing"),
            ("leave it out",),
        )


def _add_key(applying: Applying, operation: Operation, place: Place) -> None:
    key = str(place.path[-1])
    if KEY.fullmatch(key) is None:
        applying.report(
            overlays.NO_TARGET,
            f"'{key}' cannot be a key",
            Label(operation.address.key()),
            ("write small letters, digits and single hyphens, such as long-sword",),
        )
        return
    anchor, value = _anchor(operation.value), _without_anchor(operation.value)
    if anchor is None:
        applying.report(
            overlays.NO_TARGET,
            "only one place can be told: 'before' or 'after' the key of another",
            Label(operation.address),
        )
        return
    at = _position(applying, operation, place.path, anchor)
    if at is None:
        return
    if applying.claim(
        operation, place.path, "add", value, anchor, ranked=_ranked(place)
    ):
        record = origin(operation, after=value)
        applying.ledger.insert(place.path, value, at, record)


def _ranked(place: Place) -> bool:
    """Whether where a key stands says more than in which order to read."""
    return place.kind is not None and bool(place.kind.numbered)


def _anchor(value: Data) -> Anchor | None:
    """What a new thing says of its place; None where it says two things, or none that is one."""
    told = [side for side in SIDES if side in body_of(value)]
    if not told:
        return END
    key = body_of(value)[told[0]]
    return Anchor(told[0], key) if len(told) == 1 and isinstance(key, str) else None


def _without_anchor(value: Data) -> Data:
    if not isinstance(value, dict):
        return value
    return {key: one for key, one in value.items() if key not in SIDES}


def _position(
    applying: Applying, operation: Operation, path: Path, anchor: Anchor
) -> int | None:
    """How many keys stand before; None after saying that the other key is not there."""
    beside = applying.ledger.get(path[:-1])
    keys = [key for key in body_of(beside or {}) if key != path[-1]]
    if anchor == END:
        return len(keys)
    if anchor.key not in keys:
        side = operation.address.at(anchor.side)
        applying.report(
            overlays.NO_TARGET,
            f"there is no '{anchor.key}' to stand {anchor.side}",
            Label(side),
            did_you_mean(anchor.key, keys)
            or ((f"here are: {', '.join(keys[:12])}",) if keys else ()),
        )
        return None
    at = keys.index(anchor.key)
    if anchor.side == "before":
        return at
    # What the same pack has put behind this key already stands before what comes now.
    at += 1
    while at < len(keys) and _put_after(
        applying, operation, (*path[:-1], keys[at]), anchor
    ):
        at += 1
    return at


def _put_after(
    applying: Applying, operation: Operation, path: Path, anchor: Anchor
) -> bool:
    return any(
        touch.pack == operation.pack and touch.anchor == anchor
        for touch in applying.touches.at.get(path, ())
    )


def move_key(applying: Applying, operation: Operation) -> None:
    """Put a key of a map before or after another one."""
    place = applying.place(operation)
    if place is None:
        return
    if place.sort not in {"key", "entry"} or applying.ledger.get(place.path) is None:
        applying.report(
            overlays.NO_TARGET,
            f"there is no '{operation.place}' to move",
            Label(operation.address.key(), "nothing to move"),
            _siblings(applying, place.path),
        )
        return
    anchor = _anchor(operation.value)
    if anchor in {None, END}:
        applying.report(
            overlays.NO_TARGET,
            "say where to: before or after the key of another",
            Label(operation.address),
            ("write for example {after: another-key}",),
        )
        return
    assert anchor is not None
    at = _position(applying, operation, place.path, anchor)
    if at is None:
        return
    keys = list(body_of(applying.ledger.get(place.path[:-1]) or {}))
    if keys.index(str(place.path[-1])) == at and not applying.contested(place.path):
        applying.report(
            overlays.NO_CHANGE,
            f"'{operation.place}' stands there already",
            Label(operation.address, "changes nothing"),
            ("remove the line",),
        )
        return
    value, ranked = operation.value, _ranked(place)
    if applying.claim(operation, place.path, "move", value, anchor, ranked=ranked):
        before = _neighbour(keys, keys.index(str(place.path[-1])))
        record = origin(operation, before=before, after=f"{anchor.side} {anchor.key}")
        applying.ledger.move(place.path, at, record)


def _siblings(applying: Applying, path: Path) -> tuple[str, ...]:
    beside = body_of(applying.ledger.get(path[:-1]) or {})
    return did_you_mean(str(path[-1]), beside)


def _neighbour(keys: Sequence[str], at: int) -> str:
    """Where a key stood: behind another, or first."""
    if at:
        return f"after {keys[at - 1]}"
    return f"before {keys[1]}" if len(keys) > 1 else "alone"
