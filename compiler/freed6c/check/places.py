"""Where the fields of entries are written, for what the checks report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.diagnostics.diagnostic import Label

if TYPE_CHECKING:
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.runtime.record import Entry


def label(
    ruleset: Ruleset,
    entry: Entry,
    *steps: str | int,
    words: str = "",
    within: tuple[int, int] | None = None,
) -> Label | None:
    """A field of an entry, or the entry's key where no field is named."""
    address = ruleset.origins.address((*ruleset.paths[entry.id], *steps))
    if address is None:
        return None
    if not steps:
        return Label(address.key(), words)
    return Label(address if within is None else address.characters(*within), words)


def at_path(ruleset: Ruleset, path: KeyPath, words: str = "") -> Label | None:
    """What stands at a place of the ruleset's tree."""
    address = ruleset.origins.address(path)
    return None if address is None else Label(address, words)


def labels(*found: Label | None) -> tuple[Label, ...]:
    """Those that are there."""
    return tuple(one for one in found if one is not None)
