"""Stories: examples whose steps are told as prose, filled with the results of playing them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from freed6c.model.prose import INLINE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PLACEHOLDER: Final = re.compile(r"\{([a-z0-9.-]+)\}", re.ASCII)
DIGITS: Final = re.compile(r"[0-9]+")


def filled(text: str, values: Mapping[str, str]) -> str:
    """Return a text with its placeholders filled; those without a value stay as written."""
    return PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), text)


def placeholders(text: str) -> frozenset[str]:
    """Return the names of the placeholders of a text."""
    return frozenset(match[1] for match in PLACEHOLDER.finditer(text))


def unknown_placeholders(
    text: str, values: Mapping[str, str]
) -> Iterator[re.Match[str]]:
    """Yield the placeholders that have no value."""
    return (match for match in PLACEHOLDER.finditer(text) if match[1] not in values)


def written_numbers(text: str) -> Iterator[re.Match[str]]:
    """Yield digits in the text itself, outside of placeholders and references."""

    def blanked(match: re.Match[str]) -> str:
        """Return blanks of the same length, so that offsets don't change."""
        return match[0] if match["reference"] is None else " " * len(match[0])

    words = INLINE.sub(blanked, text)
    return DIGITS.finditer(PLACEHOLDER.sub(lambda match: " " * len(match[0]), words))
