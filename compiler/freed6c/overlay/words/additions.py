"""`add`: new keys of maps, new items of lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import overlays
from freed6c.diagnostics.diagnostic import Label
from freed6c.overlay.targets import place_of
from freed6c.overlay.words.anchors import anchor_of, position, ranked, without_anchor
from freed6c.overlay.written import origin
from freed6c.packs.ids import KEY

if TYPE_CHECKING:
    from freed6c.overlay.applying import Applying
    from freed6c.overlay.places import Place
    from freed6c.packs.data import Data, KeyPath
    from freed6c.packs.operations import Operation


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
