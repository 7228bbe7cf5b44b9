"""The site on a phone: nothing is cut off, rows of tables are blocks, heads stay in sight."""

from __future__ import annotations

import re
from operator import itemgetter
from typing import TYPE_CHECKING

import pytest
from files import pages_in
from playwright.sync_api import expect

from freed6c.packs.data import as_map
from made_packs import write_pack
from small_base import SMALL

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Locator, Page
    from watching import Visit

    from freed6c.packs.data import Data

CUT_OFF = """() => {
  for (const folded of document.querySelectorAll("details")) folded.open = true;
  const cut = (one) =>
    one.getBoundingClientRect().right > innerWidth + 1
    || (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== "visible");
  const seen = (one) => !one.closest("svg, .spoken, .chips, table.stack > thead:not(:has(button))");
  return [...document.querySelectorAll("main *")]
    .filter((one) => seen(one) && cut(one))
    .map((one) => one.outerHTML.slice(0, 80));
}"""
"""What reaches beyond the window, or would have to be moved sideways to be read."""

COVERED = """() => {
  const stays = [...document.querySelectorAll("body *")]
    .filter((one) => ["sticky", "fixed"].includes(getComputedStyle(one).position))
    .map((one) => one.getBoundingClientRect());
  const above = stays.filter(({ top, bottom }) => top <= 0 && bottom > 0);
  const below = stays.filter(({ top, bottom }) => top < innerHeight && bottom >= innerHeight);
  return Math.max(0, ...above.map((box) => box.bottom))
    + innerHeight - Math.min(innerHeight, ...below.map((box) => box.top));
}"""
"""How many pixels from top to bottom are covered by what stays when you scroll."""

PLACES = """texts => texts.map((text) => {
  const has = (one) => one.textContent.trim().startsWith(text);
  const [cell] = [...document.querySelectorAll("th, td, td a")].filter(has);
  return cell.getBoundingClientRect().top;
})"""

SHOW = """text => document.querySelector("main").replaceWith(
    new DOMParser().parseFromString(text, "text/html").querySelector("main"))"""
STYLES = re.compile(r'<link rel="stylesheet" href="([^"]*)">')


@pytest.mark.parametrize("game", ["core", "opend6"])
def test_nothing_is_cut_off_on_any_page(
    visit: Visit, built: Callable[..., Path], game: str
) -> None:
    """Texts are shown in one page of the same styles, as that takes a tenth of the time."""
    page = visit(360, 740)
    texts = {file: file.read_text(encoding="utf-8") for file in pages_in(built(game))}
    styles = ""
    for file in sorted(texts, key=lambda file: STYLES.findall(texts[file])):
        if styles != (styles := str(STYLES.findall(texts[file]))):
            page.goto(file.as_uri())
        page.evaluate(SHOW, texts[file])
        assert not page.evaluate(CUT_OFF), file.name


def test_nothing_that_scripts_add_is_cut_off(visit: Visit, core: Path) -> None:
    page = visit(360, 740)
    for name in ("list-actions", "chances", "sheet", "roll", "melee", "reference"):
        page.goto((core / f"{name}.html").as_uri(), wait_until="domcontentloaded")
        assert not page.evaluate(CUT_OFF), name


def test_a_quick_reference_is_cut_off_on_no_screen(visit: Visit, core: Path) -> None:
    for width in (320, 390, 768, 1024, 1280, 1600):
        page = visit(width)
        page.goto((core / "reference.html").as_uri())
        assert not page.evaluate(CUT_OFF), width
        page.evaluate("scrollTo(0, 0)")
        assert page.locator(".chips").evaluate("e => e.scrollLeft") == 0, width


def test_a_link_in_the_head_of_a_column_has_room_for_a_finger(
    visit: Visit, core: Path
) -> None:
    page = visit(390, 844)
    page.goto((core / "chances.html").as_uri())
    box = page.locator("thead a").first.bounding_box()
    assert box is not None
    assert box["height"] >= 24


@pytest.mark.parametrize(
    ("game", "asked"),
    [
        (
            "core",
            ("Wounds, breath and nerve", "2 Hurt", "Until the end of the next round"),
        ),
        ("core", ("Bonus actions", "Interact", "Roll: Startle against Resolve")),
        ("opend6", ("Actions", "Disarm", "Roll: Brawling, Marksmanship")),
    ],
)
def test_a_fight_finds_its_line_on_five_screens(
    visit: Visit, built: Callable[..., Path], game: str, asked: tuple[str, str, str]
) -> None:
    page, (chip, line, folded) = visit(390, 844), asked
    page.goto((built(game) / "reference.html").as_uri())
    assert page.evaluate("document.documentElement.scrollHeight") <= 5 * 844
    summary = page.locator("summary").filter(has_text=line)
    assert summary.evaluate("e => getComputedStyle(e).fontSize") == "16px"
    chips = page.get_by_role("navigation", name="Contents")
    chips.get_by_role("link", name=chip, exact=True).click()
    expect(chips.locator("[aria-current=true]")).to_have_text(chip)
    summary.click()
    expect(page.get_by_text(folded).first).to_be_in_viewport()


