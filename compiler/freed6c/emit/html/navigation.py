"""Navigation of a site: the lists of pages, links to neighbors, and files for search engines.

A shelf is a group of pages in the menu of the site: `chapters`, `reference`, `lists` or `about`.
"""

from __future__ import annotations

from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal, NamedTuple
from urllib.parse import urlsplit

from freed6c.document.blocks import Document, Link, Page, Shelf
from freed6c.document.compare.page import KEY as CHANGES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    Neighbor = tuple[Literal["previous", "next"], Page]


SUFFIX = ".html"
START = "index.html"
EVERYTHING = "all.html"
ONE_FILE: Final = "one-file.html"
"""The whole site in one file, for downloading."""
SHELVES: Final[tuple[Shelf, ...]] = ("chapters", "reference", "lists", "about")


def file_of(page: Page) -> str:
    """Return the file of a page."""
    return f"{page.key}{SUFFIX}"


def paths_of(document: Document) -> Sequence[str]:
    """Return the files of all pages of a site, in order."""
    return [START, *map(file_of, document.pages), EVERYTHING]


def shelves_of(pages: Sequence[Page]) -> Mapping[Shelf, Sequence[Page]]:
    """Return the pages of each shelf, without empty shelves."""
    shelves = {shelf: [p for p in pages if p.shelf == shelf] for shelf in SHELVES}
    return {shelf: on_shelf for shelf, on_shelf in shelves.items() if on_shelf}


TOOLS: Final = {
    "reference": "table",
    "roll": "dice",
    "sheet": "character",
    "table": "period",
}
"""The kind whose look each page has that you can open from every page of a phone, by its key."""


def tools_of(pages: Iterable[Page]) -> Sequence[tuple[Page, str]]:
    """Return the pages to open from every page of a phone, each with the look of a kind."""
    by_key = {page.key: page for page in pages}
    return [(by_key[key], look) for key, look in TOOLS.items() if key in by_key]


class Door(NamedTuple):
    """A large link on the start page, with a title and a sentence.

    `look` is the class of its color and shape.
    """

    look: str
    title: str
    says: str
    href: str


def doors(document: Document, href: Callable[[Page], str]) -> Iterator[Door]:
    """Yield the doors: to learn the game, and to use house rules. `href` returns links to pages.

    If packs are layered on the game, the last door leads to the changes, otherwise to a section of
    the start page about writing house rules.
    """
    words = document.words
    chapters = shelves_of(document.pages).get("chapters", ())
    if chapters:
        learn = words["door.learn"], words["door.learn.says"]
        yield Door("k-rule", *learn, href(chapters[0]))
    own = next((href(p) for p in document.pages if p.key == CHANGES), "#house-rules")
    says = words["door.own.changed" if document.layered else "door.own.none"]
    yield Door("k-option", words["door.own"], says, own)


def neighbors(document: Document) -> Mapping[str, Sequence[Neighbor]]:
    """Return the previous and the next page of each chapter and each entry, by the key of the page.

    Entries are in the order in which the page above them lists them.
    """
    links: dict[str, tuple[Neighbor, ...]] = {}
    siblings: dict[str, list[Page]] = {}
    for page in document.pages:
        if page.above or page.shelf == "chapters":
            siblings.setdefault(page.above, []).append(page)
    # The position of each entry in the list of the page that it is listed on.
    positions = {
        words[0].target: position
        for page in document.pages
        for position, words in enumerate(page.table_of_contents)
        if words and isinstance(words[0], Link)
    }
    for pages in siblings.values():
        pages.sort(key=lambda page: positions.get(page.entry, 0))
        for before, after in pairwise(pages):
            links[before.key] = (*links.get(before.key, ()), ("next", after))
            links[after.key] = (("previous", before),)
    return links


# Files for hosts and search engines.


PLAIN: Final = ".nojekyll"
"""An empty file that makes GitHub Pages serve the files unchanged."""

MISSING: Final = "404.html"


def sitemap(address: str, paths: Iterable[str]) -> str:
    """Return the list of pages for search engines."""
    places = (escape(canonical(address, path)) for path in paths)
    urls = "".join(f"<url><loc>{place}</loc></url>\n" for place in places)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        f"{urls}</urlset>\n"
    )


def robots(address: str) -> str:
    """Return the file that leads search engines to the list of pages."""
    return f"User-agent: *\nAllow: /\nSitemap: {address}sitemap.xml\n"


def canonical(address: str, path: str) -> str:
    """Return the canonical URL of a page, empty if the address of the site isn't known."""
    return address and address + ("" if path == START else path)


def root_of(address: str) -> str:
    """Return the path of the site on its host, such as `/rules/`, for links from any page."""
    return urlsplit(address).path
