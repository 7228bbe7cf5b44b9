"""Pages that are the same in every layout: made once for all documents of a ruleset."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from freed6c.document.compare.page import changes_page
from freed6c.document.license_page import license_page
from freed6c.document.pages.cards import cards_page
from freed6c.document.pages.letters import letters_page
from freed6c.document.pages.packs import packs_pages
from freed6c.document.pages.reference import reference_page
from freed6c.document.pages.sheet import sheet_page
from freed6c.document.pages.tables import tables_page

if TYPE_CHECKING:
    from freed6c.document.blocks import Page
    from freed6c.document.compare.comparison import Comparison
    from freed6c.document.scribe import Scribe


@dataclass(frozen=True, slots=True, kw_only=True)
class Alike:
    """In the order in which they are read, with others between them."""

    changes: tuple[Page, ...]
    reference: tuple[Page, ...]
    sheets: tuple[Page, ...]
    letters: Page
    about: tuple[Page, ...]


def pages_alike(scribe: Scribe, comparison: Comparison | None) -> Alike:
    """Make them."""
    return Alike(
        changes=() if comparison is None else (changes_page(scribe, comparison),),
        reference=tuple(reference_page(scribe)),
        sheets=(*tables_page(scribe), *sheet_page(scribe), *cards_page(scribe)),
        letters=letters_page(scribe),
        about=(
            *packs_pages(scribe, comparison),
            *filter(None, (license_page(scribe),)),
        ),
    )
