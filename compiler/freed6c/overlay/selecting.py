"""`select`, written down: the choice in use is the one that its option names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.packs.origins import Origin

if TYPE_CHECKING:
    from freed6c.overlay.applying import Applying
    from freed6c.overlay.selection import Selection


def apply_selected(applying: Applying, selection: Selection) -> None:
    """Options keep which choice is in use, and who chose it."""
    for option, (*_, wanted) in selection.selected.items():
        path = ("options", option.partition(".")[2], "default")
        before = applying.ledger.get(path)
        if before is None or before == wanted.choice:
            continue
        record = Origin(
            pack=wanted.pack,
            address=wanted.address,
            operation="select",
            before=before,
            after=wanted.choice,
        )
        applying.ledger.put(path, wanted.choice, record)
