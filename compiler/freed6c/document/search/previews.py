"""Previews of links: title, kind and first words of what a link leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.document import changes
from freed6c.document.blocks import Badge, Document, Page
from freed6c.document.entries import heading_of
from freed6c.document.prose import line
from freed6c.document.render_context import RenderContext, kind_word
from freed6c.document.search.sections import shortened
from freed6c.document.wording import plain, title_of
from freed6c.model.entry_contents import around

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from freed6c.document.search.sections import Section
    from freed6c.runtime.record import Entry


LONGEST: Final = 320
"""So many characters are shown of what an entry says."""

LINE: Final = 120
"""So many stand on a line of a list."""


class Preview(NamedTuple):
    """What is shown of an entry beside a link to it.

    `where` is what it belongs to, `badge` what packs did to it; `book` is what the book says of it,
    where it says something else.
    """

    title: str
    kind: str = ""
    where: str = ""
    words: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    badge: Badge | None = None
    book: Preview | None = None

    @property
    def line(self) -> str:
        """What it says, on one short line."""
        facts = "; ".join(f"{label}: {said}" for label, said in self.facts)
        return shortened(self.words or facts, LINE)


NO_PREVIEW: Final = Preview(title="")


def previews_of(
    ctx: RenderContext, document: Document, sections: Iterable[Section]
) -> Mapping[str, Preview]:
    """Previews of all entries that have a section."""
    pages = {page.key: page for page in document.pages}
    previews: dict[str, Preview] = {}
    for section in sections:
        entry = ctx.ruleset.entries.get(section.entry)
        if entry is not None and section.entry not in previews:
            previews[section.entry] = preview_of(ctx, entry, section, pages)
    return previews


def beside_book(
    ctx: RenderContext, previews: Mapping[str, Preview], book: Mapping[str, Preview]
) -> Mapping[str, Preview]:
    """The previews with those of the book where they differ; `book` has its previews by id."""
    absent = Preview(title="", words=ctx.word("book.absent"))
    both: dict[str, Preview] = {}
    for id_, preview in previews.items():
        before = book.get(id_, absent)
        same = (before.words, before.facts) == (preview.words, preview.facts)
        both[id_] = preview if same else preview._replace(book=before)
    return both


def preview_of(
    ctx: RenderContext, entry: Entry, section: Section, pages: Mapping[str, Page]
) -> Preview:
    """The preview of an entry by its section. `pages` are all pages by key."""
    in_short = getattr(entry, "in_short", "")
    return Preview(
        title=heading_of(entry),
        kind=kind_word(ctx, entry),
        where=where(entry, section.page, pages),
        words=plain(line(ctx, in_short)) if in_short else section.beginning(LONGEST),
        facts=section.facts,
        badge=badge(ctx, entry),
    )


def badge(ctx: RenderContext, entry: Entry) -> Badge | None:
    """What packs did to an entry, if they did something."""
    parts = changes.badge(ctx, entry, alone=True)
    return next((part for part in parts if isinstance(part, Badge)), None)


def where(entry: Entry, page: Page, pages: Mapping[str, Page]) -> str:
    """The title of the entry that it is part of, or of its chapter, if there is one."""
    parent = around(entry)
    if parent is not None:
        return title_of(parent)
    if page.entry != entry.id:
        return page.title if page.entry else ""
    above = pages.get(page.above)
    return above.title if above is not None and above.entry else ""
