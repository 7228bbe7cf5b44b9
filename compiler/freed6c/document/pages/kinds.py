"""Pages of kinds: all that is to be said of each entry, or ways to the pages where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Page
from freed6c.document.describe.remarks import listed
from freed6c.document.entries import full
from freed6c.document.listing import lines

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.document.blocks import Blocks, Inlines, Shelf
    from freed6c.document.pages.plan import Plan
    from freed6c.document.scribe import Scribe


SHELVES: Final[Mapping[str, Shelf]] = {"term": "reference", "note": "about"}
"""Where the pages of kinds stand that are more than lists."""


def kind_page(scribe: Scribe, kind: str, plan: Plan) -> Page:
    """The entries of a kind that no chapter contains, one after the other."""
    entries = plan.left[kind].values()
    if kind == "term":
        blocks = listed(scribe, entries)
    else:
        blocks = tuple(b for entry in entries for b in full(scribe, entry, 2))
    contents = () if kind == "note" else tuple((scribe.link(e),) for e in entries)
    return _page(scribe, kind, plan, blocks, contents)


def list_page(scribe: Scribe, kind: str, plan: Plan) -> Page:
    """Where each entry of a kind is described."""
    return _page(scribe, kind, plan, lines(scribe, plan.of_kind(kind)))


def _page(
    scribe: Scribe,
    kind: str,
    plan: Plan,
    blocks: Blocks,
    contents: tuple[Inlines, ...] = (),
) -> Page:
    return Page(
        key=plan.key(f"kinds.{kind}"),
        title=scribe.word(f"kinds.{kind}"),
        anchor=f"page-{kind}",
        blocks=blocks,
        contents=contents,
        shelf=SHELVES.get(kind, "lists"),
    )
