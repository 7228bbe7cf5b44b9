"""Look up entries by id or by a suffix of an id: `brawling` for `skill.brawling`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from freed6c.model.entry_contents import references_of
from freed6c.packs.ids import by_suffix, kind_of
from freed6c.runtime.entries.actions import Action, Menu
from freed6c.runtime.entries.tables import Table

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry


class EntryIndex(NamedTuple):
    """All entries by id, and by every suffix of their ids."""

    by_id: Mapping[str, Entry]
    by_tail: Mapping[str, tuple[Entry, ...]]

    def find(self, written: str, kinds: Collection[str] = ()) -> Entry | None:
        """Return the only entry with this id or suffix; None if no entry or several match."""
        exact = self.by_id.get(written)
        if exact is not None:
            return exact
        candidates = self.candidates(written, kinds)
        return candidates[0] if len(candidates) == 1 else None

    def candidates(self, tail: str, kinds: Collection[str] = ()) -> tuple[Entry, ...]:
        """Return the entries whose id has this suffix, of these kinds or, if empty, of any kind."""
        entries = self.by_tail.get(tail, ())
        return tuple(e for e in entries if not kinds or kind_of(e.id) in kinds)


def index_entries(ruleset: Ruleset) -> EntryIndex:
    """Index the entries of a ruleset."""
    return EntryIndex(ruleset.entries, by_suffix(ruleset.entries))


def tables_and_menus(ruleset: Ruleset, entry: Action) -> list[Table | Menu]:
    """Return the tables that an action looks up, and the menus that it buys from."""
    index = ruleset.once(index_entries)
    chosen = (index.find(type_, ("table",)) for type_ in entry.choose.values())
    named = (ruleset.entries.get(id_) for _, id_ in references_of(ruleset, entry))
    used = dict.fromkeys((*chosen, *named))
    return [entry for entry in used if isinstance(entry, Table | Menu)]
