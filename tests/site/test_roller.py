"""The roller on the page does what the runtime does: every step, every word, every chance."""

from __future__ import annotations

import math
import random
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from dice_cases import (
    NOTATION,
    OUTCOMES,
    OWN,
    TYPED,
    TYPED_ALIKE,
    core,
    made,
    notation,
    pairwise,
    procedure,
    procedure_of_tens,
    ref,
    step,
    tokens_alike,
    with_outcomes,
)
from playwright.sync_api import expect
from rollers import Case, Recorder, by_runtime, by_site, in_page

from freed6c.emit.html.roller_data import procedure_data
from freed6c.pipeline import compile_packs
from freed6c.runtime.dice.pool import normalized_pool, parse
from freed6c.runtime.dice.roller import RollPlan
from freed6c.runtime.entries.dice import PRIMITIVES, Alternative, Dice, Event, Wait
from freed6c.runtime.odds.answer import odds

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from playwright.sync_api import Page

    from freed6c.model.ruleset import Ruleset


Told = dict[str, Any]


def ruleset_of(pack: str) -> Ruleset:
    ruleset = compile_packs(pack).ruleset
    assert ruleset is not None
    return ruleset


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return ruleset_of("core")


@pytest.fixture(scope="module")
def check(rules: Ruleset) -> Dice:
    assert rules.procedure is not None
    return rules.procedure


def same(page: Page, ruleset: Ruleset, cases: Sequence[Case]) -> list[Told]:
    """What both rollers make of the cases, after it was found to be one."""
    wanted = [by_runtime(ruleset, case, seed) for seed, case in enumerate(cases)]
    found = by_site(page, ruleset, cases, [faces for _, faces in wanted])
    for case, (one, _), other in zip(cases, wanted, found, strict=True):
        assert other == one, case.text
    return found


def test_the_procedure_of_core(page: Page, rules: Ruleset, check: Dice) -> None:
    codes = ("1D", "3D+2", "5D -1D", "4D+1 +2D -4")
    wilds = ("", "WD", "2WD", "WD8", "WD WD4")
    more = ("", "B2", "P1", "B3 P1 Adv", "Dis F6", "Adv 2Dis F1 F6", "L P2", "L Adv B1")
    pools = [" ".join(one).strip() for one in product(codes, wilds, more)]
    targets = (None, 5, 14, 25)
    cases = [
        Case(check, text, targets[place % 4]) for place, text in enumerate(pools * 3)
    ]
    found = same(page, rules, cases)
    assert len(found) == 480
    assert {one["success"] for one in found} == {None, True, False}
    happened = {event["event"] for one in found for event in one["events"]}
    assert happened == {"Critical success", "Critical failure"}


def test_outcomes(page: Page, rules: Ruleset) -> None:
    cases = [
        Case(with_outcomes(outcomes), text, target)
        for outcomes in OUTCOMES
        for text in ("2D", "3D+1", "2D B1", "4D")
        for target in (None, *range(4, 15))
    ]
    said = [line for told in same(page, rules, cases) for line in told["said"]]
    assert all(line in said for line in ("weak", "Against 8: near, margin -1"))
    dice = with_outcomes("totals")
    given = {"procedure": procedure_data(rules, dice), "text": "2D+1"}
    chance = (
        "(g) => chanceOf(planned(g.procedure, parse(g.text, g.procedure, 3)), null)"
    )
    found = in_page(page, chance, given)
    assert found == pytest.approx(float(odds(dice, parse("2D+1", dice)).success()))


def test_every_primitive_with_every_parameter(page: Page, rules: Ruleset) -> None:
    cases = [
        Case(procedure(one), notation(one), target, choose)
        for one in pairwise()
        for target, choose in ((None, 0), (3, 1), (6, 0))
    ]
    found = same(page, rules, cases)
    rolled = [one for one in found if "refused" not in one]
    assert len(rolled) > 200
    worked = {one["do"] for told in rolled for one in told["steps"] if not one["idle"]}
    assert worked == set(PRIMITIVES)


