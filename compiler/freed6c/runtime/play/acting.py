"""Somebody with dice in their hand: what formulas ask while something is being done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..entries.tables import Row
from ..given import Cells
from ..record import Ref
from .attempt import attempt
from .valued import valued

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..dice.table import Randomness
    from ..die_code import DieCode
    from ..given import Value
    from ..record import Entry
    from .being import Being


class Acting:
    """A character who can roll, and whose values come from the rows that they chose first.

    `about` are ids that belong to their rolls as well.
    """

    __slots__ = ("about", "fed", "rng", "who")

    def __init__(
        self,
        who: Being,
        rng: Randomness,
        names: Mapping[str, Value | Entry] | None = None,
        about: frozenset[str] = frozenset(),
    ) -> None:
        self.who = who
        self.rng = rng
        self.about = about
        self.fed = fed_by(names or {})

    def __str__(self) -> str:
        return str(self.who)

    def rating(self, id: str, /) -> DieCode:
        """How good they are at something."""
        return self.who.rating(id)

    def fixed(self, id: str, /) -> int:
        """The rating as a number, when nobody rolls."""
        return self.who.fixed(id)

    def roll(self, id: str, /) -> int:
        """Roll, and give the total."""
        return attempt(self.who, id, about=self.about).roll(self.rng).total

    def has(self, id: str, /) -> bool:
        """Whether they have this at all."""
        return self.who.has(id)

    def without_ability(self, id: str, /) -> DieCode:
        """The rating without what the ability gives to it."""
        return self.who.without_ability(id)

    def value(self, id: str, /) -> Value:
        """A number of theirs, or whatever it is; what is rolled for it is about it."""
        rolling = Acting(self.who, self.rng, about=self.about | {id})
        rolling.fed = self.fed
        return valued(self.who, id, self.fed, rolling)


def fed_by(names: Mapping[str, Value | Entry]) -> dict[str, Value]:
    """The values that chosen rows give to whoever chose them."""
    fed: dict[str, Value] = {}
    for value in names.values():
        row: object = value.entry if isinstance(value, Ref) else value
        if isinstance(row, Row):
            for key, column in row.parent.entry.columns.items():
                if column.feeds is not None:
                    fed[column.feeds.id] = Cells(row).find(key)
    return fed
