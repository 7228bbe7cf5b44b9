"""The quick reference: one printed sheet for the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Page
from freed6c.document.forms import Panels
from freed6c.document.quick import quick_panels

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.document.scribe import Scribe

KEY: Final = "reference"


def reference_page(scribe: Scribe) -> Iterator[Page]:
    """What is looked up most, if there is any of it."""
    panels = tuple(quick_panels(scribe.unanchored().unremarked().briefly()))
    if panels:
        yield Page(
            key=KEY,
            title=scribe.word(KEY),
            anchor=f"page-{KEY}",
            blocks=(Panels("reference", panels),),
            shelf="reference",
            summary=scribe.word(f"{KEY}.summary"),
        )
