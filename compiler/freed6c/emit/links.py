"""Resolves links relative to a page, or within the one page that holds everything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from freed6c.document.blocks import Document, PageAnchor

BESIDE: Final = "./"
"""What a link to a file beside the pages begins with; no id of an entry does."""


@dataclass(frozen=True, slots=True)
class Targets:
    """Addresses of entries, as seen from the page with the key `page`.

    It is empty if all pages are one. `suffix` is that of the files.
    """

    document: Document
    suffix: str
    page: str = ""

    def href(self, id_: str) -> str | None:
        """The way to an entry, or to a file beside the pages; None where it is not there."""
        if id_.startswith(BESIDE):
            return id_.removeprefix(BESIDE) if self.page else None
        place = self.document.places.get(id_)
        return None if place is None else self.way(place)

    def way(self, place: PageAnchor) -> str:
        """The way to a place."""
        if self.page in {"", place.page}:
            return f"#{place.anchor}"
        return self.file(place.page) + ("" if place.top else f"#{place.anchor}")

    def anchor(self, id_: str) -> str:
        """The anchor of an entry that stands here."""
        return self.document.places[id_].anchor

    def other_anchors(self, id_: str) -> tuple[str, ...]:
        """More anchors of an entry that stands here."""
        return self.document.redirects.get(id_, ())

    def file(self, key: str) -> str:
        """The file of a page."""
        return f"{key}{self.suffix}"
