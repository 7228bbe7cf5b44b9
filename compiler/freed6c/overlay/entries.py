"""New entries: everything that a pack writes under the keys of kinds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import overlays
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.overlay.edits import Touch
from freed6c.packs.ids import entries_of, entry_at, find, id_at
from freed6c.packs.kinds import BY_NAME, TOP
from freed6c.packs.location import Address
from freed6c.packs.pack import Instead, Pack
from freed6c.packs.provenance import BROUGHT, Origin
from freed6c.packs.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from freed6c.overlay.applying import Applying
    from freed6c.overlay.ledger import Ledger
    from freed6c.overlay.options import Selection
    from freed6c.packs.data import Data, KeyPath


def add_entries(applying: Applying, pack: Pack, selection: Selection) -> None:
    """Add the entries of a pack; one whose id exists already is an error."""
    ledger = applying.ledger
    for path, body, address in _entries(pack, selection):
        touch = Touch(
            pack=pack.id, act="written", path=path, value=body, address=address
        )
        if any(one.overrules(touch, applying) for one in applying.settlements):
            continue
        first = _there(ledger, path)
        if first is not None and applying.precedence.ordered(first.pack, pack.id):
            _report_existing(path, address, first, ledger)
            continue
        applying.clashes += applying.touches.against(touch)
        applying.touches.note(touch)
        origin = Origin(pack=pack.id, address=address, operation="written")
        ledger.write(path, body, origin)


def _there(ledger: Ledger, path: KeyPath) -> Origin | None:
    """Who brought the entry that stands at a path now."""
    if ledger.get(path) is None:
        return None
    return next(
        one for one in reversed(ledger.records[path]) if one.operation in BROUGHT
    )


def _entries(
    pack: Pack, selection: Selection
) -> Iterator[tuple[KeyPath, Data, Address]]:
    found = [
        (path, body, Address(file.path, path))
        for file in selection.files(pack)
        for key, kind in TOP.items()
        if isinstance(section := file.data.get(key), dict)
        for path, body in (
            [((key,), section)]
            if kind.single
            else [((key, name), body) for name, body in section.items()]
        )
    ]
    yield from sorted(found, key=lambda entry: _ordered(pack, entry[0]))


def _ordered(pack: Pack, path: KeyPath) -> int:
    """Sections that are spread over files have their order in the manifest; else as written."""
    order = pack.manifest.data.get("order")
    wanted = order.get(str(path[0])) if isinstance(order, dict) else None
    if isinstance(wanted, list) and len(path) > 1 and path[1] in wanted:
        return wanted.index(path[1])
    return len(wanted) if isinstance(wanted, list) else 0


def check_order(pack: Pack, ledger: Ledger) -> None:
    """What `order` names in a manifest is there."""
    order = pack.manifest.data.get("order")
    for key, wanted in order.items() if isinstance(order, dict) else ():
        there = ledger.tree.get(key)
        place = Address(pack.manifest.path, ("order", key))
        if key not in TOP or not isinstance(there, dict):
            ledger.problems.append(_nothing(key, place.key(), TOP))
        elif isinstance(wanted, list):
            for position, name in enumerate(wanted):
                if name not in there:
                    ledger.problems.append(
                        _nothing(str(name), place.at(position), there)
                    )


def _nothing(name: str, place: Address, known: Collection[str]) -> Diagnostic:
    return Diagnostic(
        code=overlays.NO_TARGET,
        message=f"'order' names '{name}', but there is no such entry or section",
        label=Label(place),
        help=did_you_mean(name, known),
    )


def _report_existing(
    path: KeyPath, address: Address, first: Origin, ledger: Ledger
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


# `renamed`: ids that had to change, and everything that is still written against the
# old ones.


@dataclass(frozen=True, slots=True)
class Rename:
    """An old id and the new one, as a pack says in its manifest."""

    old: str
    new: str
    address: Address


def rename(applying: Applying, pack: Pack) -> None:
    """Give entries that are there their new ids; where the new one is written, only note it.

    All ids in an entry change with it: `condition.soot.black` with `track.soot`. What is nested is
    renamed first, and once more after the rest: it may be written with its parent's old or new key.
    """
    inner_first = sorted(_renames(pack), key=lambda one: -one.old.count("."))
    left = [one for one in inner_first if not _rename(applying, pack, one)]
    for one in left:
        if not _rename(applying, pack, one):
            applying.ledger.problems.append(_unknown(applying.ledger, one))


def _rename(applying: Applying, pack: Pack, one: Rename) -> bool:
    """Whether there is an entry with the old id or the new one."""
    new = find(applying.ledger.tree, one.new)
    there = new is not None and applying.ledger.get(new) is not None
    old = find(applying.ledger.tree, one.old)
    if old is not None and applying.ledger.get(old) is not None and not there:
        problem = _move(applying, pack, one, old)
        if problem is not None:
            applying.ledger.problems.append(problem)
        return True
    if there:
        _note(applying, pack, _nested(applying.ledger, one, new))
    return there


def _renames(pack: Pack) -> Iterator[Rename]:
    written = pack.manifest.data.get("renamed")
    for old, new in written.items() if isinstance(written, dict) else ():
        address = Address(pack.manifest.path, ("renamed", old))
        yield Rename(old, str(new), address)


def _move(
    applying: Applying, pack: Pack, one: Rename, old: KeyPath
) -> Diagnostic | None:
    """The entry under its new key, in its old place."""
    kind, keys, _ = entry_at(old)
    *above, key = one.new.split(".")
    if above != [kind.name, *keys[:-1]] or not key:
        return Diagnostic(
            code=overlays.NO_TARGET,
            message=f"'{one.old}' can only be called {'.'.join((kind.name, *keys[:-1]))}.…",
            label=Label(one.address),
            help=("an entry stays where it stands: only its own key can change",),
        )
    path = (*old[:-1], key)
    names = {
        id_: id_at((*path, *place[len(old) :]))
        for id_, _, place in entries_of(applying.ledger.tree)
        if place[: len(old)] == old
    }
    origin = Origin(
        pack=pack.id,
        address=one.address,
        operation="rename",
        before=str(old[-1]),
        after=key,
    )
    applying.ledger.rename(old, key, origin)
    applying.touches.rename(old, path)
    _note(applying, pack, names)
    return None


def _note(applying: Applying, pack: Pack, names: Mapping[str, str]) -> None:
    """Every id that is no more leads to the one that stands for it now."""
    for old, known in applying.instead.items():
        if known.id in names:
            applying.instead[old] = replace(known, id=names[known.id])
    for old, new in names.items():
        applying.instead[old] = Instead(new, pack.id, renamed=True)


def _nested(ledger: Ledger, one: Rename, new: KeyPath | None) -> dict[str, str]:
    """Old ids for all that stands in an entry which already has its new id."""
    assert new is not None
    old_key = one.old.rpartition(".")[2]
    old = (*new[:-1], old_key)
    kind = BY_NAME.get(one.old.partition(".")[0])
    if kind is None or one.old.count(".") != one.new.count("."):
        return {one.old: one.new}
    return {one.old: one.new} | {
        id_at((*old, *place[len(new) :])): id_
        for id_, _, place in entries_of(ledger.tree)
        if place[: len(new)] == new
    }


def _unknown(ledger: Ledger, one: Rename) -> Diagnostic:
    known = [id_ for id_, _, _ in entries_of(ledger.tree)]
    return Diagnostic(
        code=overlays.NO_TARGET,
        message=f"'{one.old}' is to be called '{one.new}', but there is neither",
        label=Label(one.address.key()),
        help=did_you_mean(one.old, known) or did_you_mean(one.new, known),
    )
