"""Operations on whole entries: adding new ones, and renaming existing ones (`renamed`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import overlays as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.diagnostics.spellings import key_problem
from freed6c.diagnostics.suggest import did_you_mean, did_you_mean_id, nearest
from freed6c.diagnostics.ways_out import Replacement, WayOut
from freed6c.overlay.edits import Act, Edit
from freed6c.overlay.ledger import renamed_path
from freed6c.packs.data import KeyPath, as_list, as_map
from freed6c.packs.ids import entries_at, entries_of, entry_at, id_at
from freed6c.packs.kinds import BY_NAME, TOP
from freed6c.packs.lazy import dataclass, field, replace
from freed6c.packs.operations import change_line, instead_of_repeating
from freed6c.packs.pack import Pack, Redirect
from freed6c.packs.provenance import BROUGHT, Origin

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.overlay.ledger import MergeState
    from freed6c.packs.location import Location


def add_entries(state: MergeState, pack: Pack) -> None:
    """Add the entries of a pack; report those whose id already exists."""
    ledger = state.ledger
    entries = [
        (path, body, file.at(*path))
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
        # A removed entry keeps its records, so they count only if there is an entry now.
        records = ledger.records[path] if ledger.get(path) is not None else ()
        creations = [origin for origin in records if origin.operation in BROUGHT]
        if creations and state.precedence.ordered(creations[-1].pack, pack.id):
            first = creations[-1].pack
            label = f"first defined in {first}"
            state.report(
                codes.ENTRY_EXISTS,
                address.key(),
                related=[Label(creations[-1].address.key(), label)],
                help=[instead_of_repeating(id_at(path), own=first == pack.id)],
                kind=TOP[str(path[0])].noun,
                key=path[-1],
            )
            continue
        state.edits.record(edit)
        origin = Origin(pack=pack.id, address=address, operation="written")
        ledger.put(path, body, origin)


def _manifest_rank(pack: Pack, path: KeyPath) -> int:
    """Return the position of an entry in `order` of the manifest, or the length of the order."""
    names = as_list(as_map(pack.manifest.data.get("order")).get(str(path[0]), []))
    return names.index(str(path[-1])) if path[-1] in names else len(names)


def check_order(state: MergeState, pack: Pack) -> None:
    """Report names in `order` of the manifest that don't exist."""

    def report_unknown(
        name: str, place: Location, names: Collection[str], named: Collection[object]
    ) -> None:
        # Don't suggest a name that the list already contains.
        near = nearest(name, names)
        help_ = (
            () if {*near} & {*named} else did_you_mean(name, state.advice.names(near))
        )
        state.report(codes.UNKNOWN_IN_ORDER, place, help=help_, name=name)

    orders = as_map(pack.manifest.data.get("order"))
    for key, listed in orders.items():
        entries = state.ledger.tree.get(key)
        address = pack.manifest.at("order", key)
        if key not in TOP or not isinstance(entries, dict):
            report_unknown(key, address.key(), TOP, orders)
            continue
        for position, name in enumerate(as_list(listed)):
            if name not in entries:
                report_unknown(
                    str(name), address.at(position), entries, as_list(listed)
                )


@dataclass(frozen=True)
class Rename:
    """A line of `renamed` in a manifest: the old id and the new one."""

    old: str
    new: str
    address: Location


