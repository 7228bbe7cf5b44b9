"""Resolves links relative to a page, or within the single page of a document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.packs.lazy import dataclass

if TYPE_CHECKING:
    from freed6c.document.blocks import Document, PageAnchor

BESIDE: Final = "./"
"""The prefix of links to files beside the pages. Ids of entries never begin with it."""


@dataclass(frozen=True)
class Targets:
    """Links to entries, relative to the page with the key `page`.

    `page` is empty if the document is a single page. `suffix` is the suffix of files: `.html`.
    """

    document: Document
    suffix: str
    page: str = ""

    def href(self, id_: str) -> str | None:
        """Return the link to an entry or to a file beside the pages, None if it doesn't exist."""
        if id_.startswith(BESIDE):
            return id_.removeprefix(BESIDE) if self.page else None
        place = self.document.places.get(id_)
        return None if place is None else self.way(place)

    def way(self, place: PageAnchor) -> str:
        """Return the link to an anchor on a page; only to the page if the anchor is at its top."""
        if self.page in {"", place.page}:
            return f"#{place.anchor}"
        return self.file(place.page) + ("" if place.top else f"#{place.anchor}")

    def anchor(self, id_: str) -> str:
        """Return the anchor of an entry."""
        return self.document.places[id_].anchor

    def other_anchors(self, id_: str) -> tuple[str, ...]:
        """Return further anchors of an entry: its former and other names."""
        return self.document.redirects.get(id_, ())

    def file(self, key: str) -> str:
        """Return the file of a page."""
        return f"{key}{self.suffix}"
