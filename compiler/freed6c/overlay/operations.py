"""What a pack does to a ruleset, and in which order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from freed6c.overlay.positions import END, anchor_of
from freed6c.overlay.targets import leads
from freed6c.packs.location import Address
from freed6c.packs.operations import Operation, Word, operations_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from freed6c.overlay.applying import Applying
    from freed6c.overlay.options import Selection
    from freed6c.packs.pack import Pack


PHASES: Final[tuple[Word, ...]] = (
    "add",
    "was",
    "set",
    "unset",
    "adjust",
    "replace",
    "take",
    "remove",
    "move",
)
"""The order within a pack, so that the order of its files and lines means nothing."""


def operations(pack: Pack, selection: Selection) -> list[Operation]:
    """Everything that a pack does to entries that are there.

    The choices in use come first: what the pack does besides may build on them.
    """
    found = [
        replace(one, option=f"{option}.{choice}")
        for option, choice, body, address in selection.chosen(pack)
        for one in operations_in(pack.id, body, address)
    ]
    for file in selection.files(pack):
        found += operations_in(pack.id, file.data, Address(file.path))
    return found


# What a pack does, in such an order that the order of its lines means nothing.


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
