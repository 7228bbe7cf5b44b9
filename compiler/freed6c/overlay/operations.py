"""What a pack does to a ruleset, and in which order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from freed6c.packs.location import Address
from freed6c.packs.operations import Operation, Word, operations_in

if TYPE_CHECKING:
    from freed6c.overlay.choices.selection import Selection
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
