"""What a pack does, in such an order that the order of its lines means nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.overlay.anchors import END, anchor_of
from freed6c.overlay.targets import leads

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.overlay.applying import Applying
    from freed6c.overlay.operations import Operation


def in_turn(applying: Applying, operations: Sequence[Operation]) -> Iterator[Operation]:
    """Operations of one word. What waits for another one comes when that has been applied.

    In the end every key stands where it is said, and every setting that another one makes
    possible is set.
    """
    waiting = list(operations)
    while waiting:
        ready = [one for one in waiting if not _waits(applying, one, waiting)]
        yield from ready or waiting
        waiting = [one for one in waiting if ready and one not in ready]


def _waits(applying: Applying, one: Operation, others: Sequence[Operation]) -> bool:
    if one.word == "set":
        return not leads(applying, one)
    return one.word in {"add", "move"} and _stands_beside(one, others)


def _stands_beside(one: Operation, others: Sequence[Operation]) -> bool:
    """Whether it is put beside something that is still to be put somewhere itself."""
    anchor = anchor_of(one.value)
    if anchor is None or anchor == END:
        return False
    wanted = f"{one.field.rpartition('.')[0]}.{anchor.key}"
    return any(
        other.id == one.id and other.field == wanted
        for other in others
        if other is not one
    )
