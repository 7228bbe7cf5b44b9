"""A static site: pages that work from a folder, without a network, without scripts.

Jinja2 stands behind `pages.py` and is imported when the first page is made. Every link
between the pages is checked before anything is handed on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from freed6c.emit.files import OutputFile
from freed6c.emit.html.assets import DICE, files
from freed6c.emit.html.dice_data import dice_data
from freed6c.emit.html.links import broken_links

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.document import Documents

__all__ = ["LAYOUTS", "SiteLayout", "emit"]

SiteLayout: TypeAlias = Literal["pages", "grouped", "single"]
LAYOUTS: Final[tuple[SiteLayout, ...]] = ("pages", "grouped", "single")


def emit(documents: Documents, layout: SiteLayout = "pages") -> tuple[OutputFile, ...]:
    """The pages of a site, and what stands beside them."""
    dice = dice_data(documents.ruleset)
    data = {DICE: dice} if dice else {}
    made = _pages(documents, layout, data)
    broken = broken_links(made)
    if broken:
        raise AssertionError("\n".join(broken))
    beside = () if layout == "single" else files(data)
    return (*(OutputFile.text(path, text) for path, text in made.items()), *beside)


def _pages(
    documents: Documents, layout: SiteLayout, data: Mapping[str, str]
) -> Mapping[str, str]:
    from freed6c.emit.html.pages import only_page, pages

    if layout == "single":
        return only_page(documents.grouped, data)
    document = documents.paged if layout == "pages" else documents.grouped
    return pages(document, documents.grouped, data)
