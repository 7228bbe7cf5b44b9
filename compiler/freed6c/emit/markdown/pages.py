"""Whole files of Markdown: pages, their contents, everything in one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.emit.markdown.blocks import blocks, heading
from freed6c.emit.markdown.inlines import escaped, inline
from freed6c.emit.targets import Targets

if TYPE_CHECKING:
    from freed6c.document.blocks import Document, Page


def page(document: Document, position: int) -> str:
    """One page, with the ways on from it."""
    one = document.pages[position]
    targets = Targets(document, ".md", one.key)
    title = heading(1, one.anchor, escaped(one.title))
    body = blocks(one.blocks, targets)
    return _file(targets, title, body, "---", _ways(document, position))


def index(document: Document) -> str:
    """All pages with what is on them."""
    targets = Targets(document, ".md", "index")
    pages = "\n".join(_listed(one, targets) for one in document.pages)
    everything_ = f"[{escaped(document.words['all'])}](all.md)"
    title = f"# {escaped(document.title)}"
    opening = blocks(document.opening, targets)
    return _file(targets, title, opening, pages, everything_)


def everything(document: Document) -> str:
    """All pages in one file, a level down."""
    targets = Targets(document, ".md")
    pages = "\n".join(
        f"- [{escaped(one.title)}](#{one.anchor})" for one in document.pages
    )
    bodies = (
        f"{heading(2, one.anchor, escaped(one.title))}\n\n"
        f"{blocks(one.blocks, targets, 1)}"
        for one in document.pages
    )
    title = f"# {escaped(document.title)}"
    return _file(targets, title, pages, *bodies)


def _listed(one: Page, targets: Targets) -> str:
    link = f"- [{escaped(one.title)}]({targets.file(one.key)})"
    inside = " · ".join(inline(words, targets) for words in one.contents)
    return f"{link}\n  {inside}" if inside else link


def _ways(document: Document, position: int) -> str:
    """To the page before, the contents, the page behind."""
    words = document.words
    ways = [f"[{escaped(words['contents'])}](index.md)"]
    if position > 0:
        before = document.pages[position - 1]
        said = words["previous"].format(title=before.title)
        ways.insert(0, f"[{escaped(said)}]({before.key}.md)")
    if position + 1 < len(document.pages):
        behind = document.pages[position + 1]
        said = words["next"].format(title=behind.title)
        ways.append(f"[{escaped(said)}]({behind.key}.md)")
    return " · ".join(ways)


def _file(targets: Targets, *parts: str) -> str:
    """Parts with blank lines between them, and the footer."""
    footer = "  \n".join(inline(one, targets) for one in targets.document.footer)
    return "\n\n".join((*filter(None, parts), footer)) + "\n"
