"""`add`: new keys of maps, new items of lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from freed6c.diagnostics.codes import overlays
from freed6c.diagnostics.diagnostic import Label
from freed6c.overlay.ledger import body_of, origin
from freed6c.overlay.targets import place_of, taken_away
from freed6c.packs.ids import KEY
from freed6c.packs.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.overlay.applying import Applying
    from freed6c.overlay.places import Place
    from freed6c.packs.data import Data, KeyPath
    from freed6c.packs.operations import Operation


# Where new or moved keys stand: before or after another, or at the end.


SIDES = ("before", "after")


class Anchor(NamedTuple):
    """Where a key is put: before or after another one, or at the end."""

    side: str
    key: str


END = Anchor("", "")


def ranked(place: Place) -> bool:
    """Whether where a key stands says more than in which order to read."""
    return place.kind is not None and bool(place.kind.numbered)


def anchor_of(value: Data) -> Anchor | None:
    """What a new thing says of its place; None where it says two things, or none that is one."""
    told = [side for side in SIDES if side in body_of(value)]
    if not told:
        return END
    key = body_of(value)[told[0]]
    return Anchor(told[0], key) if len(told) == 1 and isinstance(key, str) else None


def without_anchor(value: Data) -> Data:
    """A new thing without what it says of its place."""
    if not isinstance(value, dict):
        return value
    return {key: one for key, one in value.items() if key not in SIDES}


def position(
    applying: Applying, operation: Operation, path: KeyPath, anchor: Anchor
) -> int | None:
    """How many keys stand before; None after saying that the other key is not there."""
    beside = applying.ledger.get(path[:-1])
    keys = [key for key in body_of(beside or {}) if key != path[-1]]
    if anchor == END:
        return len(keys)
    stands = (*path[:-1], anchor.key)
    if not applying.claim(operation, stands, "beside", None):
        return None
    if anchor.key not in keys:
        _nothing_beside(applying, operation, stands, anchor, keys)
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


def _nothing_beside(
    applying: Applying,
    operation: Operation,
    path: KeyPath,
    anchor: Anchor,
    keys: Sequence[str],
) -> None:
    """The other key is not there."""
    if taken_away(applying, operation, path):
        return
    applying.report(
        overlays.NO_TARGET,
        f"there is no '{anchor.key}' to stand {anchor.side}",
        Label(operation.address.at(anchor.side)),
        did_you_mean(anchor.key, keys)
        or ((f"here are: {', '.join(keys[:12])}",) if keys else ()),
    )


def _put_after(
    applying: Applying, operation: Operation, path: KeyPath, anchor: Anchor
) -> bool:
    return any(
        touch.pack == operation.pack and touch.anchor == anchor
        for touch in applying.touches.at.get(path, ())
    )


def add_value(applying: Applying, operation: Operation) -> None:
    """A new key of a map, or items of a list."""
    place = place_of(applying, operation)
    if place is None:
        return
    held = applying.ledger.get(place.path)
    if place.kind is None and (place.sort == "field" or isinstance(held, list)):
        if isinstance(held, list) or isinstance(operation.value, list):
            _add_items(applying, operation, place.path)
        else:
            _use_set(applying, operation)
    elif place.sort == "field":
        _use_set(applying, operation)
    elif held is not None:
        _has_key(applying, operation, place)
    else:
        _add_key(applying, operation, place)


def _has_key(applying: Applying, operation: Operation, place: Place) -> None:
    """A conflict, if a pack without an order has brought it."""
    author = applying.ledger.origins.author(place.path)
    if not applying.precedence.ordered(author, operation.pack):
        applying.claim(operation, place.path, "add", operation.value)
        return
    applying.report(
        overlays.ENTRY_EXISTS,
        f"{operation.id} has a '{operation.field}' already",
        Label(operation.address.key(), "cannot be added again"),
        ("to change it, write it under 'set'; to add another, give it another key",),
    )


def _use_set(applying: Applying, operation: Operation) -> None:
    applying.report(
        overlays.USE_ADD,
        f"'{operation.place}' is one value: there is nothing to add to",
        Label(operation.address.key()),
        (f"write it under set: {{{operation.field}: …}}",),
    )


def _add_items(applying: Applying, operation: Operation, path: KeyPath) -> None:
    """Plain values at the end of a list."""
    written = operation.value
    items = written if isinstance(written, list) else [written]
    if not applying.claim(operation, path, "list", written):
        return
    for at, item in enumerate(items):
        held = applying.ledger.get(path)
        if isinstance(held, list) and item in held:
            if (
                applying.ledger.origins.writer((*path, held.index(item)))
                == operation.pack
            ):
                continue
            _has_item(applying, operation, item, path)
            continue
        inside = (at,) if isinstance(written, list) else ()
        record = origin(operation, after=item, inside=inside)
        applying.ledger.append(path, item, record)


def _has_item(
    applying: Applying, operation: Operation, item: Data, path: KeyPath
) -> None:
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
    anchor, value = anchor_of(operation.value), without_anchor(operation.value)
    if anchor is None:
        applying.report(
            overlays.NO_TARGET,
            "only one place can be told: 'before' or 'after' the key of another",
            Label(operation.address),
        )
        return
    at = position(applying, operation, place.path, anchor)
    if at is None:
        return
    if applying.claim(
        operation, place.path, "add", value, anchor, ranked=ranked(place)
    ):
        record = origin(operation, after=value)
        applying.ledger.insert(place.path, value, at, record)


# `move`: keys that stand elsewhere.


def move_key(applying: Applying, operation: Operation) -> None:
    """Put a key of a map before or after another one."""
    place = place_of(applying, operation)
    if place is None:
        return
    if place.sort not in {"key", "entry"} or applying.ledger.get(place.path) is None:
        if taken_away(applying, operation, place.path):
            return
        applying.report(
            overlays.NO_TARGET,
            f"there is no '{operation.place}' to move",
            Label(operation.address.key(), "nothing to move"),
            _siblings(applying, place.path),
        )
        return
    anchor = anchor_of(operation.value)
    if anchor in {None, END}:
        applying.report(
            overlays.NO_TARGET,
            "say where to: before or after the key of another",
            Label(operation.address),
            ("write for example {after: another-key}",),
        )
        return
    assert anchor is not None
    at = position(applying, operation, place.path, anchor)
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
    if applying.claim(
        operation, place.path, "move", operation.value, anchor, ranked=ranked(place)
    ):
        before = _neighbour(keys, keys.index(str(place.path[-1])))
        record = origin(operation, before=before, after=f"{anchor.side} {anchor.key}")
        applying.ledger.move(place.path, at, record)


def _siblings(applying: Applying, path: KeyPath) -> tuple[str, ...]:
    beside = body_of(applying.ledger.get(path[:-1]) or {})
    return did_you_mean(str(path[-1]), beside)


def _neighbour(keys: Sequence[str], at: int) -> str:
    """Where a key stood: behind another, or first."""
    if at:
        return f"after {keys[at - 1]}"
    return f"before {keys[1]}" if len(keys) > 1 else "alone"
