"""The rules that references of entries look in: from the first that is linked on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self, TypeVar

from freed6c.runtime.entries.dice import Dice, first_procedure
from freed6c.runtime.finding import NameIndex
from freed6c.runtime.record import Entry, of_kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from freed6c.runtime.amounts import DieCode


T = TypeVar("T")


class Dropped(Exception):  # noqa: N818
    """An entry that was left out because of an error, which was reported."""


@dataclass(slots=True)
class PartialRules:
    """The rules with the entries that are built so far. Nobody is saved or loaded with them.

    `dropped` are the ids of entries that lack a required field, or an entry inside.
    """

    die_code: type[DieCode]
    entries: Mapping[str, Entry]
    id: str = ""
    version: str = ""
    packs: tuple[str, ...] = ()
    moved: Mapping[str, str] = field(default_factory=dict[str, str])
    terms: Mapping[str, str] = field(default_factory=dict[str, str])
    dropped: set[str] = field(default_factory=set[str])

    @property
    def procedure(self) -> Dice | None:
        """The first dice procedure, once it is there."""
        return first_procedure(self.entries.values())

    def entry(self, id: str, /) -> Entry:  # noqa: A002
        """The entry of an id. Raises KeyError where there is none yet, or Dropped."""
        if id in self.dropped:
            raise Dropped(id)
        return self.entries[id]

    def every(self, kind: str, /) -> Iterator[Entry]:
        """All entries of a kind that are there so far, by the word that begins their ids."""
        return of_kind(self.entries.values(), kind)

    def once(self, find: Callable[[Self], T], /) -> T:
        """What a function finds so far; there is more to come, so nothing is kept."""
        return find(self)

    @property
    def names(self) -> NameIndex:
        """The entries that are there so far, by what they are called."""
        return NameIndex(self.entries.values())
