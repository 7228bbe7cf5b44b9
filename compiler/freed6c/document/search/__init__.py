"""Search records, previews of links, backlinks and redirects.

All are derived from finished pages, which `sections_of` takes apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from freed6c.document.search.previews import Preview, previews_of
from freed6c.document.search.search_records import SearchRecord, SearchRecordBuilder
from freed6c.document.search.sections import sections_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.document.blocks import Document
    from freed6c.document.render_context import RenderContext


@dataclass(frozen=True, slots=True)
class SearchData:
    """Search records, and previews of entries by id."""

    records: tuple[SearchRecord, ...]
    previews: Mapping[str, Preview]


def search_data_of(ctx: RenderContext, document: Document) -> SearchData:
    """Derive both from a document, whose pages are taken apart once."""
    sections = [section for page in document.pages for section in sections_of(page)]
    previews = previews_of(ctx, document, sections)
    return SearchData(
        SearchRecordBuilder(ctx, document, sections, previews).all(), previews
    )
