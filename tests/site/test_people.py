"""Characters in the browser: sheets that add up, that are rolled, and that the package reads."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hosts import PLAIN, hosted
from judges import barriers
from kept import keep, until_kept
from playwright.sync_api import expect
from test_numbers import package_of

from machine import FULL
from made_packs import write_pack

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import ModuleType

    from playwright.sync_api import Page, Route

    from freed6c.packs.data import Data


BONUS: dict[str, Any] = {
    "origin": "points.action",
    "effect": {"modify": "checks", "by": "+2D", "duration": "this session", "times": 1},
    "place": 0,
    "names": {},
    "by": {"modifier": {"dice": 2}},
    "lasting": None,
    "times": 1,
    "began-with": "",
    "waits": None,
}
"""An effect in play, as the package saves it."""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The package that core is compiled to."""
    return package_of("core", tmp_path_factory.mktemp("package"))


@pytest.fixture
def sheet(online: str, page: Page) -> Page:
    """An empty sheet."""
    page.goto(f"{online}/sheet.html")
    page.get_by_role("button", name="Show all fields").click()
    return page


@pytest.fixture
def house_sheet(
    built: Callable[..., Path], page: Page, tmp_path: Path
) -> Callable[..., None]:
    """Opens an empty sheet of core with a house rule, given by its sections."""

    def open_(**sections: Data) -> None:
        files = {"rules.yaml": sections}
        house = write_pack(tmp_path, "house", files, extends="core")
        page.goto((built(str(house)) / "sheet.html").as_uri())
        page.get_by_role("button", name="Show all fields").click()

    return open_


def write(page: Page, **codes: str) -> None:
    for label, text in codes.items():
        page.get_by_label(label.replace("_", " "), exact=True).fill(text)


def saved(page: Page) -> str:
    page.get_by_text("More", exact=True).click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save as a file").click()
    page.get_by_text("More", exact=True).click()
    return waiting.value.path().read_text(encoding="utf-8")


def opened(page: Page, text: str) -> None:
    file = {"name": "x.json", "mimeType": "application/json", "buffer": text.encode()}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]


def sum_of(page: Page, name: str) -> str:
    shown = page.locator(f"[data-roll$='.{name}']:visible")
    return shown.inner_text().replace("\n", " ")


def test_ratings_add_up_and_have_their_fixed_values(sheet: Page) -> None:
    write(sheet, Strength="3d + 1", Brawling="+1D+2", Block="+2", Armor="2")
    assert sum_of(sheet, "brawling") == "5D 15"
    assert sum_of(sheet, "block") == "5D+2 17"
    assert not sheet.locator("[data-roll='skill.cybernetics']").is_visible()
    placeholder = sheet.get_by_label("Damage resistance").get_attribute("placeholder")
    assert placeholder == "12"
    sheet.get_by_label("Strength", exact=True).press("Tab")
    assert sheet.get_by_label("Strength", exact=True).input_value() == "3D+1"


def test_what_the_rules_allow_to_everyone_needs_no_code_of_its_own(
    built: Callable[..., Path], page: Page
) -> None:
    """Skills of an ability that a rule lets one use, for it has no dice."""
    page.goto((built("opend6") / "sheet.html").as_uri())
    page.get_by_role("button", name="Show all fields").click()
    write(page, Brawling="2D+1", Dodge="1D")
    assert [sum_of(page, name) for name in ("brawling", "dodge")] == ["2D+1", "1D"]
    for name in ("skill.lifting", "skill.jumping", "ability.unnamed"):
        assert not page.locator(f"[data-roll='{name}']").is_visible()


def test_what_is_written_before_the_script_is_there_stays(
    core: Path, page: Page
) -> None:
    waiting: list[Route] = []
    page.route("**/play.js", lambda route: waiting.append(route))  # noqa: PLW0108 - of Python
    with page.expect_request("**/play.js"):
        page.goto((core / "sheet.html").as_uri(), wait_until="domcontentloaded")
    write(page, Name="Mara", Strength="3D")
    waiting[0].continue_()
    page.get_by_role("button", name="New", exact=True).wait_for()
    assert page.get_by_label("Name", exact=True).input_value() == "Mara"
    assert sum_of(page, "strength") == "3D 9"


