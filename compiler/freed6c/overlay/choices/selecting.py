"""Options are read before anything is changed: what that means for those who change them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.packs.provenance import Origin

if TYPE_CHECKING:
    from freed6c.overlay.applying import Applying
    from freed6c.overlay.choices.selection import Selection
    from freed6c.packs.data import KeyPath
    from freed6c.packs.operations import Operation


def too_late(operation: Operation, path: KeyPath) -> tuple[str, str] | None:
    """Why an operation would come too late to mean anything, and what to do; None where it counts.

    What a choice does, and which one is in use, is known by then.
    """
    if path[0] != "options" or operation.word == "was":
        return None
    if path[2:] == ("default",):
        return (
            "which choice is in use is selected",
            f"write select: {{option.{path[1]}: …}}",
        )
    if isinstance(operation.value, dict) and operation.word != "move":
        return (
            "choices are read before anything is changed",
            "write an option of your own that has this choice",
        )
    return None


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
