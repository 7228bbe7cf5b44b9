"""Stage 3: packs, in their order, become one ruleset of plain data with its provenance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.overlay.applying import Applying
from freed6c.overlay.conflicts import read_settlements, settle
from freed6c.overlay.edits import Precedence
from freed6c.overlay.entries import add_entries, check_order, rename
from freed6c.overlay.operations import PHASES, in_turn, operations
from freed6c.overlay.options import Selection, apply_selected, read_selection
from freed6c.overlay.positions import add_value, move_key
from freed6c.overlay.removals import follow, remove_entry, take_out
from freed6c.overlay.values import (
    adjust_value,
    compare_was,
    replace_entry,
    set_value,
    unset_value,
)
from freed6c.packs.pack import Merged, Pack

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.packs.operations import Operation, Word


APPLY: Final[Mapping[Word, Callable[[Applying, Operation], None]]] = {
    "add": add_value,
    "was": compare_was,
    "set": set_value,
    "unset": unset_value,
    "adjust": adjust_value,
    "replace": replace_entry,
    "take": take_out,
    "remove": remove_entry,
    "move": move_key,
}
"""What each word does."""


def overlay(
    packs: Sequence[Pack], others: Callable[[], Sequence[Pack]] = tuple
) -> tuple[Merged, list[Diagnostic]]:
    """Apply packs one after the other; each stands after everything it extends.

    `others` are asked for only where something is missing: packs that may have been meant.
    Returns the merged ruleset, also where there were problems: an operation that has no effect is
    reported and left out.
    """
    precedence = Precedence.of(packs)
    selection, problems = read_selection(packs, precedence)
    settlements, unknown = read_settlements(packs, selection, precedence)
    applying = _applied(Applying.of(packs, others, precedence, settlements), selection)
    idle = [one for one in settlements if not one.decides(applying)]
    if idle:
        # Where nobody disagrees there is nothing to leave out.
        needed = [one.anew() for one in settlements if one not in idle]
        again = Applying.of(packs, others, precedence, needed)
        applying = _applied(again, selection)
    gone = follow(applying)
    found = [*problems, *unknown, *applying.ledger.problems, *settle(applying, idle)]
    merged = Merged(
        packs=tuple(packs),
        tree=applying.ledger.tree,
        origins=applying.ledger.origins,
        instead=applying.standing,
        gone=gone,
    )
    return merged, found


def _applied(applying: Applying, selection: Selection) -> Applying:
    """All that the packs do, in the order that is described in ARCHITECTURE.md."""
    for pack in applying.packs:
        rename(applying, pack)
        add_entries(applying, pack, selection)
        check_order(pack, applying.ledger)
        found = operations(pack, selection)
        for word in PHASES:
            some = [one for one in found if one.word == word]
            for one in in_turn(applying, some):
                APPLY[word](applying, one)
    apply_selected(applying, selection)
    return applying
