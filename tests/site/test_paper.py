"""Pages for paper and hand: one sheet to look things up, cards, a character sheet, long lists."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

SHEETS = ("reference", "cards", "sheet", "every-table", "list-skills", "terms", "index")
A4 = (595, 842)

TEXT = round((210 - 2 * 14) * 96 / 25.4)
"""Pixels between the margins of a sheet."""

OWN_PAPER = ("reference", "cards", "sheet")
"""Pages with margins of their own."""


def printed(page: Page) -> list[tuple[int, int]]:
    """The sizes of the sheets of paper that a page takes, in points."""
    pdf = page.pdf(prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", pdf)
    return [(round(float(width)), round(float(height))) for width, height in boxes]


def go(page: Page, site: Path, name: str) -> None:
    page.goto((site / f"{name}.html").as_uri())


@pytest.mark.parametrize(("game", "sides"), [("core", 2), ("opend6", 1)])
def test_the_quick_reference_is_one_sheet_of_a4(
    page: Page, built: Callable[..., Path], game: str, sides: int
) -> None:
    """In letters that people can read, it takes both sides where there is much."""
    go(page, built(game), "reference")
    assert printed(page) == [A4] * sides


def test_the_character_sheet_has_a_front_and_a_back(page: Page, core: Path) -> None:
    go(page, core, "sheet")
    assert printed(page) == [A4, A4]


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


def test_nothing_is_cut_off_on_printed_cards(page: Page, core: Path) -> None:
    """Each has the size of a poker card; what needs more sides is folded."""
    go(page, core, "cards")
    page.emulate_media(media="print")
    millimetre = 96 / 25.4
    for card in page.locator(".cards > .panel").all():
        box = card.bounding_box()
        assert box is not None
        sizes = [round(box[side] / millimetre) for side in ("width", "height")]
        assert sizes in ([63, 88], [126, 88], [189, 88]), card.inner_text()
        cut = card.evaluate(
            "e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1"
        )
        assert not cut, card.inner_text()


def test_cards_keep_their_size_on_every_sheet(page: Page, core: Path) -> None:
    go(page, core, "cards")
    assert set(printed(page)) == {A4}


def test_the_book_begins_with_its_contents_and_chapters_with_a_page(
    page: Page, core: Path
) -> None:
    go(page, core, "all")
    page.emulate_media(media="print")
    assert page.get_by_role("heading", level=1).is_visible()
    assert page.locator("h1 + .contents").is_visible()
    breaks = "all => all.map((one) => getComputedStyle(one).breakBefore)"
    chapters = page.locator("h2[id^=chapter-]")
    assert set(chapters.evaluate_all(breaks)) == {"page"}
    assert "page" not in page.locator("h3").evaluate_all(breaks)
    kept = "all => all.map((one) => getComputedStyle(one).breakAfter)"
    assert set(page.locator("h2, h3, hgroup").evaluate_all(kept)) == {"avoid"}


@pytest.mark.parametrize("name", SHEETS)
def test_they_fit_on_a_phone(name: str, core: Path, visit: Callable[..., Page]) -> None:
    page = visit(width=320)
    go(page, core, name)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


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


def test_lists_are_read_without_scripts(core: Path, visit: Callable[..., Page]) -> None:
    page = visit(java_script_enabled=False)
    go(page, core, "list-skills")
    assert page.locator("tbody tr:visible").count() > 20
    assert page.locator("main button, .filter").count() == 0


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
    page.get_by_text("Contents").click()
    link = page.get_by_role("link", name="Download the rules as data (JSON)")
    assert link.get_attribute("href") == "ruleset.json"
    assert (core / "ruleset.json").is_file()
