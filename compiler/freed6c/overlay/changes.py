"""`change`: operations on entries that exist. An operation must find its target and change it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from freed6c.diagnostics import Diagnostic, Label
from freed6c.diagnostics.codes import overlays
from freed6c.packs.address import Address
from freed6c.packs.ids import entries_of, find
from freed6c.packs.origins import Origin
from freed6c.packs.suggest import did_you_mean

if TYPE_CHECKING:
    from freed6c.overlay.ledger import Ledger
    from freed6c.packs.data import Data, Path
    from freed6c.packs.pack import Pack


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """An entry that a pack changes: its path, who changes it and why, where that is written."""

    pack: str
    id: str
    path: Path
    why: str
    address: Address


def apply_changes(pack: Pack, ledger: Ledger) -> None:
    """Apply every `change` of a pack, in the order of its files."""
    for file in pack.files:
        section = file.data.get("change")
        for id_, body in section.items() if isinstance(section, dict) else ():
            address = Address(file.path, ("change", id_))
            if isinstance(body, dict):
                _change(pack, id_, body, address, ledger)


def _change(
    pack: Pack, id_: str, body: dict[str, Data], address: Address, ledger: Ledger
) -> None:
    path = find(ledger.tree, id_)
    if path is None or ledger.get(path) is None:
        ledger.problems.append(_no_entry(id_, address, ledger))
        return
    why = body.get("why", "")
    target = Target(pack=pack.id, id=id_, path=path, why=str(why), address=address)
    settings = body.get("set")
    for field, value in settings.items() if isinstance(settings, dict) else ():
        _set(target, field, value, ledger)


def _set(target: Target, field: str, value: Data, ledger: Ledger) -> None:
    """Set one field, present or not; what it stands in must be there."""
    path = (*target.path, *field.split("."))
    address = target.address.at("set", field)
    if not isinstance(ledger.get(path[:-1]), dict):
        ledger.problems.append(_no_place(target, field, address, ledger))
        return
    before = ledger.get(path)
    if before == value and type(before) is type(value):
        ledger.problems.append(_no_change(target, field, address))
        return
    origin = Origin(
        pack=target.pack,
        address=address,
        operation="set",
        why=target.why,
        before=before,
        after=value,
    )
    ledger.put(path, value, origin)


def _no_entry(id_: str, address: Address, ledger: Ledger) -> Diagnostic:
    known = [known for known, _, _ in entries_of(ledger.tree)]
    return Diagnostic(
        code=overlays.NO_TARGET,
        message=f"this changes '{id_}', but there is no such entry",
        label=Label(address.key(), "nothing to change"),
        help=did_you_mean(id_, known),
        notes=("nothing below this was applied",),
    )


def _no_place(
    target: Target, field: str, address: Address, ledger: Ledger
) -> Diagnostic:
    steps = field.split(".")
    advice = "write the name of a setting, or the keys that lead to one"
    for depth in range(1, len(steps)):
        if isinstance(ledger.get((*target.path, *steps[:depth])), list):
            whole = ".".join(steps[:depth])
            advice = f"a list is one value: set '{whole}' whole"
    return Diagnostic(
        code=overlays.NO_TARGET,
        message=f"{target.id} has no place '{field}'",
        label=Label(address.key(), "leads nowhere"),
        help=(advice,),
    )


def _no_change(target: Target, field: str, address: Address) -> Diagnostic:
    return Diagnostic(
        code=overlays.NO_CHANGE,
        message=f"'{field}' of {target.id} is this already",
        label=Label(address, "changes nothing"),
        help=("remove the line",),
    )
