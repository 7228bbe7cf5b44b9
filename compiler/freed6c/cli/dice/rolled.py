"""A roll together with what it was asked of: what text and JSON both write down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from freed6c.cli.dice.asked import Asked
    from freed6c.runtime.dice.pool import Pool
    from freed6c.runtime.dice.roller import Roll
    from freed6c.runtime.entries.tables import Band


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll, of which pool, and from which seed if there was one."""

    asked: Asked
    pool: Pool
    seed: int | None
    roll: Roll

    @property
    def band(self) -> Band | None:
        """The band of the rank; none below the first, or where nothing had to be reached."""
        ranks = self.asked.procedure.ranks
        if ranks is None or not self.roll.rank:
            return None
        return ranks.entry.bands[self.roll.rank - 1]
