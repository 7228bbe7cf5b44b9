"""Pages of single entries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import Blocks, Heading, Page
from freed6c.document.compare.odds_moved import odds_moved, odds_of
from freed6c.document.entries import alone, heading_of
from freed6c.document.scribe import Scribe, kind_word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.document.compare.comparison import ChanceChange, Comparison
    from freed6c.document.pages.plan import Plan
    from freed6c.runtime.record import Entry


def entry_page(
    scribe: Scribe, entry: Entry, plan: Plan, comparison: Comparison | None
) -> Page:
    """Everything about an entry, and the odds that moved with it.

    What it holds may have pages of its own.
    """
    anchor = plan.anchors[entry.id]
    odds = () if comparison is None else odds_of(entry, comparison.odds)
    return Page(
        key=plan.key(entry.id),
        title=heading_of(entry),
        anchor=anchor,
        blocks=(*alone(scribe, entry), *_moved(scribe, odds, f"{anchor}--odds")),
        entry=entry.id,
        kind=kind_word(scribe, entry),
        above=plan.above(entry),
    )


def _moved(scribe: Scribe, odds: Sequence[ChanceChange], anchor: str) -> Blocks:
    found = odds_moved(scribe, odds, anchor)
    heading = Heading(2, anchor, scribe.say("changes.chances"))
    return (heading, *found) if found else ()
