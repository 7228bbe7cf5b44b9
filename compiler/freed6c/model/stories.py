"""Stories: examples whose steps tell what happens, filled with what playing them gives."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from freed6c.model.prose import INLINE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PLACEHOLDER: Final = re.compile(r"\{([a-z0-9.-]+)\}", re.ASCII)
DIGITS: Final = re.compile(r"[0-9]+")


def filled(text: str, known: Mapping[str, str]) -> str:
    """A text with its placeholders filled; those that nothing is known for stay as written."""
    return PLACEHOLDER.sub(lambda match: known.get(match[1], match[0]), text)


def placeholders(text: str) -> frozenset[str]:
    """The names of the placeholders of a text."""
    return frozenset(match[1] for match in PLACEHOLDER.finditer(text))


def unknown_placeholders(
    text: str, known: Mapping[str, str]
) -> Iterator[re.Match[str]]:
    """The placeholders that nothing fills."""
    return (match for match in PLACEHOLDER.finditer(text) if match[1] not in known)


def written_numbers(text: str) -> Iterator[re.Match[str]]:
    """Digits that stand in the words themselves: neither in a placeholder nor in a reference."""

    def blanked(match: re.Match[str]) -> str:
        """As long, so that places in the text stay the same."""
        return match[0] if match["reference"] is None else " " * len(match[0])

    words = INLINE.sub(blanked, text)
    return DIGITS.finditer(PLACEHOLDER.sub(lambda match: " " * len(match[0]), words))
