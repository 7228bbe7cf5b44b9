"""What packs do to whole entries: add new ones, and give those that exist new ids (`renamed`)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import overlays as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.overlay.edits import Act, Edit
from freed6c.packs.data import KeyPath, as_map
from freed6c.packs.ids import entries_of, entry_at, id_at
from freed6c.packs.kinds import BY_NAME, TOP
from freed6c.packs.location import Location
from freed6c.packs.pack import Pack, Redirect
from freed6c.packs.provenance import BROUGHT, Origin
from freed6c.packs.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from freed6c.overlay.ledger import MergeState


def add_entries(state: MergeState, pack: Pack) -> None:
    """Add the entries of a pack; one whose id exists already is an error."""
    ledger = state.ledger
    entries = [
        (path, body, Location(file.path, path))
        for file in state.selection.files(pack)
        for key, kind in TOP.items()
        if isinstance(section := file.data.get(key), dict)
        for path, body in (
            [((key,), section)]
            if kind.single
            else [((key, name), body) for name, body in section.items()]
        )
    ]
    entries.sort(key=lambda entry: _manifest_rank(pack, entry[0]))
    for path, body, address in entries:
        edit = Edit(
            pack=pack.id, act=Act.WRITTEN, path=path, value=body, address=address
        )
        if state.overruled(edit):
            continue
        # The origin of the entry that stands there now, if one does.
        records = ledger.records[path] if ledger.get(path) is not None else ()
        brought = [origin for origin in records if origin.operation in BROUGHT]
        if brought and state.precedence.ordered(brought[-1].pack, pack.id):
            first = f"first written in {brought[-1].pack}"
            problem = codes.ENTRY_EXISTS.at(
                address.key(),
                related=[Label(brought[-1].address.key(), first)],
                kind=TOP[str(path[0])].with_article,
                name=TOP[str(path[0])].name,
                key=path[-1],
            )
            state.report(problem)
            continue
        state.edits.record(edit)
        origin = Origin(pack=pack.id, address=address, operation="written")
        ledger.write(path, body, origin)


def _manifest_rank(pack: Pack, path: KeyPath) -> int:
    """The rank of an entry by `order` in the manifest; what is not named there comes behind."""
    wanted = as_map(pack.manifest.data.get("order")).get(str(path[0]))
    if isinstance(wanted, list) and len(path) > 1 and path[1] in wanted:
        return wanted.index(path[1])
    return len(wanted) if isinstance(wanted, list) else 0


def check_order(state: MergeState, pack: Pack) -> None:
    """Report what `order` in a manifest names and what does not exist."""

    def report_unknown(name: str, place: Location, known: Collection[str]) -> None:
        help_ = did_you_mean(name, known)
        state.report(codes.UNKNOWN_IN_ORDER.at(place, help=help_, name=name))

    for key, wanted in as_map(pack.manifest.data.get("order")).items():
        entries = state.ledger.tree.get(key)
        address = Location(pack.manifest.path, ("order", key))
        if key not in TOP or not isinstance(entries, dict):
            report_unknown(key, address.key(), TOP)
            continue
        for position, name in enumerate(wanted if isinstance(wanted, list) else ()):
            if name not in entries:
                report_unknown(str(name), address.at(position), entries)


@dataclass(frozen=True, slots=True)
class Rename:
    """An old id and the new one, as a pack says in its manifest."""

    old: str
    new: str
    address: Location


def rename(state: MergeState, pack: Pack) -> None:
    """Give entries the ids that `renamed` in the manifest says, and redirect the old ids.

    All ids inside an entry change with it: `condition.soot.black` with `track.soot`. So the deepest
    ids are renamed first, while their parents have their old keys. One that was not found is tried
    again after the others: `condition.ash.black: condition.ash.dark` finds its track only after
    `track.soot: track.ash`. Where a pack has written an entry under the new id itself, only the
    redirect is added.
    """
    changes = [
        Rename(old, str(new), Location(pack.manifest.path, ("renamed", old)))
        for old, new in as_map(pack.manifest.data.get("renamed")).items()
    ]
    changes.sort(key=lambda change: -change.old.count("."))
    failed = [change for change in changes if not _rename(state, pack, change)]
    for change in failed:
        if not _rename(state, pack, change):
            ids = [id_ for id_, _, _ in entries_of(state.ledger.tree)]
            problem = codes.UNKNOWN_RENAME.at(
                change.address.key(),
                help=did_you_mean(change.old, ids) or did_you_mean(change.new, ids),
                old=change.old,
                new=change.new,
            )
            state.report(problem)


def _rename(state: MergeState, pack: Pack, change: Rename) -> bool:
    """Rename one entry; false where neither its old nor its new id exists."""
    old, new = state.ledger.find(change.old), state.ledger.find(change.new)
    if new is not None:
        _redirect(state, pack, _ids_inside(state, change, new))
    elif old is not None:
        _rename_entry(state, pack, change, old)
    return old is not None or new is not None


def _rename_entry(state: MergeState, pack: Pack, change: Rename, old: KeyPath) -> None:
    """Rename the entry in the tree, the ledger and the log; report an id that it cannot have."""
    kind, keys, _ = entry_at(old)
    *above, key = change.new.split(".")
    if above != [kind.name, *keys[:-1]] or not key:
        fitting = ".".join((kind.name, *keys[:-1]))
        problem = codes.RENAMED_ELSEWHERE.at(
            change.address, old=change.old, fitting=fitting
        )
        state.report(problem)
        return
    path = (*old[:-1], key)
    new_ids = {
        id_: id_at((*path, *place[len(old) :]))
        for id_, _, place in entries_of(state.ledger.tree)
        if place[: len(old)] == old
    }
    origin = Origin(
        pack=pack.id,
        address=change.address,
        operation="rename",
        before=str(old[-1]),
        after=key,
    )
    state.ledger.rename(old, key, origin)
    state.edits.rename(old, path)
    _redirect(state, pack, new_ids)


def _redirect(state: MergeState, pack: Pack, new_ids: Mapping[str, str]) -> None:
    """Redirect old ids to new ones, and those that led to the old ones too."""
    for old, redirect in state.redirects.items():
        if redirect.id in new_ids:
            state.redirects[old] = replace(redirect, id=new_ids[redirect.id])
    for old, new in new_ids.items():
        state.redirects[old] = Redirect(new, pack.id, renamed=True)


def _ids_inside(state: MergeState, change: Rename, new: KeyPath) -> dict[str, str]:
    """New ids by old ones, for an entry that has its new id already and all that it contains."""
    kind = BY_NAME.get(change.old.partition(".")[0])
    if kind is None or change.old.count(".") != change.new.count("."):
        return {change.old: change.new}
    old = (*new[:-1], change.old.rpartition(".")[2])
    return {change.old: change.new} | {
        id_at((*old, *place[len(new) :])): id_
        for id_, _, place in entries_of(state.ledger.tree)
        if place[: len(new)] == new
    }
