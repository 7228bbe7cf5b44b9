"""Which pack comes after which: an order that packs declare, never one of names or files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from freed6c.packs.pack import Pack


@dataclass(frozen=True, slots=True)
class Precedence:
    """For each pack, those that it builds on (`extends`) or comes `after`, and so on down."""

    behind: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, packs: Sequence[Pack]) -> Precedence:
        """Read it from packs in an order in which each stands after those it knows."""
        behind: dict[str, frozenset[str]] = {}
        for pack in packs:
            before = [one for one in (*pack.extends, *pack.after) if one in behind]
            behind[pack.id] = frozenset(before).union(*(behind[one] for one in before))
        return cls(behind)

    def knows(self, pack: str, other: str) -> bool:
        """Whether a pack may speak of what another brings: its own, or what stands before it."""
        return other == pack or other in self.behind.get(pack, frozenset())

    def ordered(self, one: str, other: str) -> bool:
        """Whether the order of two packs is said; a pack and itself count as ordered."""
        return self.knows(one, other) or self.knows(other, one)
