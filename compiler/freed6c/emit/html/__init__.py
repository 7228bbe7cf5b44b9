"""Backend for a static site: pages that work from a folder, without network or scripts.

Pages are made of Jinja2 templates in `site.py` only. `Writer` in `blocks.py` prints blocks and
inlines, as a template for each took three times as long, and collects what the frame of a page
needs to know of them. Links lead only to what has a place in the document; the tests check the
links of whole sites (`tests/broken_links.py`).

Scripts. A folder in `static/scripts/` becomes one classic script, its parts in one scope. Its
wording comes from attributes of the page. `site` is on every page, and fetches the search, the
roller (`people`, `roller`), the sheet (`people`, `play`) and the table mode (`table`) with their
data when you use them. They share what `people/start.js` offers. One inline script, allowed by
its hash, sets your colors before anything is drawn (`THEME` in `emit/html/assets.py`). Pages load
only files of their site.

Search. `search_index.py` writes the index and `search/index.js` reads it;
`tests/site/test_search_index.py` compares them. The script alone makes stems, from endings in
`document/phrases/search.py`. `FOLDS` in `emit/html/search_index.py` lists letters that are
treated alike. Pop-ups to other pages share one file, fetched on first touch (`previews_script` in
`emit/html/site.py`).

Styles. A folder in `static/styles/` becomes one file for the pages that need it (`MORE_STYLES` in
`emit/html/assets.py`); files beside the folders are on every page. Colors are variables at the
top of `base.css`. `tables.py` decides, by counting letters, which tables don't fit; `tables.css`
stacks them. `--bar` there is the height of the bar that stays. Nothing moves while a page loads:
whatever a script adds has its room reserved under `@media (scripting: enabled)`, and on narrow
screens the shelves, which come before the text, are hidden until the footer is there. Comments
and spaces are removed from the output.

Paper. Everything prints on A4 and on Letter: no style sets a size. The `imprint` of the document
is in the margins. All pages as one are a book in two columns (`book.css`),
with numbers of sections (`numbers_of` in `document/placement.py`), because browsers can't cite the
numbers of pages.

Shared links. If the address of a site is known, pages have a title, a text and a picture for link
previews. An entry on the page of another, such as a condition, also has a light page of its own
(`light_pages` in `emit/html/site.py`), which leads to its place.

People. A site stores what the package saves (`runtime/play/saving.py`), one record each in the
browser, and keeps fields that it doesn't know; its own additions are under `sheet` and `notes`.
`people/derived.js` computes values, for the sheet and the roller. `play/time.js` counts
durations, and `tests/site/test_table.py` compares it with the runtime. Modifiers of conditions
come from `_all_modifiers` in `emit/html/play_data.py`. A roll names its character by the number in
the browser, or by the seat at the table (`rolling` in `people/people.js`).

Offline. `offline.js` lists all files with a hash of them (`offline.py`): a site is kept as one
build, and the next waits until no window reads the old one, except one that is leaving for
another page. `serve` has an `offline.js` of its own, which forgets a site kept from the same
address. The choice between the book and the table's rules is kept in the browser; without
scripts, the table's rules show. The site in one file, to be saved, is made by `_in_one` in
`emit/html/__init__.py`. Redirects work without scripts; a script keeps the place on the page.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Literal, TypeAlias

from freed6c.document.describe.dice import ROLL_PAGE
from freed6c.document.pages.lists import LETTERS_KEY
from freed6c.emit import json_
from freed6c.emit.files import OutputFile
from freed6c.emit.html.assets import (
    DICE,
    INSTALL,
    OFFLINE_SCRIPT,
    PEOPLE_DATA,
    PLAY_DATA,
    PREVIEWS,
    TABLE_DATA,
    files,
)
from freed6c.emit.html.navigation import (
    EVERYTHING,
    MISSING,
    ONE_FILE,
    PLAIN,
    START,
    SUFFIX,
    file_of,
    paths_of,
    robots,
    sitemap,
)
from freed6c.emit.html.offline import manifest, worker
from freed6c.emit.html.play_data import inert, people_data, play_data, table_data
from freed6c.emit.html.roller_data import dice_data
from freed6c.emit.html.search_index import FILE as SOURCE
from freed6c.emit.html.search_index import as_script, search_json
from freed6c.emit.links import Targets

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from freed6c.document.blocks import Document, Page
    from freed6c.document.documents import Documents
    from freed6c.emit.html.assets import Data

    TextFiles: TypeAlias = Mapping[str, Callable[[], str | None]]
    SiteFiles: TypeAlias = Mapping[str, Callable[[], OutputFile | None]]


SiteLayout: TypeAlias = Literal["pages", "grouped", "single"]


def emit(documents: Documents, layout: SiteLayout = "pages") -> tuple[OutputFile, ...]:
    """Return the files of a site: pages, styles, scripts and data."""
    made = (make() for make in site_files(documents, layout).values())
    return tuple(filter(None, made))


def site_files(documents: Documents, layout: SiteLayout = "pages") -> SiteFiles:
    """Return a function for each file of a site, by its path, that makes the file once.

    It returns None if the site doesn't need the file. `serve` makes only the files that a browser
    requests.
    """
    if layout == "single":
        return {START: cache(partial(_file, START, partial(_in_one, documents)))}
    texts, hosted = _texts(documents, layout)
    made = {path: cache(partial(_file, path, text)) for path, text in texts.items()}
    beside: dict[str, Callable[[], OutputFile | None]]
    beside = {path: partial(_file, path, text) for path, text in hosted.items()}
    if picture := documents.ruleset.manifest.picture:
        beside[picture.file] = partial(OutputFile, picture.file, picture.content)

    def offline() -> OutputFile:
        return worker([*filter(None, (make() for make in made.values()))])

    # An entry with a whole page has no light one.
    return {**beside, **made, OFFLINE_SCRIPT: offline}


def _file(path: str, make: Callable[[], str | None]) -> OutputFile | None:
    text = make()
    return None if text is None else OutputFile.text(path, text)


def _texts(
    documents: Documents, layout: Literal["pages", "grouped"]
) -> tuple[TextFiles, TextFiles]:
    """Return functions for the texts of the files of a site, and of those for hosts and previews.

    Readers don't need the latter, so the service worker, which is in neither, doesn't cache them.
    """
    from freed6c.emit.html.site import (
        Site,
        light_pages,
        missing_page,
        moved_pages,
        said_of,
    )

    document = documents.paged if layout == "pages" else documents.grouped
    place = document.places.get(ROLL_PAGE)
    dice = _play_scripts(documents, f"{place.page}{SUFFIX}" if place else "")
    search_data = documents.search_data(document, _book(documents, layout))
    both = _beside_book(documents, document, layout)
    site = Site.of(document, both, search_data.previews, dice)
    address, targets = document.address, Targets(document, SUFFIX, "index")

    def everything() -> str:
        whole = _with_book(
            documents, documents.grouped.without_repeats(live=LETTERS_KEY)
        )
        return site.whole(whole.in_two_parts(), document.words["all"], "all")

    hosted = {
        **light_pages(document, search_data.previews),
        "sitemap.xml": lambda: sitemap(address, paths_of(document)),
        "robots.txt": lambda: robots(address),
        MISSING: lambda: missing_page(document),
    }
    return {
        START: site.start,
        **{file_of(page): partial(site.page, page) for page in document.pages},
        EVERYTHING: everything,
        PREVIEWS: site.previews_script,
        **(moved_pages(document) if layout == "pages" else {}),
        ONE_FILE: partial(_in_one, documents),
        **files(dice, document),
        INSTALL: lambda: manifest(document, said_of(document)),
        SOURCE: lambda: as_script(search_json(search_data, targets)),
        "ruleset.json": lambda: documents.once(json_.dense_json),
        **json_.saved_characters(documents.ruleset),
        PLAIN: str,
    }, hosted if address else {}


def _in_one(documents: Documents) -> str:
    """Return the page that needs no other file."""
    from freed6c.emit.html.site import Site

    document = documents.grouped.without_repeats()
    dice = _play_scripts(documents, "")
    search_data = documents.search_data(document, _book(documents, "grouped"))
    whole = _with_book(documents, document)
    return Site.single(whole, search_data, dice).whole(whole, whole.title, "index")


def _book(documents: Documents, layout: Literal["pages", "grouped"]) -> Document | None:
    """Return the document of the base game, if packs are layered on one."""
    book = documents.book
    if book is None:
        return None
    return book.paged if layout == "pages" else book.grouped


def _beside_book(
    documents: Documents, document: Document, layout: Literal["pages", "grouped"]
) -> Callable[[Page], Page]:
    """Return a function that shows changes of a page beside the base game, if there is one."""
    book = _book(documents, layout)
    return documents.beside_book(document, book) if book else lambda page: page


def _with_book(documents: Documents, document: Document) -> Document:
    """Return a grouped document that shows changes beside the base game, if there is one."""
    both = _beside_book(documents, document, "grouped")
    return document.but(pages=tuple(map(both, document.pages)))


def _play_scripts(documents: Documents, roll_page: str) -> Data:
    """Return the data of the roller, the sheet and the table mode as scripts, by file name.

    It is empty if the rules have no dice.
    """
    ruleset = documents.ruleset
    dice = dice_data(ruleset, roll_page)
    if not dice:
        return {}
    return {
        PEOPLE_DATA: lambda: inert("freed6cPeopleData", people_data(ruleset)),
        DICE: lambda: inert("freed6cDice", dice),
        PLAY_DATA: lambda: inert("freed6cPlay", play_data(ruleset)),
        TABLE_DATA: lambda: inert("freed6cTable", table_data(ruleset)),
    }
