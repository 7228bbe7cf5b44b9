"""Where a value comes from: what packs did to it one after the other, or by what it is worked out.

A rendering of provenance (packs/origins.py) for `freed6c explain`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.model.accounts.account import Account, Part
from freed6c.model.accounts.addresses import Known, find_address, in_parent, name_of
from freed6c.model.accounts.marks import Marks
from freed6c.model.accounts.steps import steps_of
from freed6c.model.accounts.workings import working_of
from freed6c.model.kinds import class_of
from freed6c.model.places import at
from freed6c.model.shape import written
from freed6c.model.written import as_written
from freed6c.packs.data import Data, walk
from freed6c.packs.ids import entry_at
from freed6c.runtime.record import Entry

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.pack import Merged


def account_of(merged: Merged, ruleset: Ruleset, address: str) -> Account | None:
    """What is known of an address; None where it leads nowhere."""
    known = find_address(merged, address)
    if known is None:
        return None
    working = working_of(merged, known.path)
    now = walk(merged.tree, known.path)
    name = name_of(known.path)
    value = now
    if value is None and not known.removed:
        value = _follows(at(ruleset, name) or at(ruleset, in_parent(name)))
    steps = steps_of(merged, known.path, order=working is not None and working.ranked)
    if value is None and not steps and not _declared(merged, known):
        return None
    return Account(
        asked=address,
        address=name,
        name=_label(value),
        value=value,
        written=now is not None,
        removed=known.removed,
        instead=known.instead,
        working=working,
        steps=steps,
        parts=_parts(merged, known, now),
    )


def _label(value: Data | None) -> str:
    """What people call an entry; nothing of what is none."""
    return str(value.get("name", "")) if isinstance(value, dict) else ""


def _follows(value: object) -> Data | None:
    """What follows from something else, or is so where nothing is written."""
    match value:
        case None | "" | ():
            return None
        case int():
            return value
        case Entry():
            return {
                key: as_written(one) for key, one in _cells(value) if one is not None
            }
        case _:
            return as_written(value)


def _cells(entry: Entry) -> Iterable[tuple[str, object]]:
    """What stands in the cells of a row that is worked out."""
    cells: Mapping[str, object] = entry.__dict__.get("cells", {})
    return cells.items()


def _declared(merged: Merged, known: Known) -> bool:
    """Whether the kind has a setting of this name, which is not written."""
    kind, _, at_ = entry_at(known.path)
    body = walk(merged.tree, at_)
    if len(known.path) != len(at_) + 1 or not isinstance(body, dict):
        return False
    names = {field.key for field in written(class_of(kind.name, body))}
    return known.path[-1] in names


def _parts(merged: Merged, known: Known, now: Data | None) -> tuple[Part, ...]:
    """What stands in a map, and where each comes from."""
    if not isinstance(now, dict):
        return ()
    marks = Marks.of(merged)
    return tuple(
        Part(
            key=key,
            value=value,
            pack=merged.origins.writer((*known.path, key)),
            spot=marks.last((*known.path, key)),
        )
        for key, value in now.items()
    )
