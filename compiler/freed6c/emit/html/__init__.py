"""A static site: pages that work from a folder, without a network, without scripts.

Jinja2 stands behind `pages.py` and is imported when the first page is made. Every link
between the pages is checked before anything is handed on.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from freed6c.emit.files import OutputFile
from freed6c.emit.html.links import broken_links

if TYPE_CHECKING:
    from freed6c.document.blocks import Document

__all__ = ["emit"]

STYLE = Path(__file__).with_name("style.css")


def emit(document: Document) -> tuple[OutputFile, ...]:
    """The contents, every page, all of them on one, and their style."""
    from freed6c.emit.html.pages import pages

    made = pages(document)
    broken = broken_links(made)
    if broken:
        raise AssertionError("\n".join(broken))
    files = (OutputFile.text(path, text) for path, text in made.items())
    return (*files, OutputFile.text("style.css", STYLE.read_text(encoding="utf-8")))
