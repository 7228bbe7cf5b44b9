"""Which pack comes after which: an order that packs declare, never one of names or files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from freed6c.packs.pack import Pack


@dataclass(frozen=True, slots=True)
class Precedence:
    """For each pack, those that it builds on (`under` it), and all that it stands `behind`."""

    under: Mapping[str, frozenset[str]]
    behind: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, packs: Sequence[Pack]) -> Precedence:
        """Read it from packs in an order in which each stands after those it knows."""
        under: dict[str, frozenset[str]] = {}
        behind: dict[str, frozenset[str]] = {}
        for pack in packs:
            bases = [base for base in pack.extends if base in under]
            before = [other for other in (*bases, *pack.after) if other in behind]
            under[pack.id] = frozenset(bases).union(*(under[base] for base in bases))
            behind[pack.id] = frozenset(before).union(*(behind[one] for one in before))
        return cls(under, behind)

    def knows(self, pack: str, other: str) -> bool:
        """Whether a pack may speak of what another brings: its own, or that of a base."""
        return other == pack or other in self.under.get(pack, frozenset())

    def ordered(self, one: str, other: str) -> bool:
        """Whether the order of two packs is said; a pack and itself count as ordered."""
        return (
            one == other
            or other in self.behind.get(one, frozenset())
            or one in self.behind.get(other, frozenset())
        )
