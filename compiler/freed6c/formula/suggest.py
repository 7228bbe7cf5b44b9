"""What may have been meant."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def did_you_mean(written: str, known: Iterable[str]) -> str:
    """Ask for the closest names, or say nothing."""
    close = get_close_matches(written, sorted(set(known)), n=2, cutoff=0.6)
    return f"did you mean {' or '.join(close)}?" if close else ""
