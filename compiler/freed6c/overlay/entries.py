"""New entries: everything that a pack writes under the keys of kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.diagnostics import Diagnostic, Label
from freed6c.diagnostics.codes import overlays
from freed6c.packs.address import Address
from freed6c.packs.kinds import TOP
from freed6c.packs.origins import Origin
from freed6c.packs.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from freed6c.overlay.ledger import Ledger
    from freed6c.packs.data import Data, Path
    from freed6c.packs.pack import Pack


def add_entries(pack: Pack, ledger: Ledger) -> None:
    """Add the entries of a pack; one whose id exists already is an error."""
    for path, body, address in _entries(pack):
        if path in ledger.records:
            _report_existing(path, address, ledger)
            continue
        origin = Origin(pack=pack.id, address=address, operation="written")
        if len(path) == 1:
            ledger.tree[str(path[0])] = body
            ledger.records[path] = (origin,)
        else:
            ledger.add(path, body, origin)


def _entries(pack: Pack) -> Iterator[tuple[Path, Data, Address]]:
    found = [
        (path, body, Address(file.path, path))
        for file in pack.files
        for key, kind in TOP.items()
        if isinstance(section := file.data.get(key), dict)
        for path, body in (
            [((key,), section)]
            if kind.single
            else [((key, name), body) for name, body in section.items()]
        )
    ]
    yield from sorted(found, key=lambda entry: _ordered(pack, entry[0]))


def _ordered(pack: Pack, path: Path) -> int:
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


def _report_existing(path: Path, address: Address, ledger: Ledger) -> None:
    first = ledger.records[path][0]
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
