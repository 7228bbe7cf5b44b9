"""Pages of HTML: views for the frame, filled into templates."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from freed6c.emit.html.blocks import Viewer
from freed6c.emit.html.inlines import inline
from freed6c.emit.html.views import FrameView, LinkView, SectionView
from freed6c.emit.targets import Targets

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jinja2 import Environment

    from freed6c.document.blocks import Document, Page

SUFFIX = ".html"


def pages(document: Document) -> Mapping[str, str]:
    """Every page by its path."""
    return {
        "index.html": _index(document),
        **{
            f"{page.key}.html": _page(document, position)
            for position, page in enumerate(document.pages)
        },
        "all.html": _everything(document),
    }


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("freed6c.emit.html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )


def _render(template: str, document: Document, **views: object) -> str:
    found = _environment().get_template(template)
    return found.render(words=document.words, **views)


def _page(document: Document, position: int) -> str:
    page = document.pages[position]
    targets = Targets(document, SUFFIX, page.key)
    section = _section(page, targets, 1)
    frame = _frame(targets, page.title, page.key, _ways(document, position))
    return _render("page.html.jinja", document, frame=frame, section=section)


def _index(document: Document) -> str:
    targets = Targets(document, SUFFIX, "index")
    listed = [
        (
            LinkView(targets.file(page.key), page.title),
            tuple(inline(words, targets) for words in page.contents),
        )
        for page in document.pages
    ]
    frame = _frame(targets, document.title, "index", ())
    return _render("index.html.jinja", document, frame=frame, listed=listed)


def _everything(document: Document) -> str:
    targets = Targets(document, SUFFIX)
    sections = [_section(page, targets, 2) for page in document.pages]
    frame = _frame(targets, document.words["all"], "all", ())
    links = [LinkView(f"#{page.anchor}", page.title) for page in document.pages]
    return _render(
        "all.html.jinja", document, frame=frame, sections=sections, links=links
    )


def _section(page: Page, targets: Targets, level: int) -> SectionView:
    viewer = Viewer(targets, deeper=level - 1, heading=page.title)
    return SectionView(
        level=level,
        anchor=page.anchor,
        title=page.title,
        contents=tuple(inline(words, targets) for words in page.contents),
        blocks=viewer.blocks(page.blocks),
    )


def _frame(
    targets: Targets, title: str, key: str, ways: tuple[LinkView, ...]
) -> FrameView:
    document = targets.document
    return FrameView(
        language=document.language,
        title=title,
        site=document.title,
        home=LinkView("index.html", document.title, current=key == "index"),
        pages=tuple(
            LinkView(f"{page.key}{SUFFIX}", page.title, current=page.key == key)
            for page in document.pages
        ),
        ways=ways,
        footer=tuple(inline(line, targets) for line in document.footer),
    )


def _ways(document: Document, position: int) -> tuple[LinkView, ...]:
    """To the page before and the page behind."""
    found = []
    for word, other in (("previous", position - 1), ("next", position + 1)):
        if 0 <= other < len(document.pages):
            page = document.pages[other]
            said = document.words[word].format(title=page.title)
            found.append(LinkView(f"{page.key}{SUFFIX}", said))
    return tuple(found)
