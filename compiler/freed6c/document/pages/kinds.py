"""Pages of kinds: all that is to be said of each entry, or ways to the pages where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Definitions, Page
from freed6c.document.describe.remarks import listed
from freed6c.document.entries import full
from freed6c.document.listing import lines
from freed6c.document.overview import overview
from freed6c.document.wording import capitalised

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from freed6c.document.blocks import Blocks, Inlines, Shelf
    from freed6c.document.pages.plan import Plan
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.record import Entry


SHELVES: Final[Mapping[str, Shelf]] = {"term": "reference", "note": "about"}
"""Where the pages of kinds stand that are more than lists."""


def kind_page(scribe: Scribe, kind: str, plan: Plan) -> Page:
    """The entries of a kind that no chapter contains, one after the other."""
    entries = tuple(plan.left.get(kind, {}).values())
    if kind == "term":
        blocks = _glossary(scribe, entries)
    else:
        blocks = tuple(b for entry in entries for b in full(scribe, entry, 2))
    contents = (
        ()
        if kind == "note"
        else tuple(capitalised((scribe.link(entry),)) for entry in entries)
    )
    return _page(scribe, kind, plan, blocks, contents)


def list_page(
    scribe: Scribe, kind: str, plan: Plan, described: Mapping[str, Blocks]
) -> Page:
    """Where each entry of a kind is described, with what is `described` there in short."""
    blocks = overview(scribe, plan.of_kind(kind), plan.homes, described)
    return _page(scribe, kind, plan, blocks)


def _glossary(scribe: Scribe, here: Sequence[Entry]) -> Blocks:
    """All words of the game; what chapters explain, with the way there."""
    own = {entry.id for entry in here}
    blocks = (
        block
        for entry in scribe.ruleset.every("term")
        for block in (listed if entry.id in own else lines)(scribe, [entry])
    )
    return (Definitions(tuple(item for block in blocks for item in block.items)),)


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
        summary=scribe.patterns.get(f"kinds.{kind}.summary", ""),
    )
