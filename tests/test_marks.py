"""House rules are seen wherever they count: a small game, and two packs on it, built as a site."""

from __future__ import annotations

import json
import re
import shutil
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from freed6c.pipeline import compile_packs, emit_targets

if TYPE_CHECKING:
    from collections.abc import Callable

CASES = Path(__file__).parent / "cases" / "html"

LONG_EVENINGS = """
pack: long-evenings
title: Long evenings
version: 0.1.0
extends: {lanterns: ">=1.0,<2"}
change:
  condition.soot.smudged:
    why: Soot sticks.
    set: {name: Sooty, effects: [{modify: checks, of: glow, by: -2D}]}
  ability.glow: {set: {text: How brightly you burn.}}
  action.shine: {set: {name: Shimmer}}
"""

LIGHT = """\
    text: |-
      ## Shining

      [[show: action.shine]]

      ## Walking

      Slowly.

      ## Sleeping

      Long.
"""

NIGHT_SHIFT = """
pack: night-shift
title: Night shift
version: 0.1.0
extends: {lanterns: ">=1.0,<2"}
abilities:
  stealth:
    name: Stealth
    text: How quietly you walk.
    skills: {tiptoe: {name: Tiptoe, text: On bare feet.}}
actions:
  creep: {name: Creep, type: deed, text: You walk in the dark., check: {with: stealth}}
"""


@pytest.fixture(scope="module")
def packs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the game and both packs."""
    folder = tmp_path_factory.mktemp("packs")
    shutil.copytree(CASES / "house-rule" / "lanterns", folder / "lanterns")
    game = folder / "lanterns" / "pack.yaml"
    game.write_text(game.read_text().replace("name: Light\n", f"name: Light\n{LIGHT}"))
    for name, text in (("long-evenings", LONG_EVENINGS), ("night-shift", NIGHT_SHIFT)):
        (folder / name).mkdir()
        (folder / name / "pack.yaml").write_text(text, encoding="utf-8")
    return folder


def built(folder: Path, pack: str, *layers: str) -> dict[str, str]:
    """The files of a site by their names."""
    compiled = compile_packs(str(folder / pack), [str(folder / one) for one in layers])
    assert compiled.ruleset is not None, compiled.diagnostics
    files = emit_targets(compiled.ruleset, ["html"], compiled.packs)["html"]
    return {file.path: file.content.decode() for file in files}


@pytest.fixture(scope="module")
def site(packs: Path) -> Callable[[str], str]:
    """The HTML of a page of the game with both packs on it."""
    return built(packs, "long-evenings", "night-shift").__getitem__


def text(html: str) -> str:
    """What a reader sees of it, without scripts."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


class Shown(HTMLParser):
    """The text of a page, without elements of some tags or classes."""

    VOID: Final = frozenset({"meta", "link", "br", "input"})
    AROUND: Final = frozenset({"template", "nav", "fieldset", "version", "ways"})
    ASIDE: Final = frozenset({"badge", "change", "spoken", "contents", "used"})

    def __init__(self, html: str, without: frozenset[str]) -> None:
        super().__init__()
        self.without = without | self.AROUND | self.ASIDE
        self.hidden: list[bool] = []
        self.words: list[str] = []
        self.feed(html.partition("<main")[2].partition("</main>")[0].partition(">")[2])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = {tag, *(dict(attrs).get("class") or "").split()}
        if tag not in self.VOID:
            self.hidden.append(not self.without.isdisjoint(names))

    def handle_endtag(self, _tag: str) -> None:
        self.hidden.pop()

    def handle_data(self, data: str) -> None:
        if not any(self.hidden):
            self.words += data.split()


BOOK: Final = frozenset({"ins", "ours"})
OURS: Final = frozenset({"del", "book"})


def shown(html: str, without: frozenset[str] = frozenset()) -> str:
    return " ".join(Shown(html, without).words)


def test_what_a_pack_adds_stands_in_a_chapter_of_its_own(
    site: Callable[[str], str],
) -> None:
    chapter = text(site("night-shift.html").partition("<main")[2])
    assert "Night shift" in chapter
    assert "Stealth" in chapter
    assert "Creep" in chapter
    assert "Sooty" not in chapter
    above = site("action-creep.html").partition('<p class="trail">')[2]
    assert 'href="night-shift.html"' in above.partition("</p>")[0]


CHANGED: Final = "changed by Long evenings"
ADDED: Final = "new in Night shift"


SOOTY: Final = f"Sooty {CHANGED} Long evenings"
CREEP: Final = f"Creep {ADDED} Night shift"


