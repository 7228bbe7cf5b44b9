"""The operations of a pack, and the order in which they are applied."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from freed6c.overlay.positions import END, anchor_of
from freed6c.overlay.targets import place_exists
from freed6c.packs.location import Location
from freed6c.packs.operations import Operation, operations_in

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from freed6c.overlay.state import MergeState
    from freed6c.packs.pack import Pack


def operations(state: MergeState, pack: Pack) -> list[Operation]:
    """The operations of a pack: those of the choices in use, then those of its files.

    Choices come first because the rest of the pack may build on what they add.
    """
    pending = [
        replace(operation, option=f"{option}.{choice}")
        for option, choice, body, address in state.selection.chosen(pack)
        for operation in operations_in(pack.id, body, address)
    ]
    for file in state.selection.files(pack):
        pending += operations_in(pack.id, file.data, Location(file.path))
    return pending


def in_dependency_order(
    state: MergeState, operations: Sequence[Operation]
) -> Iterator[Operation]:
    """Sort operations of one word while they are applied: each comes after what it depends on.

    `add x after y` waits for `add y after z`, and `set` of a place waits for the `set` that makes
    it exist. Where operations wait for each other, the rest is yielded as it is, and what cannot be
    applied is reported.
    """
    waiting = list(operations)
    while waiting:
        moving = {(operation.id, operation.field) for operation in waiting}
        ready: list[Operation] = []
        later: list[Operation] = []
        for operation in waiting:
            waits = (
                not place_exists(state, operation)
                if operation.word == "set"
                else operation.word in {"add", "move"}
                and _anchor_moves(operation, moving)
            )
            (later if waits else ready).append(operation)
        yield from ready or later
        waiting = later if ready else []


def _anchor_moves(operation: Operation, moving: Collection[tuple[str, str]]) -> bool:
    """Whether the key that it is put beside is still to be placed itself."""
    anchor = anchor_of(operation.value)
    if anchor is None or anchor == END:
        return False
    anchor_field = f"{operation.field.rpartition('.')[0]}.{anchor.key}"
    return (operation.id, anchor_field) in moving
