"""The frame of a page: its colors, its outline, and headings whose address can be copied."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from hosts import PLAIN, hosted
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page
    from watching import Visit


HOUSE: Final = str(Path(__file__).parent / "house")


def paper(page: Page) -> str:
    """The color behind the text."""
    color = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert isinstance(color, str)
    return color


def test_a_reader_chooses_the_colors_once_for_all_pages(
    visit: Visit, online: str
) -> None:
    page = visit(color_scheme="light")
    page.goto(f"{online}/melee.html")
    button = page.locator("button.theme")
    light = paper(page)
    assert button.get_attribute("aria-label") == "Colors: system"
    button.click()
    assert (button.get_attribute("aria-label"), paper(page)) == ("Colors: light", light)
    button.click()
    dark = paper(page)
    assert button.get_attribute("aria-label") == "Colors: dark"
    assert dark != light
    page.goto(f"{online}/dice.html")
    assert paper(page) == dark
    page.emulate_media(media="print")
    assert paper(page) == "rgb(255, 255, 255)"
    page.emulate_media(media="screen")
    button.click()
    assert paper(page) == light


def test_colors_are_put_on_before_anything_is_drawn(
    visit: Visit, online: str, single: Path
) -> None:
    """By a script in the head that needs no other file, so that nothing flashes."""
    with hosted(single, name=PLAIN) as one_file:
        for address in (online, one_file):
            page = visit(color_scheme="light")
            page.route("**/site.js", lambda route: route.fulfill(body=""))
            page.goto(f"{address}/index.html")
            light = paper(page)
            page.evaluate("localStorage['freed6c-theme'] = 'dark'")
            page.reload()
            assert paper(page) != light


def test_the_outline_marks_what_is_being_read(visit: Visit, core: Path) -> None:
    page = visit(1280)
    page.goto((core / "melee.html").as_uri())
    links = page.locator(".outline a")
    assert links.all_inner_texts() == [
        heading.strip() for heading in page.locator("main h2[id]").all_inner_texts()
    ]
    links.nth(2).click()
    expect(links.nth(2)).to_have_attribute("aria-current", "true")
    assert page.locator(".outline [aria-current=true]").count() == 1
    page.set_viewport_size({"width": 1100, "height": 800})
    assert not page.locator(".outline").is_visible()
    page.goto((core / "action-attack.html").as_uri())
    assert not page.locator(".outline").count()


def test_a_heading_leads_to_itself_and_copies_its_address(
    visit: Visit, core: Path
) -> None:
    address = (core / "melee.html").as_uri()
    for scripts in (False, True):
        page = visit(java_script_enabled=scripts)
        if scripts:
            page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.goto(address)
        heading = page.get_by_role("heading", name="Attacking", exact=True)
        heading.get_by_role("link").click()
        assert page.url == f"{address}#chapter-melee--attacking"
        if scripts:
            page.locator("output", has_text="Link copied").wait_for(state="attached")
            assert page.evaluate("navigator.clipboard.readText()") == page.url
    # On a site with an address, the link of an entry is that of its own page.
    page.goto((core / "all.html").as_uri())
    site = '<link rel="canonical" href="https://rules.example/all.html">'
    page.evaluate("tag => document.head.insertAdjacentHTML('beforeend', tag)", site)
    page.locator("[href='#rule-core-mechanisms'].here").click()
    page.locator("output", has_text="Link copied").wait_for(state="attached")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == "https://rules.example/rule-core-mechanisms.html"


def test_what_stands_in_a_text_ends_where_the_text_does(
    visit: Visit, core: Path
) -> None:
    page = visit(1440)
    ends = "all => all.map((e) => Math.round(e.getBoundingClientRect().right))"
    for name in ("melee", "conditions", "measures"):
        page.goto((core / f"{name}.html").as_uri())
        (end,) = {*page.locator("main > h2").evaluate_all(ends)}
        boxes = page.locator("main > :is(.scroll, .facts)").evaluate_all(ends)
        assert {*boxes} == {end}, name


def test_the_words_of_a_row_stand_on_one_line(visit: Visit, core: Path) -> None:
    """Beside a button, too."""
    page = visit()
    page.goto((core / "action-attack.html").as_uri())
    row = page.locator("tr", has=page.locator("[data-roll]")).first
    ends = row.locator("a").evaluate_all(
        "all => all.map((e) => e.getBoundingClientRect().bottom)"
    )
    assert len(ends) > 1
    assert max(ends) - min(ends) < 1


def test_the_start_leads_to_play_to_the_rules_and_to_house_rules(
    visit: Visit, core: Path, house: Path
) -> None:
    page = visit()
    page.goto((core / "index.html").as_uri())
    tools, doors = page.locator(".play a"), page.locator(".doors > li > a")
    assert doors.all_inner_texts() == ["Learn in a minute", "House rules"]
    tools.first.click()
    assert page.locator("h1").inner_text() == "Quick reference"
    page.go_back()
    expect(page.get_by_text("freed6c new")).to_be_hidden()
    doors.nth(1).click()
    expect(page.get_by_text("freed6c new")).to_be_visible()
    page.goto((house / "index.html").as_uri())
    doors.nth(1).click()
    assert page.url == (house / "changes.html").as_uri()


@pytest.mark.parametrize("layout", ["pages", "grouped", "single"])
def test_the_start_introduces_house_rules_in_every_layout(
    visit: Visit, built: Callable[..., Path], layout: str
) -> None:
    page = visit(390)
    table = ("--title", "Thursday's rules", "--layout", layout)
    folder = built(HOUSE, *(table if layout != "pages" else ()))
    page.goto((folder / "index.html").as_uri())
    title = "House rules" if layout == "pages" else "Thursday's rules"
    assert page.locator("h1").inner_text() == title
    lead = page.locator(".begin > .change")
    by = "House rules by The authors of freed6c for FreeD6 Core Rules."
    assert lead.locator("p").first.inner_text() == by
    assert lead.locator("li").count() == 3
    for gone in lead.locator("del").all():
        expect(gone).to_be_visible()
    assert page.locator(".doors > li > a").count() == 2
    lead.get_by_text("Read the house rules").click()
    expect(page.get_by_text("What our table changes in")).to_be_in_viewport()
    stunned = page.locator("dd", has_text="A scratch should not ruin").first
    expect(stunned.locator("del", has_text="2")).to_be_visible()


def test_the_start_shows_the_first_roll_of_the_rules(visit: Visit, core: Path) -> None:
    """As dice, and in words for those who see none."""
    page = visit()
    page.goto((core / "index.html").as_uri())
    shown = page.locator(".throw")
    assert shown.locator(".die").count() == len([5, 3, 6, 4])
    said = shown.locator("figcaption").inner_text()
    assert said.startswith("4D+2 5 + 3 + 6 + 4 + 2 pips = 20 against 10: success")


def test_entries_show_their_kind_by_color_and_shape(visit: Visit, core: Path) -> None:
    page = visit()
    look = "e => { const s = getComputedStyle(e, '::before'); return [s.maskImage, s.color]; }"
    looks = []
    for name in ("action-attack", "skill-melee"):
        page.goto((core / f"{name}.html").as_uri())
        looks.append(page.locator(".kind").first.evaluate(look))
    assert all(shape.startswith('url("data:image/svg+xml') for shape, _ in looks)
    assert looks[0][0] != looks[1][0]
    assert looks[0][1] != looks[1][1]
