"""Writes the pages of a site: their text, and the frame around it."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

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
from freed6c.document.compare.page import KEY as CHANGES
from freed6c.document.pages.lists import PAGE as LETTERS
from freed6c.document.placement import LONGEST, numbers_of
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
    H2,
    Html,
    Writer,
    anchors,
    badge_words,
    heading,
    inline,
    kind_line,
)
from freed6c.emit.html.navigation import (
    START,
    SUFFIX,
    TOOLS,
    canonical,
    doors,
    file_of,
    neighbors,
    paths_of,
    root_of,
    shelves_of,
    tools_of,
)
from freed6c.emit.html.play_data import inert
from freed6c.emit.html.roll_picture import roll_picture
from freed6c.emit.html.search_index import FILE as SOURCE
from freed6c.emit.html.search_index import as_block, search_json
from freed6c.emit.links import Targets
from freed6c.packs.lazy import dataclass, field

if TYPE_CHECKING:
    from collections.abc import (
        Callable,
        Collection,
        Iterable,
        Mapping,
        Sequence,
    )

    from jinja2 import Environment

    from freed6c.document.blocks import PageAnchor
    from freed6c.document.search.previews import Preview
    from freed6c.document.search.search_records import SearchData
    from freed6c.emit.html.assets import Texts
    from freed6c.emit.html.navigation import Neighbor
    from freed6c.emit.json_ import Json


# Templates of pages, filled by Jinja2, which is imported when the first one is.


def filled(name: str, **values: object) -> str:
    """Fill a template. Values are escaped unless they are `Html`."""
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
    """Return the previews that are not empty, by the link to their entry."""
    by_href: dict[str, Preview] = {}
    for id_, preview in previews.items():
        place = targets.document.places.get(id_)
        if place is not None and (preview.words or preview.facts):
            by_href.setdefault(targets.way(place), preview)
    return by_href


def _as_data(preview: Preview) -> list[Json]:
    """Return a preview as a list for the script.

    The list is `[title, "kind · parent", text, facts, badge, book]`, without empty items at the
    end. `facts` are labels and values in turn, `badge` is its class and its text. `book` has the
    text and the facts in the base game.
    """
    where = " · ".join(filter(None, (preview.kind, preview.where)))
    badge = [preview.badge.fate, preview.badge.text] if preview.badge else None
    book = _text_and_facts(preview.book) if preview.book else None
    data: list[Json] = [preview.title, where, *_text_and_facts(preview), badge, book]
    while not data[-1]:
        data.pop()
    return data


def _text_and_facts(preview: Preview) -> tuple[str, Sequence[str]]:
    return preview.words, [part for fact in preview.facts for part in fact]


# The pages.


LISTS: Final = frozenset({"lists", "reference"})
"""Shelves of pages that summarize their links themselves, so that they need no previews."""


@dataclass(frozen=True, kw_only=True)
class Site:
    """Writes the pages of a document.

    - `home`: the link of the title.
    - `parts`: the parts of a page that are the same on all pages: the `search` box, the `shelves`
      (the menu), the `bar` at the bottom of small screens, and the `end`.
    - `both`: returns the page of a key, with the version of the base game if there is one.
    - `said`: previews by the id of the entry.
    - `previews`: previews by the link to the entry.
    - `written`: pages written so far, by key: their HTML, and their links that have a preview.
    """

    document: Document
    assets: Assets
    home: str
    parts: Mapping[str, Html]
    both: Callable[[str], Page]
    neighbors: Mapping[str, Sequence[Neighbor]] = field(default_factory=dict)
    previews: Mapping[str, Preview] = field(default_factory=dict)
    said: Mapping[str, Preview] = field(default_factory=dict)
    written: dict[str, tuple[str, Collection[str]]] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        document: Document,
        both: Callable[[Page], Page],
        previews: Mapping[str, Preview],
        dice: Data,
    ) -> Site:
        """Return a site of many files."""
        title = document.words["all"]
        everything = Page(key="all", title=title, anchor="", blocks=(), shelf="about")
        targets = Targets(document, SUFFIX, "index")
        return cls(
            document=document,
            assets=beside(dice),
            home=START,
            parts=_parts(targets, (*document.pages, everything), file_of),
            both=cache(lambda key: both(document.page(key))),
            neighbors=neighbors(document),
            previews=previews_by_href(previews, targets),
            said=previews,
        )

    @classmethod
    def single(cls, document: Document, search_data: SearchData, dice: Data) -> Site:
        """Return a site of one file, which can have any name."""
        targets = Targets(document, SUFFIX)
        data = as_block(search_json(search_data, targets))
        return cls(
            document=document,
            assets=inside(dice, document),
            home="#text",
            parts=_parts(targets, document.pages, _anchor, data),
            both=document.page,
        )

    def start(self) -> str:
        """Return the start page: a description of the game, and links into it."""
        targets = Targets(self.document, SUFFIX, "index")
        return self._render(
            "index",
            styles=["start"],
            title=self.document.title,
            key="index",
            said=said_of(self.document),
            sections=(),
            **_start(targets, file_of),
        )

    def _trail(self, page: Page) -> Sequence[Page]:
        """Return the pages above a page, from the top."""
        trail: list[Page] = []
        above = page
        while above.above:
            above = self.both(above.above)
            trail.insert(0, above)
        return trail

    def page(self, page: Page) -> str:
        """Return the HTML of a page."""
        if page.key not in self.written:
            self.written[page.key] = self._page(self.both(page.key))
        return self.written[page.key][0]

    def _page(self, page: Page) -> tuple[str, Collection[str]]:
        """Return the HTML of a page, and its links that have previews."""
        targets = Targets(self.document, SUFFIX, page.key)
        writer = Writer(targets, heading=page.title)
        section, outline = section_of(page, writer), _outline(page, writer)
        aside = Html("")
        if not outline:  # There is room beside the text.
            aside, section["used"] = section["used"], aside
        preview, trail = self.said.get(page.entry), self._trail(page)
        hrefs = () if page.shelf in LISTS else writer.hrefs
        pointed = self.previews.keys() & hrefs
        html = self._render(
            "page",
            styles=["panels"] * writer.panels,
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
            outline=outline,
            aside=aside,
            section=section,
            versions=page.versions,
            previews=PREVIEWS if pointed else "",
        )
        return html, pointed

    def previews_script(self) -> str | None:
        """Return the script with the previews of all links on pages, None if there are none."""
        for page in self.document.pages:
            self.page(page)
        pointed = {href for _, hrefs in self.written.values() for href in hrefs}
        data = {h: _as_data(p) for h, p in self.previews.items() if h in pointed}
        return inert("freed6cPreviews", data) if data else None

    def whole(self, whole: Document, title: str, key: str) -> str:
        """Return all pages as a book of numbered sections, after the start if it is the site."""
        targets, numbers = Targets(whole, SUFFIX), numbers_of(whole)
        return self._render(
            "all",
            styles=["panels", "book"],
            title=title,
            key=key,
            said=said_of(whole),
            sections=[
                section_of(page, writer)
                | {"contents": (), "outline": _outline(page, writer)}
                for page in whole.pages
                if (writer := Writer(targets, 1, page.title, numbers=numbers))
            ],
            letter=CHANGES,
            versions=any(page.versions for page in whole.pages),
            **(_start(targets, _anchor) if key == "index" else {"doors": ()}),
        )

    def _render(
        self, template: str, *, key: str, trail: Sequence[Page] = (), **values: object
    ) -> str:
        """Return a whole page, filled into a template. The menu marks it and the pages above it."""
        address = canonical(self.document.address, f"{key}{SUFFIX}")
        nav = _current(self.parts["shelves"], key, "page")
        bar = _current(self.parts["bar"], key, "page")
        for above in trail:
            nav = _current(nav, above.key, "true")
        defaults = {
            "trail_titles": (),
            "neighbors": (),
            "outline": (),
            "aside": "",
            "previews": "",
            "versions": False,
        }
        return filled(
            template,
            site=self,
            words=self.document.words,
            address=address,
            key=key,
            nav=nav,
            bar=bar,
            trail=trail,
            **defaults | values,
        )


def _start(targets: Targets, href: Callable[[Page], str]) -> dict[str, Any]:
    """Return the parts of the start for a template; `href` returns the link to a page."""
    document = targets.document
    start, pages = document.start, document.pages
    shelves = dict(shelves_of([page for page in pages if page.key not in TOOLS]))
    # Entries outside of chapters are found by their lists.
    loose = [
        (one.title, [page for page in pages if page.above == one.key])
        for one in shelves.pop("lists", ())
    ]
    named = [(document.words[f"shelf.{name}"], shelves[name]) for name in shelves]
    return {
        "href": href,
        "lead": Writer(targets, linked=None).blocks(start.lead),
        "opening": Writer(targets).blocks(document.opening),
        "roll": roll_picture(start.roll) if start.roll else "",
        "doors": doors(document, href),
        "house_rules": Writer(targets).blocks(start.house_rules),
        "tools": tools_of(document.pages),
        "listed": [*named, *loose],
    }


def _current(nav: Html, key: str, how: str) -> Html:
    """Mark the link to a page in the menu: `page` is the current page, `true` is one above it."""
    link = f'<a href="{key}{SUFFIX}"'
    return Html(nav.replace(link, f'{link} aria-current="{how}"'))


def section_of(page: Page, writer: Writer) -> dict[str, Any]:
    """Return the parts of a page for a template: heading, contents, text and backlinks (`used`)."""
    targets = writer.targets
    title = inline(titled(page.title, page.before), targets)
    title = f"{anchors(targets.other_anchors(page.entry))}{writer.number(page.anchor)}{title}"
    below = kind_line(targets, page.kind, page.entry)
    return {
        "page": page,
        "heading": Html(heading(writer.deeper + 1, page.anchor, title, below)),
        "number": writer.number,
        "contents": _contents(page, targets),
        "letters": _letters(page.blocks),
        "text": writer.blocks(page.blocks),
        "used": Writer(targets, writer.deeper, page.title).blocks(page.backlinks),
    }


def _letters(content: Iterable[Block]) -> tuple[tuple[str, str], ...]:
    """Return the letters of an index, each with its anchor."""
    return tuple((b.letter, b.anchor) for b in content if isinstance(b, IndexLetter))


def said_of(document: Document) -> str:
    """Return the first words of the game, shortened."""
    paragraphs = (b.inlines for b in document.opening if isinstance(b, Paragraph))
    return next((shortened(plain(words), LINE) for words in paragraphs), "")


def _first_words(page: Page, writer: Writer) -> str:
    """Return the names on a page as a summary, or its first words if it has no names."""
    names = ", ".join(filter(None, dict.fromkeys(writer.names[:LINE])))
    return shortened(names or Section(page, blocks=[*page.blocks]).text, LINE)


def _parts(
    targets: Targets, pages: Sequence[Page], href: Callable[[Page], str], data: str = ""
) -> dict[str, Html]:
    """Return the parts that are the same on all pages.

    The search index is in `data`, or in a file. Without scripts, the search leads to the A-Z index.
    """
    document = targets.document
    letters = document.places.get(LETTERS)  # none in an empty document
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
        "bar": {
            "letters": letters and targets.way(letters),
            "tools": tools_of(pages),
            "href": href,
        },
        "end": {
            "footer": [Html(inline(line, targets)) for line in document.footer],
            "data": data,
        },
    }
    return {
        name: Html(filled(name, words=document.words, **fields))
        for name, fields in values.items()
    }


FEWEST: Final = 3
"""The fewest sections of a page that has an outline."""


def _outline(page: Page, writer: Writer) -> Sequence[tuple[str, str, Html]]:
    """Return the anchor, the title and a badge of each section of a page, if it has enough."""
    sections = [
        (block.anchor, plain(block.inlines))
        for block in page.blocks
        if isinstance(block, Heading) and block.level == H2 and block.anchor
    ]
    if len(sections) < FEWEST:
        return ()
    return [
        (anchor, title, _summed_up(writer.badges.get(anchor, ())))
        for anchor, title in sections
    ]


def _summed_up(badges: Collection[Badge]) -> Html:
    """Return one small badge for several: `added` if all of them are, otherwise `changed`."""
    if not badges:
        return Html("")
    text = "; ".join(dict.fromkeys(badge.text for badge in badges))
    new = all(badge.fate == "added" for badge in badges)
    return Html(badge_words(Badge(text, "added" if new else "changed", brief="")))


def _contents(page: Page, targets: Targets) -> list[Html]:
    return [Html(inline(words, targets)) for words in page.table_of_contents]


def _anchor(page: Page) -> str:
    return f"#{page.anchor}"


# Other pages of a site.


def moved_pages(document: Document) -> Texts:
    """Return pages at former and other names of entries, which redirect to them."""
    targets = Targets(document, SUFFIX, "index")
    taken = frozenset(paths_of(document))
    return {
        path: partial(_moved_page, targets, place)
        for id_, anchors_ in document.redirects.items()
        if (place := document.places.get(id_))
        for path in map(targets.file, anchors_)
        if path not in taken
    }


def light_pages(document: Document, previews: Mapping[str, Preview]) -> Texts:
    """Return a page for each entry: its preview, and the way to its place on a whole page."""
    targets = Targets(document, SUFFIX, "index")
    return {
        targets.file(place.anchor): partial(_moved_page, targets, place, preview)
        for id_, preview in previews.items()
        if len((place := document.places[id_]).anchor) <= LONGEST
    }


def _moved_page(
    targets: Targets, place: PageAnchor, preview: Preview | None = None
) -> str:
    document = targets.document
    title = document.page(place.page).title
    return filled(
        "redirect",
        href=targets.way(place),
        title=title,
        document=document,
        preview=preview,
        address=canonical(document.address, targets.file(place.anchor)),
        canonical=targets.file(place.page),
        moved=document.words["moved"].format(title=title),
        policy=POLICY,
        icon=ICON,
        script=SITE,
    )


def missing_page(document: Document) -> str:
    """Return the page for unknown addresses. They can be deep, so links begin at the root."""
    return filled(
        "missing",
        document=document,
        words=document.words,
        root=root_of(document.address),
        policy=POLICY,
        style=STYLE,
        icon=ICON,
    )
