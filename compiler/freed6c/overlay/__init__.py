"""Stage 3: packs, in their order, become one ruleset of plain data with its provenance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.overlay.changes import apply_changes
from freed6c.overlay.entries import add_entries, check_order
from freed6c.overlay.ledger import Ledger
from freed6c.packs.merged import Merged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.diagnostics import Diagnostic
    from freed6c.packs.pack import Pack


def overlay(packs: Sequence[Pack]) -> tuple[Merged, list[Diagnostic]]:
    """Apply packs one after the other; each stands after everything it extends.

    Returns the merged ruleset, also where there were problems: an operation that has no effect is
    reported and left out.
    """
    ledger = Ledger()
    for pack in packs:
        add_entries(pack, ledger)
        check_order(pack, ledger)
        apply_changes(pack, ledger)
    merged = Merged(packs=tuple(packs), tree=ledger.tree, origins=ledger.origins())
    return merged, ledger.problems
