"""What leads readers to a rule: previews of links, records for a search, and what uses what.

All of it is made of pages that are there already, by one way of taking them apart (`passages`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from freed6c.document.finding.previews import Preview, previews_of
from freed6c.document.finding.search_records import Findable, SearchRecordBuilder
from freed6c.document.finding.sections import sections_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.document.blocks import Document
    from freed6c.document.render_context import Scribe


@dataclass(frozen=True, slots=True)
class Ways:
    """What a search can find, and what is said in short of entries, by their ids."""

    findables: tuple[Findable, ...]
    previews: Mapping[str, Preview]


def ways_to(ctx: Scribe, document: Document) -> Ways:
    """Made of a whole document, which is taken apart once."""
    sections = [section for page in document.pages for section in sections_of(page)]
    previews = previews_of(ctx, document, sections)
    return Ways(SearchRecordBuilder(ctx, document, sections, previews).all(), previews)
