"""Where new or moved keys stand: before or after another, or at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from freed6c.diagnostics.codes import overlays
from freed6c.diagnostics.diagnostic import Label
from freed6c.overlay.targets import taken_away
from freed6c.overlay.written import body_of
from freed6c.packs.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.overlay.applying import Applying
    from freed6c.overlay.places import Place
    from freed6c.packs.data import Data, KeyPath
    from freed6c.packs.operations import Operation


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
