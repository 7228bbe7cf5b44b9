"""What packs do to whole entries: add new ones, and give those that exist new ids (`renamed`)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import overlays
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.overlay.edits import Edit
from freed6c.packs.data import Data, KeyPath, as_map
from freed6c.packs.ids import entries_of, entry_at, find_path, id_at
from freed6c.packs.kinds import BY_NAME, TOP
from freed6c.packs.location import Location
from freed6c.packs.pack import Pack, Redirect
from freed6c.packs.provenance import BROUGHT, Origin
from freed6c.packs.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from freed6c.overlay.ledger import Ledger
    from freed6c.overlay.options import Selection
    from freed6c.overlay.state import MergeState


def add_entries(state: MergeState, pack: Pack, selection: Selection) -> None:
    """Add the entries of a pack; one whose id exists already is an error."""
    ledger = state.ledger
    for path, body, address in _entries_in_order(pack, selection):
        edit = Edit(pack=pack.id, act="written", path=path, value=body, address=address)
        if any(settlement.overrules(edit, state) for settlement in state.settlements):
            continue
        existing = _bringer(ledger, path)
        if existing is not None and state.precedence.ordered(existing.pack, pack.id):
            _report_existing(path, address, existing, ledger)
            continue
        state.conflicts += state.edits.conflicts_with(edit)
        state.edits.record(edit)
        origin = Origin(pack=pack.id, address=address, operation="written")
        ledger.write(path, body, origin)


def _bringer(ledger: Ledger, path: KeyPath) -> Origin | None:
    """The origin of the entry that stands at a path now; None where there is none."""
    if ledger.get(path) is None:
        return None
    return next(
        origin
        for origin in reversed(ledger.records[path])
        if origin.operation in BROUGHT
    )


def _entries_in_order(
    pack: Pack, selection: Selection
) -> Iterator[tuple[KeyPath, Data, Location]]:
    entries = [
        (path, body, Location(file.path, path))
        for file in selection.files(pack)
        for key, kind in TOP.items()
        if isinstance(section := file.data.get(key), dict)
        for path, body in (
            [((key,), section)]
            if kind.single
            else [((key, name), body) for name, body in section.items()]
        )
    ]
    yield from sorted(entries, key=lambda entry: _manifest_rank(pack, entry[0]))


def _manifest_rank(pack: Pack, path: KeyPath) -> int:
    """The rank of an entry by `order` in the manifest; what is not named there comes behind."""
    wanted = as_map(pack.manifest.data.get("order")).get(str(path[0]))
    if isinstance(wanted, list) and len(path) > 1 and path[1] in wanted:
        return wanted.index(path[1])
    return len(wanted) if isinstance(wanted, list) else 0


def check_order(pack: Pack, ledger: Ledger) -> None:
    """Report what `order` in a manifest names and what does not exist."""
    for key, wanted in as_map(pack.manifest.data.get("order")).items():
        entries = ledger.tree.get(key)
        address = Location(pack.manifest.path, ("order", key))
        if key not in TOP or not isinstance(entries, dict):
            ledger.problems.append(_unknown_in_order(key, address.key(), TOP))
        elif isinstance(wanted, list):
            for position, name in enumerate(wanted):
                if name not in entries:
                    ledger.problems.append(
                        _unknown_in_order(str(name), address.at(position), entries)
                    )


def _unknown_in_order(name: str, place: Location, known: Collection[str]) -> Diagnostic:
    return Diagnostic(
        code=overlays.NO_TARGET,
        message=f"'order' names '{name}', but there is no such entry or section",
        label=Label(place),
        help=did_you_mean(name, known),
    )


def _report_existing(
    path: KeyPath, address: Location, first: Origin, ledger: Ledger
) -> None:
    kind = TOP[str(path[0])]
    ledger.problems.append(
        Diagnostic(
            code=overlays.ENTRY_EXISTS,
            message=f"there is already {kind.said} called '{path[-1]}'",
            label=Label(address.key(), "written again here"),
            related=(Label(first.address.key(), f"first written in {first.pack}"),),
            help=(
                f"to change it, write: change: {{{kind.name}.{path[-1]}: …}}",
                "to add another, give it another key",
            ),
        )
    )


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
    inner_first = sorted(_renames(pack), key=lambda change: -change.old.count("."))
    failed = [change for change in inner_first if not _rename(state, pack, change)]
    for change in failed:
        if not _rename(state, pack, change):
            state.ledger.problems.append(_unknown_rename(state.ledger, change))


def _rename(state: MergeState, pack: Pack, change: Rename) -> bool:
    """Rename one entry; false where neither its old nor its new id exists."""
    new = find_path(state.ledger.tree, change.new)
    exists = new is not None and state.ledger.get(new) is not None
    old = find_path(state.ledger.tree, change.old)
    if old is not None and state.ledger.get(old) is not None and not exists:
        problem = _rename_entry(state, pack, change, old)
        if problem is not None:
            state.ledger.problems.append(problem)
        return True
    if exists:
        _redirect(state, pack, _ids_inside(state.ledger, change, new))
    return exists


def _renames(pack: Pack) -> Iterator[Rename]:
    for old, new in as_map(pack.manifest.data.get("renamed")).items():
        address = Location(pack.manifest.path, ("renamed", old))
        yield Rename(old, str(new), address)


def _rename_entry(
    state: MergeState, pack: Pack, change: Rename, old: KeyPath
) -> Diagnostic | None:
    """Rename the entry in the tree, the ledger and the log; return a problem if it cannot be."""
    kind, keys, _ = entry_at(old)
    *above, key = change.new.split(".")
    if above != [kind.name, *keys[:-1]] or not key:
        return Diagnostic(
            code=overlays.NO_TARGET,
            message=f"'{change.old}' can only be called {'.'.join((kind.name, *keys[:-1]))}.…",
            label=Label(change.address),
            help=("an entry stays where it stands: only its own key can change",),
        )
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
    return None


def _redirect(state: MergeState, pack: Pack, new_ids: Mapping[str, str]) -> None:
    """Redirect old ids to new ones, and those that led to the old ones too."""
    for old, instead in state.instead.items():
        if instead.id in new_ids:
            state.instead[old] = replace(instead, id=new_ids[instead.id])
    for old, new in new_ids.items():
        state.instead[old] = Redirect(new, pack.id, renamed=True)


def _ids_inside(ledger: Ledger, change: Rename, new: KeyPath | None) -> dict[str, str]:
    """New ids by old ones, for an entry that has its new id already and all that it contains."""
    assert new is not None
    old_key = change.old.rpartition(".")[2]
    old = (*new[:-1], old_key)
    kind = BY_NAME.get(change.old.partition(".")[0])
    if kind is None or change.old.count(".") != change.new.count("."):
        return {change.old: change.new}
    return {change.old: change.new} | {
        id_at((*old, *place[len(new) :])): id_
        for id_, _, place in entries_of(ledger.tree)
        if place[: len(new)] == new
    }


def _unknown_rename(ledger: Ledger, change: Rename) -> Diagnostic:
    ids = [id_ for id_, _, _ in entries_of(ledger.tree)]
    return Diagnostic(
        code=overlays.NO_TARGET,
        message=f"'{change.old}' is to be called '{change.new}', but there is neither",
        label=Label(change.address.key()),
        help=did_you_mean(change.old, ids) or did_you_mean(change.new, ids),
    )
