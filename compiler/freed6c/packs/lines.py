"""Lines of a pack, finished, for help: to be copied as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.packs.data import inline
from freed6c.packs.ids import parted

if TYPE_CHECKING:
    from freed6c.packs.data import Data

LONGEST: Final = 60


def change_line(address: str, word: str, value: Data) -> str:
    """`change: {band.dark.dim: {set: {range: 1-4}}}`, whatever way to the place was written."""
    id_, field = parted(address)
    said = inline(value)
    return f"change: {{{id_}: {{{word}: {{{field}: {said if len(said) <= LONGEST else '…'}}}}}}}"
