"""New entries: everything that a pack writes under the keys of kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import overlays
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.overlay.conflicts.touches import Touch
from freed6c.packs.kinds import TOP
from freed6c.packs.location import Address
from freed6c.packs.provenance import BROUGHT, Origin
from freed6c.packs.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from freed6c.overlay.applying import Applying
    from freed6c.overlay.choices.selection import Selection
    from freed6c.overlay.ledger import Ledger
    from freed6c.packs.data import Data, KeyPath
    from freed6c.packs.pack import Pack


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
