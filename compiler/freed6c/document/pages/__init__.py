"""Which pages there are, and what stands on each.

In the layout `grouped` a page holds all entries of a chapter; in `pages` those have pages of their
own, which chapters and lists lead to.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.document.compare.page import KEY as CHANGES
from freed6c.document.compare.page import changes_page
from freed6c.document.licenses import KEY as LICENSE
from freed6c.document.licenses import license_page
from freed6c.document.pages.chapters import chapter_page
from freed6c.document.pages.dice import chances_page, roll_page
from freed6c.document.pages.handouts import CARDS_KEY as CARDS
from freed6c.document.pages.handouts import SHEET_KEY as SHEET
from freed6c.document.pages.handouts import cards_page, sheet_page
from freed6c.document.pages.lists import LETTERS_KEY as LETTERS
from freed6c.document.pages.lists import TABLES_KEY as TABLES
from freed6c.document.pages.lists import (
    entry_page,
    kind_page,
    letters_page,
    list_page,
    tables_page,
)
from freed6c.document.pages.packs import packs_pages
from freed6c.document.pages.plan import APART, GLOSSARY, Layout, PagePlan, plan_pages
from freed6c.document.pages.quick_reference import KEY as REFERENCE
from freed6c.document.pages.quick_reference import reference_page
from freed6c.runtime.entries.notes import Chapter

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.document.blocks import Blocks, Page
    from freed6c.document.compare.comparison import Comparison
    from freed6c.document.render_context import Scribe


TAKEN: Final = frozenset({CHANGES, LETTERS, LICENSE, REFERENCE, TABLES, CARDS, SHEET})
"""Keys of pages that are no entries and no kinds."""


def build_pages(
    ctx: Scribe, shared: SharedPages, comparison: Comparison | None, layout: Layout
) -> tuple[Page, ...]:
    """Every page, in the order in which they are read: first what packs change of a game."""
    plan = plan_pages(ctx, layout, TAKEN)
    ctx = ctx.with_own_pages() if layout == "pages" else ctx
    chapters = (chapter_page(ctx, chapter, plan) for chapter in ctx.ruleset.of(Chapter))
    entries = {
        entry.id: entry_page(ctx, entry, plan, comparison) for entry in plan.paged
    }
    described = {id_: page.blocks for id_, page in entries.items()}
    return (
        *shared.changes,
        *chapters,
        *shared.reference,
        *_lists(ctx, plan, described, shared),
        *shared.about,
        *entries.values(),
    )


def _lists(
    ctx: Scribe, plan: PagePlan, described: Mapping[str, Blocks], shared: SharedPages
) -> Iterator[Page]:
    """The pages of kinds: of what no chapter contains, or of all that have pages of their own."""
    for kind in plan.kinds_left:
        if kind not in APART:
            yield kind_page(ctx, kind, plan)
    for kind in plan.kinds_paged:
        yield list_page(ctx, kind, plan, described)
    yield from chances_page(ctx, plan)
    yield from roll_page(ctx, plan)
    yield from shared.sheets
    for kind in APART:
        if kind in plan.kinds_left or (kind == GLOSSARY and ctx.ruleset.every(kind)):
            yield kind_page(ctx, kind, plan)
    yield shared.letters


# Pages that are the same in every layout: made once for all documents of a ruleset.


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedPages:
    """In the order in which they are read, with others between them."""

    changes: tuple[Page, ...]
    reference: tuple[Page, ...]
    sheets: tuple[Page, ...]
    letters: Page
    about: tuple[Page, ...]


def shared_pages(ctx: Scribe, comparison: Comparison | None) -> SharedPages:
    """Make them."""
    return SharedPages(
        changes=() if comparison is None else (changes_page(ctx, comparison),),
        reference=tuple(reference_page(ctx)),
        sheets=(*tables_page(ctx), *sheet_page(ctx), *cards_page(ctx)),
        letters=letters_page(ctx),
        about=(
            *packs_pages(ctx, comparison),
            *filter(None, (license_page(ctx),)),
        ),
    )
