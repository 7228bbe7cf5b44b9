"""Link checker: every link inside of a site has a target, and every anchor is unique."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

ID: Final = re.compile(r' id="([^"]*)"')
HREF: Final = re.compile(r' href="([^"]*)"')
MOVED: Final = re.compile(r' content="0; url=([^"]*)"')
"""Text has no unescaped quotes, so these match in tags only; moved pages redirect by `meta`.

Patterns with a literal prefix are searched four times as fast.
"""

OUTWARD: Final = ("https://", "http://", "data:")
BESIDE: Final = (".css", ".json", ".svg", ".webmanifest")


def broken_links(pages: Mapping[str, str]) -> list[str]:
    """Return what is wrong with the links and anchors of pages in one folder, a line each."""
    anchors = {path: Counter(ID.findall(text)) for path, text in pages.items()}
    wrong = [
        f"{path}: there are {count} places called #{id_}"
        for path, counts in anchors.items()
        for id_, count in counts.items()
        if count > 1
    ]
    for path, text in pages.items():
        for href in {*HREF.findall(text), *MOVED.findall(text)}:
            if not href.startswith(OUTWARD) and not href.endswith(BESIDE):
                file, _, anchor = href.partition("#")
                there = anchors.get(file or path)
                if there is None or (anchor and anchor not in there):
                    wrong.append(f"{path}: {href} leads nowhere")
    return wrong
