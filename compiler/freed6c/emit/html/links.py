"""Every link inside of a site leads somewhere, and every anchor exists once."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

ID: Final = re.compile(r'\sid="([^"]*)"')
HREF: Final = re.compile(r'\s(?:href="|content="0; url=)([^"]*)"')
"""Quotes in texts are escaped, so both are found in tags alone. A page that moved leads on."""

OUTWARD: Final = ("https://", "http://", "data:")


def broken_links(pages: Mapping[str, str]) -> tuple[str, ...]:
    """What is wrong with the links of a site, one line each; pages by their paths."""
    ids = {path: Counter(ID.findall(text)) for path, text in pages.items()}
    files = {path: frozenset(found) for path, found in ids.items()}
    doubled = (
        f"{path}: there are {count} places called #{id_}"
        for path, found in ids.items()
        for id_, count in found.items()
        if count > 1
    )
    broken = (
        line for path, text in pages.items() for line in _broken(path, text, files)
    )
    return (*doubled, *broken)


def _broken(
    path: str, text: str, files: Mapping[str, Collection[str]]
) -> Iterator[str]:
    for href in dict.fromkeys(HREF.findall(text)):
        if href.startswith(OUTWARD) or href.endswith((".css", ".json", ".svg")):
            continue
        file, _, anchor = href.partition("#")
        known = files.get(file or path)
        if known is None or (anchor and anchor not in known):
            yield f"{path}: {href} leads nowhere"
