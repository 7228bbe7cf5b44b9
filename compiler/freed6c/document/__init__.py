"""Render a ruleset as a document: a tree of pages and blocks that backends print.

Pure: takes a ruleset, returns a document. The wording is in `phrases/`.

There are two layouts, `pages` (one per entry, for phones) and `grouped` (one per chapter, for
Markdown), each made when it is first needed. Results that a backend needs more than once are
computed with `Documents.once`.

A switch on a site shows the book beside the table's rules: `side_by_side` compares pages of the
layered build with those of the book, block by block, and keeps both where they differ. So the
book reads as it does in the book, and pages grow only by the differences.

A comparison words both sides with the later pack's terms, because renaming a thing changes no
rule. Change marks come from comparing with the base, since players see one difference, whichever
packs made it. Marks are added by `with_badge` in `document/changes.py`, everywhere. Examples and
notes that a changed rule makes untrue are left out (`changed_run` in `model/example_runs.py`,
`decided_otherwise` in `document/mentions.py`). `texts_to_reread` in `document/rereading.py` lists
texts about changed rules.

Notes appear once per page (`remarks_in` in `document/mentions.py`). `footer` in
`document/licenses.py` is the line at the foot of each page, `rule_text.py` the text that editors
show beside a constant of a package.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Self, TypeVar, cast

from freed6c.document.blocks import BulletList, Document, Paragraph, StartPage
from freed6c.document.compare import compare
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
from freed6c.document.search.search_records import (
    SearchData,
    previews_in,
    search_data_of,
)
from freed6c.document.side_by_side import with_book

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
    """The documents and data that backends ask for, each made on first use.

    `base` gives the game before packs were layered on it, or None.
    """

    ruleset: Ruleset
    base: Callable[[], Ruleset | None] = lambda: None
    _once: dict[object, object] = field(default_factory=dict, init=False)

    def once(self, find: Callable[[Self], T]) -> T:
        """What a backend finds in the documents alone, for each that asks for it."""
        if find not in self._once:
            self._once[find] = find(self)
        return cast("T", self._once[find])

    @cached_property
    def comparison(self) -> Comparison | None:
        """The diff with the base game, if there is one."""
        return None if self._base is None else compare(self._base, self.ruleset)

    @cached_property
    def _base(self) -> Ruleset | None:
        return self.base()

    @cached_property
    def book(self) -> Documents | None:
        """The documents of the base game alone, if there is one, in the words of this one."""
        if self._base is None:
            return None
        return Documents(replace(self._base, words=self.ruleset.words))

    def beside_book(self, document: Document, book: Document) -> Document:
        """A document with what that of the base game says where it says something else."""
        return with_book(document, book, self._now)

    def _now(self, id_: str) -> str:
        """The id that an entry of the base game has here."""
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

    def search_data(
        self, document: Document, book: Document | None = None
    ) -> SearchData:
        """Search records and previews for one of these documents, and for that of the base game."""
        if self.book is None or book is None:
            return search_data_of(self._ctx, document)
        said = self.book.previews(book)
        known = {self._now(id_): preview for id_, preview in said.items()}
        return search_data_of(self._ctx, document, known)

    def previews(self, document: Document) -> Mapping[str, Preview]:
        """The previews alone."""
        return previews_in(self._ctx, document)

    @cached_property
    def changes(self) -> Document:
        """The page of changes alone, if there is a base game; its links lead to no places."""
        known = self.comparison
        pages = changes_page(self._ctx.with_own_pages(), known) if known else ()
        return self._document(tuple(pages), {})

    def of(self, layout: PageLayout) -> Document:
        """Make the document in a layout."""
        ctx = self._ctx
        pages = build_pages(ctx, self._shared_pages, self.comparison, layout)
        places = places_of(ctx.ruleset, pages)
        if layout == "pages":
            pages = with_backlinks(ctx, pages, places)
        return self._document(pages, places)

    def _document(
        self,
        pages: tuple[Page, ...],
        places: Mapping[str, PageAnchor],
    ) -> Document:
        ctx = self._ctx
        manifests = self.ruleset.manifests
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
            layered=self.comparison is not None,
            address=self.ruleset.manifest.site,
        )