def one_in_the_pool() -> Dice:
    """One die is always wild; on a 1 it takes the highest with it, or somebody has a worse day."""
    wild = step(
        "wild",
        "substitute-dice",
        always=1,
        from_=OWN,
        limit="1",
        explode={"other": "6"},
    )
    luck = step(
        "luck",
        "multiply-dice",
        token="L",
        by=2,
        sources=OWN,
        pips="multiply",
        carry=True,
    )
    more = step("more", "add-dice", token="CP", like=ref("wild"), at=("after-roll",))
    choices = {
        "bother": Alternative(name="Bother", do="nothing"),
        "lose": Alternative(name="Lose", do="cancel-highest", and_="the-die-itself"),
        "last": Alternative(name="Last", do="cancel-highest", and_="the-only-die"),
        "turn": Alternative(name="Turn", do="map-faces", map={"6": "1", "5": "2"}),
    }
    one = step(
        "one", "choose-one", chosen_by="whoever rolls", choices=choices, assume="lose",
        if_=Wait(step=ref("wild"), shows="1", which="first"),
    )  # fmt: skip
    return made(luck, wild, step("roll", "roll"), one, more, pips_carry="always")


def test_a_die_that_may_spoil_everything(page: Page, rules: Ruleset) -> None:
    spoiling = one_in_the_pool()
    pools = ("1D", "3D+2", "4D+1 L", "5D CP2", "2D +5", "6D+2 -2D L CP1")
    cases = [
        Case(spoiling, text, target, choose)
        for text, target, choose, _ in product(pools, (None, 12), range(4), range(12))
    ]
    found = same(page, rules, cases)
    choices = {done["choice"] for one in found for done in one["steps"]}
    assert choices == {None, "bother", "lose", "last", "turn"}


@pytest.mark.parametrize("counts", ["same", "none"])
def test_dice_that_are_added_may_count_for_events(
    counts: str, page: Page, rules: Ruleset
) -> None:
    odd = Event(shows="1-5", which="any", text="Odd.")
    wild = step(
        "wild",
        "substitute-dice",
        token="WD",
        from_=OWN,
        limit="all",
        events={"odd": odd},
    )
    more = step("more", "add-dice", token="CP", like=ref("wild"), events=counts)
    adding = made(wild, more, step("roll", "roll"))
    found = same(page, rules, [Case(adding, "2D CP2")] * 10)
    assert any(one["events"] for one in found) is (counts == "same")


def test_other_dice_and_other_words(page: Page, rules: Ruleset) -> None:
    tens = procedure_of_tens()
    pools = (
        "3D",
        "4D Zap",
        "5D+1 2Zap Kick2",
        "3D Zap Twin2",
        "6D Kick1 Null2 Twin1 -3",
    )
    same(page, rules, [Case(tens, text, 20) for text in pools * 20])


def test_the_second_game(page: Page) -> None:
    """A Wild Die that is always there, what a 1 does, points that double, dice thrown late."""
    ruleset = ruleset_of("opend6")
    pools = [
        " ".join(one)
        for one in product(("1D", "4D+2", "3D +1D"), ("", "CP2", "FP", "2FP CP1"))
    ]
    cases = [
        Case(one, text.strip(), target, choose)
        for one in ruleset.of(Dice)
        for text, target, choose, _ in product(pools, (None, 10), range(3), range(8))
    ]
    found = same(page, ruleset, cases)
    assert sum("total" in one for one in found) > 150


def test_successes_that_are_counted(page: Page) -> None:
    ruleset = ruleset_of("success-counting")
    pools = ("6D", "7D+2 WD", "8D B2 Adv", "5D 2WD8 P1 F6", "4D L WD Dis")
    for found in ruleset.of(Dice):
        same(page, ruleset, [Case(found, text, 3) for text in pools * 12])