def test_a_wrong_value_is_marked_explained_and_kept(sheet: Page) -> None:
    told = dict.fromkeys(("3D+7", "4", "abc"), "is not a die code: write 2D or 1D+2")
    told["far"] = "is not a valid value here: write a value such as 10 ft"
    labels = ("Strength", "Brawling", "Wits", "Move")
    for label, (text, why) in zip(labels, told.items(), strict=True):
        write(sheet, **{label: text})
        field = sheet.get_by_label(label, exact=True)
        assert field.get_attribute("aria-invalid") == "true"
        expect(field).to_have_accessible_description(f"{text} {why}")
    sheet.evaluate("scrollTo(0, 0)")
    assert not barriers(sheet)
    sheet.reload()
    expect(sheet.get_by_label("Strength", exact=True)).to_have_value("3D+7")


def test_a_skill_is_rolled_as_the_conditions_leave_it(sheet: Page) -> None:
    write(sheet, Name="Mara", Dexterity="3D", Stealth="1D", Strength="2D")
    for condition in ("Stunned", "Wounded", "Incapacitated"):
        sheet.get_by_label(condition).check()
    assert (
        "Wounded: \N{MINUS SIGN}1D on Dexterity checks"
        in sheet.locator(".counts").inner_text()
    )
    sheet.evaluate("scrollTo(0, 0)")
    assert not barriers(sheet)
    sheet.get_by_role("button", name="Roll Stealth").click()
    corner = sheet.get_by_role("dialog", name="Dice")
    assert corner.get_by_label("Pool").input_value() == "4D -2 -1D Dis"
    assert corner.get_by_text("Stealth, Mara").is_visible()
    sheet.get_by_role("button", name="Roll Strength").click()
    assert corner.get_by_label("Pool").input_value() == "2D -2 Dis"


def test_what_a_rule_does_to_everybody_counts_on_the_sheet(
    house_sheet: Callable[..., None], page: Page
) -> None:
    effects: list[Data] = [
        {"modify": "checks", "by": -1},
        {"modify": "value.armour", "by": 3},
        {"modify": "value.damage-resistance", "by": "1D"},
        {"modify": "checks", "by": "+5D", "if": "has(luck)"},
    ]
    asked: Data = {"dark": {"name": "It is dark", "type": "boolean"}}
    rules: dict[str, Data] = {
        "gritty": {"name": "Gritty", "effects": effects},
        "dark": {"name": "Dark", "inputs": asked, "effects": effects[:1]},
    }
    hooks: dict[str, Data] = {
        "lame": {"name": "Lame", "effects": [{"modify": "checks", "by": "-1D"}]}
    }
    house_sheet(rules=rules, hooks=hooks)
    opened(page, '{"version": 2, "name": "Mara", "hooks": ["hook.lame"]}')
    page.get_by_role("button", name="Roll Strength").wait_for(state="hidden")
    write(page, Strength="4D", Brawling="1D")
    assert sum_of(page, "brawling") == "5D 11"
    armour = page.get_by_label("Armor", exact=True)
    assert armour.get_attribute("placeholder") == "3"
    resistance = page.get_by_label("Damage resistance", exact=True)
    assert resistance.get_attribute("placeholder") == "14"
    page.get_by_role("button", name="Roll Brawling").click()
    corner = page.get_by_role("dialog", name="Dice")
    assert corner.get_by_label("Pool").input_value() == "5D -1 -1D"


