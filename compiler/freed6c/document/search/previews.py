"""Previews of links: the title, the kind and the first words of the target of a link."""

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
"""The most characters of the words of an entry in a preview."""

LINE: Final = 120
"""The most characters on a line of the result list."""


class Preview(NamedTuple):
    """A short form of an entry, shown beside a link to it.

    `where` is the title of its parent entry or of its chapter. `words` is its first paragraph or
    summary, and `facts` are pairs of a label and a value. `badge` is set if packs changed the
    entry. `book` is the preview of the entry in the book, if that has other words or facts.
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
        """The words, else the facts, on one short line."""
        facts = "; ".join(f"{k}: {said.removesuffix('.')}" for k, said in self.facts)
        return shortened(self.words or facts, LINE)


NO_PREVIEW: Final = Preview(title="")


def previews_of(
    ctx: RenderContext, document: Document, sections: Iterable[Section]
) -> Mapping[str, Preview]:
    """Return the previews of all entries that have a section, by id."""
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
    """Return the previews, with the preview in the book if that differs.

    `book` has the previews of the book by id. Entries that the book lacks get a preview that says
    so.
    """
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
    """Return the preview of an entry, made from its section. `pages` are all pages by key."""
    summary = getattr(entry, "summary", "")
    return Preview(
        title=heading_of(entry),
        kind=kind_word(ctx, entry),
        where=where(entry, section.page, pages),
        words=plain(line(ctx, summary)) if summary else section.beginning(LONGEST),
        facts=section.facts,
        badge=badge(ctx, entry),
    )


def badge(ctx: RenderContext, entry: Entry) -> Badge | None:
    """Return the badge of an entry; None if packs did not change it."""
    inlines = changes.badge(ctx, entry, alone=True)
    return next((inline for inline in inlines if isinstance(inline, Badge)), None)


def where(entry: Entry, page: Page, pages: Mapping[str, Page]) -> str:
    """Return the title of the parent entry of an entry, else of its chapter; "" without either.

    `page` is the page that describes the entry.
    """
    parent = around(entry)
    if parent is not None:
        return title_of(parent)
    if page.entry != entry.id:
        # Not its own page: the page of a chapter, or of a kind, which has no `entry`.
        return page.title if page.entry else ""
    above = pages.get(page.above)
    return above.title if above is not None and above.entry else ""
