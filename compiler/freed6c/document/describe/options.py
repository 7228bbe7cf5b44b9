"""Options: the choices, and the one in use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.describe.parts import facts
from freed6c.document.describe.remarks import listed

if TYPE_CHECKING:
    from freed6c.document.blocks import Blocks
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.entries.options import Option


def option(scribe: Scribe, entry: Option, _level: int) -> Blocks:
    """Which choice is in use, and all that there are."""
    in_use = facts(scribe, ("in-use", (scribe.link(entry.default.entry),)))
    return (*in_use, *listed(scribe, entry.choices))
