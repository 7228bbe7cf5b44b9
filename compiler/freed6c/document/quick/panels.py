"""How panels of the quick reference are made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.forms import Panel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.document.blocks import Blocks
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.record import Entry


def panel(scribe: Scribe, entry: Entry, blocks: Blocks) -> Iterator[Panel]:
    """A panel that leads to the entry; none where there is nothing to show."""
    if blocks:
        yield Panel((scribe.link(entry),), blocks)
