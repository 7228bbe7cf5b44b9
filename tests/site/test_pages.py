"""Every page: right HTML, small, narrow enough for a phone, whole without scripts and on paper."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from files import pages_in
from judges import mistakes

from broken_links import broken_links

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from playwright.sync_api import Page
    from watching import Visit

KB = 1024
HOUSE = str(Path(__file__).parent / "house")
PROSE = re.compile(r"<p>.*?</p>", re.DOTALL)
LAYERED = ("core", "--with", "ganging-up", "--with", "success-counting")


def test_the_html_is_right(
    core: Path, grouped: Path, single: Path, house: Path
) -> None:
    assert not mistakes(core, grouped, single, house)


@pytest.mark.parametrize("layout", ["pages", "grouped", "single"])
@pytest.mark.parametrize(
    "packs",
    [("core",), ("opend6",), (HOUSE,), LAYERED],
    ids=["core", "opend6", "house", "layered"],
)
def test_links_have_targets(
    built: Callable[..., Path], packs: tuple[str, ...], layout: str
) -> None:
    # Written as `core` is, a site is built once for all tests.
    folder = built(*packs, *(() if layout == "pages" else ("--layout", layout)))
    pages = {page.name: text(page) for page in folder.glob("*.html")}
    assert not broken_links(pages)


def test_a_mistake_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html><p>No title<div></p>")
    assert len(mistakes(tmp_path)) >= 2


def wide(page: Page, files: Iterable[Path]) -> list[str]:
    """Which of these are wider than the window."""
    found = []
    for file in sorted(files):
        page.goto(file.as_uri())
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > page.evaluate("window.innerWidth"):
            found.append(f"{file.name}: {width}")
    return found


def test_nothing_sticks_out_on_a_phone(
    visit: Visit, core: Path, house: Path, single: Path, kinds_of_pages: list[str]
) -> None:
    files = [core / f"{name}.html" for name in kinds_of_pages]
    files += [house / "changes.html", single / "index.html"]
    assert not wide(visit(320, 640), files)


def test_pages_are_small(core: Path) -> None:
    sizes = {
        file.stem: len(gzip.compress(file.read_bytes())) / KB
        for file in core.glob("*.html")
    }
    first = {
        file.stem for file in core.glob("*.html") if '<p class="trail">' in text(file)
    }
    assert first
    assert max(sizes[name] for name in first) <= 15
    assets = [file for file in core.iterdir() if file.suffix in {".css", ".js"}]
    # What keeps the site is fetched when the page is there, and used by none; what is searched,
    # what links lead to, and the table mode when somebody wants it.
    later = ("offline", "search", "previews", "table", "book")
    beside = [file for file in assets if not file.stem.startswith(later)]
    weight = sum(len(gzip.compress(file.read_bytes())) / KB for file in beside)
    assert sizes["index"] + weight <= 65
    for file in set(assets) - set(beside):
        assert len(gzip.compress(file.read_bytes())) / KB <= 100


def text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def test_without_scripts_everything_can_be_read(visit: Visit, core: Path) -> None:
    page = visit(java_script_enabled=False)
    page.goto((core / "index.html").as_uri())
    page.get_by_role("link", name="Melee combat").first.click()
    page.get_by_role("main").get_by_role(
        "link", name="Strike", exact=True
    ).first.click()
    where = page.locator(":target").bounding_box()
    assert where is not None
    assert 0 <= where["y"] < 800
    assert page.get_by_role("main").get_by_role("group").count()
    # What a script would have to work for is not there to be tried.
    assert not page.locator("button:visible, input:visible").count()


def test_no_page_needs_a_script_to_be_seen(visit: Visit, core: Path) -> None:
    """Nothing of the text is hidden until a script shows it."""
    with_scripts, without = visit(), visit(java_script_enabled=False)
    for name in ("index", "melee", "action-taunt", "table-attacks", "chances"):
        words = []
        for page in (with_scripts, without):
            page.goto((core / f"{name}.html").as_uri())
            words.append(set(page.get_by_role("main").inner_text().split()))
        assert words[0] <= words[1], name


@pytest.mark.parametrize("name", ["index", "melee", "skill-melee", "table-attacks"])
def test_on_paper_there_is_the_text_alone(visit: Visit, core: Path, name: str) -> None:
    page = visit(color_scheme="dark")
    page.goto((core / f"{name}.html").as_uri())
    page.emulate_media(media="print")
    for furniture in (
        "nav",
        ".skip",
        "[type=search]",
        "button:not(.dice)",
    ):
        assert not page.locator(f"{furniture}:visible").count(), furniture
    assert page.get_by_role("heading", level=1).is_visible()
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper in {"rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"}
    pdf = page.pdf(format="A4")
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", pdf)) <= 40


@pytest.mark.slow
def test_every_page_can_be_printed(visit: Visit, core: Path) -> None:
    page = visit()
    for file in pages_in(core):
        page.goto(file.as_uri())
        assert re.search(rb"/Type\s*/Page\b", page.pdf(format="A4")), file.name


def test_the_row_that_a_link_leads_to_is_marked(page: Page, core: Path) -> None:
    address = (core / "track-damage.html").as_uri()
    page.goto(f"{address}#condition-damage-hurt")
    colour = "e => getComputedStyle(e).backgroundColor"
    named = page.get_by_role("rowheader", name="Hurt", exact=True)
    other = page.get_by_role("rowheader", name="Wounded", exact=True)
    assert named.evaluate(colour) != other.evaluate(colour)


def test_no_bracket_stands_behind_a_full_stop(core: Path) -> None:
    text = (core / "reference.html").read_text(encoding="utf-8")
    assert "Arena</a> (fixed)" in text
    assert ". (" not in text


def test_a_panel_says_a_common_target_once(built: Callable[..., Path]) -> None:
    text = (built("opend6") / "reference.html").read_text(encoding="utf-8")
    assert text.count("Roll against the game master&#x27;s number, unless") == 2


def test_an_action_says_first_what_you_roll_against_what_and_what_you_get(
    page: Page, core: Path
) -> None:
    page.goto((core / "action-attack.html").as_uri())
    said = page.locator("main > dl.facts > div > dt").all_inner_texts()
    assert said[:4] == ["Roll", "Against", "On a success", "Odds"]
    assert page.locator("main > hgroup + dl.facts").count()


def test_names_of_difficulties_have_their_number(page: Page, core: Path) -> None:
    page.goto((core / "table-recovery.html").as_uri())
    assert page.locator("td").all_inner_texts()[:2] == ["Very Easy (5)", "Easy (10)"]


def test_prose_links_each_thing_once_in_a_section(core: Path) -> None:
    """Facts and tables link it again."""
    for file in (core / "melee.html", core / "action-attack.html"):
        main = text(file).split("</main>")[0].split("<main")[1]
        for section in re.split(r"<h2|<hgroup>", main):
            prose = re.sub(r"(?s)<(dl|table|details).*?</\1>", "", section)
            links = re.findall(r'<a href="([^"]+)">', "".join(PROSE.findall(prose)))
            assert len(links) == len({*links}), file.name
