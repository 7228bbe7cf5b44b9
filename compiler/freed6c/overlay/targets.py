"""What an operation is about: its entry and the place in it; or why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import overlays
from freed6c.diagnostics.diagnostic import Label
from freed6c.overlay.ledger import as_text_of, body_of, entry_key
from freed6c.overlay.options import too_late
from freed6c.overlay.places import Place, place_at
from freed6c.packs.ids import entries_of, find, parted
from freed6c.packs.location import Address
from freed6c.packs.operations import Operation, change_line
from freed6c.packs.suggest import id_meant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.overlay.applying import Applying
    from freed6c.overlay.edits import Touch
    from freed6c.packs.data import KeyPath
    from freed6c.packs.pack import Pack, SourceFile


def target_of(applying: Applying, operation: Operation) -> KeyPath | None:
    """The path of the entry that an operation is about; None after saying why there is none."""
    path = find(applying.ledger.tree, _now(applying, operation))
    if path is None or applying.ledger.get(path) is None:
        _missing(applying, operation)
        return None
    author = applying.ledger.origins.author(path)
    if not applying.precedence.knows(operation.pack, author):
        _unknown_pack(applying, operation, author)
        return None
    late = too_late(operation, (*path, *operation.field.split(".")))
    if late is not None:
        reason, help_ = late
        _cannot_write(applying, operation, reason, (help_,))
        return None
    return path


def place_of(applying: Applying, operation: Operation) -> Place | None:
    """The place that an operation names; None after saying why there is none."""
    path = target_of(applying, operation)
    if path is None:
        return None
    place = place_at(applying.ledger.tree, (*path, *operation.field.split(".")))
    if place.sort == "computed":
        _cannot_write(applying, operation, place.reason, place.help)
        return None
    if place.sort == "no" and not taken_away(applying, operation, place.path):
        applying.report(
            overlays.NO_TARGET,
            f"{operation.id}: {place.reason}",
            Label(operation.address.key(), "leads nowhere"),
            _whole(applying, operation) or place.help,
        )
    return None if place.sort == "no" else place


def _whole(applying: Applying, operation: Operation) -> tuple[str, ...]:
    """The finished line, where the address of a value is followed by its own key again."""
    field = parted(operation.id)[1]
    own = field and field.rpartition(".")[2] == operation.field
    path = find(applying.ledger.tree, operation.id)
    if not own or isinstance(applying.ledger.get(path or ()), dict):
        return ()
    return (f"write {change_line(operation.id, operation.word, operation.value)}",)


def taken_away(applying: Applying, operation: Operation, path: KeyPath) -> bool:
    """Whether what is not there was taken away by a pack without an order: they clash."""
    for touch in applying.touches.deciding(path):
        if not applying.precedence.ordered(touch.pack, operation.pack):
            applying.claim(operation, path, "set", operation.value)
            return True
    return False


def leads(applying: Applying, operation: Operation) -> bool:
    """Whether there is a place for an operation whose entry is there."""
    path = find(applying.ledger.tree, operation.id)
    if path is None or applying.ledger.get(path) is None:
        return True
    place = place_at(applying.ledger.tree, (*path, *operation.field.split(".")))
    return place.sort != "no"


def _now(applying: Applying, operation: Operation) -> str:
    """The id that an entry has now; a pack that uses the old one is told so."""
    known = applying.standing.get(operation.id)
    if known is None or not known.renamed:
        return operation.id
    if not applying.precedence.knows(known.pack, operation.pack):
        applying.report(
            overlays.OLD_ID,
            f"'{operation.id}' is called '{known.id}' now",
            Label(entry_key(operation), f"renamed by '{known.pack}'"),
            (f"write '{known.id}'",),
        )
    return known.id


def _cannot_write(
    applying: Applying, operation: Operation, reason: str, help_: tuple[str, ...]
) -> None:
    applying.report(
        overlays.COMPUTED,
        f"{operation.id}: {reason}",
        Label(operation.address.key(), "cannot be written"),
        help_,
    )


def _missing(applying: Applying, operation: Operation) -> None:
    gone = applying.gone.get(operation.id)
    if gone is not None:
        _removed(applying, operation, gone)
        return
    if _elsewhere(applying, operation):
        return
    known = [known for known, _, _ in entries_of(applying.ledger.tree)]
    applying.report(
        overlays.NO_TARGET,
        f"there is no entry '{operation.id}'",
        Label(entry_key(operation), "nothing to change"),
        id_meant(operation.id, known),
        notes=("nothing below this was applied",),
    )


def _removed(applying: Applying, operation: Operation, gone: Touch) -> None:
    """What another pack took away: a conflict if nothing says which of both is later."""
    if not applying.precedence.ordered(gone.pack, operation.pack):
        applying.claim(operation, gone.path, "set", operation.value)
        return
    applying.report(
        overlays.NO_TARGET,
        f"'{operation.id}' was removed by '{gone.pack}'",
        Label(entry_key(operation), "nothing to change"),
        ("leave this out, or bring the entry back as a new one",),
        related=(Label(gone.address.key(), "removed here"),),
    )


def _elsewhere(applying: Applying, operation: Operation) -> bool:
    """Whether another pack brings it, or a file that does not count now; that is told then."""
    found = _brings(applying.packs, operation.id) or _brings(
        applying.others(), operation.id
    )
    if found is None:
        return False
    pack, file = found
    if not applying.precedence.knows(operation.pack, pack.id):
        _unknown_pack(applying, operation, pack.id)
    elif "when" in file.data:
        _waiting(applying, operation, file)
    else:
        return False
    return True


def _waiting(applying: Applying, operation: Operation, file: SourceFile) -> None:
    when = body_of(file.data.get("when", {}))
    waits = " and ".join(f"{key}: {as_text_of(one)}" for key, one in when.items())
    applying.report(
        overlays.NO_TARGET,
        f"'{operation.id}' is not there: its file waits for {waits}",
        Label(entry_key(operation), "nothing to change"),
        ("select that, or let this file wait for it too: when",),
        related=(Label(Address(file.path, ("when",)), "waits here"),),
    )


def _unknown_pack(applying: Applying, operation: Operation, bringer: str) -> None:
    applying.report(
        overlays.NOT_EXTENDED,
        f"'{operation.id}' comes from '{bringer}', which '{operation.pack}' does not extend",
        Label(entry_key(operation)),
        (
            f"write in pack.yaml of '{operation.pack}': {_extends(applying, operation, bringer)}",
            f"if it need not be there: after: {bringer}, and in this file when: …",
        ),
    )


def _extends(applying: Applying, operation: Operation, bringer: str) -> str:
    """The line with one pack more, for the versions that fit the one that is there."""
    author = next(one for one in applying.packs if one.id == operation.pack)
    found = next(
        (one for one in (*applying.packs, *applying.others()) if one.id == bringer),
        None,
    )
    dated = found is not None and "version" in found.manifest.data
    version = f">={found.version}" if found is not None and dated else ""
    ranges = {**author.ranges, bringer: version}
    said = ", ".join(f'{base}: "{fits}"' for base, fits in ranges.items())
    return f"extends: {{{said}}}"


def _brings(packs: Sequence[Pack], id_: str) -> tuple[Pack, SourceFile] | None:
    """The pack and the file that an entry is written in."""
    for pack in packs:
        for file in pack.files:
            if any(known == id_ for known, _, _ in entries_of(file.data)):
                return pack, file
    return None