UNREADABLE = (
    "", "  ", "WD", "5d", "5D 3D", "5D+1+1", "5D wd", "5D 2B2", "5D Adv2", "5D F", "5D F0",
    "5D 2F6", "5D WD0", "5D WD1001", "5D B0", "0WD 5D", "5D XYZ", "3d6", "5D \u00e4", "1234567D",
    "5D +12345678", "-2D", "1D" + " +1" * 200, "900D B200", "1001D", "constructor",
    "5D WD2", "5D 2WD3", "5D F7", "5D F9 WD8",
    "5D constructor", "5D __proto__", "5D <b>", "5D 0x1F", "5D\u00a0", "5D {known}",
)  # fmt: skip


def test_what_cannot_be_rolled_is_refused_in_the_same_words(
    page: Page, rules: Ruleset, check: Dice
) -> None:
    found = same(page, rules, [Case(check, text) for text in UNREADABLE])
    rolled = [
        text for text, one in zip(UNREADABLE, found, strict=True) if "total" in one
    ]
    assert rolled == ["5D\u00a0"]


def test_both_read_and_write_pools_in_one_notation(page: Page, rules: Ruleset) -> None:
    function = """({ procedure, texts }) => texts.map((text) => {
      try {
        return written(parse(text, procedure, 3));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return null;
      }
    })"""
    wanted = dict(NOTATION["pools"])
    wanted |= dict.fromkeys(text for text, _, _ in NOTATION["refused"])
    for text, _, _ in NOTATION["signed"]:
        wanted[f"5D {text}"] = str(parse(f"5D {text}", core(), 3))
    data = {"procedure": procedure_data(rules, core()), "texts": list(wanted)}
    assert in_page(page, function, data) == list(wanted.values())


def test_both_read_what_is_typed_in_a_hurry(
    page: Page, rules: Ruleset, check: Dice
) -> None:
    for procedure_, wanted in ((check, TYPED), (tokens_alike(), TYPED_ALIKE)):
        data = {
            "procedure": procedure_data(rules, procedure_),
            "texts": [*wanted, *UNREADABLE],
        }
        found = in_page(
            page,
            "({ procedure, texts }) => texts.map((text) => typed(text, procedure))",
            data,
        )
        same_ = [normalized_pool(text, procedure_) for text in UNREADABLE]
        assert found == [*wanted.values(), *same_]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5D Adv Dis", "1 each of Adv and Dis cancel out"),
        ("5D B2 P1", "1 each of B and P cancel out; rolled "),
        ("5D B1 P1", "1 each of B and P cancel out"),
        ("5D Dis", "; the lower is kept, the "),
        ("5D Adv", "; the higher is kept, the "),
        ("5D 2Adv", "; the higher is kept, the "),
        ("0D", "no dice to roll"),
        ("5D F7 WD8", "nothing changes"),
    ],
)
def test_what_comes_to_nothing_is_told(
    text: str, said: str, page: Page, rules: Ruleset, check: Dice
) -> None:
    """Always, but where both sets are equal or the wild die shows the face."""
    found = same(page, rules, [Case(check, text)] * 30)
    steps = [[part[1] for part in one["said"] if len(part) == 2] for one in found]
    told = [any(said in work for work in works) for works in steps]
    assert sum(told) > len(told) / 2


def test_procedures_that_come_to_no_end(page: Page, rules: Ruleset) -> None:
    wild = {"from_": OWN, "limit": "all", "always": 1}
    roll_ = step("roll", "roll")
    endless = step("wild", "substitute-dice", explode={"d6": "1+"}, **wild)
    like = step("more", "add-dice", token="CP", like=ref("roll"))
    turn = {"which": "kept", "times": 1, "chain": "none"}
    loud = step("map", "map-faces", map={"1": "1001"}, **turn)
    many = [step(f"map{n}", "map-faces", map="opposite", **turn) for n in range(101)]
    cases = [
        Case(made(endless, roll_), "2D"),
        Case(made(like, roll_), "2D CP1"),
        Case(made(roll_, loud), "2D"),
        Case(made(roll_, *many), "2D"),
        Case(procedure_of_tens(), "600D Twin200"),
    ]
    assert all("refused" in one for one in same(page, rules, cases))
    long = step("wild", "substitute-dice", explode={"other": "2+"}, **wild)
    found = same(page, rules, [Case(made(long, roll_, die="d1000"), "1D")] * 20)
    assert {"refused" in one for one in found} == {True, False}


