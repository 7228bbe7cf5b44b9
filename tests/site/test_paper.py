"""Pages for paper and hand: one sheet to look things up, cards, a character sheet, long lists."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

SHEETS = ("reference", "cards", "sheet", "every-table", "list-skills", "terms", "index")
FORMATS = {"A4": (596, 843), "Letter": (612, 792)}

TEXT = round((210 - 2 * 14) * 96 / 25.4)
"""Pixels between the margins of a sheet."""

OWN_PAPER = ("reference", "cards", "sheet")
"""Pages with margins of their own."""


def printed(page: Page, paper: str = "A4") -> int:
    """How many pages of paper a page takes, all of the size that the reader chose."""
    pdf = page.pdf(format=paper, prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", pdf)
    sizes = {(round(float(width)), round(float(height))) for width, height in boxes}
    assert sizes == {FORMATS[paper]}
    return len(boxes)


def go(page: Page, site: Path, name: str) -> None:
    page.goto((site / f"{name}.html").as_uri())


@pytest.mark.parametrize("paper", FORMATS)
@pytest.mark.parametrize("game", ["core", "opend6"])
def test_what_is_printed_fits_on_its_paper(
    page: Page, built: Callable[..., Path], game: str, paper: str
) -> None:
    for name, most in {"reference": 2, "sheet": 2, "all": 60}.items():
        go(page, built(game), name)
        assert printed(page, paper) <= most, name


def test_paper_has_the_imprint_and_the_reference_type_of_8_points(
    page: Page, core: Path
) -> None:
    go(page, core, "reference")
    page.emulate_media(media="print")
    imprint = "getComputedStyle(document.body).getPropertyValue('--imprint')"
    assert page.evaluate(imprint) == '"FreeD6 Core Rules 1.0.0 \\b7  CC-BY-4.0"'
    sizes = "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    least = min(page.locator(".reference *").evaluate_all(sizes))
    assert least * 0.75 >= 8


def test_nothing_is_wider_than_the_paper(
    core: Path, house: Path, kinds_of_pages: list[str], visit: Callable[..., Page]
) -> None:
    """Else a browser makes everything on a page smaller until that fits."""
    page = visit(width=TEXT, java_script_enabled=False)
    page.emulate_media(media="print")
    pages = [(core, name) for name in kinds_of_pages if name not in OWN_PAPER]
    for site, name in [*pages, (house, "changes"), (house, "track-damage")]:
        go(page, site, name)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= TEXT, f"{name} is {width} pixels wide"


@pytest.mark.parametrize("game", ["core", "opend6"])
def test_nothing_is_cut_off_on_printed_cards(
    page: Page, built: Callable[..., Path], game: str
) -> None:
    """Each has the size of a poker card."""
    go(page, built(game), "cards")
    page.emulate_media(media="print")
    millimetre = 96 / 25.4
    for card in page.locator(".cards > .panel").all():
        box = card.bounding_box()
        assert box is not None
        sizes = [round(box[side] / millimetre) for side in ("width", "height")]
        assert sizes == [63, 88], card.inner_text()
        cut = card.evaluate(
            "e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1"
        )
        assert not cut, card.inner_text()


def test_cards_are_chosen_and_have_backs(page: Page, core: Path) -> None:
    go(page, core, "cards")
    cards = page.locator(".cards > .panel")
    page.locator(".choose summary").click()
    page.get_by_label(re.compile(r"Full action \(")).uncheck()
    page.get_by_label("Defend", exact=True).check()
    left = page.locator(".cards .head > :checked").count()
    for paper in FORMATS:
        assert printed(page, paper) == 2 * math.ceil(left / 9)
    # The back of the first card is at the right: behind it on paper printed on both sides.
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    back = page.locator(".backs > *").first
    assert back.text_content() == "Full action"
    assert page.locator(".cards > .panel:empty").count() == -left % 9
    boxes = [one.bounding_box() for one in (cards.nth(2), back)]
    third, behind = (box["x"] + box["width"] / 2 for box in boxes if box)
    assert third == pytest.approx(behind, abs=2)
    page.emulate_media(media="null")
    page.get_by_label("Print backs").uncheck()
    assert printed(page) == math.ceil(left / 9)


def test_contents_index_and_notes_cite_sections_of_the_book(
    page: Page, core: Path
) -> None:
    go(page, core, "all")
    assert not page.locator("main .cite:visible").count()
    page.emulate_media(media="print")
    wrong = """all => all.filter((link) => {
      const cited = link.closest("li").querySelector(".cite")?.textContent;
      const place = document.getElementById(link.hash.slice(1));
      const heading = (place.closest(".asked") ?? place).querySelector(".cite");
      return !cited || (heading && heading.textContent !== cited);
    }).length"""
    for links in ("h1 + .contents a", ".index a", "details.note a"):
        assert page.locator(links).count()
        assert page.locator(links).evaluate_all(wrong) == 0, links
    chapters = page.locator("h1 + .contents > li:visible").all_inner_texts()
    assert [int(text.split()[0]) for text in chapters] == [*range(1, len(chapters) + 1)]
    details = [n for n, text in enumerate(chapters) if "In detail" in text]
    assert "Three ways to play" in chapters[details[0] - 1]
    assert "Open questions" in chapters[-2]
    # Notes are once in it, at the end, and short.
    assert not page.locator(":is(.asked .others, details.note a):visible").count()


@pytest.mark.parametrize("name", SHEETS)
def test_they_fit_on_a_phone(name: str, core: Path, visit: Callable[..., Page]) -> None:
    page = visit(width=320)
    go(page, core, name)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_the_sheet_is_filled_in_and_prints_totals(page: Page, core: Path) -> None:
    go(page, core, "sheet")
    page.get_by_role("button", name="Show all fields").click()
    page.get_by_label("Brawling", exact=True).fill("2D+1")
    page.get_by_label("Strength", exact=True).fill("3D")
    page.get_by_label("Stunned").check()
    assert page.get_by_label("Brawling", exact=True).input_value() == "2D+1"
    assert page.get_by_label("Stunned").is_checked()
    page.emulate_media(media="print")
    total = page.get_by_role("button", name="Roll Brawling")
    expect(total).to_have_text("5D+1 14")  # a fixed value: 16, and Stunned takes 2


def test_what_is_written_on_the_sheet_stays_until_it_is_cleared(
    page: Page, online: str
) -> None:
    page.goto(f"{online}/sheet.html")
    page.get_by_role("button", name="Show all fields").click()
    page.get_by_label("Brawling", exact=True).fill("2D+1")
    page.get_by_label("Stunned").check()
    page.get_by_label("Notes").fill("Owes the\nharbour master.")
    page.reload()
    expect(page.get_by_label("Brawling", exact=True)).to_have_value("2D+1")
    expect(page.get_by_label("Stunned")).to_be_checked()
    expect(page.get_by_label("Notes")).to_have_value("Owes the\nharbour master.")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Delete").click()
    assert page.get_by_label("Brawling", exact=True).input_value() == ""
    page.get_by_role("button", name="Show all fields").click()
    page.get_by_label("Notes").fill("\n".join(["One more."] * 40))
    assert page.get_by_label("Notes").evaluate(
        "one => one.scrollHeight <= one.offsetHeight"
    )
    page.get_by_label("Notes").fill("")
    page.reload()
    page.get_by_role("button", name="New", exact=True).wait_for()
    assert not page.get_by_label("Stunned").is_checked()
    assert page.get_by_label("Notes").input_value() == ""


def test_the_sheet_has_what_packs_add(page: Page, house: Path) -> None:
    go(page, house, "sheet")
    page.get_by_role("button", name="Show all fields").click()
    for name in ("Magic", "Evocation", "Bolt", "Ward"):
        assert page.get_by_label(name, exact=True).is_visible()


def test_lists_show_what_is_asked_for(page: Page, core: Path) -> None:
    go(page, core, "list-skills")
    rows = page.locator("tbody tr:visible")
    every = rows.count()
    page.get_by_label("Show only").fill("wits talk")
    assert [row.split("\t")[0] for row in rows.all_inner_texts()] == ["Fast-talk"]
    assert page.locator(".filter [role=status]").inner_text() == f"1 of {every}"
    page.get_by_label("Show only").fill("")
    assert rows.count() == every


def test_lists_are_sorted_by_a_column_up_and_down(page: Page, core: Path) -> None:
    go(page, core, "list-skills")
    names = page.locator("tbody tr > :first-child")
    button = page.get_by_role("button", name="Name")
    button.focus()
    page.keyboard.press("Enter")
    up = names.all_inner_texts()
    assert up == sorted(up, key=str.casefold)
    assert page.locator("th[aria-sort=ascending]").inner_text().strip() == "Name"
    page.keyboard.press("Enter")
    assert names.all_inner_texts() == up[::-1]
    assert page.locator("th[aria-sort=descending]").count() == 1


def test_lists_and_cards_need_no_scripts(
    core: Path, visit: Callable[..., Page]
) -> None:
    page = visit(java_script_enabled=False)
    go(page, core, "list-skills")
    assert page.locator("tbody tr:visible").count() > 20
    assert page.locator("main button, .filter").count() == 0
    go(page, core, "cards")
    assert not page.locator("input:visible").count()
    assert printed(page) == math.ceil(page.locator(".cards > .panel").count() / 9)


def test_what_was_changed_is_struck_and_said(page: Page, house: Path) -> None:
    go(page, house, "track-damage")
    mark = page.locator(".change")
    assert "Changed by House rules" in mark.inner_text()
    struck = mark.locator("del")
    assert struck.text_content() == "formerly: \N{MINUS SIGN}2"
    decoration = struck.evaluate("e => getComputedStyle(e).textDecorationLine")
    assert decoration == "line-through"
    assert mark.locator("ins").text_content() == "now: \N{MINUS SIGN}1"
    badge = page.locator("table .badge")
    assert badge.inner_text() == "changed by House rules"


def test_the_start_leads_to_all_quick_ways(page: Page, house: Path) -> None:
    go(page, house, "index")
    ways = page.locator(".tiles a").all_inner_texts()
    assert {"Quick reference", "Character sheet", "House rules", "Glossary"} <= {*ways}
    page.get_by_role("link", name="Quick reference").first.click()
    assert page.locator("h1").inner_text() == "Quick reference"


def test_the_data_can_be_downloaded(page: Page, core: Path) -> None:
    go(page, core, "index")
    link = page.get_by_role("link", name="Download the rules as data (JSON)")
    assert link.get_attribute("href") == "ruleset.json"
    assert (core / "ruleset.json").is_file()
