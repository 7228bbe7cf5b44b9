"""The pages of a site: their text, and the frame around it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Document, IndexLetter, Page, Paragraph
from freed6c.document.pages.lists import PAGE as LETTERS
from freed6c.document.search.previews import LINE, Preview, shortened
from freed6c.document.wording import plain
from freed6c.emit.html.assets import ICON, POLICY, SITE, STYLE, Assets, beside, inside
from freed6c.emit.html.blocks import Html, Writer, anchors, heading, inline
from freed6c.emit.html.navigation import (
    EMPTY,
    EVERYTHING,
    SHELVES,
    START,
    SUFFIX,
    FrameView,
    LinkView,
    ListedView,
    SectionView,
    ShelfView,
    SiteView,
    canonical,
    file_of,
    link_to,
    neighbours,
    on_shelf,
    paths_of,
    root_of,
    shelves_of,
)
from freed6c.emit.html.search_index import FILE as SOURCE
from freed6c.emit.html.search_index import as_block, search_json
from freed6c.emit.links import Targets

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from jinja2 import Environment

    from freed6c.document.search.search_records import SearchData


# Templates of pages, filled by Jinja2, which is imported when the first one is.


def filled(name: str, **views: object) -> str:
    """A template with what it asks for. What is not HTML already is escaped."""
    return _environment().get_template(f"{name}.html.jinja").render(**views)


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


# What links of a page lead to, in short, laid by in the page: a script shows it.


HREF: Final = re.compile(r'<a href="([^"#][^"]*)"')
"""Links within the page need no preview: what they lead to is there."""


def previews_by_href(
    document: Document, previews: Mapping[str, Preview], targets: Targets
) -> Mapping[str, Preview]:
    """The preview of everything that says something, by the link that leads to it."""
    by_href: dict[str, Preview] = {}
    for id_, preview in previews.items():
        place = document.places.get(id_)
        if place is not None and (preview.words or preview.facts):
            by_href.setdefault(escape(targets.way(place)), preview)
    return by_href


def laid_by(text: str, previews: Mapping[str, Preview]) -> Html:
    """Those that the links of a text ask for, each once; nothing where there are none."""
    wanted = dict.fromkeys(HREF.findall(text))
    panels = "".join(
        _preview(href, previews[href]) for href in wanted if href in previews
    )
    return Html(f'<template id="previews">\n{panels}</template>\n' if panels else "")


def _preview(href: str, preview: Preview) -> str:
    facts = "".join(
        f"<div><dt>{escape(label)}</dt><dd>{escape(said)}</dd></div>"
        for label, said in preview.facts
    )
    where = " · ".join(filter(None, (preview.kind, preview.where)))
    return (
        f'<div><p class="name"><a href="{href}">{escape(preview.title)}</a> '
        f"<span>{escape(where)}</span></p>"
        f"{f'<p>{escape(preview.words)}</p>' if preview.words else ''}"
        f"{f'<dl>{facts}</dl>' if facts else ''}</div>\n"
    )


# The pages.


LISTS: Final = frozenset({"lists", "reference"})
"""Shelves of pages that say in short themselves what they lead to."""


@dataclass(frozen=True, slots=True)
class Site:
    """Makes the pages of a document. What is the same on all of them is made once.

    What links lead to is `said` in short by the id of an entry, and in `previews` by the link.
    """

    view: SiteView
    document: Document
    ways: Mapping[str, tuple[LinkView, ...]]
    previews: Mapping[str, Preview]
    said: Mapping[str, Preview]
    known: dict[tuple[int, str], str] = field(default_factory=dict)

    @classmethod
    def of(cls, document: Document, search_data: SearchData, dice: str) -> Site:
        """A site of many files."""
        everything = LinkView(EVERYTHING, document.words["all"])
        shelves = shelves_of(document, file_of, {"about": everything})
        targets = Targets(document, SUFFIX, "index")
        view = _view(targets, START, shelves, beside(dice))
        previews = previews_by_href(document, search_data.previews, targets)
        return cls(view, document, neighbours(document), previews, search_data.previews)

    @classmethod
    def single(cls, document: Document, search_data: SearchData, dice: str) -> Site:
        """A site of one file, which may be called anything."""
        shelves = shelves_of(document, lambda page: f"#{page.anchor}", {})
        targets = Targets(document, SUFFIX)
        data = as_block(search_json(search_data.records, targets))
        view = _view(targets, "#text", shelves, inside(dice), data)
        return cls(view, document, {}, {}, {})

    def start(self) -> str:
        """The page that a visit begins with: what the game is, and the ways into it."""
        targets = Targets(self.document, SUFFIX, "index")
        listed = {
            shelf: tuple(
                _listed(page, targets)
                for page in on_shelf(self.document, shelf)
                if not page.summary
            )
            for shelf in SHELVES
        }
        quick = [_listed(page, targets) for page in self.document.pages if page.summary]
        return self._render(
            "index",
            frame=FrameView(self.document.title, "index", _begun(self.document)),
            opening=Writer(targets).blocks(self.document.opening),
            quick=quick,
            listed=listed,
        )

    def page(self, page: Page) -> str:
        """One page."""
        targets = Targets(self.document, SUFFIX, page.key)
        section = _section(page, targets, 1, self.known)
        if page.shelf not in LISTS:
            laid = laid_by(section.text, self.previews)
            section = replace(section, previews=laid)
        frame = FrameView(
            title=page.title,
            key=page.key,
            said=self._said(page),
            trail=tuple(reversed(list(self._trail(page)))),
            ways=self.ways.get(page.key, ()),
        )
        return self._render("page", frame=frame, section=section)

    def whole(self, whole: Document, title: str, key: str) -> str:
        """All pages on one, beside the others or alone."""
        targets = Targets(whole, SUFFIX)
        return self._render(
            "all",
            frame=FrameView(title, key, _begun(whole)),
            sections=[_section(page, targets, 2, self.known) for page in whole.pages],
            links=[LinkView(f"#{page.anchor}", page.title) for page in whole.pages],
        )

    def _said(self, page: Page) -> str:
        """What a page is about, for those who see a link to it elsewhere."""
        preview = self.said.get(page.entry)
        return page.summary if preview is None else preview.line

    def _trail(self, page: Page) -> Iterator[LinkView]:
        """The pages that a page belongs to, the nearest first."""
        while page.above:
            page = self.document.page(page.above)
            yield link_to(page)

    def _render(self, template: str, frame: FrameView, **views: object) -> str:
        known = {
            "words": self.document.words,
            "site": self.view,
            "address": canonical(self.view.address, f"{frame.key}{SUFFIX}"),
        }
        nav = self._nav(frame.key)
        return filled(template, **known, frame=frame, nav=nav, **views)

    def _nav(self, key: str) -> Html:
        """The shelves, as seen from a page that may stand on one."""
        link = f'<a href="{key}{SUFFIX}"'
        return Html(self.view.shelves.replace(link, f'{link} aria-current="page"'))


def _begun(document: Document) -> str:
    """What the game is, in its own first words."""
    paragraphs = (b.inlines for b in document.opening if isinstance(b, Paragraph))
    return next((shortened(plain(words), LINE) for words in paragraphs), "")


def _view(
    targets: Targets,
    home: str,
    shelves: Iterable[ShelfView],
    assets: Assets,
    data: Html = EMPTY,
) -> SiteView:
    """What can be found is in the `data`, or in a file; without scripts, letters lead there."""
    document = targets.document
    letters = targets.way(document.places[LETTERS])
    footer = [Html(inline(line, targets)) for line in document.footer]
    return SiteView(
        language=document.language,
        title=document.title,
        address=document.address,
        home=home,
        assets=assets,
        search=_part(
            "search", document, letters=letters, source="" if data else SOURCE
        ),
        shelves=_part("shelves", document, shelves=tuple(shelves)),
        end=_part("end", document, footer=footer, data=data),
    )


def _part(name: str, document: Document, **views: object) -> Html:
    """A part of pages that is the same on all of them."""
    return Html(filled(name, words=document.words, **views))


def _listed(page: Page, targets: Targets) -> ListedView:
    """With what stands on it; a list, with what is found by it alone."""
    contents = tuple(Html(inline(words, targets)) for words in page.table_of_contents)
    if page.shelf == "lists":
        contents += tuple(
            Html(f'<a href="{file_of(entry)}">{Html.escaped(entry.title)}</a>')
            for entry in targets.document.pages
            if entry.above == page.key
        )
    return ListedView(link_to(page), contents, page.summary)


def _section(
    page: Page, targets: Targets, level: int, known: dict[tuple[int, str], str]
) -> SectionView:
    writer = Writer(targets, deeper=level - 1, heading=page.title, known=known)
    title = Html.escaped(page.title)
    also = anchors(targets.other_anchors(page.entry))
    return SectionView(
        heading=Html(heading(level, page.anchor, f"{also}{title}", page.kind)),
        contents=tuple(
            Html(inline(words, targets)) for words in page.table_of_contents
        ),
        text=writer.blocks(page.blocks),
        letters=tuple(
            LinkView(f"#{block.anchor}", block.letter)
            for block in page.blocks
            if isinstance(block, IndexLetter)
        ),
        used=writer.blocks(page.backlinks),
    )


# Which pages a site has, by their paths.


def pages(
    document: Document, whole: Document, search_data: SearchData, dice: str
) -> Iterator[tuple[str, str]]:
    """Every page, by its path. `whole` is the document for the page that holds everything.

    `dice` is the script of what the roller has to know.
    """
    site = Site.of(document, search_data, dice)
    yield START, site.start()
    for page in document.pages:
        yield file_of(page), site.page(page)
    yield EVERYTHING, site.whole(whole, whole.words["all"], "all")


def only_page(
    whole: Document, search_data: SearchData, dice: str
) -> Iterator[tuple[str, str]]:
    """One page with everything, that needs no other file."""
    yield (
        START,
        Site.single(whole, search_data, dice).whole(whole, whole.title, "index"),
    )


def moved_pages(document: Document) -> Iterator[tuple[str, str]]:
    """Pages at other addresses of entries that lead on, where no page is called so."""
    targets = Targets(document, SUFFIX, "index")
    taken = frozenset(paths_of(document))
    for id_, anchors_ in document.redirects.items():
        for path in map(targets.file, anchors_):
            if id_ in document.places and path not in taken:
                title = document.page(document.places[id_].page).title
                yield (
                    path,
                    filled(
                        "redirect",
                        redirect=LinkView(targets.way(document.places[id_]), title),
                        language=document.language,
                        moved=document.words["moved"].format(title=title),
                        policy=POLICY,
                        script=SITE,
                    ),
                )


def missing_page(document: Document) -> str:
    """What is shown where no page is. Such an address can be deep, so links begin at the root."""
    return filled(
        "missing",
        document=document,
        words=document.words,
        root=root_of(document.address),
        links=[link_to(page) for page in on_shelf(document, "chapters")],
        policy=POLICY,
        style=STYLE,
        icon=ICON,
    )