@pytest.mark.parametrize("text", ["3D", "4D WD", "5D B2 P1", "3D WD8 Adv", "4D F6 F1"])
def test_totals_come_as_often_as_they_should(
    text: str, page: Page, rules: Ruleset, check: Dice
) -> None:
    """The greatest distance between what came and what is exact; by chance once in a million."""
    runs = 20_000
    totals: list[int] = in_page(
        page,
        """({ procedure, text, runs }) => {
          const pool = parse(text, procedure, 3);
          return Array.from({ length: runs }, () => roll(procedure, pool, draw).total);
        }""",
        {"procedure": procedure_data(rules, check), "text": text, "runs": runs},
    )
    exact = odds(check, parse(text, check, 3))
    distance = max(
        abs(sum(one >= total for one in totals) / runs - float(exact.at_least(total)))
        for total in set(totals)
    )
    assert distance < math.sqrt(math.log(2e6) / (2 * runs))


CHANCES = (
    "5D",
    "5D+2",
    "3D+1 +1D -4",
    "4D WD",
    "2D 2WD8",
    "5D Adv",
    "4D WD 2Dis",
    "3D L",
    "0D",
    "5D B2",
    "3D+1 P1",
    "6D B1 P3 -1D",
)


@pytest.mark.parametrize("text", CHANCES)
@pytest.mark.parametrize("times", [None, 2])
def test_chances_are_those_of_the_compiler(
    text: str, times: int | None, page: Page, rules: Ruleset
) -> None:
    check = core({"wild": {"explode_times": times}})
    wanted = odds(check, parse(text, check, 3))
    found: list[float | None] = in_page(
        page,
        """({ procedure, text, targets }) => {
          const plan = planned(procedure, parse(text, procedure, 3));
          return targets.map((target) => chanceOf(plan, target));
        }""",
        {
            "procedure": procedure_data(rules, check),
            "text": text,
            "targets": [*range(41)],
        },
    )
    for target, chance in enumerate(found):
        assert chance == pytest.approx(float(wanted.at_least(target)), abs=1e-9)


def test_a_chance_that_is_not_exact_is_not_told(
    page: Page, rules: Ruleset, check: Dice
) -> None:
    found = in_page(
        page,
        "({ procedure, text }) => chanceOf(planned(procedure, parse(text, procedure, 3)), 9)",
        {"procedure": procedure_data(rules, check), "text": "5D WD B2"},
    )
    assert found is None


def drawing(*numbers: int) -> str:
    """A script after which the browser's source of randomness gives these numbers, in order."""
    return f"""() => {{
      const left = {list(numbers)};
      crypto.getRandomValues = (into) => {{ into[0] = left.shift(); return into; }};
    }}"""


def test_no_face_is_more_likely_than_another(page: Page) -> None:
    """2**32 is no multiple of 6: what lies above the last multiple is drawn anew."""
    last = 2**32 - 2**32 % 6
    page.evaluate(drawing(last, 2**32 - 1, last - 1, 7, 0))
    found = in_page(page, "() => [draw(6), draw(6), draw(6)]", None)
    assert found == [5, 1, 0]


def test_dice_on_a_page_are_rolled_where_they_stand(core: Path, page: Page) -> None:
    page.goto((core / "benchmark-difficulty.html").as_uri())
    page.evaluate(drawing(5, 0, 2))
    die = page.get_by_role("button", name="3D", exact=True).first
    die.focus()
    page.keyboard.press("Enter")
    corner = page.get_by_role("dialog", name="Dice")
    corner.locator(".total", has_text="10").wait_for()
    assert corner.get_by_role("status").inner_text().startswith("10")
    corner.get_by_text("rolled 6, 1, 3").wait_for()
    again = corner.get_by_role("button", name="Roll", exact=True)
    assert again.evaluate("button => button === document.activeElement")
    page.keyboard.press("Escape")
    assert not corner.is_visible()
    assert die.evaluate("button => button === document.activeElement")


