"""The rules of the book, of the table, or both: what one chooses counts on every page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hosts import PLAIN, hosted
from playwright.sync_api import expect

from made_packs import write_pack

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from freed6c.packs.data import Data


def go(page: Page, site: Path, name: str) -> None:
    page.goto((site / f"{name}.html").as_uri())


def stunned(page: Page) -> str:
    """The row of the condition that the house rules change, as it is seen."""
    row = page.locator("tr", has=page.locator("#condition-damage-stunned"))
    return " ".join(row.inner_text().split())


def choice(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="Show").get_by_label(name)


def test_the_table_is_shown_until_one_chooses(page: Page, house: Path) -> None:
    go(page, house, "track-damage")
    assert choice(page, "House rules").is_checked()
    assert "Stunned changed by House rules \N{MINUS SIGN}1 on" in stunned(page)
    choice(page, "The book").check()
    assert "Stunned \N{MINUS SIGN}2 on" in stunned(page)
    assert not page.locator("main .change").first.is_visible()
    choice(page, "Both").check()
    row = stunned(page)
    assert "formerly: \N{MINUS SIGN}2 now: \N{MINUS SIGN}1 on" in row


def test_what_was_chosen_stays(page: Page, house: Path) -> None:
    with hosted(house, name=PLAIN) as address:
        page.goto(f"{address}/track-damage.html")
        choice(page, "The book").check()
        page.goto(f"{address}/skill-taunt.html")
        expect(choice(page, "The book")).to_be_checked()
        assert page.locator("h1").inner_text().strip() == "Taunt"
        page.goto(f"{address}/ability-magic.html")
        expect(page.locator("main")).to_contain_text("This house rule is")
        assert "Will and words" not in page.locator("main").inner_text()


def test_the_book_knows_no_rules_of_the_table(page: Page, house: Path) -> None:
    """The specialization is used by a table that the house rules add."""
    go(page, house, "skill-melee")
    used = page.locator(".used")
    expect(used).to_contain_text("Weapons")
    choice(page, "The book").check()
    expect(used).not_to_contain_text("Weapons", use_inner_text=True)


def test_the_book_has_its_own_names_above_a_page(
    page: Page, built: Callable[..., Path], tmp_path: Path
) -> None:
    change: dict[str, Data] = {
        id_: {"why": "Ours.", "set": {"name": name}}
        for id_, name in (("ability.perception", "Hunch"), ("skill.tactics", "Plans"))
    }
    pack = write_pack(tmp_path, "ours", {}, extends={"core": ">=1.0"}, change=change)
    go(page, built(str(pack)), "skill-tactics")
    above = page.locator(".trail")
    expect(above).to_contain_text("Hunch", use_inner_text=True)
    choice(page, "The book").check()
    expect(above).to_contain_text("Perception", use_inner_text=True)
    expect(above).not_to_contain_text("Hunch", use_inner_text=True)


def test_results_of_the_search_follow_it(page: Page, house: Path) -> None:
    go(page, house, "track-damage")
    choice(page, "The book").check()
    page.locator("#search input").fill("stunned")
    result = page.get_by_role("option", name="Stunned").first
    assert "Effect: \N{MINUS SIGN}2" in result.inner_text()
    assert "changed by House rules" in result.inner_text()


def test_without_scripts_the_table_is_shown(
    house: Path, visit: Callable[..., Page]
) -> None:
    page = visit(java_script_enabled=False)
    go(page, house, "track-damage")
    assert "\N{MINUS SIGN}1 on all checks" in stunned(page)
    assert "\N{MINUS SIGN}2" not in stunned(page)
    assert not page.locator(".versions").is_visible()


def test_where_the_book_says_the_same_there_is_nothing_to_choose(
    page: Page, house: Path
) -> None:
    go(page, house, "action-attack")
    assert page.locator(".versions").count() == 0
