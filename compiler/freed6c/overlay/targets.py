"""Resolves the target of an operation: its entry and the place in it; reports why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import overlays
from freed6c.diagnostics.diagnostic import Label
from freed6c.overlay.ledger import comparable_text, entry_key
from freed6c.overlay.options import too_late
from freed6c.overlay.places import Place, place_at
from freed6c.packs.data import KeyPath, as_map
from freed6c.packs.ids import entries_of, find_path, split_address
from freed6c.packs.location import Location
from freed6c.packs.operations import Operation, change_line
from freed6c.packs.suggest import did_you_mean_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.overlay.edits import Edit
    from freed6c.overlay.state import MergeState
    from freed6c.packs.pack import Pack, SourceFile


def target_of(state: MergeState, operation: Operation) -> KeyPath | None:
    """The path of the entry that an operation is about; None after reporting why there is none."""
    path = find_path(state.ledger.tree, _current_id(state, operation))
    if path is None or state.ledger.get(path) is None:
        _report_missing(state, operation)
        return None
    author = state.ledger.origins.author(path)
    if not state.precedence.knows(operation.pack, author):
        _report_not_extended(state, operation, author)
        return None
    late = too_late(operation, (*path, *operation.field.split(".")))
    if late is not None:
        reason, help_ = late
        _report_computed(state, operation, reason, (help_,))
        return None
    return path


def place_of(state: MergeState, operation: Operation) -> Place | None:
    """The place that an operation names; None after reporting why it cannot be written."""
    path = target_of(state, operation)
    if path is None:
        return None
    place = place_at(state.ledger.tree, (*path, *operation.field.split(".")))
    if place.sort == "computed":
        _report_computed(state, operation, place.reason, place.help)
        return None
    if place.sort == "no" and not taken_away(state, operation, place.path):
        state.report(
            overlays.NO_TARGET,
            f"{operation.id}: {place.reason}",
            Label(operation.address.key(), "leads nowhere"),
            _finished_line(state, operation) or place.help,
        )
    return None if place.sort == "no" else place


def _finished_line(state: MergeState, operation: Operation) -> tuple[str, ...]:
    """Help for `change: {band.x.dim.range: {set: {range: …}}}`: the line without the repetition."""
    field = split_address(operation.id)[1]
    repeated = field and field.rpartition(".")[2] == operation.field
    path = find_path(state.ledger.tree, operation.id)
    if not repeated or isinstance(state.ledger.get(path or ()), dict):
        return ()
    return (f"write {change_line(operation.id, operation.word, operation.value)}",)


def taken_away(state: MergeState, operation: Operation, path: KeyPath) -> bool:
    """Whether an unordered pack removed what is missing here; the conflict is recorded then."""
    for edit in state.edits.deciding(path):
        if not state.precedence.ordered(edit.pack, operation.pack):
            state.record(operation, path, "set", operation.value)
            return True
    return False


def place_exists(state: MergeState, operation: Operation) -> bool:
    """Whether the place of an operation exists; also true where its entry is missing."""
    path = find_path(state.ledger.tree, operation.id)
    if path is None or state.ledger.get(path) is None:
        return True
    place = place_at(state.ledger.tree, (*path, *operation.field.split(".")))
    return place.sort != "no"


def _current_id(state: MergeState, operation: Operation) -> str:
    """The id that an entry has now; reports a pack that uses the old one and could know it."""
    instead = state.live_redirects.get(operation.id)
    if instead is None or not instead.renamed:
        return operation.id
    if not state.precedence.knows(instead.pack, operation.pack):
        state.report(
            overlays.OLD_ID,
            f"'{operation.id}' is called '{instead.id}' now",
            Label(entry_key(operation), f"renamed by '{instead.pack}'"),
            (f"write '{instead.id}'",),
        )
    return instead.id


def _report_computed(
    state: MergeState, operation: Operation, reason: str, help_: tuple[str, ...]
) -> None:
    state.report(
        overlays.COMPUTED,
        f"{operation.id}: {reason}",
        Label(operation.address.key(), "cannot be written"),
        help_,
    )


def _report_missing(state: MergeState, operation: Operation) -> None:
    gone = state.gone.get(operation.id)
    if gone is not None:
        _report_removed(state, operation, gone)
        return
    if _defined_elsewhere(state, operation):
        return
    known = [known for known, _, _ in entries_of(state.ledger.tree)]
    state.report(
        overlays.NO_TARGET,
        f"there is no entry '{operation.id}'",
        Label(entry_key(operation), "nothing to change"),
        did_you_mean_id(operation.id, known),
        notes=("nothing below this was applied",),
    )


def _report_removed(state: MergeState, operation: Operation, gone: Edit) -> None:
    """An entry that another pack removed: a conflict, if the two packs have no order."""
    if not state.precedence.ordered(gone.pack, operation.pack):
        state.record(operation, gone.path, "set", operation.value)
        return
    state.report(
        overlays.NO_TARGET,
        f"'{operation.id}' was removed by '{gone.pack}'",
        Label(entry_key(operation), "nothing to change"),
        ("leave this out, or bring the entry back as a new one",),
        related=(Label(gone.address.key(), "removed here"),),
    )


def _defined_elsewhere(state: MergeState, operation: Operation) -> bool:
    """Whether a pack defines the entry that cannot be used here; reports why it cannot.

    Either the pack is not extended, or the file waits for an option that is not selected.
    """
    source = _defined_in(state.packs, operation.id) or _defined_in(
        state.others(), operation.id
    )
    if source is None:
        return False
    pack, file = source
    if not state.precedence.knows(operation.pack, pack.id):
        _report_not_extended(state, operation, pack.id)
    elif "when" in file.data:
        _report_waiting(state, operation, file)
    else:
        return False
    return True


def _report_waiting(state: MergeState, operation: Operation, file: SourceFile) -> None:
    when = as_map(file.data.get("when"))
    waits = " and ".join(
        f"{key}: {comparable_text(wanted)}" for key, wanted in when.items()
    )
    state.report(
        overlays.NO_TARGET,
        f"'{operation.id}' is not there: its file waits for {waits}",
        Label(entry_key(operation), "nothing to change"),
        ("select that, or let this file wait for it too: when",),
        related=(Label(Location(file.path, ("when",)), "waits here"),),
    )


def _report_not_extended(state: MergeState, operation: Operation, bringer: str) -> None:
    state.report(
        overlays.NOT_EXTENDED,
        f"'{operation.id}' comes from '{bringer}', which '{operation.pack}' does not extend",
        Label(entry_key(operation)),
        (
            f"write in pack.yaml of '{operation.pack}': {_extends_line(state, operation, bringer)}",
            f"if it need not be there: after: {bringer}, and in this file when: …",
        ),
    )


def _extends_line(state: MergeState, operation: Operation, bringer: str) -> str:
    """The line `extends:` with one pack more, and a range of versions that fits the one found."""
    author = next(pack for pack in state.packs if pack.id == operation.pack)
    base = next(
        (pack for pack in (*state.packs, *state.others()) if pack.id == bringer),
        None,
    )
    dated = base is not None and "version" in base.manifest.data
    version = f">={base.version}" if base is not None and dated else ""
    ranges = {**author.ranges, bringer: version}
    ranges_text = ", ".join(f'{base}: "{fits}"' for base, fits in ranges.items())
    return f"extends: {{{ranges_text}}}"


def _defined_in(packs: Sequence[Pack], id_: str) -> tuple[Pack, SourceFile] | None:
    """The pack and the file that define an entry."""
    for pack in packs:
        for file in pack.files:
            if any(known == id_ for known, _, _ in entries_of(file.data)):
                return pack, file
    return None
