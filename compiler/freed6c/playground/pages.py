"""Writes the changes of a pack and single pages of its site for the playground."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from freed6c.document.blocks import Heading
from freed6c.document.compare.page import CHANCES
from freed6c.emit.html.blocks import H2, Writer
from freed6c.emit.html.site import section_of
from freed6c.emit.links import Targets
from freed6c.packs.lazy import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.document.blocks import Block, Document
    from freed6c.document.documents import Documents


@dataclass(frozen=True)
class EntryTargets(Targets):
    """Links to the ids of `known` entries. The playground loads their pages on demand."""

    known: frozenset[str] = frozenset()

    def href(self, id_: str) -> str | None:
        """Return the link to an entry, such as `#skill.dodge`, None if it isn't known."""
        return f"#{id_}" if id_ in self.known else None


def changes_html(documents: Documents) -> tuple[str, str]:
    """Return the changes of a pack and the changed odds as HTML, empty without a base game."""
    document = documents.changes
    changes: list[Block] = []
    odds: list[Block] = []
    section = changes
    for page in document.pages:
        for block in page.blocks:
            if isinstance(block, Heading) and block.level == H2:
                section = odds if block.anchor == CHANCES else changes
            section.append(block)
    # The changes are shown outside of all pages, so none is the current page of the links.
    writer = Writer(_targets(documents, document, page=""))
    return writer.blocks(changes), writer.blocks(odds)


def page_html(
    documents: Documents, book: Documents | None, id_: str
) -> Mapping[str, str] | None:
    """Return the `key` and the `html` of the page of an entry, and the `anchor` of the entry.

    If there is a `book`, the documents of the base game, the page also shows the version of the
    base game. Return None if the entry has no page.
    """
    document = documents.paged
    place = document.places.get(id_)
    if place is None:
        return None
    page = document.page(place.page)
    if book is not None:
        page = documents.beside_book(document, book.paged)(page)
    targets = _targets(documents, document, page=page.key)
    section = section_of(page, Writer(targets, heading=page.title))
    html = section["heading"] + section["text"]
    if section["used"]:
        words = escape(document.words["used-by"])
        html += f'<section class="used"><h2>{words}</h2>\n{section["used"]}</section>'
    return {"key": page.key, "anchor": place.anchor, "html": html}


def _targets(documents: Documents, document: Document, page: str) -> EntryTargets:
    known = frozenset(documents.ruleset.entries)
    here = document.but(change="#change=")
    return EntryTargets(here, suffix="", page=page, known=known)