def with_long_names(data: Data) -> Data:
    """The same, where all names are one long word: a phone has no line for it."""
    if isinstance(data, list):
        return [with_long_names(one) for one in data]
    if not isinstance(data, dict):
        return data
    return {
        key: f"{value}{'m' * 100}" if key == "name" else with_long_names(value)
        for key, value in data.items()
    }


def test_no_name_makes_a_page_wider_than_a_phone(
    visit: Visit, built: Callable[..., Path], tmp_path: Path
) -> None:
    """A name may be one word of 120 letters."""
    named = as_map(with_long_names(dict(SMALL)))
    pack = write_pack(tmp_path, "small", {}, **named)
    page = visit(390, 844)
    for file in pages_in(built(str(pack))):
        page.goto(file.as_uri(), wait_until="domcontentloaded")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390, (file.name, wide)


def in_sight(row: Locator) -> list[Locator]:
    """The cells of a row as a reader meets them: from the top, from the left."""
    laid_out = [
        (round(box["y"] / 8), box["x"], at, cell)
        for at, cell in enumerate(row.locator("th, td").all())
        if (box := cell.bounding_box())
    ]
    return [cell for *_, cell in sorted(laid_out, key=itemgetter(0, 1, 2))]


def labels(cells: list[Locator]) -> list[str]:
    shown = "one => getComputedStyle(one, '::before').content"
    return [str(cell.evaluate(shown)).strip('"') for cell in cells]


BROKEN = """() => {
  const cells = [...document.querySelectorAll("table.stack > tbody > tr > *")];
  for (const cell of cells) cell.style.overflowWrap = "normal";
  const broken = cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1);
  return broken.map((cell) => cell.outerHTML.slice(0, 80));
}"""
"""Cells that are too narrow for a word in them, or for one of their label."""


@pytest.mark.parametrize("game", ["core", "opend6"])
def test_no_cell_of_a_block_is_narrower_than_its_longest_word(
    visit: Visit, built: Callable[..., Path], game: str
) -> None:
    for width in (320, 430):
        page = visit(width)
        page.goto((built(game) / "every-table.html").as_uri())
        assert not page.evaluate(BROKEN), width


def test_rows_with_the_same_name_are_headed_by_two_cells(
    visit: Visit, core: Path
) -> None:
    page = visit(390, 844)
    page.goto((core / "table-defences.html").as_uri())
    rows = page.locator("tbody tr").all()
    headings = [tuple(row.get_by_role("rowheader").all_inner_texts()) for row in rows]
    assert ("Martial", "Parry") in headings
    assert len({*headings}) == len(rows)


def test_a_row_is_a_block_that_begins_with_its_name(visit: Visit, core: Path) -> None:
    page = visit(390, 844)
    page.goto((core / "track-damage.html").as_uri())
    name, *told = in_sight(page.get_by_role("row", name="Wounded"))
    assert name.inner_text() == "Wounded"
    assert labels(told) == ["Rank", "Effect", "Duration", "Meaning"]


def test_what_something_does_comes_before_all_else(visit: Visit, core: Path) -> None:
    page = visit(390, 844)
    page.goto((core / "list-actions.html").as_uri())
    name, *told = in_sight(page.get_by_role("row", name="Attack"))
    assert name.inner_text() == "Attack"
    first, *_, last = labels(told)
    assert (first, last) == ("Summary", "Chapter")


def test_a_row_that_one_looked_up_is_in_sight(visit: Visit, core: Path) -> None:
    page = visit(390, 844)
    page.goto((core / "track-damage.html").as_uri() + "#condition-damage-wounded")
    expect(page.get_by_role("rowheader", name="Wounded")).to_be_in_viewport()


def test_a_linked_row_is_shown_with_its_column_heads(visit: Visit, core: Path) -> None:
    page = visit(390, 500)
    page.goto((core / "table-reach.html").as_uri() + "#row-reach-long")
    head = page.get_by_role("columnheader", name="Clearance")
    expect(head).to_be_in_viewport()
    assert below(page, head, page.get_by_role("cell", name="10 feet").last)


