"""The pages of a site: their text, and the frame around it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from html import escape
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
from freed6c.document.search.sections import Section, shortened
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
    SECTION,
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
    from collections.abc import (
        Callable,
        Collection,
        Iterable,
        Iterator,
        Mapping,
        Sequence,
    )

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


# Previews of links: a script shows them, and fetches them when a link is first touched.


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
        writer = Writer(targets, heading=page.title)
        section = section_of(page, writer)
        preview, trail = self.said.get(page.entry), self._trail(page)
        hrefs = () if page.shelf in LISTS else writer.hrefs
        pointed = self.previews.keys() & hrefs
        self.pointed.update(pointed)
        return self._render(
            "page",
            style="panels" if writer.panels else "",
            title=page.title,
            key=page.key,
            said=(preview.line if preview else page.summary)
            or _first_words(page, writer),
            trail=trail,
            trail_titles=[
                Html(inline(titled(above.title, page.versions * above.before), targets))
                for above in trail
            ],
            neighbors=self.neighbors.get(page.key, ()),
            outline=_outline(page, writer),
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
            sections=[
                section_of(page, Writer(targets, 1, page.title)) for page in whole.pages
            ],
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


def section_of(page: Page, writer: Writer) -> dict[str, Any]:
    """Write a page: return its heading, its contents, its text and its backlinks."""
    targets = writer.targets
    title = inline(titled(page.title, page.before), targets)
    title = f"{anchors(targets.other_anchors(page.entry))}{title}"
    level = writer.deeper + 1
    return {
        "page": page,
        "heading": Html(heading(level, page.anchor, title, page.kind, page.entry)),
        "contents": _contents(page, targets),
        "letters": _letters(page.blocks),
        "text": writer.blocks(page.blocks),
        "used": Writer(targets, writer.deeper, page.title).blocks(page.backlinks),
    }


def _letters(content: Iterable[Block]) -> tuple[tuple[str, str], ...]:
    """The letters of an index, each with its anchor."""
    return tuple((b.letter, b.anchor) for b in content if isinstance(b, IndexLetter))


def said_of(document: Document) -> str:
    """What the game is, in its own first words."""
    paragraphs = (b.inlines for b in document.opening if isinstance(b, Paragraph))
    return next((shortened(plain(words), LINE) for words in paragraphs), "")


def _first_words(page: Page, writer: Writer) -> str:
    """Return the names on a page that has no summary, or its first words."""
    from jinja2.filters import do_striptags

    names = do_striptags(", ".join(writer.names[:LINE]))
    return shortened(names or Section(page, blocks=[*page.blocks]).text, LINE)


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


FEWEST: Final = 3
"""So many sections are worth an outline."""


def _outline(page: Page, writer: Writer) -> Sequence[tuple[str, str, Html]]:
    """Return the anchor, the title and a badge of each section of a page, if it has enough."""
    sections = [
        (block.anchor, plain(block.inlines))
        for block in page.blocks
        if isinstance(block, Heading) and block.level == SECTION and block.anchor
    ]
    if len(sections) < FEWEST:
        return ()
    return [
        (anchor, title, _summed_up(writer.badges.get(anchor, ())))
        for anchor, title in sections
    ]


def _summed_up(badges: Collection[Badge]) -> Html:
    """Return one small badge for several. It is `added` if all of them are."""
    if not badges:
        return Html("")
    text = "; ".join(dict.fromkeys(badge.text for badge in badges))
    new = all(badge.fate == "added" for badge in badges)
    return Html(badge_words(Badge(text, "added" if new else "changed", brief="")))


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
