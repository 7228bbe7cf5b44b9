"""What packs do to whole entries: add new ones, and give those that exist new ids (`renamed`)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import overlays as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.diagnostics.spellings import key_problem
from freed6c.diagnostics.suggest import nearest
from freed6c.diagnostics.ways_out import Replacement, WayOut
from freed6c.overlay.edits import Act, Edit
from freed6c.overlay.ledger import renamed_path
from freed6c.packs.data import KeyPath, as_map
from freed6c.packs.ids import entries_at, entries_of, entry_at, id_at
from freed6c.packs.kinds import BY_NAME, TOP
from freed6c.packs.location import Location
from freed6c.packs.operations import change_line
from freed6c.packs.pack import Pack, Redirect
from freed6c.packs.provenance import BROUGHT, Origin

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
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
                id=id_at(path),
                key=path[-1],
            )
            state.report(problem)
            continue
        state.edits.record(edit)
        origin = Origin(pack=pack.id, address=address, operation="written")
        ledger.put(path, body, origin)


def _manifest_rank(pack: Pack, path: KeyPath) -> int:
    """Return the rank of an entry by `order` in the manifest; unnamed entries come last."""
    order = as_map(pack.manifest.data.get("order")).get(str(path[0]))
    names = order if isinstance(order, list) else []
    return names.index(str(path[-1])) if path[-1] in names else len(names)


def check_order(state: MergeState, pack: Pack) -> None:
    """Report what `order` in a manifest names and what does not exist."""

    def report_unknown(
        name: str, place: Location, known: Collection[str], named: Collection[object]
    ) -> None:
        # Where the one that is meant is named already, there is nothing to put in its place.
        near = nearest(name, known)
        help_ = () if {*near} & {*named} else state.advice.did_you_mean(name, near)
        state.report(codes.UNKNOWN_IN_ORDER.at(place, help=help_, name=name))

    orders = as_map(pack.manifest.data.get("order"))
    for key, wanted in orders.items():
        entries = state.ledger.tree.get(key)
        address = Location(pack.manifest.path, ("order", key))
        if key not in TOP or not isinstance(entries, dict):
            report_unknown(key, address.key(), TOP, orders)
            continue
        names = wanted if isinstance(wanted, list) else []
        for position, name in enumerate(names):
            if name not in entries:
                report_unknown(str(name), address.at(position), entries, names)


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
    named = {id_ for file in pack.files for id_ in as_map(file.data.get("change"))}
    changes = [
        change
        for change in changes
        if not _is_misspelt(state, change)
        and not _is_backward(state, pack, change, named)
    ]
    changes.sort(key=lambda change: -change.old.count("."))
    renames = PendingRenames(state, pack)
    failed = [change for change in changes if not renames.add(change)]
    renames.apply()
    for change in failed:
        if not renames.add(change):
            state.report(_unfit_rename(state, pack, change))
    renames.apply()


def _unfit_rename(state: MergeState, pack: Pack, change: Rename) -> Diagnostic:
    """What is wrong with a rename to an id that is taken, or of what is not there."""
    old, new, key = change.old, change.new, change.address.key()
    if state.ledger.find(old) is not None:
        instead = f"remove: {{{old}: {{use-instead: {new}}}}}"
        way = f"to use that in its place, write {instead}"
        way = "leave this out" if old == new else way
        return codes.RENAMED_TO_TAKEN.at(change.address, help=[way], old=old, new=new)

    def ids() -> Iterator[str]:
        return (id_ for id_, _, _ in entries_of(state.ledger.tree))

    advice = state.advice
    redirect, removal = state.redirects.get(old), state.removed.get(old)
    if redirect is not None and redirect.renamed:
        ordered = state.precedence.ordered(redirect.pack, pack.id)
        edits = (Replacement(redirect.id, key),) if ordered else ()
        called = f"'{redirect.pack}' calls it '{redirect.id}' already"
        line = f"{redirect.id}: {new}"
        way = (
            f"write {line}"
            if ordered
            else f"to have it so, write after: [{redirect.pack}], and {line}"
        )
        help_: Sequence[WayOut] = (WayOut(f"{called}: {way}", edits),)
    elif removal is not None:
        help_ = (WayOut(f"'{removal.pack}' removed it: leave this out"),)
    else:
        near = advice.did_you_mean_id(old, ids()) or advice.did_you_mean_id(new, ids())
        help_ = near or (WayOut("name one that is there: freed6c list shows all ids"),)
    return codes.UNKNOWN_RENAME.at(key, help=help_, old=old, new=new)


def _is_misspelt(state: MergeState, change: Rename) -> bool:
    """Report an id, old or new, with a key that no entry can have."""
    for id_, place in (
        (change.old, change.address.key()),
        (change.new, change.address),
    ):
        kind, *keys = id_.split(".")
        above = kind
        for key in keys:
            problem = key_problem(key, place, f"{above}.")
            if problem is not None:
                state.report(problem)
                return True
            above = f"{above}.{key}"
    return False


def _is_backward(
    state: MergeState, pack: Pack, change: Rename, named: Collection[str]
) -> bool:
    """Report a rename from the new id to the old one: the pack itself changes the former.

    `named` are the ids that it changes.
    """
    old, new = state.ledger.find(change.old), state.ledger.find(change.new)
    if old is not None or new is None or change.old not in named:
        return False
    if state.ledger.provenance.author(new) == pack.id:
        return False
    edits = (
        Replacement(change.new, change.address.key()),
        Replacement(change.old, change.address),
    )
    way = WayOut(f"write {change.new}: {change.old}", edits)
    problem = codes.RENAMED_BACKWARD.at(
        change.address.key(), help=[way], old=change.old, new=change.new
    )
    state.report(problem)
    return True


@dataclass(slots=True)
class PendingRenames:
    """Renames of one pack that are applied together: each alone would move all records.

    `paths` are those of entries with the keys that they will have; `touched` the ids that this is
    about, and `above` the places that the entries stand in.
    """

    state: MergeState
    pack: Pack
    paths: dict[KeyPath, tuple[str, Origin]] = field(default_factory=dict)
    touched: set[str] = field(default_factory=set)
    above: set[KeyPath] = field(default_factory=set)

    def add(self, change: Rename) -> bool:
        """Rename an entry, or redirect its old id; false where both ids exist, or neither."""
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
        """Rename the entries in the tree, the ledger and the log."""
        if self.paths:
            keys = {path: key for path, (key, _) in self.paths.items()}
            self.state.ledger.rename(self.paths)
            self.state.edits.rename(lambda path: renamed_path(path, keys))
        self.paths, self.touched, self.above = {}, set(), set()

    def _rename(self, change: Rename, old: KeyPath) -> None:
        """Note the rename of an entry; report an id that it cannot have."""
        kind, keys, _ = entry_at(old)
        *above, key = change.new.split(".")
        if above != [kind.name, *keys[:-1]] or not key:
            fitting = ".".join((kind.name, *keys[:-1]))
            named = change_line(f"{change.old}.name", "set", change.new)
            ways = [] if "." in change.new else [f"for what people read: {named}"]
            problem = codes.RENAMED_ELSEWHERE.at(
                change.address, help=ways, old=change.old, fitting=fitting
            )
            self.state.report(problem)
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
        """Redirect old ids to new ones, and those that led to the old ones too."""
        redirects = self.state.redirects
        for former, redirect in redirects.items():
            if redirect.id in new_ids:
                redirects[former] = replace(redirect, id=new_ids[redirect.id])
        for old, new in new_ids.items():
            redirects[old] = Redirect(new, self.pack.id, renamed=True)


def _ids_inside(state: MergeState, change: Rename, new: KeyPath) -> dict[str, str]:
    """New ids by old ones, for an entry that has its new id already and all that it contains."""
    kind = BY_NAME.get(change.old.partition(".")[0])
    if kind is None or change.old.count(".") != change.new.count("."):
        return {change.old: change.new}
    old = (*new[:-1], change.old.rpartition(".")[2])
    return {change.old: change.new} | {
        id_at((*old, *place[len(new) :])): id_
        for id_, _, place in entries_at(state.ledger.tree, new)
    }
