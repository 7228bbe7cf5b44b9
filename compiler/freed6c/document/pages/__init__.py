"""Which pages there are, and what stands on each.

In the layout `grouped` a page holds all entries of a chapter; in `pages` those have pages of their
own, which chapters and lists lead to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.compare.page import KEY as CHANGES
from freed6c.document.compare.page import changes_page
from freed6c.document.license_page import KEY as LICENSE
from freed6c.document.license_page import license_page
from freed6c.document.pages.chances import chances_page
from freed6c.document.pages.chapters import chapter_page
from freed6c.document.pages.entries import entry_page
from freed6c.document.pages.kinds import kind_page, list_page
from freed6c.document.pages.plan import APART, Layout, plan_of
from freed6c.document.pages.rolling import roll_page
from freed6c.runtime.entries.notes import Chapter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.document.blocks import Page
    from freed6c.document.compare import Comparison
    from freed6c.document.pages.plan import Plan
    from freed6c.document.scribe import Scribe

__all__ = ["Layout", "build_pages"]


def build_pages(
    scribe: Scribe, comparison: Comparison | None = None, layout: Layout = "grouped"
) -> tuple[Page, ...]:
    """Every page, in the order in which they are read: first what packs change of a game."""
    plan = plan_of(scribe, layout, {CHANGES, LICENSE})
    scribe = scribe.apart() if layout == "pages" else scribe
    changes = () if comparison is None else (changes_page(scribe, comparison),)
    chapters = (
        chapter_page(scribe, chapter, plan) for chapter in scribe.ruleset.of(Chapter)
    )
    entries = (entry_page(scribe, entry, plan, comparison) for entry in plan.paged)
    licenses = filter(None, (license_page(scribe),))
    return (*changes, *chapters, *_lists(scribe, plan), *licenses, *entries)


def _lists(scribe: Scribe, plan: Plan) -> Iterator[Page]:
    """The pages of kinds: of what no chapter contains, or of all that have pages of their own."""
    for kind in (*plan.kinds_left, *plan.kinds_paged):
        if kind not in APART:
            make = list_page if kind in plan.kinds_paged else kind_page
            yield make(scribe, kind, plan)
    yield from chances_page(scribe, plan)
    yield from roll_page(scribe, plan)
    for kind in APART:
        if kind in plan.kinds_left:
            yield kind_page(scribe, kind, plan)
