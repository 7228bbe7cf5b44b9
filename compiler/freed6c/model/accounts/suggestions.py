"""What an address that leads nowhere may have been meant as."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.model.accounts.addresses import ever, name_of
from freed6c.model.kinds import class_of
from freed6c.model.shape import written
from freed6c.packs.data import KeyPath, walk
from freed6c.packs.ids import entries_of, entry_at, find
from freed6c.packs.suggest import did_you_mean, id_meant

if TYPE_CHECKING:
    from freed6c.packs.pack import Merged


def suggestions(merged: Merged, address: str) -> tuple[str, ...]:
    """Lines of help: entries of nearly this id or key, or the settings that an entry has."""
    tree = ever(merged)
    path = find(tree, address)
    if path is not None:
        return _inside(merged, path)
    known = [*(id_ for id_, _, _ in entries_of(tree)), *merged.instead]
    ids = list(dict.fromkeys(known))
    ends = _ending(address, ids)
    if ends:
        return ("did you mean " + " or ".join(f"'{one}'" for one in ends[:3]) + "?",)
    return id_meant(address, ids)


def _ending(address: str, ids: list[str]) -> list[str]:
    """What is meant where the beginning of an id is left out: `grey.name`."""
    steps = address.split(".")
    for depth in range(len(steps), 0, -1):
        end = "." + ".".join(steps[:depth])
        found = [".".join((id_, *steps[depth:])) for id_ in ids if id_.endswith(end)]
        if found:
            return found
    return []


def _inside(merged: Merged, path: KeyPath) -> tuple[str, ...]:
    """The last step that leads somewhere, and what stands there."""
    depth = len(path)
    while depth and walk(merged.tree, path[:depth]) is None:
        depth -= 1
    above, wrong = path[:depth], str(path[depth])
    known = sorted(_steps(merged, above))
    near = did_you_mean(wrong, known)
    listed = (f"{name_of(above)} has: {', '.join(known)}",) if known else ()
    return near or listed


def _steps(merged: Merged, path: KeyPath) -> set[str]:
    """What may follow: what is written there, and in an entry all settings of its kind."""
    held = walk(merged.tree, path)
    if not isinstance(held, dict):
        return set()
    kind, _, at = entry_at(path)
    settings = written(class_of(kind.name, held)) if at == path else ()
    return {*held, *(field.key for field in settings)}
