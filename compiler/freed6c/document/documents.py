"""The documents of a ruleset, in each layout, and what their pages share."""

from __future__ import annotations

from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Self, TypeVar, cast

from freed6c.document.blocks import BulletList, Document, Paragraph, StartPage
from freed6c.document.compare.comparing import compare
from freed6c.document.compare.page import changes_page
from freed6c.document.entries import shown
from freed6c.document.licenses import footer
from freed6c.document.pages import build_pages, shared_pages
from freed6c.document.pages.additions import with_pack_chapters
from freed6c.document.pages.start import start_of
from freed6c.document.phrases import phrases_of
from freed6c.document.phrases.pages import PAGES, START
from freed6c.document.phrases.search import SEARCH
from freed6c.document.phrases.sheets import SHEETS
from freed6c.document.placement import places_of, redirects_of
from freed6c.document.plain_text import reader_of
from freed6c.document.render_context import RenderContext, new_context
from freed6c.document.search.backlinks import with_backlinks
from freed6c.document.search.search_records import SearchData
from freed6c.document.side_by_side import with_book
from freed6c.packs.lazy import dataclass, field, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from freed6c.document.blocks import Page, PageAnchor
    from freed6c.document.compare.comparison import Comparison
    from freed6c.document.pages.plan import PageLayout
    from freed6c.document.search.previews import Preview
    from freed6c.model.ruleset import Ruleset

T = TypeVar("T")


@dataclass(frozen=True)
class Documents:
    """The documents and data that backends need, each made on first use.

    `base` returns the base game without packs, or None if there is none.
    """

    ruleset: Ruleset
    base: Callable[[], Ruleset | None] = lambda: None
    _once: dict[object, object] = field(default_factory=dict, init=False)

    def once(self, compute: Callable[[Self], T]) -> T:
        """Return the result of a function of these documents, calling it only once."""
        if compute not in self._once:
            self._once[compute] = compute(self)
        return cast("T", self._once[compute])

    @cached_property
    def comparison(self) -> Comparison | None:
        """The comparison with the base game, or None without one."""
        return None if self._base is None else compare(self._base, self.ruleset)

    @cached_property
    def _base(self) -> Ruleset | None:
        return self.base()

    @cached_property
    def book(self) -> Documents | None:
        """The documents of the base game, if there is one, with the terms of this ruleset."""
        base, wording = self._base, self.ruleset.wording
        if base is None:
            return None
        # `serve` keeps the base game, and with it its documents.
        same = base if base.wording == wording else replace(base, wording=wording)
        return same.once(Documents)

    def beside_book(self, document: Document, book: Document) -> Callable[[Page], Page]:
        """Return a function that puts the base game's version of a page of a document beside it."""
        return with_book(document, book, self._now)

    def _now(self, id_: str) -> str:
        """Return the id that an entry of the base game has here, as packs can rename it."""
        redirect = self.ruleset.redirects.get(id_)
        return redirect.id if redirect is not None and redirect.renamed else id_

    @cached_property
    def grouped(self) -> Document:
        """The document with entries in their chapters."""
        return self.of("grouped")

    @cached_property
    def paged(self) -> Document:
        """The document with a page for each entry."""
        return self.of("pages")

    @cached_property
    def plain(self) -> Callable[[str], str]:
        """A function that renders prose of the ruleset as plain text."""
        return reader_of(self._ctx)

    @cached_property
    def _ctx(self) -> RenderContext:
        ctx = new_context(self.ruleset, shown, comparison=self.comparison)
        return with_pack_chapters(ctx)

    @cached_property
    def _shared_pages(self) -> Mapping[str, Sequence[Page]]:
        return shared_pages(self._ctx.with_own_pages(), self.comparison)

    @cached_property
    def _start(self) -> StartPage:
        return start_of(self._ctx, self.comparison)

    @cached_property
    def paged_previews(self) -> Mapping[str, Preview]:
        """The preview of each entry in the document with a page for each entry, by its id."""
        return SearchData(self._ctx, self.paged).previews

    def search_data(
        self, document: Document, book: Document | None = None
    ) -> SearchData:
        """Return search records and previews for a document, with previews of the base game."""
        if self.book is None or book is None:
            return SearchData(self._ctx, document)
        # `serve` shows one page of the same base game after the other.
        paged = book is self.book.paged
        previews = (
            self.book.paged_previews if paged else self.book.search_data(book).previews
        )
        previews_before = {self._now(id_): preview for id_, preview in previews.items()}
        return SearchData(self._ctx, document, previews_before)

    @cached_property
    def changes(self) -> Document:
        """A document of only the page of changes, without link targets; empty without a base."""
        diff = self.comparison
        pages = changes_page(self._ctx.with_own_pages(), diff) if diff else ()
        return self._document(tuple(pages), {})

    def of(self, layout: PageLayout) -> Document:
        """Return the document in a layout."""
        ctx = self._ctx
        pages = build_pages(ctx, self._shared_pages, self.comparison, layout)
        places = places_of(ctx.ruleset, pages)
        if layout == "pages":
            pages = with_backlinks(ctx, pages, places)
        return self._document(pages, places)

    def _document(
        self, pages: tuple[Page, ...], places: Mapping[str, PageAnchor]
    ) -> Document:
        ctx = self._ctx
        manifests, playground = self.ruleset.manifests, self.ruleset.manifest.playground
        phrases = phrases_of(self.ruleset)
        first = next((page.blocks for page in pages if page.shelf == "chapters"), ())
        opening = takewhile(lambda b: isinstance(b, Paragraph | BulletList), first)
        return Document(
            title=self.ruleset.manifest.title,
            language=phrases["language"],
            pages=pages,
            places=places,
            redirects=redirects_of(ctx.ruleset, places),
            footer=tuple(footer(ctx, manifest) for manifest in reversed(manifests)),
            words={key: phrases[key] for key in (*PAGES, *START, *SEARCH, *SHEETS)},
            opening=tuple(opening),
            start=self._start,
            imprint="; ".join(
                f"{pack.cited} · {pack.license.id}" if pack.license else pack.cited
                for pack in reversed(manifests)
            ),
            layered=self.comparison is not None,
            address=self.ruleset.manifest.site,
            change=f"{playground}#change=" if playground else "",
            picture=self.ruleset.manifest.picture,
        )