def test_the_faces_of_a_roll_are_seen(core: Path, page: Page) -> None:
    page.goto((core / "benchmark-difficulty.html").as_uri())
    page.get_by_role("button", name="3D", exact=True).first.click()
    faces = page.locator(".thrower .face")
    faces.first.wait_for()
    spots = "all => all.every((e) => getComputedStyle(e).backgroundImage !== 'none')"
    assert faces.evaluate_all(spots)


def test_tokens_in_a_pool_look_pressed(core: Path, page: Page) -> None:
    page.goto((core / "roll.html").as_uri())
    page.get_by_role("textbox", name="Pool").fill("3D WD 2L")
    pressed = page.locator(".tokens [aria-pressed=true]")
    assert pressed.all_inner_texts() == ["L Luck", "WD Wild Die"]
    assert pressed.locator("[data-count='\N{MULTIPLICATION SIGN}2']").count() == 1
    page.get_by_role("button", name="Roll", exact=True).click()
    assert not pressed.first.is_visible()


def test_a_pool_in_its_notation_is_rolled_too(house: Path, page: Page) -> None:
    page.goto((house / "skill-evocation.html").as_uri())
    page.get_by_role("button", name="3D P1").click()
    assert page.get_by_label("Pool").input_value() == "3D P1"
    page.locator("code:has-text('3D XX')").wait_for()
    assert not page.get_by_role("button", name="3D XX").count()


def test_a_pool_of_ones_own_against_a_difficulty(
    core: Path, page: Page, check: Dice
) -> None:
    rng = Recorder(random.Random(5))
    found = RollPlan(check, parse("5D WD Adv B2", check, 3)).roll(rng, 15)
    page.goto((core / "roll.html").as_uri())
    page.evaluate(drawing(*rng.given))
    page.get_by_role("textbox", name="Pool").fill("5D WD")
    page.get_by_role("button", name="Add Adv: advantage").click()
    page.get_by_role("textbox", name="Pool").press("End")
    page.get_by_role("textbox", name="Pool").press_sequentially(" B2")
    page.get_by_label("Against").select_option(label="Moderate (15)")
    page.get_by_role("textbox", name="Pool").press("Enter")
    said = page.locator("main").get_by_role("status").inner_text()
    assert said.startswith(f"{found.total}")
    assert f"Against 15: {'success' if found.success else 'failure'} by" in said
    steps = page.locator("dl.steps > div").all_inner_texts()
    assert [one.split("\n")[0] for one in steps] == [
        "Wild Die", "Roll", "Advantage", "Boost and penalty"
    ]  # fmt: skip
    page.get_by_label("Against").select_option(label="another number")
    page.get_by_role("spinbutton").fill("40")
    page.evaluate(drawing(*[0] * 20))
    page.get_by_role("button", name="Roll", exact=True).click()
    assert (
        "Against 40: failure by"
        in page.locator("main").get_by_role("status").inner_text()
    )


@pytest.mark.parametrize("text", ["5d wd adv -2", "5D-2, WD, ADV"])
def test_a_page_takes_what_a_phone_types(core: Path, page: Page, text: str) -> None:
    page.goto((core / "roll.html").as_uri())
    page.get_by_role("textbox", name="Pool").fill(text)
    page.get_by_role("textbox", name="Pool").press("Enter")
    said = page.locator("main").get_by_role("status").inner_text()
    assert "\n5D -2 WD Adv\n" in said


def test_a_long_pool_is_in_sight_on_a_phone(
    core: Path, visit: Callable[..., Page]
) -> None:
    page = visit(390, 844)
    page.goto((core / "roll.html").as_uri())
    pool = page.get_by_role("textbox", name="Pool")
    pool.fill("5D+1 WD B2 Adv P1 F6")
    assert pool.evaluate("field => field.scrollWidth <= field.clientWidth")
    against = page.get_by_label("Against")
    against.select_option(label="Moderate (15)")
    assert against.evaluate("field => field.clientWidth") > 160


