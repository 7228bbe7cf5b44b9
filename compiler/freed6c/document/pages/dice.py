"""The page of exact chances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import Page
from freed6c.document.describe.chances import CHANCES_PAGE, all_chances
from freed6c.document.describe.dice import ROLL_PAGE, rolling
from freed6c.document.pages.plan import CHANCES, ROLL, PagePlan
from freed6c.document.placement import anchor_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.document.render_context import Scribe


def chances_page(ctx: Scribe, plan: PagePlan) -> Iterator[Page]:
    """What dice can be expected to give, if the ruleset says enough to tell."""
    blocks = all_chances(ctx)
    if blocks:
        yield Page(
            key=plan.key(CHANCES),
            title=ctx.word(CHANCES),
            anchor=anchor_of(CHANCES_PAGE),
            blocks=blocks,
            shelf="reference",
            summary=ctx.word("chances.summary"),
        )


# The page where dice are rolled.


def roll_page(ctx: Scribe, plan: PagePlan) -> Iterator[Page]:
    """Where a reader rolls what a page shows, or a pool of their own."""
    blocks = rolling(ctx)
    if blocks:
        yield Page(
            key=plan.key(ROLL),
            title=ctx.word("roller"),
            anchor=anchor_of(ROLL_PAGE),
            blocks=blocks,
            shelf="reference",
            live=True,
            summary=ctx.word("roller.summary"),
        )
