"""Search, pop-ups and old addresses, as one uses them: by mouse, by keyboard, by tap."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from judges import barriers
from playwright.sync_api import expect

from freed6c.packs.data import as_map
from made_packs import write_pack
from small_base import SMALL

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from freed6c.packs.data import Data


def url(folder: Path, page: str) -> str:
    return (folder / page).as_uri()


def box(page: Page) -> Locator:
    return page.get_by_role("combobox")


def option(page: Page) -> Locator:
    """The result that Enter would open."""
    return page.get_by_role("option", selected=True)


def search(page: Page, words: str) -> Locator:
    """Type into the box from wherever one is; gives all results."""
    page.keyboard.press("/")
    page.keyboard.type(words)
    expect(page.get_by_role("option").first).to_be_visible()
    return page.get_by_role("option")


def preview(page: Page) -> Locator:
    return page.locator("#preview")


# Search


def test_a_slash_and_some_letters_lead_to_a_rule(page: Page, core: Path) -> None:
    page.goto(url(core, "index.html"))
    search(page, "brawl")
    expect(option(page)).to_contain_text("BrawlingSkill, Strength")
    page.keyboard.press("Enter")
    page.wait_for_url("**/skill-brawling.html")


@pytest.mark.parametrize("layout", ["core", "grouped", "single"])
def test_every_layout_is_searched(
    page: Page, layout: str, request: pytest.FixtureRequest
) -> None:
    page.goto(url(request.getfixturevalue(layout), "index.html"))
    search(page, "brawling")
    page.keyboard.press("Enter")
    page.wait_for_url("**skill-brawling*")
    expect(page.get_by_role("heading", name="Brawling").first).to_be_in_viewport()


def test_a_misspelt_name_is_found_and_other_names_are_told(
    page: Page, core: Path
) -> None:
    page.goto(url(core, "index.html"))
    search(page, "brwaling")
    expect(option(page)).to_contain_text("Brawling")
    box(page).fill("")
    search(page, "difference fl")
    flip = page.get_by_role("option").filter(has_text="also called Difference flip")
    expect(flip).to_contain_text("Dice flip")


WANTED = {
    "brawl": ("Brawling", "Skill"),
    "brwaling": ("Brawling", "Skill"),
    "damage": ("Damage", "Effect roll"),
    "damage roll": ("Damage", "Effect roll"),
    "action point": ("Action points", "Point pool"),
    "action points": ("Action points", "Point pool"),
    "wild die": ("Wild Die", ""),
    "wild dice": ("Wild Die", ""),
    "succes rank": ("Effect rank", "Benchmark"),
    "effect rank": ("Effect rank", "Benchmark"),
    "move": ("Move", "Action"),
    "how far can I move": ("Move", "Action"),
    "attack": ("Attack", "Action"),
    "roll to hit": ("Attack", "Action"),
    "defend": ("Defend", "Action"),
    "parry": ("Parry", "Specialization"),
    "grapple": ("Force an Opponent: grapple", "Action"),
    "cover": ("Cover", "Specialization"),
    "stunned": ("Stunned", "Condition"),
    "difficulty": ("Difficulty", "Benchmark"),
    "difficulty number": ("Difficulty number", "Term"),
    "initiative": ("Initiative", "Value"),
    "armour": ("Armor", "Value"),
    "advantage": ("Advantage", "Step"),
    "boost": ("Boost and penalty", "Step"),
    "heal": ("Recover:", "Action"),
    "recover": ("Recover: your own body", "Action"),
    "taunt": ("Interact: taunt", "Action"),
    "climb": ("Climbing", "Specialization"),
    "jump": ("Jumping", "Specialization"),
    "perception": ("Perception", "Ability"),
    "luck": ("Luck", "Ability"),
    "skill": ("Skill", "Term"),
    "skills": ("Skills", "Page"),
    "resist damage": ("Damage resistance", "Value"),
    "vehicle": ("Vehicle", "Character type"),
}
"""What people ask, and what they want to see first: its title and kind."""


@pytest.mark.parametrize("asked", WANTED)
def test_what_is_wanted_comes_first(page: Page, core: Path, asked: str) -> None:
    page.goto(url(core, "index.html"))
    search(page, asked)
    title, kind = WANTED[asked]
    expect(option(page).locator("b")).to_contain_text(title)
    expect(option(page).locator(".where")).to_contain_text(kind)


@pytest.mark.parametrize(
    "asked", ["heal", "roll to hit", "wild dice", "damage roll", "no skill", "move"]
)
def test_notes_come_last(page: Page, core: Path, asked: str) -> None:
    page.goto(url(core, "index.html"))
    search(page, asked)
    groups = page.get_by_role("listbox").get_by_role("group").all()
    labels = [group.locator("p").inner_text().casefold() for group in groups]
    assert "notes on open questions" not in labels[:-1]


def test_results_stand_in_groups_of_their_kind(page: Page, core: Path) -> None:
    page.goto(url(core, "index.html"))
    search(page, "damage")
    groups = page.get_by_role("listbox").get_by_role("group")
    names = [group.get_attribute("aria-labelledby") for group in groups.all()]
    labels = [page.locator(f"#{name}").inner_text().casefold() for name in names]
    assert len(labels) == len(set(labels))
    assert {"tracks", "values"} <= set(labels)
    tracks = groups.filter(has=page.locator("p", has_text="Tracks"))
    expect(tracks.get_by_role("option").first).to_contain_text("Track, ")


def test_arrows_go_through_the_results_and_escape_leaves_them(
    page: Page, core: Path
) -> None:
    page.goto(url(core, "index.html"))
    results = search(page, "action")
    expect(box(page)).to_have_attribute("aria-expanded", "true")
    for step, key in ((1, "ArrowDown"), (0, "ArrowUp"), (-1, "ArrowUp")):
        page.keyboard.press(key)
        expect(results.nth(step)).to_have_attribute("aria-selected", "true")
        expect(option(page)).to_have_count(1)
        active = option(page).get_attribute("id")
        assert active
        expect(box(page)).to_have_attribute("aria-activedescendant", active)
        expect(option(page)).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(box(page)).to_have_attribute("aria-expanded", "false")
    expect(box(page)).to_have_value("action")
    expect(results.first).to_be_hidden()
    page.keyboard.press("Escape")
    expect(box(page)).to_have_value("")


def test_what_was_found_is_told(page: Page, core: Path) -> None:
    page.goto(url(core, "index.html"))
    count = search(page, "telepathy").count()
    status = page.get_by_role("search").get_by_role("status")
    expect(status).to_have_text(f"Found: {count}")
    expect(left(page)).to_have_count(0)
    box(page).fill("what does telepathy qqqqqqqq")
    expect(status).to_have_text(f"Found: {count} · Nothing has: qqqqqqqq")
    lost = page.get_by_role("listbox").get_by_text("Nothing has: qqqqqqqq")
    expect(lost).to_be_in_viewport()
    box(page).fill("qqqqqqqq")
    expect(status).to_have_text("No results for qqqqqqqq. Try another word for it.")
    box(page).fill("")
    expect(status).to_be_empty()


@pytest.mark.parametrize("width", [390, 1280])
def test_where_nothing_is_found_there_are_ways_on(
    visit: Callable[..., Page], core: Path, width: int
) -> None:
    page = visit(width)
    page.goto(url(core, "index.html"))
    results = search(page, "quarrelsome")
    none = page.get_by_role("listbox").get_by_text("No results for")
    expect(none).to_be_in_viewport(ratio=1)
    expect(option(page)).to_have_count(0)
    expect(results.last).to_have_text("Everything from A to Z")
    box(page).fill("xtamina")
    expect(page.get_by_role("group", name="Similar names")).to_contain_text("Stamina")
    assert not barriers(page)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_url("**/a-z.html")


def test_words_that_were_asked_for_are_marked(page: Page, core: Path) -> None:
    page.goto(url(core, "index.html"))
    search(page, "what does wounded do")
    marks = page.locator("#found mark").all_inner_texts()
    assert {mark.casefold() for mark in marks} == {"wounded", "wounds"}
    expect(option(page).locator("b mark")).to_have_text("Wounded")


@pytest.mark.parametrize("width", [390, 1280])
def test_a_condition_is_told_whole(
    visit: Callable[..., Page], core: Path, width: int
) -> None:
    page = visit(width)
    page.goto(url(core, "index.html"))
    search(page, "wounded")
    line = option(page).locator("small")
    expect(line).to_contain_text("\N{MINUS SIGN}1D on Dexterity checks")
    expect(line).to_contain_text("Until the end of the encounter")
    assert line.evaluate(
        "e => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight"
    )


def test_whoever_comes_back_sees_what_was_found(page: Page, core: Path) -> None:
    page.goto(url(core, "index.html"))
    found = search(page, "charm").count()
    page.keyboard.press("Enter")
    page.wait_for_url("**/skill-charm.html")
    expect(box(page)).to_have_value("")
    page.go_back()
    expect(box(page)).to_have_value("charm")
    expect(page.get_by_role("option")).to_have_count(found)


def test_a_pool_against_a_number_is_answered_and_rolled(page: Page, core: Path) -> None:
    page.goto(url(core, "index.html"))
    search(page, "5d vs 23")
    expect(option(page)).to_have_text("9.80%5D against 23Roll 5D")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_label("Pool", exact=True)).to_have_value("5D")


def test_a_chance_of_many_dice_is_that_of_the_roller(page: Page, core: Path) -> None:
    page.goto(url(core, "index.html"))
    search(page, "20d 30")
    expect(option(page)).to_have_text("> 99.99%20D against 30Roll 20D")
    status = page.get_by_role("search").get_by_role("status")
    expect(status).to_contain_text("> 99.99%")


def left(page: Page) -> Locator:
    return page.get_by_role("listbox").get_by_text("more results. Narrow your search.")


def test_so_is_how_much_is_not_shown(page: Page, core: Path) -> None:
    page.goto(url(core, "index.html"))
    shown = search(page, "action").count()
    found = (
        page.get_by_role("search")
        .get_by_role("status")
        .inner_text()
        .removeprefix("Found: ")
    )
    expect(left(page)).to_have_text(
        f"{int(found) - shown} more results. Narrow your search."
    )
    left(page).scroll_into_view_if_needed()
    expect(left(page)).to_be_in_viewport()
    assert not barriers(page)


def test_where_nothing_is_found_nothing_stays(page: Page, core: Path) -> None:
    page.goto(url(core, "index.html"))
    status = page.get_by_role("search").get_by_role("status")
    search(page, "action")
    box(page).fill("qqqqqqqq")
    expect(status).not_to_be_empty()
    page.keyboard.press("Escape")
    expect(status).to_be_empty()
    page.keyboard.press("Escape")
    expect(box(page)).to_have_value("")
    expect(status).to_be_empty()
    box(page).fill("qqqqqqqq")
    expect(status).not_to_be_empty()
    page.get_by_role("contentinfo").click()
    expect(status).to_be_empty()


def test_a_tap_on_what_was_asked_shows_again_what_was_found(
    visit: Callable[..., Page], core: Path
) -> None:
    page = visit(width=360, has_touch=True, is_mobile=True)
    page.goto(url(core, "index.html"))
    results = search(page, "action")
    page.keyboard.press("Escape")
    expect(results.first).to_be_hidden()
    box(page).tap()
    expect(results.first).to_be_visible()
    box(page).blur()
    expect(results.first).to_be_hidden()
    box(page).tap()
    expect(results.first).to_be_visible()


def test_a_click_opens_a_result(page: Page, core: Path) -> None:
    page.goto(url(core, "index.html"))
    search(page, "charm").filter(has_text="Skill").first.click()
    page.wait_for_url("**/skill-charm.html")


def test_a_slash_in_a_text_stays_a_slash(page: Page, core: Path) -> None:
    page.goto(url(core, "index.html"))
    search(page, "charm")
    page.keyboard.type("/")
    expect(box(page)).to_have_value("charm/")


def test_nothing_is_loaded_before_it_is_asked_for(page: Page, core: Path) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.goto(url(core, "index.html"))
    assert not {"search.js", "search-data.js"} & {*asked}
    search(page, "charm")
    assert asked.count("search-data.js") == 1


def test_without_scripts_the_index_leads_everywhere(
    visit: Callable[..., Page], core: Path
) -> None:
    page = visit(java_script_enabled=False)
    page.goto(url(core, "index.html"))
    expect(box(page)).to_be_hidden()
    menu = page.get_by_role("navigation", name="Pages")
    menu.get_by_role("link", name="A\N{EN DASH}Z").click()
    letters = page.get_by_role("navigation", name="Letters")
    letters.get_by_role("link", name="D", exact=True).click()
    expect(page.get_by_role("heading", name="D", exact=True)).to_be_in_viewport()
    page.get_by_role("listitem").filter(has_text="Dodge: see").get_by_role(
        "link"
    ).click()
    page.wait_for_url("**/skill-acrobatics.html#specialization-acrobatics-tumble")


# Pop-ups


def link(page: Page, name: str) -> Locator:
    return page.get_by_role("main").get_by_role("link", name=name, exact=True).first


def heading_link(page: Page, name: str) -> Locator:
    main = page.get_by_role("main")
    return main.get_by_role("heading", name=name).get_by_role("link")


def test_a_pointer_on_a_link_shows_what_it_leads_to(page: Page, core: Path) -> None:
    page.goto(url(core, "melee.html"))
    link(page, "initiative").hover()
    expect(preview(page)).to_contain_text("Initiative")
    expect(preview(page)).to_contain_text("Value")
    expect(preview(page)).to_be_in_viewport(ratio=1)
    preview(page).hover()
    page.wait_for_timeout(500)
    expect(preview(page)).to_be_visible()
    page.mouse.move(5, 700)
    expect(preview(page)).to_be_hidden()


def test_escape_puts_it_away_where_the_pointer_is(page: Page, core: Path) -> None:
    page.goto(url(core, "melee.html"))
    link(page, "initiative").hover()
    expect(preview(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(preview(page)).to_be_hidden()


def test_so_does_the_focus_of_the_keyboard(page: Page, core: Path) -> None:
    page.goto(url(core, "melee.html"))
    heading_link(page, "Who goes first").focus()
    page.keyboard.press("Tab")
    expect(preview(page)).to_contain_text("Initiative")
    words = link(page, "initiative").get_attribute("aria-describedby")
    assert words
    expect(preview(page).locator(f"#{words}")).to_be_visible()
    page.keyboard.press("Tab")
    expect(preview(page)).to_contain_text("Awareness")
    page.keyboard.press("Tab")
    expect(preview(page)).to_be_hidden()
    page.keyboard.press("Shift+Tab")
    expect(preview(page)).to_contain_text("Awareness")
    page.keyboard.press("Shift+Tab")
    expect(preview(page)).to_contain_text("Initiative")
    page.keyboard.press("Escape")
    expect(preview(page)).to_be_hidden()
    assert link(page, "initiative").get_attribute("aria-describedby") is None


def test_a_first_tap_shows_it_and_a_second_goes_there(
    visit: Callable[..., Page], core: Path
) -> None:
    page = visit(width=360, has_touch=True, is_mobile=True)
    page.goto(url(core, "melee.html"))
    link(page, "initiative").tap()
    expect(preview(page)).to_be_in_viewport(ratio=1)
    page.get_by_role("heading", level=1).tap()
    expect(preview(page)).to_be_hidden()
    link(page, "initiative").tap()
    link(page, "initiative").tap()
    page.wait_for_url("**/value-initiative.html")
    page.go_back()
    link(page, "tactical scene").tap()
    preview(page).get_by_role("link", name="Open").tap()
    page.wait_for_url("**/scene-tactical.html")


WINDOWS = [(844, 390), (320, 640), (640, 400)]


@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_it_stays_within_low_windows(
    visit: Callable[..., Page], core: Path, width: int, height: int
) -> None:
    """Wherever its link stands; what does not fit is scrolled, but for the way on."""
    page = visit(width, height, has_touch=True, is_mobile=True)
    page.goto(url(core, "melee.html"))
    link(page, "initiative").tap()
    expect(preview(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(preview(page)).to_be_hidden()
    page.evaluate(TAP)
    shown, outside = page.evaluate("tapAll()")
    assert shown > 200
    assert not outside


TAP = """() => {
  const room = document.documentElement, popup = document.getElementById("preview");
  const bar = document.querySelector("header");
  const tap = (target) => {
    const said = { bubbles: true, cancelable: true, pointerType: "touch", detail: 1 };
    target.dispatchEvent(new PointerEvent("pointerdown", said));
    target.dispatchEvent(new PointerEvent("click", said));
  };
  const within = (part) => {
    const { top, bottom, left, right } = part.getBoundingClientRect();
    const free = Math.max(0, bar.getBoundingClientRect().bottom);
    return top >= free && bottom <= room.clientHeight && left >= 0 && right <= room.clientWidth;
  };
  document.addEventListener("click", (event) => event.preventDefault());
  globalThis.tapAll = () => {
    const outside = [];
    let shown = 0;
    for (const link of document.querySelectorAll("main a[href]:not(nav *)")) {
      if (!link.checkVisibility()) continue;
      for (const block of ["start", "center", "end"]) {
        link.scrollIntoView({ block, behavior: "instant" });
        tap(link);
        if (!popup.hidden) {
          shown += 1;
          const all = within(popup) && within(popup.querySelector(".open"));
          if (!all) outside.push(`${link.textContent} at ${block}`);
        }
        tap(document.querySelector("h1"));
      }
    }
    return [shown, outside];
  };
}"""


def test_on_one_page_it_is_read_from_the_page(page: Page, single: Path) -> None:
    page.goto(url(single, "index.html"))
    link(page, "tactical scene").hover()
    expect(preview(page)).to_contain_text("Scene")
    words = preview(page).locator("p").nth(1).inner_text().removesuffix(" …")
    assert words in page.get_by_role("main").inner_text()


def test_so_is_what_stands_in_a_table(page: Page, core: Path) -> None:
    page.goto(url(core, "track-damage.html"))
    opened = "all => all.forEach(one => one.open = true)"
    page.locator("details").evaluate_all(opened)
    here = page.get_by_role("main").locator("a[href='#condition-damage-hurt']").first
    here.scroll_into_view_if_needed()
    here.hover()
    expect(preview(page)).to_contain_text("Hurt")
    expect(preview(page).locator("dt").first).to_have_text("Rank")


def test_lists_of_links_have_none(page: Page, core: Path) -> None:
    page.goto(url(core, "skill-brawling.html"))
    page.locator(".trail a").first.hover()
    page.locator(".used a").first.hover()
    page.wait_for_timeout(600)
    expect(preview(page)).to_be_hidden()


def test_what_links_lead_to_is_fetched_once_somebody_touches_the_page(
    visit: Callable[..., Page], core: Path
) -> None:
    page = visit(has_touch=True, is_mobile=True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.goto(url(core, "melee.html"))
    assert "previews-data.js" not in asked
    link(page, "initiative").tap()
    expect(preview(page)).to_contain_text("Value")
    link(page, "tactical scene").tap()
    expect(preview(page)).to_contain_text("Scene")
    assert asked.count("previews-data.js") == 1


def test_a_tap_goes_there_where_nothing_is_said_of_it(
    visit: Callable[..., Page], core: Path
) -> None:
    page = visit(has_touch=True, is_mobile=True)
    nothing = "globalThis.freed6cPreviews = {};"
    page.route("**/previews-data.js", lambda route: route.fulfill(body=nothing))
    page.goto(url(core, "melee.html"))
    link(page, "initiative").tap()
    page.wait_for_url("**/value-initiative.html")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_everybody_can_use_both(
    visit: Callable[..., Page], core: Path, width: int, scheme: str
) -> None:
    page = visit(width, color_scheme=scheme)
    page.goto(url(core, "melee.html"))
    search(page, "damage")
    assert not barriers(page)
    page.keyboard.press("Escape")
    heading_link(page, "Who goes first").focus()
    page.keyboard.press("Tab")
    expect(preview(page)).to_be_visible()
    assert not barriers(page)
    assert page.evaluate("document.documentElement.scrollWidth") == width


# Old addresses, sizes


def test_other_names_lead_on(page: Page, core: Path) -> None:
    page.goto(url(core, "skill-intimidation.html"))
    page.wait_for_url("**/skill-intimidate.html")


def test_what_house_rules_renamed_is_found_by_its_name_in_the_book(
    page: Page, house: Path
) -> None:
    page.goto(url(house, "index.html"))
    renamed = search(page, "taunt").filter(has_text="formerly: Taunt")
    expect(renamed.locator("b")).to_have_text("Tease")


def test_hostile_words_are_shown_as_they_are(page: Page, house: Path) -> None:
    page.goto(url(house, "index.html"))
    search(page, "tease")
    page.keyboard.press("Enter")
    page.wait_for_url("**/skill-taunt.html")


def test_words_without_end_leave_the_search_as_it_is(
    page: Page, built: Callable[..., Path], tmp_path: Path
) -> None:
    """Those of a pack, and what somebody pastes."""
    screams: dict[str, Data] = {"scream": {"name": "Scream", "text": "a" * 19_000}}
    terms = as_map(SMALL["terms"]) | screams
    pack = write_pack(tmp_path, "small", {}, **dict(SMALL) | {"terms": terms})
    page.goto(url(built(str(pack)), "index.html"))
    search(page, "scream")
    expect(option(page)).to_contain_text("Scream")
    box(page).clear()
    page.keyboard.insert_text("a" * 20_000)
    expect(page.get_by_role("option").first).to_be_visible()
    assert len(box(page).input_value()) == 200


def test_an_old_address_keeps_the_place_on_the_page(page: Page, core: Path) -> None:
    startle = "#specialization-intimidate-startle"
    page.goto(url(core, "skill-intimidation.html") + startle, wait_until="commit")
    page.wait_for_url(f"**/skill-intimidate.html{startle}")


def test_an_old_address_leads_on_without_scripts(
    core: Path, visit: Callable[..., Page]
) -> None:
    page = visit(java_script_enabled=False)
    page.goto(url(core, "skill-intimidation.html"), wait_until="commit")
    page.wait_for_url("**/skill-intimidate.html")
