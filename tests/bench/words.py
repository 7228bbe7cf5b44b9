"""Counts the words of a book, and of its "In detail" entries. Run: python tests/bench/words.py

The book is `all.md` up to its reference: chapters, each with its entries behind the heading
"In detail". Addresses of links, anchors and tags are no words.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BOOK = ROOT / "generated/core/markdown/all.md"
CHAPTERS = re.compile(r'(?=<a id="chapter-[a-z-]+"></a>\n\n##? )')
ENTRIES = re.compile(r'<a id="chapter-[a-z-]+--entries"></a>')
IGNORED = re.compile(r"\]\([^)]*\)|<[^>]*>|\|[-: |]+\|")


def words(text: str) -> int:
    """Count the words of a Markdown text, without addresses and tags."""
    return len(
        re.findall(r"[\w\u2019'+\u2212-]*\w[\w\u2019'+-]*", IGNORED.sub(" ", text))
    )


def main(book: Path) -> None:
    """Print the words of each chapter, then the sums."""
    before, *_ = book.read_text("utf-8").split('<a id="page-reference"></a>')
    _, *chapters = CHAPTERS.split(before)
    total = detail = 0
    for chapter in chapters:
        prose, *entries = ENTRIES.split(chapter)
        own, detailed = words(prose), sum(map(words, entries))
        total, detail = total + own + detailed, detail + detailed
        print(f"{own:7,} {detailed:7,}  {prose.split(chr(34))[1]}")
    print(f"{total:7,} words, {detail:,} of them in detail")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else BOOK)
