"""A static site: pages that work from a folder, without a network, without scripts.

Jinja2 stands behind `pages.py` and is imported when the first page is made. Every link
between the pages is checked before anything is handed on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from freed6c.emit import json_
from freed6c.emit.files import OutputFile
from freed6c.emit.html.assets import files
from freed6c.emit.html.dice_data import dice_data
from freed6c.emit.html.links import broken_links
from freed6c.emit.html.published import MISSING, PLAIN, known_by
from freed6c.emit.html.search import FILE as SOURCE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.document import Documents
    from freed6c.document.blocks import Document

__all__ = ["LAYOUTS", "SiteLayout", "emit"]

SiteLayout: TypeAlias = Literal["pages", "grouped", "single"]
LAYOUTS: Final[tuple[SiteLayout, ...]] = ("pages", "grouped", "single")


def emit(documents: Documents, layout: SiteLayout = "pages") -> tuple[OutputFile, ...]:
    """The pages of a site, and what stands beside them."""
    document = documents.paged if layout == "pages" else documents.grouped
    made, beside = _site(documents, document, layout)
    broken = broken_links(made)
    if broken:
        raise AssertionError("\n".join(broken))
    return (*(OutputFile.text(path, text) for path, text in made.items()), *beside)


def _site(
    documents: Documents, document: Document, layout: SiteLayout
) -> tuple[Mapping[str, str], tuple[OutputFile, ...]]:
    """The pages by their paths, and what they need beside them."""
    from freed6c.emit.html.pages import (
        missing_page,
        moved_pages,
        only_page,
        pages,
        search_file,
    )

    dice = dice_data(documents.ruleset)
    ways = documents.ways(document.reading if layout == "single" else document)
    if layout == "single":
        return only_page(document.reading, ways, dice), ()
    own = pages(document, documents.grouped.paper, ways, dice)
    moved = moved_pages(document, own) if layout == "pages" else {}
    search = OutputFile.text(SOURCE, search_file(document, ways))
    data = json_.emit(documents, dense=True)
    hosts = (PLAIN, *known_by(document.address, own))
    if document.address:
        hosts = (*hosts, OutputFile.text(MISSING, missing_page(document)))
    return {**own, **moved}, (*files(dice), search, *data, *hosts)