def test_a_value_is_set_multiplied_and_added_to_as_in_the_package(
    house_sheet: Callable[..., None], page: Page
) -> None:
    value = "value.initiative"
    change: dict[str, Data] = {
        "condition.damage.hurt": {
            "set": {"effects": [{"modify": value, "multiplied-by": "1/2"}]}
        },
        "condition.damage.wounded": {"set": {"effects": [{"modify": value, "by": 3}]}},
        "condition.damage.stunned": {
            "set": {"effects": [{"modify": value, "set-to": 9}]}
        },
    }
    house_sheet(change=change)
    write(page, Perception="5D", Wits="5D")
    initiative = page.get_by_label("Initiative", exact=True)
    for condition, number in {"Hurt": 7, "Wounded": 10, "Stunned": 7}.items():
        page.get_by_label(condition, exact=True).check()
        assert initiative.get_attribute("placeholder") == str(number)


def test_what_is_ignored_does_nothing_on_the_sheet(
    house_sheet: Callable[..., None], page: Page
) -> None:
    hooks: dict[str, Data] = {
        "tough": {"name": "Tough", "effects": [{"ignore": "damage.hurt"}]}
    }
    effects: Data = [{"modify": "checks", "by": -4}]
    change: Data = {"condition.damage.hurt": {"set": {"effects": effects}}}
    house_sheet(hooks=hooks, change=change)
    write(page, Strength="4D")
    page.get_by_label("Hurt", exact=True).check()
    assert sum_of(page, "strength") == "4D 8"
    hurt = json.loads(saved(page)) | {"name": "Mara", "hooks": ["hook.tough"]}
    opened(page, json.dumps(hurt))
    expect(page.get_by_label("Name", exact=True)).to_have_value("Mara")
    assert sum_of(page, "strength") == "4D 12"


def test_what_one_has_to_have_and_what_is_given_forbidden_or_used_counts(
    house_sheet: Callable[..., None], page: Page
) -> None:
    """As in the package, also where something else is rolled, with other dice."""
    house_sheet(
        dice={"keen": KEEN},
        change={
            "ability.wits": {"set": {"procedure": "keen"}},
            "condition.damage.hurt": _does({"modify": "ability.strength", "by": "-1D"}),
            "condition.damage.wounded": _does({"forbid": "ability.dexterity"}),
            "condition.damage.stunned": _does(
                {"use": "wits", "instead-of": "ability.strength"}
            ),
        },
    )
    write(page, Strength="4D+1", Dexterity="3D", Wits="2D")
    page.get_by_label("Wild Die", exact=True).check()
    page.get_by_label("Hurt", exact=True).check()
    assert sum_of(page, "strength") == "3D+1 10"
    page.get_by_label("Wounded", exact=True).check()
    assert not page.locator("[data-roll='ability.dexterity']").is_visible()
    page.get_by_role("button", name="Roll Strength").click()
    corner = page.get_by_role("dialog", name="Dice")
    assert corner.get_by_label("Pool").input_value() == "3D+1 WD"
    corner.get_by_role("button", name="Close").click()
    page.get_by_label("Stunned", exact=True).check()
    page.get_by_role("button", name="Roll Strength").click()
    assert corner.get_by_label("Pool").input_value() == "2D"
    chosen = corner.get_by_label("Rolled as").locator("option:checked")
    assert chosen.inner_text() == "Keen check"


@pytest.mark.parametrize(("smallest", "lowest"), [("0D", "1D"), ("1D", "2D")])
def test_whoever_has_too_few_dice_left_cannot_roll(
    smallest: str, lowest: str, house_sheet: Callable[..., None], page: Page
) -> None:
    """The package refuses it."""
    change: Data = {"die-codes": {"set": {"smallest": smallest}}}
    house_sheet(change=change)
    too_few = f"{int(lowest[0]) - 1}D"
    write(page, Strength="0D+2" if too_few == "0D" else too_few, Wits=lowest)
    page.get_by_label("Hurt", exact=True).check()
    page.get_by_role("button", name="Roll Strength").click()
    corner = page.get_by_role("dialog", name="Dice")
    told = f"Strength: not enough dice left. You need {smallest}."
    expect(corner).to_contain_text(told)
    assert corner.get_by_label("Pool").input_value() == ""
    corner.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Roll Wits").click()
    assert corner.get_by_label("Pool").input_value() == f"{lowest} -1D"


