"""Finds entries by id, or by any tail of one, as packs may write them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from freed6c.runtime.record import Entry


@dataclass(frozen=True, slots=True)
class Index:
    """All entries by id, and by every tail of their ids."""

    by_id: Mapping[str, Entry]
    by_tail: Mapping[str, tuple[Entry, ...]]

    def find(self, written: str, kinds: Collection[str] = ()) -> Entry | None:
        """The entry that is meant; None where there is none, or several could be."""
        exact = self.by_id.get(written)
        if exact is not None:
            return exact
        found = self.candidates(written, kinds)
        return found[0] if len(found) == 1 else None

    def candidates(self, tail: str, kinds: Collection[str] = ()) -> tuple[Entry, ...]:
        """Every entry of these kinds, or of any, whose id ends so."""
        found = self.by_tail.get(tail, ())
        return tuple(e for e in found if not kinds or kind_of(e.id) in kinds)


def index_of(entries: Mapping[str, Entry]) -> Index:
    """Index the entries of a ruleset."""
    by_tail: dict[str, list[Entry]] = {}
    for entry in entries.values():
        tail = entry.id
        while "." in tail:
            tail = tail.partition(".")[2]
            by_tail.setdefault(tail, []).append(entry)
    return Index(entries, {tail: tuple(found) for tail, found in by_tail.items()})


def kind_of(id_: str) -> str:
    """The kind that an id begins with."""
    return id_.partition(".")[0]
