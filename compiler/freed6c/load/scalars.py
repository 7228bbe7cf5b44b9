"""What a plain word of YAML is: an integer, yes or no, or text. Nothing else."""

from __future__ import annotations

import re
from typing import Final

_INTEGER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)")
_BOOLEANS: Final = {"true": True, "false": False}
_DIGITS: Final = frozenset("-0123456789")
MAX_DIGITS: Final = 18

NOTHING: Final = frozenset(("", "~", "null"))
"""Plain words that stand for no value; packs have none."""


def plain(text: str) -> str | int | bool | None:
    """What a plain word means; nothing for a number that is too long."""
    if text[0] not in _DIGITS:
        return _BOOLEANS.get(text, text)
    if not _INTEGER.fullmatch(text):
        return text
    return int(text) if len(text.lstrip("-")) <= MAX_DIGITS else None
