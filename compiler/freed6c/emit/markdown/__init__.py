"""Markdown that reads well as it is and renders on GitHub: a file for each page.

Links are relative, anchors are those of ids, lines are never wrapped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.emit.files import OutputFile
from freed6c.emit.markdown.pages import everything, index, page

if TYPE_CHECKING:
    from freed6c.document.blocks import Document

__all__ = ["emit"]


def emit(document: Document) -> tuple[OutputFile, ...]:
    """The contents, every page, and all of them in one file."""
    document = document.paper
    return (
        OutputFile.text("index.md", index(document)),
        *(
            OutputFile.text(f"{one.key}.md", page(document, position))
            for position, one in enumerate(document.pages)
        ),
        OutputFile.text("all.md", everything(document)),
    )
