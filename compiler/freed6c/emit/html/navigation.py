"""The ways around a site: shelves of pages, and from each page to its neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit
from xml.sax.saxutils import escape

from freed6c.document.blocks import Document, Link, Page, Shelf
from freed6c.emit.files import OutputFile
from freed6c.emit.html.blocks import Html

if TYPE_CHECKING:
    from collections.abc import (
        Callable,
        Iterable,
        Iterator,
        Mapping,
        Sequence,
    )

    from freed6c.emit.html.assets import Assets


# What templates are given: texts that are HTML already, and words for the furniture.


EMPTY: Final = Html()


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link with plain words."""

    href: str
    words: str


@dataclass(frozen=True, slots=True)
class ShelfView:
    """Links under a label. A `folded` one opens on demand."""

    label: str
    links: tuple[LinkView, ...]
    folded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionView:
    """The text of a page: its heading, what it lists of itself, and what it is used by."""

    heading: Html
    contents: tuple[Html, ...]
    text: Html
    letters: tuple[LinkView, ...] = ()
    used: Html = EMPTY
    previews: Html = EMPTY


@dataclass(frozen=True, slots=True)
class ListedView:
    """A page on the start page, with what stands on it, or what it is good for."""

    link: LinkView
    contents: tuple[Html, ...]
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteView:
    """What is the same around every page: the `search` box, the `shelves`, the `end`."""

    language: str
    title: str
    address: str
    home: str
    assets: Assets
    search: Html
    shelves: Html
    end: Html


@dataclass(frozen=True, slots=True)
class FrameView:
    """What is around the text of one page: the `trail` leads to it, the `ways` on from it.

    What is `said` of it is shown where people share links.
    """

    title: str
    key: str
    said: str = ""
    trail: tuple[LinkView, ...] = ()
    ways: tuple[LinkView, ...] = ()


SUFFIX = ".html"
START = "index.html"
EVERYTHING = "all.html"
SHELVES: Final[tuple[Shelf, ...]] = ("chapters", "reference", "lists", "about")
FOLDED: Final = frozenset({"lists"})
"""Shelves with many pages that few look for, where there are chapters to read."""


def file_of(page: Page) -> str:
    """The file of a page."""
    return f"{page.key}{SUFFIX}"


def paths_of(document: Document) -> Sequence[str]:
    """The pages of a site, in order."""
    return [START, *map(file_of, document.pages), EVERYTHING]


def link_to(page: Page) -> LinkView:
    """A link to a page, by its title."""
    return LinkView(file_of(page), page.title)


def on_shelf(document: Document, shelf: Shelf) -> Iterator[Page]:
    """The pages of a shelf."""
    return (page for page in document.pages if page.shelf == shelf)


def shelves_of(
    document: Document,
    href: Callable[[Page], str],
    more: Mapping[Shelf, LinkView],
) -> Iterator[ShelfView]:
    """Those that have pages; `href` leads to a page, `more` ends a shelf."""
    read = any(on_shelf(document, "chapters"))
    for shelf in SHELVES:
        links = [LinkView(href(page), page.title) for page in on_shelf(document, shelf)]
        if shelf in more:
            links.append(more[shelf])
        if links:
            label = document.words[f"shelf.{shelf}"]
            yield ShelfView(label, tuple(links), folded=read and shelf in FOLDED)


def neighbours(document: Document) -> Mapping[str, tuple[LinkView, ...]]:
    """From each chapter and each entry to the one before and the one behind, as they are listed."""
    ways: dict[str, tuple[LinkView, ...]] = {}
    rows: dict[str, list[Page]] = {}
    for page in document.pages:
        if page.above or page.shelf == "chapters":
            rows.setdefault(page.above, []).append(page)
    turn = _turns(document)
    for row in rows.values():
        row.sort(key=lambda page: turn.get(page.entry, 0))
        for before, behind in pairwise(row):
            ahead = document.words["next"].format(title=behind.title)
            back = document.words["previous"].format(title=before.title)
            on = LinkView(file_of(behind), ahead)
            ways[before.key] = (*ways.get(before.key, ()), on)
            ways[behind.key] = (LinkView(file_of(before), back),)
    return ways


def _turns(document: Document) -> Mapping[str, int]:
    """The place of each entry in the list of the page that it is listed on."""
    return {
        words[0].target: turn
        for page in document.pages
        for turn, words in enumerate(page.table_of_contents)
        if words and isinstance(words[0], Link)
    }


# What a site has beside its pages for those who serve it: hosts and search engines.


PLAIN: Final = OutputFile(".nojekyll", b"")
"""Tells GitHub Pages to serve what is there as it is."""

MISSING: Final = "404.html"


def known_by(address: str, paths: Iterable[str]) -> Iterator[OutputFile]:
    """Files for search engines, if one knows at which address the pages will be."""
    if address:
        yield OutputFile.text("sitemap.xml", _sitemap(address, paths))
        robots = f"User-agent: *\nAllow: /\nSitemap: {address}sitemap.xml\n"
        yield OutputFile.text("robots.txt", robots)


def canonical(address: str, path: str) -> str:
    """Where a page is found for good; nothing where nobody knows."""
    return address and address + ("" if path == START else path)


def root_of(address: str) -> str:
    """The path that all pages are below, for links that must work at any address: `/rules/`."""
    return urlsplit(address).path


def _sitemap(address: str, paths: Iterable[str]) -> str:
    lines = "".join(
        f"<url><loc>{escape(canonical(address, path))}</loc></url>\n" for path in paths
    )
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return f'{head}<urlset xmlns="{space}">\n{lines}</urlset>\n'
