"""Checks the links of a site: each has a target, and anchors are unique."""

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
    """Return a line for each broken link and each repeated anchor of pages in one folder."""
    anchors = {path: Counter(ID.findall(text)) for path, text in pages.items()}
    problems = [
        f"{path}: there are {count} anchors #{id_}"
        for path, counts in anchors.items()
        for id_, count in counts.items()
        if count > 1
    ]
    for path, text in pages.items():
        for href in {*HREF.findall(text), *MOVED.findall(text)}:
            if not href.startswith(OUTWARD) and not href.endswith(BESIDE):
                file, _, anchor = href.partition("#")
                targets = anchors.get(file or path)
                if targets is None or (anchor and anchor not in targets):
                    problems.append(f"{path}: {href} has no target")
    return problems