def rename(state: MergeState, pack: Pack) -> Sequence[Rename]:
    """Rename entries by `renamed` in the manifest, and redirect their old ids.

    Return the renames of unknown entries, which the pack itself may add.

    Renaming an entry also changes all ids inside it: `condition.soot.black` changes with
    `track.soot`. Authors can write either the old or the new key of the track in them, so:

    - The deepest ids are renamed first, while their parents still have the old keys.
    - A rename whose entry isn't found is retried after the others: `condition.ash.black:
      condition.ash.dark` finds its track only after `track.soot: track.ash`.

    If an entry with the new id exists already, and none with the old one, only the redirect is
    added.
    """
    changes = [
        Rename(old, str(new), pack.manifest.at("renamed", old))
        for old, new in as_map(pack.manifest.data.get("renamed")).items()
    ]
    changed = {id_ for file in pack.files for id_ in as_map(file.data.get("change"))}
    changes = [
        _turned(state, change) if _is_backward(state, pack, change, changed) else change
        for change in changes
        if not _has_invalid_key(state, change)
    ]
    changes.sort(key=lambda change: -change.old.count("."))
    renames = PendingRenames(state, pack)
    failed = [change for change in changes if not renames.add(change)]
    renames.apply()
    failed = [change for change in failed if not renames.add(change)]
    renames.apply()
    return failed


def rename_added(state: MergeState, pack: Pack, changes: Sequence[Rename]) -> None:
    """Apply renames of entries that the pack added; report the others."""
    renames = PendingRenames(state, pack)
    for change in changes:
        if not renames.add(change):
            state.problems.append(_failed_rename(state, pack, change))
    renames.apply()


def _failed_rename(state: MergeState, pack: Pack, change: Rename) -> Diagnostic:
    """Return the diagnostic of a rename whose old id is unknown or whose new id is taken."""
    old, new, key = change.old, change.new, change.address.key()
    if state.ledger.find(old) is not None:
        fix = f"to replace it, write remove: {{{old}: {{replaced-by: {new}}}}}"
        fix = "remove the line" if old == new else fix
        return codes.RENAMED_TO_TAKEN.at(change.address, help=[fix], old=old, new=new)

    redirect, removal = state.redirects.get(old), state.removed.get(old)
    if redirect is not None and redirect.renamed:
        ordered = state.precedence.ordered(redirect.pack, pack.id)
        edits = (Replacement(redirect.id, key),) if ordered else ()
        called = f"'{redirect.pack}' already renamed it to '{redirect.id}'"
        line = f"{redirect.id}: {new}"
        fix = (
            f"write {line}"
            if ordered
            else f"to rename it again, write after: [{redirect.pack}], and {line}"
        )
        help_: Sequence[WayOut] = (WayOut(f"{called}: {fix}", edits),)
    elif removal is not None:
        help_ = (WayOut(f"'{removal.pack}' removed it: remove the line"),)
    else:
        ids = state.advice.names(id_ for id_, _, _ in entries_of(state.ledger.tree))
        near = did_you_mean_id(old, ids) or did_you_mean_id(new, ids)
        help_ = near or (WayOut("run freed6c list to show all ids"),)
    return codes.UNKNOWN_RENAME.at(key, help=help_, old=old, new=new)


def _has_invalid_key(state: MergeState, change: Rename) -> bool:
    """Report an invalid key in the old or the new id; return whether there is one."""
    for id_, place in (
        (change.old, change.address.key()),
        (change.new, change.address),
    ):
        kind, *keys = id_.split(".")
        above = kind
        for key in keys:
            problem = key_problem(key, place, f"{above}.")
            if problem is not None:
                state.problems.append(problem)
                return True
            above = f"{above}.{key}"
    return False


def _is_backward(
    state: MergeState, pack: Pack, change: Rename, changed_ids: Collection[str]
) -> bool:
    """Return whether the old and new id of a rename were swapped.

    They probably were if only the "new" id exists, another pack wrote it, and this pack changes the
    "old" id. `changed_ids` are the ids that this pack changes.
    """
    old, new = state.ledger.find(change.old), state.ledger.find(change.new)
    if old is not None or new is None or change.old not in changed_ids:
        return False
    return state.ledger.provenance.author(new) != pack.id


def _turned(state: MergeState, change: Rename) -> Rename:
    """Report a rename whose ids were swapped, and return the intended one."""
    edits = (
        Replacement(change.new, change.address.key()),
        Replacement(change.old, change.address),
    )
    state.report(
        codes.RENAMED_BACKWARD,
        change.address.key(),
        help=[WayOut(f"write {change.new}: {change.old}", edits)],
        old=change.old,
        new=change.new,
    )
    return replace(change, old=change.new, new=change.old)


