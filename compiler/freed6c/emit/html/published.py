"""What a site has beside its pages for those who serve it: hosts and search engines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit
from xml.sax.saxutils import escape

from freed6c.emit.files import OutputFile
from freed6c.emit.html.shelves import START

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PLAIN: Final = OutputFile(".nojekyll", b"")
"""Tells GitHub Pages to serve what is there as it is."""

MISSING: Final = "404.html"


def known_by(address: str, paths: Iterable[str]) -> Iterator[OutputFile]:
    """Files for search engines, if one knows at which address the pages will be."""
    if address:
        yield OutputFile.text("sitemap.xml", _sitemap(address, paths))
        robots = f"User-agent: *\nAllow: /\nSitemap: {address}sitemap.xml\n"
        yield OutputFile.text("robots.txt", robots)


def canonical(address: str, path: str) -> str:
    """Where a page is found for good; nothing where nobody knows."""
    return address and address + ("" if path == START else path)


def root_of(address: str) -> str:
    """The path that all pages are below, for links that must work at any address: `/rules/`."""
    return urlsplit(address).path


def _sitemap(address: str, paths: Iterable[str]) -> str:
    lines = "".join(
        f"<url><loc>{escape(canonical(address, path))}</loc></url>\n" for path in paths
    )
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return f'{head}<urlset xmlns="{space}">\n{lines}</urlset>\n'
