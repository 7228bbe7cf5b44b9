"""Where new or moved keys stand: before or after another, or at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from freed6c.diagnostics import Label
from freed6c.diagnostics.codes import overlays
from freed6c.overlay.applying import body_of
from freed6c.packs.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.overlay.applying import Applying
    from freed6c.overlay.operations import Operation
    from freed6c.overlay.places import Place
    from freed6c.packs.data import Data, Path

SIDES = ("before", "after")
PUT = frozenset({"add", "move"})
"""Words that put something beside another."""


class Anchor(NamedTuple):
    """Where a key is put: before or after another one, or at the end."""

    side: str
    key: str


END = Anchor("", "")


def in_turn(operations: Sequence[Operation]) -> Iterator[Operation]:
    """Additions, or moves, of a pack: each after the one of them that it is put beside.

    So the order of lines means nothing, and every one stands where it is said in the end.
    """
    waiting = list(operations)
    while waiting:
        ready = [one for one in waiting if not _waits(one, waiting)]
        yield from ready or waiting
        waiting = [one for one in waiting if ready and one not in ready]


def _waits(one: Operation, others: Sequence[Operation]) -> bool:
    """Whether what it is put beside is still to be put somewhere by the same pack."""
    anchor = anchor_of(one.value) if one.word in PUT else None
    if anchor is None or anchor == END:
        return False
    wanted = f"{one.field.rpartition('.')[0]}.{anchor.key}"
    return any(
        other.id == one.id and other.field == wanted
        for other in others
        if other is not one
    )


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
    applying: Applying, operation: Operation, path: Path, anchor: Anchor
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
    path: Path,
    anchor: Anchor,
    keys: Sequence[str],
) -> None:
    """The other key is not there; if a pack without an order took it away, they clash."""
    gone = applying.touches.removed(path)
    if gone is not None and not applying.precedence.ordered(gone.pack, operation.pack):
        return
    applying.report(
        overlays.NO_TARGET,
        f"there is no '{anchor.key}' to stand {anchor.side}",
        Label(operation.address.at(anchor.side)),
        did_you_mean(anchor.key, keys)
        or ((f"here are: {', '.join(keys[:12])}",) if keys else ()),
    )


def _put_after(
    applying: Applying, operation: Operation, path: Path, anchor: Anchor
) -> bool:
    return any(
        touch.pack == operation.pack and touch.anchor == anchor
        for touch in applying.touches.at.get(path, ())
    )
