"""The ways around a site: shelves of pages, and from each page to its neighbours."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Link
from freed6c.emit.html.views import LinkView, ShelfView

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from freed6c.document.blocks import Document, Page, Shelf

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
        for one, other in pairwise(
            sorted(row, key=lambda page: turn.get(page.entry, 0))
        ):
            ahead = document.words["next"].format(title=other.title)
            back = document.words["previous"].format(title=one.title)
            ways[one.key] = (*ways.get(one.key, ()), LinkView(file_of(other), ahead))
            ways[other.key] = (LinkView(file_of(one), back),)
    return ways


def _turns(document: Document) -> Mapping[str, int]:
    """The place of each entry in the list of the page that it is listed on."""
    return {
        words[0].target: turn
        for page in document.pages
        for turn, words in enumerate(page.contents)
        if words and isinstance(words[0], Link)
    }
