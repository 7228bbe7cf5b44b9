"""`move`: keys that stand elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import overlays
from freed6c.diagnostics.diagnostic import Label
from freed6c.overlay.targets import place_of, taken_away
from freed6c.overlay.words.anchors import END, anchor_of, position, ranked
from freed6c.overlay.written import body_of, origin
from freed6c.packs.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.overlay.applying import Applying
    from freed6c.packs.data import KeyPath
    from freed6c.packs.operations import Operation


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