def test_a_page_says_why_it_does_not_roll(core: Path, page: Page) -> None:
    page.goto((core / "roll.html").as_uri())
    page.get_by_role("textbox", name="Pool").fill("5D XD")
    page.get_by_role("textbox", name="Pool").press("Enter")
    said = page.locator("main").get_by_role("status").inner_text()
    assert said.startswith("Write it like 3D+1: unknown term XD in a pool")
    assert not page.locator("dl.steps > div").count()


def test_each_procedure_has_its_own_tokens_and_difficulties(
    built: Callable[..., Path], page: Page
) -> None:
    page.goto((built("success-counting") / "roll.html").as_uri())
    choose = page.get_by_label("Rolled as")
    names = choose.locator("option").all_inner_texts()
    assert len(names) == 2
    choose.select_option(label="Counting check")
    assert "Three (3)" in page.get_by_label("Against").inner_text()
    page.get_by_role("textbox", name="Pool").fill("6D")
    page.evaluate(drawing(0, 1, 2, 3, 4, 5))
    page.get_by_role("textbox", name="Pool").press("Enter")
    assert page.locator(".total").inner_text() == "4"


def test_a_pool_is_rolled_by_its_own_procedure_whatever_was_chosen(
    built: Callable[..., Path], page: Page
) -> None:
    """What stands in a text is rolled as the rules roll; a link says where it is otherwise."""
    address = (built("success-counting") / "roll.html").as_uri()
    page.goto(address)
    choose = page.get_by_label("Rolled as")
    usual = choose.input_value()
    choose.select_option(label="Counting check")
    page.get_by_role("textbox", name="Pool").fill("6D")
    link = page.get_by_role("link", name="Link to these dice").get_attribute("href")
    assert link == "roll.html#pool=6D&procedure=dice.counting"
    page.goto(f"{address}#pool=4D")
    assert choose.input_value() == usual
    page.goto(f"{address}#pool=6D&procedure=dice.counting")
    assert choose.locator("option:checked").inner_text() == "Counting check"
    page.evaluate("location.hash = '#pool=5D&procedure=dice.nowhere'")
    expect(choose).to_have_value(usual)


def test_one_file_rolls_as_well(single: Path, page: Page) -> None:
    page.goto((single / "index.html").as_uri())
    page.evaluate(drawing(3, 3))
    page.get_by_role("button", name="2D", exact=True).first.click()
    page.get_by_role("dialog").locator(".total", has_text="8").wait_for()


def test_without_scripts_dice_are_words(core: Path, visit: Callable[..., Page]) -> None:
    page = visit(java_script_enabled=False)
    page.goto((core / "roll.html").as_uri())
    assert "turn on JavaScript" in page.locator("main").inner_text()
    assert page.get_by_role("button").count() == 0
    assert page.locator(".dice").first.inner_text() == "5D"


def test_dice_of_others_are_what_has_to_be_reached(core: Path, page: Page) -> None:
    """Of equal totals, the procedure says whose they are: with core, whoever rolls reaches it."""
    page.goto((core / "roll.html").as_uri())
    page.get_by_role("textbox", name="Pool").fill("2D")
    page.get_by_label("Against").select_option(label="opposing dice")
    page.get_by_role("textbox", name="Opposing dice").fill("1D+1")
    page.get_by_text("Chance: 84%").wait_for()
    page.evaluate(drawing(4, 2, 2))
    page.get_by_role("button", name="Roll", exact=True).click()
    said = page.locator("main").get_by_role("status").inner_text()
    assert "1D+1: 6" in said
    assert "Against 6: success by 0" in said


