"""What a playground shows of a pack: what it changes, and pages of the site that it would have."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from freed6c.document.blocks import Heading
from freed6c.document.compare.page import CHANCES
from freed6c.emit.html.blocks import SECTION, Writer
from freed6c.emit.html.site import section_of
from freed6c.emit.links import Targets

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.document import Documents
    from freed6c.document.blocks import Block, Document


@dataclass(frozen=True, slots=True)
class EntryTargets(Targets):
    """Links lead to ids: the page is asked for when somebody follows one.

    `known` are those of entries; nothing else can be asked for.
    """

    known: frozenset[str] = frozenset()

    def href(self, id_: str) -> str | None:
        """`#skill.dodge`."""
        return f"#{id_}" if id_ in self.known else None


def changes_html(documents: Documents) -> tuple[str, str]:
    """What a pack changes, and which chances move; both empty where it is layered on nothing."""
    document = documents.changes
    told: list[Block] = []
    moved: list[Block] = []
    into = told
    for page in document.pages:
        for block in page.blocks:
            if isinstance(block, Heading) and block.level == SECTION:
                into = moved if block.anchor == CHANCES else told
            into.append(block)
    writer = Writer(_targets(documents, document, ""))
    return writer.blocks(told), writer.blocks(moved)


def page_html(
    documents: Documents, book: Documents | None, id_: str
) -> Mapping[str, str] | None:
    """The page that an entry is described on, beside what the book says; its key and the anchor.

    None where nothing describes it.
    """
    document = documents.paged
    place = document.places.get(id_)
    if place is None:
        return None
    page = document.page(place.page)
    if book is not None:
        alone = documents.beside_book(document.but(pages=(page,)), book.paged)
        (page,) = alone.pages
    targets = _targets(documents, document, page.key)
    section = section_of(page, Writer(targets, heading=page.title))
    html = section["heading"] + section["text"]
    if section["used"]:
        words = escape(document.words["used-by"])
        html += f'<section class="used"><h2>{words}</h2>\n{section["used"]}</section>'
    return {"key": page.key, "anchor": place.anchor, "html": html}


def _targets(documents: Documents, document: Document, page: str) -> EntryTargets:
    return EntryTargets(document, "", page, frozenset(documents.ruleset.entries))
