"""A ruleset as formulas see it while it is linked: the entries built so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from freed6c.runtime.entries.dice import first_procedure
from freed6c.runtime.record import of_kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.runtime.die_code import DieCode
    from freed6c.runtime.entries.dice import Dice
    from freed6c.runtime.record import Entry


@dataclass(frozen=True, slots=True)
class RulesSoFar:
    """Knows more entries the later it is asked."""

    die_code: type[DieCode]
    entries: Mapping[str, Entry]

    @property
    def procedure(self) -> Dice | None:
        """The first dice procedure, once it is there."""
        return first_procedure(self.entries.values())

    def entry(self, id: str, /) -> Entry:  # noqa: A002
        """The entry of an id. Raises KeyError where there is none yet."""
        return self.entries[id]

    def every(self, kind: str, /) -> Iterator[Entry]:
        """All entries of a kind that are there so far, by the word that begins their ids."""
        return of_kind(self.entries.values(), kind)
