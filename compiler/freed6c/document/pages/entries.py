"""Pages of single entries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import Page
from freed6c.document.entries import alone, heading_of
from freed6c.document.scribe import kind_word

if TYPE_CHECKING:
    from freed6c.document.pages.plan import Plan
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.record import Entry


def entry_page(scribe: Scribe, entry: Entry, plan: Plan) -> Page:
    """Everything about an entry; what it holds may have pages of its own."""
    return Page(
        key=plan.key(entry.id),
        title=heading_of(entry),
        anchor=plan.anchors[entry.id],
        blocks=alone(scribe, entry),
        entry=entry.id,
        kind=kind_word(scribe, entry),
        above=plan.above(entry),
    )