def test_lists_side_by_side_are_put_below_each_other(visit: Visit, core: Path) -> None:
    page = visit(390, 844)
    page.goto((core / "table-actions.html").as_uri())
    order = ["Full actions", "Attack", "Undo an Effect", "Bonus actions", "Trash Talk"]
    places = page.evaluate(PLACES, order)
    assert places == sorted(places)


def test_on_a_phone_bars_leave_nine_tenths_of_the_screen_to_the_text(
    visit: Visit, core: Path
) -> None:
    page = visit(390, 844)
    for name in ("melee", "reference", "sheet"):
        page.goto((core / f"{name}.html").as_uri())
        page.evaluate("scrollTo(0, 1000)")
        assert 0 < page.evaluate(COVERED) <= 84, name


def test_on_a_phone_the_tools_are_one_tap_away(visit: Visit, core: Path) -> None:
    for name in ("melee", "rule-scale"):
        page = visit(390, 844)
        page.goto((core / f"{name}.html").as_uri())
        tools = page.get_by_role("navigation", name="Tools")
        expect(tools).to_be_in_viewport()
        for tool in ("Reference", "Dice", "Sheet", "Table"):
            with page.expect_navigation():
                tools.get_by_role("link", name=tool).click()
            expect(tools.locator("[aria-current]")).to_have_text(tool)
            page.go_back()
        page.evaluate("scrollTo(0, 500)")
        tools.get_by_role("link", name="Search").click()
        expect(page.get_by_role("combobox")).to_be_focused()
        expect(page.get_by_role("combobox")).to_be_in_viewport()
        assert page.evaluate("scrollY") == 500


def test_the_menu_of_pages_keeps_your_place(visit: Visit, core: Path) -> None:
    """Without scripts, too."""
    for scripts in (True, False):
        page = visit(390, 844, java_script_enabled=scripts)
        page.goto((core / "melee.html").as_uri() + "#chapter-melee--attacking")
        place = page.get_by_role("heading", name="Attacking", exact=True)
        before = place.bounding_box()
        page.get_by_role("button", name="Pages").click()
        menu = page.get_by_role("navigation", name="Pages")
        expect(menu.get_by_role("link", name="Melee combat")).to_be_in_viewport()
        page.keyboard.press("Escape")
        expect(menu).to_be_hidden()
        assert place.bounding_box() == before


def test_a_note_that_one_looked_up_is_below_a_long_title(
    visit: Visit, core: Path
) -> None:
    """The title of its page takes two lines."""
    page = visit(360, 780)
    page.goto((core / "notes.html").as_uri() + "#note-gap-17")
    note = page.get_by_role("heading", name="How long does a condition last?")
    expect(note).to_be_in_viewport()
    expect(page.locator("#note-gap-17 > .kind")).to_be_in_viewport()
    expect(note.locator("..")).to_contain_text("as long as its own table says.")


def test_the_contents_of_a_phone_are_sections(visit: Visit, core: Path) -> None:
    page = visit(390)
    page.goto((core / "melee.html").as_uri())
    page.get_by_text("Contents").click()
    assert page.locator(".contents a").first.inner_text() == "Who goes first"


def test_a_list_is_no_wider_than_a_phone_with_large_letters(
    visit: Visit, core: Path
) -> None:
    page = visit(360, 780)
    sizes = {"fontSizes": {"standard": 24, "fixed": 24}}
    page.context.new_cdp_session(page).send("Page.setFontSizes", sizes)
    page.goto((core / "list-skills.html").as_uri())
    page.get_by_label("Show only").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_what_may_be_chosen_for_a_roll_is_not_cut_off(
    visit: Visit, built: Callable[..., Path]
) -> None:
    whole = """select => {
      const alone = document.body.appendChild(select.cloneNode(true));
      alone.style.font = getComputedStyle(select).font;
      const wide = alone.getBoundingClientRect().width;
      alone.remove();
      return select.getBoundingClientRect().width >= wide;
    }"""
    for width in (360, 1280):
        page = visit(width)
        page.goto((built("opend6") / "roll.html").as_uri())
        assert page.get_by_label("A 1 on the Wild Die").evaluate(whole), width


def test_column_heads_stay_below_the_bar(page: Page, core: Path) -> None:
    page.goto((core / "list-actions.html").as_uri())
    page.get_by_role("row").last.scroll_into_view_if_needed()
    head = page.get_by_role("columnheader", name="Roll")
    assert below(page, page.get_by_role("banner"), head)


def below(page: Page, above: Locator, under: Locator) -> bool:
    """Whether something is in the window, and begins where something else ends, or later."""
    upper, lower = above.bounding_box(), under.bounding_box()
    assert upper is not None
    assert lower is not None
    assert page.viewport_size is not None
    return upper["y"] + upper["height"] - 1 <= lower["y"] < page.viewport_size["height"]