@pytest.mark.parametrize(
    ("pool", "number", "said"),
    [
        ("20D", "20", "100%"),
        ("20D", "30", "> 99%"),
        ("20D", "21", "> 99%"),
        ("10D", "60", "< 1%"),
        ("10D", "61", "0%"),
        ("10D WD", "90", "< 1%"),
        ("10D WD", "900", "< 1%"),
        ("60D WD", "61", "> 99%"),
        ("60D", "360", "< 1%"),
        ("5D", "23", "10%"),
    ],
)
def test_a_chance_is_certain_only_where_it_is(
    core: Path, page: Page, pool: str, number: str, said: str
) -> None:
    page.goto((core / "roll.html").as_uri())
    page.get_by_label("Against").select_option(label="another number")
    page.get_by_role("spinbutton").fill(number)
    page.get_by_role("textbox", name="Pool").fill(pool)
    expect(page.locator(".chance")).to_have_text(f"Chance: {said}")


def test_a_link_holds_a_pool_and_what_it_is_rolled_against(
    core: Path, page: Page
) -> None:
    page.goto((core / "roll.html").as_uri() + "#pool=5D+2%20WD&against=23")
    assert page.get_by_role("textbox", name="Pool").input_value() == "5D+2 WD"
    assert page.get_by_role("spinbutton").input_value() == "23"
    page.get_by_role("button", name="One die more").click()
    link = page.get_by_role("link", name="Link to these dice").get_attribute("href")
    assert link == "roll.html#pool=5D+2%20+1D%20WD&against=23"
    page.goto((core / "roll.html").as_uri() + "#pool=3D&against=2D")
    assert page.get_by_role("textbox", name="Opposing dice").input_value() == "2D"


def test_a_roll_is_copied_as_text(core: Path, page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{(core / 'roll.html').as_uri()}#pool=3D+1&against=10")
    page.get_by_role("button", name="Roll", exact=True).click()
    page.get_by_role("button", name="Copy as text").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    pool, faces, total, outcome = page.evaluate("navigator.clipboard.readText()").split(
        "\n"
    )
    thrown = sum(map(int, faces.split()))
    assert (pool, len(faces.split())) == ("3D+1", 3)
    assert total.startswith(f"Total {thrown + 1}")
    assert outcome.startswith("Against 10: ")


def test_rolls_are_remembered_as_long_as_the_window(online: str, page: Page) -> None:
    page.goto(f"{online}/roll.html")
    for pool in ("4D", "2D+1"):
        page.get_by_role("textbox", name="Pool").fill(pool)
        page.get_by_label("Against").select_option(label="Moderate (15)")
        page.evaluate(drawing(*[2] * 9))
        page.get_by_role("button", name="Roll", exact=True).click()
    page.goto(f"{online}/benchmark-difficulty.html")
    page.goto(f"{online}/roll.html")
    assert page.get_by_role("textbox", name="Pool").input_value() == "2D+1"
    assert page.get_by_label("Against").input_value() == "15"
    rolls = page.locator(".history li").all_inner_texts()
    assert rolls[0].split("\n")[:2] == ["7", "2D+1"]
    assert "Against 15: failure by 8" in rolls[0]
    assert [roll.split()[0] for roll in rolls] == ["7", "12"]


NO_ROLLS = (
    "5",
    '{"rolls": 5}',
    '{"rolls": [null]}',
    '{"rolls": [{"pool": "3D", "about": "", "outcome": "", "total": {"toString": 1}}]}',
    '{"last": {"pool": {"toString": 1}, "against": "", "procedure": ""}}',
    '{"last": {"pool": "3D", "against": "", "procedure": "", "about": 5}}',
)


@pytest.mark.parametrize("kept", NO_ROLLS)
def test_what_others_leave_in_the_window_stops_no_roll(
    online: str, page: Page, kept: str
) -> None:
    page.goto(f"{online}/roll.html")
    page.evaluate("text => sessionStorage.setItem('freed6c core rolls', text)", kept)
    page.reload()
    page.get_by_role("button", name="Roll", exact=True).click()
    page.get_by_text("Rolls of this session").click()
    expect(page.locator(".history li")).to_have_count(1)
