"""The page where dice are rolled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import Page
from freed6c.document.describe.rolling import PAGE, rolling
from freed6c.document.pages.plan import ROLL
from freed6c.document.places import anchor_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.document.pages.plan import Plan
    from freed6c.document.scribe import Scribe


def roll_page(scribe: Scribe, plan: Plan) -> Iterator[Page]:
    """Where a reader rolls what a page shows, or a pool of their own."""
    blocks = rolling(scribe)
    if blocks:
        yield Page(
            key=plan.key(ROLL),
            title=scribe.word("roller"),
            anchor=anchor_of(PAGE),
            blocks=blocks,
            shelf="reference",
            live=True,
            summary=scribe.word("roller.summary"),
        )
