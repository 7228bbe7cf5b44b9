"""The ways around a site: shelves of pages, and from each page to its neighbors."""

from __future__ import annotations

from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal, NamedTuple
from urllib.parse import urlsplit

from freed6c.document.blocks import Document, Link, Page, Shelf
from freed6c.document.compare.page import KEY as CHANGES
from freed6c.document.licenses import PACK
from freed6c.emit.files import OutputFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    Neighbor = tuple[Literal["previous", "next"], Page]


SUFFIX = ".html"
START = "index.html"
EVERYTHING = "all.html"
ONE_FILE: Final = "one-file.html"
"""The whole site in one file that needs no other: to be saved."""
PACKS: Final = PACK.removeprefix("page.")
"""What keys of pages of packs begin with."""
SHELVES: Final[tuple[Shelf, ...]] = ("chapters", "reference", "lists", "about")


def file_of(page: Page) -> str:
    """The file of a page."""
    return f"{page.key}{SUFFIX}"


def paths_of(document: Document) -> Sequence[str]:
    """The pages of a site, in order."""
    return [START, *map(file_of, document.pages), EVERYTHING]


def shelves_of(pages: Sequence[Page]) -> Mapping[Shelf, Sequence[Page]]:
    """The pages of each shelf that has some."""
    shelves = {shelf: [p for p in pages if p.shelf == shelf] for shelf in SHELVES}
    return {shelf: on_shelf for shelf, on_shelf in shelves.items() if on_shelf}


class Door(NamedTuple):
    """One of the ways to begin with: where it leads, and where else one may want to go from there.

    `look` is the class of its color and shape.
    """

    look: str
    title: str
    says: str
    href: str
    further: Sequence[Page] = ()


WAYS: Final[tuple[tuple[str, str, Shelf], ...]] = (
    ("learn", "rule", "chapters"),
    ("look-up", "table", "reference"),
)
MORE: Final = 2
"""So many further ways stand on a door."""


def doors(document: Document) -> Iterator[Door]:
    """To learn, to look things up, to see the rules of one's own table or how they are made."""
    words = document.words
    shelves = shelves_of(document.pages)
    for name, kind, shelf in WAYS:
        pages = [p for p in shelves.get(shelf, ()) if p.key != CHANGES]
        if pages:
            title, says = words[f"door.{name}"], words[f"door.{name}.says"]
            further = pages[1 : 1 + MORE]
            yield Door(f"k-{kind}", title, says, file_of(pages[0]), further)
    href = f"{CHANGES}{SUFFIX}" if document.layered else "#house-rules"
    says = words["door.own.changed" if document.layered else "door.own.none"]
    packs = [p for p in document.pages if document.layered and p.key.startswith(PACKS)]
    yield Door("k-option", words["door.own"], says, href, packs[1 : 1 + MORE])


def neighbors(document: Document) -> Mapping[str, Sequence[Neighbor]]:
    """The neighbors of each chapter and each entry by its key, in the order of their lists."""
    ways: dict[str, tuple[Neighbor, ...]] = {}
    rows: dict[str, list[Page]] = {}
    for page in document.pages:
        if page.above or page.shelf == "chapters":
            rows.setdefault(page.above, []).append(page)
    # The position of each entry in the list of the page that it is listed on.
    positions = {
        words[0].target: position
        for page in document.pages
        for position, words in enumerate(page.table_of_contents)
        if words and isinstance(words[0], Link)
    }
    for row in rows.values():
        row.sort(key=lambda page: positions.get(page.entry, 0))
        for before, behind in pairwise(row):
            ways[before.key] = (*ways.get(before.key, ()), ("next", behind))
            ways[behind.key] = (("previous", before),)
    return ways


# What a site has beside its pages for those who serve it: hosts and search engines.


PLAIN: Final = OutputFile(".nojekyll", b"")
"""Tells GitHub Pages to serve what is there as it is."""

MISSING: Final = "404.html"


def known_by(address: str, paths: Iterable[str]) -> Iterator[OutputFile]:
    """Files for search engines, if one knows at which address the pages will be."""
    if address:
        places = (escape(canonical(address, path)) for path in paths)
        urls = "".join(f"<url><loc>{place}</loc></url>\n" for place in places)
        sitemap = (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
            f"{urls}</urlset>\n"
        )
        yield OutputFile.text("sitemap.xml", sitemap)
        robots = f"User-agent: *\nAllow: /\nSitemap: {address}sitemap.xml\n"
        yield OutputFile.text("robots.txt", robots)


def canonical(address: str, path: str) -> str:
    """Where a page is found for good; nothing where nobody knows."""
    return address and address + ("" if path == START else path)


def root_of(address: str) -> str:
    """The path that all pages are below, for links that must work at any address: `/rules/`."""
    return urlsplit(address).path
