"""Link checker: every link inside of a site has a target, and every anchor is unique."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

ID: Final = re.compile(r' id="([^"]*)"')
HREF: Final = re.compile(r' href="([^"]*)"')
MOVED: Final = re.compile(r' content="0; url=([^"]*)"')
"""Text has no unescaped quotes, so these match in tags only; moved pages redirect by `meta`.

Patterns with a literal prefix are searched four times as fast.
"""

OUTWARD: Final = ("https://", "http://", "data:")
BESIDE: Final = (".css", ".json", ".svg", ".webmanifest")


@dataclass(frozen=True, slots=True)
class Links:
    """Collects links of pages as they are made; `broken` tells what is wrong in the end.

    `places` are the anchors of each page by its path. `wanted` are the links to other pages, all
    of one folder, each with the first page that has it. `wrong` are errors within one page.
    """

    places: dict[str, frozenset[str]] = field(default_factory=dict)
    wanted: dict[str, str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def note(self, path: str, text: str) -> None:
        """Read a page."""
        ids = ID.findall(text)
        here = self.places[path] = frozenset(ids)
        if len(here) < len(ids):
            self.wrong.extend(
                f"{path}: there are {count} places called #{id_}"
                for id_, count in Counter(ids).items()
                if count > 1
            )
        for href in dict.fromkeys((*HREF.findall(text), *MOVED.findall(text))):
            if not href.startswith("#"):
                self.wanted.setdefault(href, path)
            elif href[1:] and href[1:] not in here:
                self.wrong.append(f"{path}: {href} leads nowhere")

    def broken(self) -> tuple[str, ...]:
        """What is wrong with the links of all pages, one line each."""
        lost = (
            f"{path}: {href} leads nowhere"
            for href, path in self.wanted.items()
            if not self._leads(href)
        )
        return (*self.wrong, *lost)

    def _leads(self, href: str) -> bool:
        """Whether there is what a link to another file leads to, as far as it can be known."""
        if href.startswith(OUTWARD) or href.endswith(BESIDE):
            return True
        file, _, anchor = href.partition("#")
        return file in self.places and (not anchor or anchor in self.places[file])
