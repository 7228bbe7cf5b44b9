"""The page of exact chances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import Page
from freed6c.document.describe.chance_parts import PAGE
from freed6c.document.describe.chances import all_chances
from freed6c.document.pages.plan import CHANCES
from freed6c.document.places import anchor_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.document.pages.plan import Plan
    from freed6c.document.scribe import Scribe


def chances_page(scribe: Scribe, plan: Plan) -> Iterator[Page]:
    """What dice can be expected to give, if the ruleset says enough to tell."""
    blocks = all_chances(scribe)
    if blocks:
        yield Page(
            key=plan.key(CHANCES),
            title=scribe.word(CHANCES),
            anchor=anchor_of(PAGE),
            blocks=blocks,
            shelf="reference",
            summary=scribe.word("chances.summary"),
        )
