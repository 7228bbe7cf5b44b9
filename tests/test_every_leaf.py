"""Everything that core says can be changed by a pack, and what was changed says by whom."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from every_leaf import DEEDS, Deed, of_rules, pack_of
from freed6c.diagnostics.codes import overlays
from freed6c.packs.data import Data, KeyPath, walk
from freed6c.packs.location import Location
from made_packs import overlaid, write_pack

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path as Folder

    from freed6c.packs.pack import MergedRuleset
    from freed6c.packs.provenance import Origin

    Records: TypeAlias = "Mapping[KeyPath, list[Origin]]"


@cache
def core() -> dict[str, Data]:
    return of_rules(overlaid("core").merged.tree)


@pytest.mark.parametrize("what", DEEDS)
def test_whatever_core_says_can_be_changed(what: str, tmp_path: Folder) -> None:
    deeds = DEEDS[what](core())
    rules = pack_of(deeds)
    layer = write_pack(tmp_path, "house", {"rules.yaml": rules}, extends="core")
    found = overlaid(layer)
    house = next(pack for pack in found.merged.packs if pack.id == "house")
    file = next(one.path for one in house.files if one.data == rules)
    told, records = _told(found.problems), _records(found.merged)
    silent = [
        deed
        for deed in deeds
        if not (_is_done(deed, found.merged) and _is_recorded(deed, file, records))
        and not _went_along(deed, found.merged)
        and _line(deed, rules) not in told
    ]
    assert silent == []
    refused = [
        one.message
        for one in found.problems
        if one.code.id.startswith("D6-O") and one.code is not overlays.HIGHEST_RANK
    ]
    assert refused == []


def _line(deed: Deed, rules: Any) -> tuple[str | int, ...]:
    """Where a deed stands in the file: what is unset is a list."""
    if deed.word != "unset":
        return deed.keys
    held = walk(rules, deed.keys[:-1])
    assert isinstance(held, list)
    return (*deed.keys[:-1], held.index(deed.keys[-1]))


def _told(problems: tuple[Any, ...]) -> set[KeyPath]:
    """The places in files that something was said about, and all that these stand in."""
    places = [problem.label.place for problem in problems if problem.label is not None]
    return {
        place.path[:depth]
        for place in places
        if isinstance(place, Location)
        for depth in range(len(place.path) + 1)
    }


def _is_done(deed: Deed, found: MergedRuleset) -> bool:
    """Whether the ruleset is as the line says."""
    before, after = walk(core(), deed.path), walk(found.tree, deed.path)
    match deed.word:
        case "set":
            done = after == deed.value
        case "adjust":
            done = isinstance(before, int) and after == before + deed.value
        case "reword":
            ((passage, words),) = deed.value.items()
            done = after == str(before).replace(passage, words, 1)
        case "add":
            done = _is_added(deed, before, after)
        case "move":
            done = _is_first(deed, found)
        case "remove":
            done = _is_gone(deed, after)
        case _:
            done = after is None
    return bool(done)


def _went_along(deed: Deed, found: MergedRuleset) -> bool:
    """Whether its entry went with what it was about, which another line of the pack removed."""
    entry = deed.path[:2]
    records = found.provenance.records.get(entry, ())
    return (
        deed.path[0] in {"notes", "examples"}
        and walk(found.tree, entry) is None
        and any(origin.operation == "remove" for origin in records)
    )


def _is_added(deed: Deed, before: Data | None, after: Data | None) -> bool:
    if isinstance(before, list):
        return after == [*before, *deed.value]
    return before is None and after == deed.value


def _is_first(deed: Deed, found: MergedRuleset) -> bool:
    beside = walk(found.tree, deed.path[:-1])
    return isinstance(beside, dict) and next(iter(beside)) == deed.path[-1]


def _is_gone(deed: Deed, after: Data | None) -> bool:
    if isinstance(after, list):
        held = walk(core(), deed.path)
        # Other lines may take more out of it: what is removed is mentioned no longer.
        kept = isinstance(held, list) and [one for one in held[:-1] if one in after]
        return after == kept
    return isinstance(after, dict) and deed.value[0] not in after


def _is_recorded(deed: Deed, file: str, found: Records) -> bool:
    """A record has this pack and line, and what stood there before."""
    return any(
        origin.address.file == file and _tells(deed, origin.before, origin.after)
        for origin in found.get(_under(deed.keys), ())
    )


def _under(keys: KeyPath) -> KeyPath:
    """The key under which something is done; what is unset is one list."""
    return keys[:3] if "unset" in keys[2:3] else keys[:4]


def _records(merged: MergedRuleset) -> Records:
    """What the pack did, by where it is written."""
    found: dict[KeyPath, list[Origin]] = {}
    for origins in merged.provenance.records.values():
        for origin in origins:
            if origin.pack == "house":
                found.setdefault(_under(origin.address.path), []).append(origin)
    return found


def _tells(deed: Deed, before: Data | None, after: Data | None) -> bool:
    was = walk(core(), deed.path)
    match deed.word:
        case "set" | "adjust" | "reword":
            return before == was and after is not None
        case "unset":
            return before == was and after is None
        case "add":
            return before is None and after is not None
        case "move":
            return before is not None and after == f"before {deed.value['before']}"
        case _:
            return before is not None and after is None