@dataclass()
class PendingRenames:
    """Renames of one pack that are applied together, because each application moves all records.

    - `paths`: the new key and the origin of each renamed entry, by its old path.
    - `touched`: the old and new ids. A rename of one of them has to wait for the application.
    - `above`: the paths around the entries. An entry there is renamed after the entries inside it.
    """

    state: MergeState
    pack: Pack
    paths: dict[KeyPath, tuple[str, Origin]] = field(default_factory=dict)
    touched: set[str] = field(default_factory=set)
    above: set[KeyPath] = field(default_factory=set)

    def add(self, change: Rename) -> bool:
        """Queue the rename of an entry, or redirect its old id if the entry has the new one.

        Return False if both ids exist, or neither.
        """
        if not self.touched.isdisjoint((change.old, change.new)):
            self.apply()
        ledger = self.state.ledger
        old, new = ledger.find(change.old), ledger.find(change.new)
        if new is not None and old is None:
            self._redirect(_ids_inside(self.state, change, new))
        elif old is not None and new is None:
            if old in self.above:
                self.apply()
            self._rename(change, old)
        return (old is None) != (new is None)

    def apply(self) -> None:
        """Rename the pending entries in the tree, the ledger and the edit log."""
        if self.paths:
            keys = {path: key for path, (key, _) in self.paths.items()}
            self.state.ledger.rename(self.paths)
            self.state.edits.rename(lambda path: renamed_path(path, keys))
        self.paths, self.touched, self.above = {}, set(), set()

    def _rename(self, change: Rename, old: KeyPath) -> None:
        """Queue the rename of an entry; report a new id that doesn't fit the entry."""
        kind, keys, _ = entry_at(old)
        *above, key = change.new.split(".")
        if above != [kind.name, *keys[:-1]] or not key:
            fitting = ".".join((kind.name, *keys[:-1]))
            line = change_line(f"{change.old}.name", "set", change.new)
            fixes = [] if "." in change.new else [f"to change its name, write {line}"]
            self.state.report(
                codes.RENAMED_ELSEWHERE,
                change.address,
                help=fixes,
                old=change.old,
                fitting=fitting,
            )
            return
        path = (*old[:-1], key)
        new_ids = {
            id_: id_at((*path, *place[len(old) :]))
            for id_, _, place in entries_at(self.state.ledger.tree, old)
        }
        origin = Origin(
            pack=self.pack.id,
            address=change.address,
            operation="rename",
            before=str(old[-1]),
            after=key,
        )
        self.paths[old] = key, origin
        self.touched |= {change.old, change.new}
        self.above.update(old[:depth] for depth in range(len(old)))
        self._redirect(new_ids)

    def _redirect(self, new_ids: Mapping[str, str]) -> None:
        """Redirect old ids to new ones; extend redirects that led to the old ones."""
        redirects = self.state.redirects
        for former, redirect in redirects.items():
            if redirect.id in new_ids:
                redirects[former] = replace(redirect, id=new_ids[redirect.id])
        for old, new in new_ids.items():
            redirects[old] = Redirect(new, self.pack.id, renamed=True)


def _ids_inside(state: MergeState, change: Rename, new: KeyPath) -> dict[str, str]:
    """Map old ids to new ones, for an entry that has its new id already and all inside it."""
    kind = BY_NAME.get(change.old.partition(".")[0])
    if kind is None or change.old.count(".") != change.new.count("."):
        return {change.old: change.new}
    old = (*new[:-1], change.old.rpartition(".")[2])
    return {change.old: change.new} | {
        id_at((*old, *place[len(new) :])): id_
        for id_, _, place in entries_at(state.ledger.tree, new)
    }
