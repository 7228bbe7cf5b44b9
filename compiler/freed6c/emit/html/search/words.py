"""What a word is, to those who search: letters and digits of any script, without accents."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import category, normalize

WORD: Final = re.compile(r"[^\W_]+")


def words_in(text: str) -> list[str]:
    """The words of a text, in order."""
    if not text.isascii():
        marked = normalize("NFKD", text).lower()
        text = "".join(c for c in marked if not category(c).startswith("M"))
    return WORD.findall(text.lower())