def test_a_die_code_is_rolled_as_conditions_leave_it(
    house_sheet: Callable[..., None], page: Page
) -> None:
    claws: Data = {
        "name": "Claws",
        "of": "character",
        "type": "die-code",
        "default": "rating(strength)",
    }
    house_sheet(
        values={"claws": claws},
        change={
            "condition.damage.hurt": _does({"modify": "value.claws", "by": "-1D"}),
            "condition.damage.wounded": _does(
                {"modify": "value.claws", "multiplied-by": "1/2"},
                {"modify": "value.move", "multiplied-by": "1/2"},
            ),
        },
    )
    write(page, Strength="4D+1")
    page.get_by_label("Hurt", exact=True).check()
    claws_now = page.locator("[data-roll='value.claws']")
    assert claws_now.inner_text() == "3D+1"
    page.get_by_label("Wounded", exact=True).check()
    assert claws_now.inner_text() == "1D"
    # What measures something is for people to look after.
    expect(page.get_by_text("leave out some effects of Wounded.")).to_be_visible()


KEEN: Data = {
    "name": "Keen check",
    "die": "d8",
    "pips-carry": "codes",
    "success": "at-least",
    "ranks": "rank",
    "steps": {"roll": {"name": "Roll", "do": "roll"}},
}


def _does(*effects: Data) -> dict[str, Data]:
    return {"set": {"effects": [*effects]}}


def test_what_is_not_counted_is_said(
    house_sheet: Callable[..., None], page: Page
) -> None:
    odd: Data = {"modify": "checks", "by": "-1D", "if": "dice(rating(wits)) > 2"}
    change: Data = {"condition.damage.hurt": _does(odd)}
    house_sheet(change=change)
    write(page, Strength="4D")
    assert not page.get_by_text("is not counted here").is_visible()
    page.get_by_label("Hurt", exact=True).check()
    expect(page.get_by_text("leave out some effects of Hurt.")).to_be_visible()
    opened(page, json.dumps(json.loads(saved(page)) | {"effects": [BONUS]}))
    expect(page.get_by_text("Actions in progress when this was saved")).to_be_visible()


def test_pips_of_several_codes_make_no_die_where_they_never_do(
    house_sheet: Callable[..., None], page: Page
) -> None:
    change: Data = {"dice.check": {"set": {"pips-carry": "never"}}}
    house_sheet(change=change)
    write(page, Strength="3D+2", Brawling="1D+2")
    page.get_by_role("button", name="Roll Brawling").click()
    corner = page.get_by_role("dialog", name="Dice")
    assert corner.get_by_label("Pool").input_value() == "4D+4"


def test_several_characters_are_kept_apart(sheet: Page) -> None:
    write(sheet, Name="Mara", Strength="3D")
    sheet.get_by_role("button", name="New", exact=True).click()
    assert not sheet.get_by_label("Strength", exact=True).input_value()
    write(sheet, Name="Rick", Strength="4D")
    choice = sheet.get_by_label("Characters")
    assert choice.locator("> option").all_inner_texts() == ["Mara", "Rick"]
    choice.select_option("Mara")
    assert sheet.get_by_label("Strength", exact=True).input_value() == "3D"
    sheet.once("dialog", lambda dialog: dialog.accept())
    sheet.get_by_text("More", exact=True).click()
    sheet.get_by_role("button", name="Delete").click()
    assert choice.locator("> option").all_inner_texts() == ["Rick"]
    assert sheet.get_by_label("Strength", exact=True).input_value() == "4D"


