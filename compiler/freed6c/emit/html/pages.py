"""Which pages a site has, by their paths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.emit.html.assets import ICON, POLICY, SITE, STYLE
from freed6c.emit.html.published import root_of
from freed6c.emit.html.redirects import redirects
from freed6c.emit.html.shelves import (
    EVERYTHING,
    START,
    SUFFIX,
    file_of,
    link_to,
    on_shelf,
    paths_of,
)
from freed6c.emit.html.site import Site
from freed6c.emit.html.templates import filled
from freed6c.emit.targets import Targets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.document.blocks import Document
    from freed6c.document.finding import Ways


def pages(
    document: Document, whole: Document, ways: Ways, dice: str
) -> Iterator[tuple[str, str]]:
    """Every page, by its path. `whole` is the document for the page that holds everything.

    `dice` is the script of what the roller has to know.
    """
    site = Site.of(document, ways, dice)
    yield START, site.start()
    for page in document.pages:
        yield file_of(page), site.page(page)
    yield EVERYTHING, site.everything(whole)


def only_page(whole: Document, ways: Ways, dice: str) -> Iterator[tuple[str, str]]:
    """One page with everything, that needs no other file."""
    yield START, Site.single(whole, ways, dice).alone(whole)


def moved_pages(document: Document) -> Iterator[tuple[str, str]]:
    """Pages at other addresses of entries, but for those that are taken."""
    language, said = document.language, document.words["moved"]
    targets = Targets(document, SUFFIX, "index")
    for one in redirects(targets, frozenset(paths_of(document))):
        words = said.format(title=one.title)
        yield (
            one.path,
            filled(
                "redirect",
                redirect=one,
                language=language,
                moved=words,
                policy=POLICY,
                script=SITE,
            ),
        )


def missing_page(document: Document) -> str:
    """What is shown where no page is. Such an address can be deep, so links begin at the root."""
    return filled(
        "missing",
        document=document,
        words=document.words,
        root=root_of(document.address),
        links=[link_to(page) for page in on_shelf(document, "chapters")],
        policy=POLICY,
        style=STYLE,
        icon=ICON,
    )
