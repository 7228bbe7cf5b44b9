"""A ruleset to be read: pages of blocks, made once and rendered by several backends.

Pure: it takes a ruleset and returns a document. All its words are in `phrases`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.attribution import footer
from freed6c.document.blocks import Document
from freed6c.document.compare import compare
from freed6c.document.entries import shown
from freed6c.document.pages import build_pages
from freed6c.document.phrases import PHRASES
from freed6c.document.phrases.pages import PAGES
from freed6c.document.places import places_of
from freed6c.document.scribe import new_scribe

if TYPE_CHECKING:
    from freed6c.model.ruleset import Ruleset

__all__ = ["Document", "build_document"]


def build_document(ruleset: Ruleset, base: Ruleset | None = None) -> Document:
    """Put a ruleset into words, page by page; with a base, also what is different from it."""
    scribe = new_scribe(ruleset, shown)
    comparison = None if base is None else compare(base, ruleset)
    pages = build_pages(scribe, comparison)
    return Document(
        title=ruleset.manifest.title,
        language=PHRASES["language"],
        pages=pages,
        places=places_of(ruleset, pages),
        footer=tuple(footer(scribe, one) for one in reversed(ruleset.manifests)),
        words={key: PHRASES[key] for key in PAGES},
        comparison=comparison,
    )
