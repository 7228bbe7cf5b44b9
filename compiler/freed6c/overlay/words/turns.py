"""What a pack does, in such an order that the order of its lines means nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.overlay.targets import leads
from freed6c.overlay.words.anchors import END, anchor_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from freed6c.overlay.applying import Applying
    from freed6c.packs.operations import Operation


def in_turn(applying: Applying, operations: Sequence[Operation]) -> Iterator[Operation]:
    """Operations of one word. What waits for another one comes when that has been applied.

    In the end every key stands where it is said, and every setting that another one makes
    possible is set.
    """
    waiting = list(operations)
    while waiting:
        put = {(one.id, one.field) for one in waiting}
        ready: list[Operation] = []
        later: list[Operation] = []
        for one in waiting:
            (later if _waits(applying, one, put) else ready).append(one)
        yield from ready or later
        waiting = later if ready else []


def _waits(
    applying: Applying, one: Operation, put: AbstractSet[tuple[str, str]]
) -> bool:
    if one.word == "set":
        return not leads(applying, one)
    return one.word in {"add", "move"} and _stands_beside(one, put)


def _stands_beside(one: Operation, put: AbstractSet[tuple[str, str]]) -> bool:
    """Whether it is put beside something that is still to be put somewhere itself."""
    anchor = anchor_of(one.value)
    if anchor is None or anchor == END:
        return False
    return (one.id, f"{one.field.rpartition('.')[0]}.{anchor.key}") in put