@pytest.mark.parametrize(
    ("page", "marks"),
    [
        ("reference", (SOOTY, CREEP)),
        ("cards", (SOOTY, CREEP)),
        ("sheet", (SOOTY, f"Glow {CHANGED} Long", f"Stealth {ADDED} Night shift")),
        ("track-soot", ("by Long evenings Soot sticks.", f"Sooty {CHANGED}")),
        ("action-creep", ("New in Night shift",)),
        ("skill-tiptoe", ("New in Night shift",)),
    ],
)
def test_what_packs_wrote_is_marked_with_who_and_why(
    site: Callable[[str], str], page: str, marks: tuple[str, ...]
) -> None:
    for mark in marks:
        assert mark in text(site(f"{page}.html"))


def test_the_ways_to_pages_are_marked(site: Callable[[str], str]) -> None:
    nav = text(site("index.html").partition("<nav")[2].partition("</nav>")[0])
    assert f"Night shift {ADDED}" in nav
    assert f"Light partly {CHANGED}" in nav
    outline = site("light.html").partition('<details class="contents">')[2]
    assert f"Shining {CHANGED}" in text(outline.partition("</details>")[0])


def test_so_are_the_sections_in_the_outline_of_a_page(
    site: Callable[[str], str],
) -> None:
    outline = site("light.html").partition('<nav class="outline"')[2]
    marked = text(outline.partition("</nav>")[0])
    assert f"Shining {CHANGED} Walking Sleeping" in marked


def test_results_of_the_search_are_marked(site: Callable[[str], str]) -> None:
    data = json.loads(
        site("search-data.js").removeprefix("var searchData=").removesuffix(";\n")
    )
    marks = {record[0]: record[7] for record in data["records"] if len(record) > 7}
    books = {record[0]: record[8] for record in data["records"] if len(record) > 8}
    assert marks["Sooty"] == ["changed", CHANGED]
    assert marks["Creep"] == marks["Tiptoe"] == ["added", ADDED]
    assert "Darkness" not in marks
    assert books["Glow"] == "How bright you are."
    assert books["Creep"].startswith("This house rule is")


def test_pop_ups_are_marked(site: Callable[[str], str]) -> None:
    data = site("previews-data.js").partition(" = ")[2].removesuffix(";\n")
    title, where, words, facts, badge, book = json.loads(data)["ability-glow.html"]
    assert (title, where, badge) == ("Glow", "Ability · Light", ["changed", CHANGED])
    assert (book[0], words) == ("How bright you are.", "How brightly you burn.")
    assert facts == book[1]


def test_what_no_pack_touched_has_no_mark(site: Callable[[str], str]) -> None:
    main = site("benchmark-dark.html").partition("<main")[2]
    assert "Long evenings" not in text(main.partition("</main>")[0])


def test_what_is_shown_of_the_book_is_what_the_book_says(
    packs: Path, site: Callable[[str], str]
) -> None:
    book = built(packs, "lanterns")
    whole = {"index.html", "all.html", "one-file.html"}
    told = {*whole, "404.html", "license.html", "sheet.html"}
    pages = {name for name in book if name.endswith(".html")} - told
    assert {"light.html", "track-soot.html", "cards.html", "reference.html"} <= pages
    for name in sorted(pages):
        assert shown(site(name), BOOK) == shown(book[name]), name


def test_links_lead_to_one_place_whatever_is_shown(site: Callable[[str], str]) -> None:
    page = site("all.html")
    assert "Shine" in shown(page, BOOK)
    assert page.count('id="action-shine"') == 1


def test_what_is_shown_of_the_table_is_what_counts(site: Callable[[str], str]) -> None:
    page = shown(site("track-soot.html"), OURS)
    assert "1 Sooty" in page
    assert "\N{MINUS SIGN}2D on Glow" in page
    assert "Smudged" not in page


def test_the_book_has_nothing_of_what_is_new(site: Callable[[str], str]) -> None:
    page = site("action-creep.html")
    assert "You walk in the dark." not in shown(page, BOOK)
    assert "This house rule is" in shown(page, BOOK)
    assert "This house rule is" not in shown(page, OURS)


def test_one_can_choose_only_where_something_differs(
    site: Callable[[str], str],
) -> None:
    assert 'class="versions"' in site("track-soot.html")
    assert 'class="versions"' in site("benchmark-dark.html")  # who uses it
    assert 'class="versions"' not in site("period-beat.html")
    assert 'class="versions"' not in site("changes.html")