def test_the_package_reads_what_the_sheet_saves_and_writes_the_same(
    sheet: Page, package: ModuleType
) -> None:
    write(sheet, Name="Mara", Strength="3D+1", Survival="1D+2")
    write(
        sheet, Brawling="+2", Awareness="1D", Perception="2D", Move="30 ft", Armor="1"
    )
    sheet.get_by_label("Wild Die").check()
    sheet.get_by_label("Dynamic").uncheck()
    assert sheet.get_by_text("Wild Die needs Dynamic.").is_visible()
    for box in ("Dynamic", "Stunned", "Hurt", "Winded", "Friendly", "Demoralized"):
        sheet.get_by_label(box, exact=True).check()
    text = saved(sheet)
    mara = package.Character.from_json(text)
    assert mara.to_json() == text.rstrip("\n")
    for name in ("brawling", "survival", "awareness", "strength"):
        id_ = sheet.locator(f"[data-roll$='.{name}']").get_attribute("data-roll")
        shown = sheet.locator(f"[data-roll='{id_}']").text_content()
        assert shown == f"{mara.rating(id_)} {mara.fixed(id_)}", name
    for label, value in (
        ("Damage resistance", "damage-resistance"),
        ("Initiative", "initiative"),
    ):
        placeholder = sheet.get_by_label(label, exact=True).get_attribute("placeholder")
        assert placeholder == str(mara.value(f"value.{value}"))


def test_what_the_sheet_does_not_know_comes_back_as_it_was(
    sheet: Page, package: ModuleType
) -> None:
    mara = package.Character({"strength": "3D"}, name="Mara", hooks=["responsibility"])
    mara.points["points.action"] = 3
    data: dict[str, Any] = json.loads(mara.to_json())
    data["used"] = {"action-type.full": 1}
    data["effects"] = [BONUS]
    data["kept"] = {
        "value.initiative": {
            "value": 9,
            "period": "round",
            "by": "value.initiative",
            "left": 1,
        }
    }
    before = package.Character.from_json(json.dumps(data))
    opened(sheet, before.to_json())
    sheet.get_by_label("Characters").locator("> option", has_text="Mara").wait_for(
        state="attached"
    )
    after = package.Character.from_json(saved(sheet))
    assert after == before


HURT = '{"version": 2, "conditions": [{"condition": "condition.damage.hurt", "lasting": %s}]}'
NOT_A_CHARACTER = (
    "[]",
    "{",
    '{"version": {"toString": 5}}',
    '{"version": {"valueOf": 5, "toString": 5}, "name": "Mara"}',
    '{"version": 2, "ratings": {"ability.strength": 3}}',
    '{"version": 2, "notes": 5}',
    '{"version": 2, "notes": [null]}',
    '{"version": 2, "notes": [{"text": "Asleep", "lasting": 3}]}',
    HURT % "true",
    HURT % "{}",
    HURT % '{"duration": null, "left": 1, "waits": 0}',
    HURT % '{"duration": {}, "left": {"toString": 1}, "waits": 0}',
    HURT % '{"duration": {"text": {"toString": 1}}, "left": 1, "waits": 0}',
    '{"version": 2, "conditions": [{"condition": {"toString": 1}, "lasting": null}]}',
    '{"version": 2, "hooks": [{"toString": 1}]}',
    '{"version": 2, "notes": [{"text": {"toString": 1}}]}',
    '{"version": 2, "points": {"points.hero": {"toString": 1}}}',
    '{"version": 2, "points": {"points.luck": "lots"}}',
    '{"version": 2, "points": {"points.luck": 1e999}}',
    '{"version": 2, "values": {"value.initiative": {"die-code": {"toString": 1}}}}',
    '{"version": 2, "values": {"value.initiative": [{"toString": 1}]}}',
    '{"version": 2, "sheet": {"name": {"toString": 1}}}',
    '{"version": 2, "passed": [{"toString": 1}]}',
)
"""The last ones hold, where a text should be, what cannot become one."""


def test_what_is_no_character_is_not_opened(sheet: Page) -> None:
    for text in NOT_A_CHARACTER:
        sheet.get_by_label("Name", exact=True).fill("Mara")
        opened(sheet, text)
        sheet.get_by_text("This file can't be opened").wait_for()
    sheet.reload()
    expect(sheet.get_by_label("Characters").locator("> option")).to_have_text(["Mara"])


KEEP = "([key, text]) => localStorage.setItem(`freed6c core ${key}`, text)"


