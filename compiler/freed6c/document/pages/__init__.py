"""The pages of a document, and the content of each.

In the layout `grouped`, a page holds all entries of a chapter. In `pages`, entries have their own
pages, and chapters and lists link to them.

`uncontained` in `document/pages/plan.py` and `additions.py` place entries that packs add.
`PanelEntry` in `runtime/entries/notes.py` lists the content of the quick reference. The roll on the
start page of a site is that of the first story (`first_roll` in `runtime/play/example_steps.py`);
`emit/html/roll_picture.py` draws it. The alphabetical index appears on sites and in
their single file; on paper, it cites the numbers of sections. In Markdown, it would have none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document import licenses, placement
from freed6c.document.blocks import deferred
from freed6c.document.compare import page as changes
from freed6c.document.describe.chances import all_chances
from freed6c.document.describe.dice import rolling
from freed6c.document.pages import handouts, lists, quick_reference
from freed6c.document.pages.chapters import chapter_page
from freed6c.document.pages.plan import (
    APART,
    CHANCES,
    GLOSSARY,
    ROLL,
    PageLayout,
    PagePlan,
    plan_pages,
)
from freed6c.runtime.entries.notes import Chapter

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.document.blocks import Block, Page
    from freed6c.document.compare.comparison import Comparison
    from freed6c.document.render_context import RenderContext


TAKEN: Final = frozenset(
    {
        changes.KEY,
        licenses.KEY,
        quick_reference.KEY,
        lists.LETTERS_KEY,
        lists.TABLES_KEY,
        handouts.CARDS_KEY,
        handouts.SHEET_KEY,
        handouts.TABLE_KEY,
    }
)
"""Keys of the pages that belong neither to an entry nor to a kind."""


def build_pages(
    ctx: RenderContext,
    shared: Mapping[str, Sequence[Page]],
    comparison: Comparison | None,
    layout: PageLayout,
) -> tuple[Page, ...]:
    """Return all pages of a layout in reading order, changes first.

    `shared` are the pages that all layouts have in common (see `shared_pages`), by group.
    """
    plan = plan_pages(ctx, layout, TAKEN)
    ctx = ctx.with_own_pages() if layout == "pages" else ctx
    chapters = (chapter_page(ctx, chapter, plan) for chapter in ctx.ruleset.of(Chapter))
    entries = {
        entry.id: lists.entry_page(ctx, entry, plan, comparison) for entry in plan.paged
    }
    described = {id_: page.blocks for id_, page in entries.items()}
    return (
        *shared["changes"],
        *chapters,
        *shared["reference"],
        *_lists(ctx, plan, described, shared),
        *shared["about"],
        *entries.values(),
    )


def _lists(
    ctx: RenderContext,
    plan: PagePlan,
    described: Mapping[str, Sequence[Block]],
    shared: Mapping[str, Sequence[Page]],
) -> Iterator[Page]:
    """Yield the pages of kinds, the pages for odds and rolling, and the shared pages among them.

    `described` has the blocks of the pages of single entries, by id of the entry.
    """
    for kind in plan.left:
        if kind not in APART:
            yield from lists.kind_page(ctx, kind, plan)
    for kind in plan.kinds_paged:
        yield from lists.list_page(ctx, kind, plan, described)
    key, chances = plan.keys[CHANCES], deferred(all_chances(ctx))
    yield from placement.special_page(ctx, CHANCES, chances, key=key)
    key, content = plan.keys[ROLL], tuple(rolling(ctx))
    yield from placement.special_page(
        ctx, ROLL, content, key=key, word="roller", live=True
    )
    yield from shared["sheets"]
    if ctx.ruleset.every(GLOSSARY):
        yield from lists.kind_page(ctx, GLOSSARY, plan)
    yield from shared["letters"]
    if "note" in plan.left:
        yield from lists.kind_page(ctx, "note", plan)


def shared_pages(
    ctx: RenderContext, comparison: Comparison | None
) -> Mapping[str, Sequence[Page]]:
    """Return the pages that are the same in every layout, in groups by reading order."""
    return {
        "changes": [*changes.changes_page(ctx, comparison)] if comparison else [],
        "reference": [*quick_reference.reference_page(ctx)],
        "sheets": [
            *lists.tables_page(ctx),
            *handouts.sheet_page(ctx),
            *handouts.table_page(ctx),
            *handouts.cards_page(ctx),
        ],
        "letters": [*lists.letters_page(ctx)],
        "about": [*licenses.license_page(ctx)],
    }
