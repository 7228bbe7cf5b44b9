"""Did you mean … ? One place for every suggestion of a name."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def nearest(word: str, known: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """The known names that a word may have been meant as, the nearest first."""
    return tuple(get_close_matches(word, list(known), n=most, cutoff=0.6))


def did_you_mean(word: str, known: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """A line of help that names them, or nothing where none is near."""
    near = nearest(word, known, most)
    if not near:
        return ()
    return ("did you mean " + " or ".join(f"'{name}'" for name in near) + "?",)