def test_what_others_keep_in_the_browser_is_no_character(
    sheet: Page, online: str
) -> None:
    """Sites of one host, as of all that somebody publishes, have one store."""
    write(sheet, Name="Mara")
    for number, text in enumerate(NOT_A_CHARACTER, 2):
        sheet.evaluate(KEEP, [f"character {number}", text])
    sheet.evaluate(KEEP, ["character notes", '{"version": 2}'])
    sheet.evaluate(KEEP, ["table", '{"present": [{"key": 1, "record": 3}], "undo": 1}'])
    sheet.reload()
    names = sheet.get_by_label("Characters").locator("> option")
    expect(names).to_have_text(["Mara"])
    sheet.get_by_role("button", name="New", exact=True).click()
    write(sheet, Name="Ann")
    kept = sheet.evaluate("Object.keys(localStorage)")
    assert f"freed6c core character {len(NOT_A_CHARACTER) + 2}" in kept
    sheet.goto(f"{online}/table.html")
    expect(sheet.get_by_role("button", name="All 2")).to_be_visible()


def test_there_is_a_number_for_somebody_new_where_others_took_the_last(
    sheet: Page,
) -> None:
    last = "character 999999999999999"
    keep(sheet, last, '{"version": 2, "name": "Mara"}')
    sheet.get_by_role("button", name="New", exact=True).click()
    write(sheet, Name="Ann")
    sheet.reload()
    names = sheet.get_by_label("Characters").locator("> option")
    expect(names).to_have_text(["Ann", "Mara"])


def test_what_another_window_deletes_is_gone_from_this_one(sheet: Page) -> None:
    """Else what is seen is written by nobody, and lost with the next letter."""
    write(sheet, Name="Ann")
    sheet.get_by_role("button", name="New", exact=True).click()
    write(sheet, Name="Mara", Strength="3D")
    other = sheet.context.new_page()
    other.goto(sheet.url)
    until_kept(other, "Mara")
    other.on("dialog", lambda dialog: dialog.accept())
    other.get_by_text("More", exact=True).click()
    other.get_by_role("button", name="Delete").click()
    expect(sheet.get_by_label("Name", exact=True)).to_have_value("Ann")
    expect(sheet.get_by_label("Strength", exact=True)).to_have_value("")
    write(sheet, Wits="2D")
    assert json.loads(saved(sheet))["name"] == "Ann"


def test_what_is_seen_outlasts_a_store_that_was_cleared(sheet: Page) -> None:
    write(sheet, Name="Mara", Strength="3D")
    other = sheet.context.new_page()
    other.goto(sheet.url)
    until_kept(other, "Mara")
    other.evaluate("localStorage.clear()")
    write(sheet, Wits="2D")
    sheet.reload()
    expect(sheet.get_by_label("Name", exact=True)).to_have_value("Mara")
    expect(sheet.get_by_label("Strength", exact=True)).to_have_value("3D")


def test_what_the_browser_cannot_keep_is_said(sheet: Page) -> None:
    sheet.evaluate(FULL)
    write(sheet, Name="Mara")
    sheet.get_by_text("This browser can't store the sheet").wait_for()
    assert json.loads(saved(sheet))["name"] == "Mara"
    sheet.evaluate("localStorage.clear()")
    write(sheet, Name="Mara of the Reeds")
    expect(sheet.get_by_text("This browser can't store the sheet")).to_have_count(0)
    sheet.reload()
    expect(sheet.get_by_label("Name", exact=True)).to_have_value("Mara of the Reeds")


def test_notes_stay_with_their_character(sheet: Page) -> None:
    write(sheet, Name="Mara", Notes="Owes the\nharbour master.", Player="Lea")
    text = saved(sheet)
    assert json.loads(text)["sheet"]
    sheet.get_by_role("button", name="New", exact=True).click()
    assert not sheet.get_by_label("Notes").input_value()
    opened(sheet, text)
    sheet.get_by_role("status").first.wait_for(state="attached")
    expect(sheet.get_by_label("Notes")).to_have_value("Owes the\nharbour master.")


