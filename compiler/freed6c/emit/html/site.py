"""The pages of a site: their text, and the frame around it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from html import escape, unescape
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from freed6c.document.blocks import (
    Badge,
    Block,
    Document,
    Heading,
    IndexLetter,
    Page,
    Paragraph,
    titled,
)
from freed6c.document.pages.lists import PAGE as LETTERS
from freed6c.document.search.previews import LINE
from freed6c.document.search.sections import shortened
from freed6c.document.wording import plain
from freed6c.emit.html.assets import (
    ICON,
    POLICY,
    PREVIEWS,
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
    Writer,
    anchors,
    badge_words,
    heading,
    inline,
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
from freed6c.emit.html.play_data import inert
from freed6c.emit.html.roll_picture import roll_picture
from freed6c.emit.html.search_index import FILE as SOURCE
from freed6c.emit.html.search_index import as_block, search_json
from freed6c.emit.links import Targets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from jinja2 import Environment

    from freed6c.document.search.previews import Preview
    from freed6c.document.search.search_records import SearchData
    from freed6c.emit.html.navigation import Neighbor
    from freed6c.emit.json_ import Json

    SitePage: TypeAlias = tuple[str, str]


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


# What links lead to, in short: a script shows it, and fetches it when a link is first touched.


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
            by_href.setdefault(targets.way(place), preview)
    return by_href


def _as_data(preview: Preview) -> list[Json]:
    """What the script shows, by its place in a list.

    The title, what it is and where, the words, the facts one after the other; and, if there is any
    of them, what packs did, and the words and facts of the book.
    """
    where = " · ".join(filter(None, (preview.kind, preview.where)))
    badge = [preview.badge.fate, preview.badge.text] if preview.badge else None
    book = _told(preview.book) if preview.book else None
    said: list[Json] = [preview.title, where, *_told(preview), badge, book]
    while not said[-1]:
        said.pop()
    return said


def _told(preview: Preview) -> tuple[str, Sequence[str]]:
    return preview.words, [part for fact in preview.facts for part in fact]


# The pages.


WITH_PANELS: Final = re.compile(r'<div class="(panels|live)')
"""Text with these needs a style of its own."""

LISTS: Final = frozenset({"lists", "reference"})
"""Shelves of pages that say in short themselves what they lead to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Makes the pages of a document.

    `home` is where the title leads, `parts` are those that are the same on all pages: the `search`
    box, the `shelves`, the `end`. What links lead to is `said` in short by the id of an entry, and
    in `previews` by the link; `pointed` are those that pages made so far have.
    """

    document: Document
    assets: Assets
    home: str
    parts: Mapping[str, Html]
    neighbors: Mapping[str, Sequence[Neighbor]] = field(default_factory=dict)
    previews: Mapping[str, Preview] = field(default_factory=dict)
    said: Mapping[str, Preview] = field(default_factory=dict)
    pointed: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, document: Document, search_data: SearchData, dice: Data) -> Site:
        """Return a site of many files."""
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
        )

    @classmethod
    def single(cls, document: Document, search_data: SearchData, dice: Data) -> Site:
        """Return a site of one file, which can have any name."""
        targets = Targets(document, SUFFIX)
        data = as_block(search_json(search_data, targets))
        return cls(
            document=document,
            assets=inside(dice, document.title),
            home="#text",
            parts=_parts(targets, document.pages, lambda p: f"#{p.anchor}", data),
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

    def _trail(self, page: Page) -> Sequence[Page]:
        """The pages above a page, the first one first."""
        trail: list[Page] = []
        above = page
        while above.above:
            above = self.document.page(above.above)
            trail.insert(0, above)
        return trail

    def page(self, page: Page) -> str:
        """The text of a page. The links on it that have previews are added to `pointed`."""
        targets = Targets(self.document, SUFFIX, page.key)
        section = _section(page, targets, 1)
        preview, trail = self.said.get(page.entry), self._trail(page)
        links = [] if page.shelf in LISTS else HREF.findall(section["text"])
        hrefs = dict.fromkeys(map(unescape, links))
        pointed = [href for href in hrefs if href in self.previews]
        self.pointed.update(pointed)
        return self._render(
            "page",
            style="panels" if WITH_PANELS.search(section["text"]) else "",
            title=page.title,
            key=page.key,
            said=(preview.line if preview else page.summary)
            or _first_words(section["text"]),
            trail=trail,
            trail_titles=[
                Html(inline(titled(above.title, page.versions * above.before), targets))
                for above in trail
            ],
            neighbors=self.neighbors.get(page.key, ()),
            outline=_outline(page, section["text"]),
            section=section,
            versions=page.versions,
            previews=PREVIEWS if pointed else "",
        )

    def previews_script(self) -> str:
        """What the links of the pages made so far lead to, each once for all of them."""
        said = self.previews.items()
        return inert(
            "freed6cPreviews",
            {href: _as_data(preview) for href, preview in said if href in self.pointed},
        )

    def whole(self, whole: Document, title: str, key: str) -> str:
        """All pages on one, beside the others or alone."""
        targets = Targets(whole, SUFFIX)
        return self._render(
            "all",
            style="panels",
            title=title,
            key=key,
            said=said_of(whole),
            sections=[_section(page, targets, 2) for page in whole.pages],
            versions=any(page.versions for page in whole.pages),
        )

    def _render(
        self, template: str, *, key: str, trail: Sequence[Page] = (), **values: object
    ) -> str:
        """A page in its frame; the shelves are those seen from a page that may stand on one."""
        address = canonical(self.document.address, f"{key}{SUFFIX}")
        nav = _current(self.parts["shelves"], key, "page")
        for above in trail:
            nav = _current(nav, above.key, "true")
        known = {
            "trail_titles": (),
            "neighbors": (),
            "outline": (),
            "previews": "",
            "versions": False,
            **values,
        }
        words = self.document.words
        return filled(
            template,
            site=self,
            words=words,
            address=address,
            key=key,
            nav=nav,
            trail=trail,
            **known,
        )


def _current(nav: Html, key: str, how: str) -> Html:
    """The shelves with a page marked, as the one that is read or as one that leads to it."""
    link = f'<a href="{key}{SUFFIX}"'
    return Html(nav.replace(link, f'{link} aria-current="{how}"'))


def _section(page: Page, targets: Targets, level: int) -> dict[str, Any]:
    """Return the text of a page: its heading, its contents, and what uses it."""
    text, used = (
        Writer(targets, level - 1, page.title).blocks(blocks)
        for blocks in (page.blocks, page.backlinks)
    )
    words = inline(titled(page.title, page.before), targets)
    title = f"{anchors(targets.other_anchors(page.entry))}{words}"
    return {
        "page": page,
        "heading": Html(heading(level, page.anchor, title, page.kind, page.entry)),
        "contents": _contents(page, targets),
        "letters": _letters(page.blocks),
        "text": text,
        "used": used,
    }


def _letters(content: Iterable[Block]) -> tuple[tuple[str, str], ...]:
    """The letters of an index, each with its anchor."""
    return tuple((b.letter, b.anchor) for b in content if isinstance(b, IndexLetter))


def said_of(document: Document) -> str:
    """What the game is, in its own first words."""
    paragraphs = (b.inlines for b in document.opening if isinstance(b, Paragraph))
    return next((shortened(plain(words), LINE) for words in paragraphs), "")


NAME: Final = re.compile(r'<(?:th scope="row"|h[2-6] id)[^>]*>(.*?)</(?:th|h[2-6])>')
TAG: Final = re.compile("<[^>]*>")


def _first_words(text: str) -> str:
    """What is on a page that nobody has summed up: the heads of its rows and parts, or its text."""
    names = [TAG.sub("", name[1]) for name in islice(NAME.finditer(text), LINE)]
    return shortened(unescape(", ".join(names) or TAG.sub(" ", text)), LINE)


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
    letters = document.places.get(LETTERS)  # none where there is nothing to be found
    values: dict[str, dict[str, object]] = {
        "search": {
            "letters": letters and targets.way(letters),
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


MARK: Final = re.compile(
    r'<small class="badge (added|changed)"[^>]*>(?:<span class="spoken">)?([^<]*)'
)


def _outline(page: Page, text: str) -> Sequence[tuple[str, str, Html]]:
    """The sections of a page: the anchor of each, its title, and a sign of what packs did in it.

    `text` is that of the page. Nothing where one sees all sections at a glance.
    """
    sections = [
        (block.anchor, plain(block.inlines))
        for block in page.blocks
        if isinstance(block, Heading) and block.level == SECTION and block.anchor
    ]
    if len(sections) < FEWEST:
        return ()
    parts = {part.partition('"')[0]: part for part in text.split('<h2 id="')[1:]}
    return [
        (anchor, title, _sign_of_marks(parts.get(escape(anchor), "")))
        for anchor, title in sections
    ]


def _sign_of_marks(text: str) -> Html:
    """One badge for all in a text, as small as it gets; it counts as new if all of that is."""
    marks = MARK.findall(text)
    if not marks:
        return Html("")
    said = "; ".join(dict.fromkeys(unescape(words) for _, words in marks))
    new = all(fate == "added" for fate, _ in marks)
    return Html(badge_words(Badge(said, "added" if new else "changed", brief="")))


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


# Which pages a site has: the path of each, and its text.


def pages(
    document: Document, whole: Document, search_data: SearchData, dice: Data
) -> Iterator[SitePage]:
    """Every page, and what their links lead to in short.

    `whole` is the document for the page that holds everything.
    `dice` is what the roller, the sheet and the table mode have to know.
    """
    site = Site.of(document, search_data, dice)
    yield START, site.start()
    for page in document.pages:
        yield file_of(page), site.page(page)
    yield EVERYTHING, site.whole(whole, whole.words["all"], "all")
    if site.pointed:
        yield PREVIEWS, site.previews_script()


def moved_pages(document: Document) -> Iterator[SitePage]:
    """Pages at other addresses of entries that lead on, where no page is called so."""
    targets = Targets(document, SUFFIX, "index")
    taken = frozenset(paths_of(document))
    titles = {page.key: page.title for page in document.pages}
    for id_, anchors_ in document.redirects.items():
        place = document.places.get(id_)
        for path in map(targets.file, anchors_):
            if place is not None and path not in taken:
                title = titles[place.page]
                redirect = filled(
                    "redirect",
                    href=targets.way(place),
                    title=title,
                    language=document.language,
                    moved=document.words["moved"].format(title=title),
                    policy=POLICY,
                    icon=ICON,
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
