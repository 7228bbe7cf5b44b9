"""The pages of a site: their text, and the frame around it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any, Final

from freed6c.document.blocks import (
    Document,
    Heading,
    IndexLetter,
    Page,
    Paragraph,
    titled,
)
from freed6c.document.pages.lists import PAGE as LETTERS
from freed6c.document.search.previews import LINE, Preview, shortened
from freed6c.document.wording import plain
from freed6c.emit.html.assets import (
    ICON,
    POLICY,
    SEARCH,
    SITE,
    STYLE,
    Assets,
    Data,
    beside,
    inside,
)
from freed6c.emit.html.blocks import (
    Html,
    Known,
    Writer,
    anchors,
    badge_words,
    heading,
    inline,
    written,
)
from freed6c.emit.html.navigation import (
    EVERYTHING,
    START,
    SUFFIX,
    canonical,
    doors,
    file_of,
    neighbors,
    paths_of,
    root_of,
    shelves_of,
)
from freed6c.emit.html.roll_picture import roll_picture
from freed6c.emit.html.search_index import FILE as SOURCE
from freed6c.emit.html.search_index import as_block, search_json
from freed6c.emit.links import Targets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from jinja2 import Environment

    from freed6c.document.search.search_records import SearchData
    from freed6c.emit.html.navigation import Neighbor
    from freed6c.emit.html.search_index import Words


# Templates of pages, filled by Jinja2, which is imported when the first one is.


def filled(name: str, **values: object) -> str:
    """A template with what it asks for. What is not HTML already is escaped."""
    return _environment().get_template(f"{name}.html.jinja").render(**values)


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
    previews: Mapping[str, Preview], targets: Targets
) -> Mapping[str, Preview]:
    """The preview of everything that says something, by the link that leads to it."""
    by_href: dict[str, Preview] = {}
    for id_, preview in previews.items():
        place = targets.document.places.get(id_)
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
    where = " · ".join(filter(None, (preview.kind, preview.where)))
    said = _versions(_words, preview) + _versions(_facts, preview)
    badge = f" {badge_words(preview.badge)}" if preview.badge else ""
    return (
        f'<div><p class="name"><a href="{href}">{escape(preview.title)}</a> '
        f"<span>{escape(where)}</span>{badge}</p>"
        f"{said}</div>\n"
    )


def _versions(part: Callable[[Preview, str], str], preview: Preview) -> str:
    """A part of a preview; of the book, too, where it says something else there."""
    if preview.book is None or part(preview, "") == part(preview.book, ""):
        return part(preview, "")
    return part(preview.book, ' class="book"') + part(preview, ' class="ours"')


def _words(preview: Preview, role: str) -> str:
    return f"<p{role}>{escape(preview.words)}</p>" if preview.words else ""


def _facts(preview: Preview, role: str) -> str:
    facts = "".join(
        f"<div><dt>{escape(label)}</dt><dd>{escape(said)}</dd></div>"
        for label, said in preview.facts
    )
    return f"<dl{role}>{facts}</dl>" if facts else ""


# The pages.


WITH_PANELS: Final = re.compile(r'<div class="(panels|live)')
"""Text with these needs a style of its own."""

LISTS: Final = frozenset({"lists", "reference"})
"""Shelves of pages that say in short themselves what they lead to."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What was made for some pages and is the same on others: blocks, and words to search."""

    blocks: Known = field(default_factory=dict)
    words: Words = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Makes the pages of a document.

    `home` is where the title leads, `parts` are those that are the same on all pages: the `search`
    box, the `shelves`, the `end`. What links lead to is `said` in short by the id of an entry, and
    in `previews` by the link.
    """

    document: Document
    assets: Assets
    home: str
    parts: Mapping[str, Html]
    neighbors: Mapping[str, Sequence[Neighbor]] = field(default_factory=dict)
    previews: Mapping[str, Preview] = field(default_factory=dict)
    said: Mapping[str, Preview] = field(default_factory=dict)
    kept: Kept = field(default_factory=Kept)

    @classmethod
    def of(
        cls, document: Document, search_data: SearchData, dice: Data, kept: Kept
    ) -> Site:
        """A site of many files."""
        title = document.words["all"]
        everything = Page(key="all", title=title, anchor="", blocks=(), shelf="about")
        targets = Targets(document, SUFFIX, "index")
        return cls(
            document=document,
            assets=beside(dice),
            home=START,
            parts=_parts(targets, (*document.pages, everything), file_of),
            neighbors=neighbors(document),
            previews=previews_by_href(search_data.previews, targets),
            said=search_data.previews,
            kept=kept,
        )

    @classmethod
    def single(
        cls, document: Document, search_data: SearchData, dice: Data, kept: Kept
    ) -> Site:
        """A site of one file, which may be called anything."""
        targets = Targets(document, SUFFIX)
        data = as_block(search_json(search_data, targets, kept.words))
        return cls(
            document=document,
            assets=inside(dice, document.title),
            home="#text",
            parts=_parts(targets, document.pages, lambda p: f"#{p.anchor}", data),
            kept=kept,
        )

    def start(self) -> str:
        """The page that a visit begins with: what the game is, and the ways into it."""
        targets = Targets(self.document, SUFFIX, "index")
        start, pages = self.document.start, self.document.pages
        shelves = shelves_of([page for page in pages if not page.summary])
        return self._render(
            "index",
            style="start",
            title=self.document.title,
            key="index",
            said=said_of(self.document),
            opening=Writer(targets).blocks(self.document.opening),
            roll=roll_picture(start.roll) if start.roll else "",
            doors=doors(self.document),
            house_rules=Writer(targets).blocks(start.house_rules),
            quick=[page for page in pages if page.summary],
            listed={
                shelf: [(page, _listed(page, targets)) for page in on_shelf]
                for shelf, on_shelf in shelves.items()
            },
        )

    def page(self, page: Page) -> str:
        """One page."""
        targets = Targets(self.document, SUFFIX, page.key)
        section = _section(page, targets, 1, self.kept.blocks)
        previews = {} if page.shelf in LISTS else self.previews
        preview = self.said.get(page.entry)
        trail: list[Page] = []
        above = page
        while above.above:
            above = self.document.page(above.above)
            trail.insert(0, above)
        return self._render(
            "page",
            style="panels" if WITH_PANELS.search(section["text"]) else "",
            title=page.title,
            key=page.key,
            said=page.summary if preview is None else preview.line,
            trail=trail,
            neighbors=self.neighbors.get(page.key, ()),
            outline=_outline(page),
            section=section,
            versions=page.versions,
            previews=laid_by(section["text"], previews),
        )

    def whole(self, whole: Document, title: str, key: str) -> str:
        """All pages on one, beside the others or alone."""
        targets = Targets(whole, SUFFIX)
        # Anchors of former ids and aliases stand in the blocks.
        same = whole.redirects == self.document.redirects
        known = self.kept.blocks if same else {}
        return self._render(
            "all",
            style="panels",
            title=title,
            key=key,
            said=said_of(whole),
            sections=[_section(page, targets, 2, known) for page in whole.pages],
            versions=any(page.versions for page in whole.pages),
        )

    def _render(self, template: str, *, key: str, **values: object) -> str:
        """A page in its frame; the shelves are those seen from a page that may stand on one."""
        address = canonical(self.document.address, f"{key}{SUFFIX}")
        link = f'<a href="{key}{SUFFIX}"'
        nav = Html(self.parts["shelves"].replace(link, f'{link} aria-current="page"'))
        known = {
            "trail": (),
            "neighbors": (),
            "outline": (),
            "versions": False,
            **values,
        }
        words = self.document.words
        return filled(
            template, site=self, words=words, address=address, key=key, nav=nav, **known
        )


def _section(page: Page, targets: Targets, level: int, known: Known) -> dict[str, Any]:
    """The text of a page: its heading, what it lists of itself, and what it is used by."""
    text, used = (
        written(blocks, targets, level - 1, page.title, known)
        for blocks in (page.blocks, page.backlinks)
    )
    words = inline(titled(page.title, page.before), targets)
    title = f"{anchors(targets.other_anchors(page.entry))}{words}"
    return {
        "page": page,
        "heading": Html(heading(level, page.anchor, title, page.kind, page.entry)),
        "contents": _contents(page, targets),
        "letters": [b for b in page.blocks if isinstance(b, IndexLetter)],
        "text": text,
        "used": used,
    }


def said_of(document: Document) -> str:
    """What the game is, in its own first words."""
    paragraphs = (b.inlines for b in document.opening if isinstance(b, Paragraph))
    return next((shortened(plain(words), LINE) for words in paragraphs), "")


def _parts(
    targets: Targets,
    pages: Sequence[Page],
    href: Callable[[Page], str],
    data: str = "",
) -> dict[str, Html]:
    """Parts of pages that are the same on all of them.

    What can be found is in the `data`, or in a file; without scripts, letters lead there.
    """
    document = targets.document
    values: dict[str, dict[str, object]] = {
        "search": {
            "letters": targets.way(document.places[LETTERS]),
            "sources": "" if data else f"{SEARCH} {SOURCE}",
        },
        "shelves": {
            "shelves": shelves_of(pages),
            "href": href,
            "badge": lambda page: Html(inline(page.badge, targets)),
        },
        "end": {
            "footer": [Html(inline(line, targets)) for line in document.footer],
            "data": data,
        },
    }
    return {
        name: Html(filled(name, words=document.words, **known))
        for name, known in values.items()
    }


SECTION: Final = 2
"""The level of their headings."""

FEWEST: Final = 3
"""So many sections are worth an outline."""


def _outline(page: Page) -> Sequence[tuple[str, str]]:
    """The sections of a page, each with its anchor; nothing where one sees them at a glance."""
    sections = [
        (block.anchor, plain(block.inlines))
        for block in page.blocks
        if isinstance(block, Heading) and block.level == SECTION and block.anchor
    ]
    return sections if len(sections) >= FEWEST else ()


def _contents(page: Page, targets: Targets) -> list[Html]:
    return [Html(inline(words, targets)) for words in page.table_of_contents]


def _listed(page: Page, targets: Targets) -> list[Html]:
    """What stands on a page; on a list, also what is found by it alone."""
    contents = _contents(page, targets)
    if page.shelf == "lists":
        contents += (
            Html(f'<a href="{file_of(entry)}">{escape(entry.title)}</a>')
            for entry in targets.document.pages
            if entry.above == page.key
        )
    return contents


# Which pages a site has, by their paths.


def pages(
    document: Document,
    whole: Document,
    search_data: SearchData,
    dice: Data,
    kept: Kept,
) -> Iterator[tuple[str, str]]:
    """Every page, by its path. `whole` is the document for the page that holds everything.

    `dice` is what the roller, the sheet and the table mode have to know.
    """
    site = Site.of(document, search_data, dice, kept)
    yield START, site.start()
    for page in document.pages:
        yield file_of(page), site.page(page)
    yield EVERYTHING, site.whole(whole, whole.words["all"], "all")


def only_page(
    whole: Document, search_data: SearchData, dice: Data, path: str, kept: Kept
) -> Iterator[tuple[str, str]]:
    """One page with everything, that needs no other file."""
    site = Site.single(whole, search_data, dice, kept)
    yield path, site.whole(whole, whole.title, "index")


def moved_pages(document: Document) -> Iterator[tuple[str, str]]:
    """Pages at other addresses of entries that lead on, where no page is called so."""
    targets = Targets(document, SUFFIX, "index")
    taken = frozenset(paths_of(document))
    for id_, anchors_ in document.redirects.items():
        place = document.places.get(id_)
        for path in map(targets.file, anchors_):
            if place is not None and path not in taken:
                title = document.page(place.page).title
                redirect = filled(
                    "redirect",
                    href=targets.way(place),
                    title=title,
                    language=document.language,
                    moved=document.words["moved"].format(title=title),
                    policy=POLICY,
                    script=SITE,
                )
                yield path, redirect


def missing_page(document: Document) -> str:
    """What is shown where no page is. Such an address can be deep, so links begin at the root."""
    return filled(
        "missing",
        document=document,
        words=document.words,
        root=root_of(document.address),
        policy=POLICY,
        style=STYLE,
        icon=ICON,
    )