def test_an_action_is_rolled_for_the_character_that_was_looked_at_last(
    online: str, sheet: Page
) -> None:
    write(sheet, Name="Mara", Wits="3D", Taunt="2D")
    sheet.goto(f"{online}/terms.html")
    sheet.evaluate(
        """() => document.querySelector("main").insertAdjacentHTML("afterbegin",
          '<button data-roll="skill.taunt" data-against="15">Roll</button>')"""
    )
    sheet.get_by_role("button", name="Roll", exact=True).click()
    corner = sheet.get_by_role("dialog", name="Dice")
    corner.get_by_text("Chance: 78%").wait_for()
    assert corner.get_by_label("Pool").input_value() == "5D"
    assert corner.get_by_label("Against").input_value() == "15"


def test_one_file_has_the_sheet_as_well(
    single: Path, visit: Callable[..., Page]
) -> None:
    page = visit()
    with hosted(single, name=PLAIN) as address:
        page.goto(address)
        page.get_by_label("Strength", exact=True).fill("3D")
        page.reload()
        expect(page.get_by_label("Strength", exact=True)).to_have_value("3D")


def test_a_pregenerated_character_is_put_onto_the_sheet(
    core: Path, online: str, page: Page, package: ModuleType
) -> None:
    page.goto(f"{online}/list-characters.html")
    row = page.get_by_role("row").filter(has_text="Mara Quill")
    saves = row.get_by_role("link", name="Save as a file").get_attribute("href")
    text = (core / (saves or "")).read_text(encoding="utf-8")
    row.get_by_role("link", name="Open in the sheet").click()
    page.get_by_text("This is your own copy of Mara Quill").wait_for()
    expect(page.get_by_role("heading", level=1)).to_have_text("Mara Quill")
    assert sum_of(page, "martial-weapons") == "5D 15"
    assert "padded coat" in page.get_by_label("Notes", exact=True).input_value()
    mara = package.Character.from_json(saved(page))
    assert mara.to_json() == text.rstrip("\n")
    for defense in page.locator(".resisting [data-roll]").all():
        id_ = defense.get_attribute("data-roll")
        assert defense.text_content() == f"{mara.rating(id_)} {mara.fixed(id_)}", id_
    assert "Block\n3D\n9" in page.locator(".resisting").inner_text()
    expect(page.locator(".resisting strong")).to_have_text("11")
    page.set_viewport_size({"width": 390, "height": 844})
    name = page.locator(".resisting").get_by_text("Conviction").bounding_box()
    assert name
    assert name["height"] < 30
    expect(page.get_by_label("Hurt", exact=True)).to_be_visible()
    expect(page.get_by_label("Weapon", exact=True).first).to_have_value("a sword")
    for hidden in ("Friendly", "Brawling", "Luck points"):
        expect(page.get_by_label(hidden, exact=True)).to_be_hidden()
    page.evaluate("scrollTo(0, 0)")
    assert not barriers(page)
    page.get_by_role("button", name="Edit", exact=True).click()
    expect(page.get_by_label("Friendly", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_label("Characters").locator("> option")).to_have_text(
        ["Mara Quill"]
    )


def test_a_pregenerated_character_is_put_onto_the_sheet_of_the_one_file(
    single: Path, page: Page
) -> None:
    page.goto(next(single.glob("*.html")).as_uri())
    page.get_by_role("link", name="Open in the sheet").first.click()
    page.get_by_text("This is your own copy of Mara Quill").wait_for()
    page.goto(page.url.split("#")[0] + '#character={"version": 2, "name": "Ann"}')
    expect(page.locator("#page-sheet")).to_have_text("Ann")


def test_an_attack_is_rolled_against_whom_one_aims_at_and_leads_to_damage(
    online: str, page: Page
) -> None:
    for name in ("A thug", "Mara Quill"):
        page.goto(f"{online}/list-characters.html")
        row = page.get_by_role("row").filter(has_text=name)
        row.get_by_role("link", name="Open in the sheet").click()
        page.get_by_text(f"This is your own copy of {name}").wait_for()
        page.goto(f"{online}/action-attack.html")
    row = page.get_by_role("row").filter(has_text="Martial weapons")
    row.get_by_role("button", name="Roll").click()
    corner = page.get_by_role("dialog", name="Dice")
    against = corner.get_by_label("Against").locator("option:checked")
    expect(against).to_have_text("Parry, A thug (10)")
    offered = corner.get_by_role("button").filter(has_text="A thug")
    expect(offered).to_have_text(["Parry, A thug (10)", "Deflect, A thug (9)"])
    corner.get_by_label("Against").select_option("Deflect, A thug (9)")
    page.evaluate("() => { crypto.getRandomValues = (into) => into.fill(3); }")
    corner.get_by_role("button", name="Roll", exact=True).click()
    expect(corner.get_by_role("status")).to_contain_text("success by 11, rank 3")
    corner.get_by_role("button", name="Roll Damage +2D").click()
    expect(corner.get_by_label("Pool")).to_have_value("4D +2D")
    expect(against).to_have_text("Damage resistance, A thug (9)")


def test_without_anybody_to_aim_at_the_number_is_asked_for(
    online: str, sheet: Page
) -> None:
    write(sheet, Name="Mara", Strength="3D")
    sheet.goto(f"{online}/action-attack.html")
    row = sheet.get_by_role("row").filter(has_text="Martial weapons")
    row.get_by_role("button", name="Roll").click()
    corner = sheet.get_by_role("dialog", name="Dice")
    assert corner.get_by_label("Against").input_value() == "other"
    corner.get_by_label("Deflect, Parry").fill("9")
    corner.get_by_text("Chance: 74%").wait_for()


def test_the_damage_of_a_weapon_on_the_sheet_is_what_a_hit_rolls(
    online: str, sheet: Page, package: ModuleType
) -> None:
    write(sheet, Strength="3D", Melee="2D")
    damage = sheet.locator("[data-about='value.weapon-damage']")
    expect(damage).to_have_count(1)
    damage.fill("4d+1")
    assert sum_of(sheet, "weapon-damage") == "4D+1"
    who = package.Character.from_json(saved(sheet))
    assert str(who.value("weapon-damage")) == "4D+1"
    sheet.goto(f"{online}/action-attack.html")
    row = sheet.get_by_role("row").filter(has_text="Martial weapons")
    row.get_by_role("button", name="Roll").click()
    corner = sheet.get_by_role("dialog", name="Dice")
    corner.get_by_label("Deflect, Parry").fill("9")
    sheet.evaluate("() => { crypto.getRandomValues = (into) => into.fill(3); }")
    corner.get_by_role("button", name="Roll", exact=True).click()
    corner.get_by_role("button", name="Roll Damage").click()
    expect(corner.get_by_label("Pool")).to_have_value("4D+1 +2D")
    sheet.goto(f"{online}/table.html")
    sheet.get_by_role("button", name="Unnamed").click()
    sheet.get_by_text("Rolls", exact=True).click()
    sheet.get_by_role("button", name="Weapon damage 4D+1").wait_for()


def test_boxes_of_one_name_belong_to_groups_of_their_own(
    core: Path, page: Page
) -> None:
    page.goto((core / "sheet.html").as_uri())
    page.get_by_role("button", name="Show all fields").click()
    for track in ("Damage", "Fatigue"):
        group = page.get_by_role("group", name=track, exact=True)
        assert group.get_by_role("checkbox", name="Out of Action").count() == 1


def test_a_sheet_says_what_its_numbers_are_where_it_has_some(
    core: Path, built: Callable[..., Path], page: Page
) -> None:
    for folder, numbers in ((core, 1), (built("opend6"), 0)):
        page.goto((folder / "sheet.html").as_uri())
        page.get_by_text("Your entries stay in this browser").wait_for()
        told = page.get_by_text("If you don't roll, use the number beside it")
        assert told.count() == numbers
