"""The pages about dice: exact odds, and the roller."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import Page
from freed6c.document.describe.chances import CHANCES_PAGE, all_chances
from freed6c.document.describe.dice import ROLL_PAGE, rolling
from freed6c.document.pages.plan import CHANCES, ROLL, PagePlan
from freed6c.document.placement import anchor_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.document.render_context import RenderContext


def chances_page(ctx: RenderContext, plan: PagePlan) -> Iterator[Page]:
    """Exact odds, if the ruleset says enough to compute some."""
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


def roll_page(ctx: RenderContext, plan: PagePlan) -> Iterator[Page]:
    """The dice roller, if the ruleset has a dice procedure."""
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
