"""Every link inside of a site leads somewhere, and every anchor exists once."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

ID: Final = re.compile(r' id="([^"]*)"')
HREF: Final = re.compile(r' href="([^"]*)"')
MOVED: Final = re.compile(r' content="0; url=([^"]*)"')
"""Quotes in texts are escaped, so all are found in tags alone. A page that moved leads on.

Patterns that begin with characters to look for are found four times as fast.
"""

OUTWARD: Final = ("https://", "http://", "data:")
BESIDE: Final = (".css", ".json", ".svg")


def broken_links(pages: Mapping[str, str]) -> tuple[str, ...]:
    """What is wrong with the links of a site, one line each; pages by their paths."""
    ids = {path: ID.findall(text) for path, text in pages.items()}
    files = {path: frozenset(found) for path, found in ids.items()}
    doubled = (
        f"{path}: there are {count} places called #{id_}"
        for path, found in ids.items()
        if len(found) > len(files[path])
        for id_, count in Counter(found).items()
        if count > 1
    )
    return (*doubled, *_broken(pages, files))


def _broken(
    pages: Mapping[str, str], files: Mapping[str, Collection[str]]
) -> Iterator[str]:
    """All pages lie in one folder: what leads to another file leads there from each of them."""
    known: set[str] = set()
    for path, text in pages.items():
        for href in sorted({*HREF.findall(text), *MOVED.findall(text)} - known):
            if _leads(href, path, files):
                known.update(() if href.startswith("#") else (href,))
            else:
                yield f"{path}: {href} leads nowhere"


def _leads(href: str, path: str, files: Mapping[str, Collection[str]]) -> bool:
    """Whether there is what a link on a page leads to, as far as it can be known."""
    if href.startswith(OUTWARD) or href.endswith(BESIDE):
        return True
    file, _, anchor = href.partition("#")
    there = files.get(file or path)
    return there is not None and (not anchor or anchor in there)
