"""What a word is, to those who search: letters and digits of any script, without accents."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import category, normalize

WORD: Final = re.compile(r"[^\W_]+")


class Marks(dict[int, int | None]):
    """Which characters stay as they are, and which are accents; each is looked up once."""

    def __missing__(self, key: int) -> int | None:
        self[key] = None if category(chr(key)).startswith("M") else key
        return self[key]


MARKS: Final = Marks()


def words_in(text: str) -> list[str]:
    """The words of a text, in order."""
    if text.isascii():
        return WORD.findall(text.lower())
    return WORD.findall(normalize("NFKD", text).lower().translate(MARKS))
