"""The rules during linking, with the entries that are built so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self, TypeVar

from freed6c.packs.lazy import dataclass, field
from freed6c.runtime.entries.dice import Dice, first_procedure
from freed6c.runtime.finding import NameIndex
from freed6c.runtime.record import Entry, of_kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from freed6c.runtime.amounts import DieCode


T = TypeVar("T")


class DroppedEntryError(Exception):
    """The exception for an entry that was dropped because of an error, which has a diagnostic."""


@dataclass()
class PartialRules:
    """The rules with the entries that are built so far. Characters are never saved with them.

    `dropped` has the ids of entries that lack a required field or a nested entry.
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
        """The first dice procedure, once it is built."""
        return first_procedure(self.entries.values())

    def entry(self, id: str, /) -> Entry:  # noqa: A002
        """Return the entry of an id. Raise KeyError if there is none yet, or DroppedEntryError."""
        if id in self.dropped:
            raise DroppedEntryError(id)
        return self.entries[id]

    def every(self, kind: str, /) -> Iterator[Entry]:
        """Return the entries of a kind that are built so far, by the prefix of their ids."""
        return of_kind(self.entries.values(), kind)

    def once(self, find: Callable[[Self], T], /) -> T:
        """Return the result of a function, without a cache, as entries are still being added."""
        return find(self)

    @property
    def names(self) -> NameIndex:
        """The entries that are built so far, by name."""
        return NameIndex(self.entries.values())
