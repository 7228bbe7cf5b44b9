"""The table mode: turns and what lasts, as the runtime counts it; what people do with it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from judges import barriers
from kept import keep, until_kept
from playwright.sync_api import expect

from freed6c.emit.html.assets import STATIC
from freed6c.emit.html.play_data import play_data, table_data
from freed6c.pipeline import compile_packs
from freed6c.runtime.effects import Duration
from freed6c.runtime.play.character import Character
from freed6c.runtime.play.effects_in_force import begin_duration
from freed6c.runtime.play.state import ActiveCondition
from freed6c.runtime.play.time import end_period, start_period
from freed6c.runtime.situation import RuleRef
from machine import FULL
from made_packs import write_pack

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import Data

TIME = (STATIC / "scripts/play/time.js").read_text(encoding="utf-8")
ROUND = ["start round", "start turn", "end turn", "end round"]
SESSIONS: list[list[str]] = [
    [*ROUND * 3, "end encounter", "end scene", "end session", *ROUND],
    ["start round", "end round", *ROUND, "start round", "end encounter", *ROUND],
    ["start round", "start turn", "end round", *ROUND, "start turn", "end scene"],
    ["start turn", "end turn", "start turn", "end turn", "end session", *ROUND],
    [*ROUND * 2, "start encounter", *ROUND * 2, "end encounter"],
]
"""What starts and ends; a turn may be missed, cut short, or come twice."""

FOLLOW = """
({ play, sessions }) => {
  const time = new Time(play);
  const followed = (duration, session, since) => {
    const who = { "under-way": [], passed: [], conditions: [] };
    return session.map((moment, place) => {
      if (place === since) {
        who.conditions.push({ lasting: time.begin(who, duration, () => 3) });
      }
      const [edge, key] = moment.split(" ");
      time[edge](key, [who]);
      const left = who.conditions.filter(({ over }) => !over).map(({ lasting }) => lasting);
      return structuredClone([who["under-way"], who.passed, ...left]);
    });
  };
  return play.durations.map(({ duration }) =>
    sessions.map((session) => session.map((_, since) => followed(duration, session, since))));
}
"""


class Threes:
    """Dice that always show a three."""

    def randrange(self, _stop: int, /) -> int:
        return 2


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    ruleset = compile_packs("core").ruleset
    assert ruleset is not None
    return ruleset


def followed(
    rules: Ruleset, duration: Duration, session: list[str], since: int
) -> list[Any]:
    """What the runtime says after each moment: the periods, and what still lasts."""
    who = Character({}, rules=rules)
    said = []
    for place, moment in enumerate(session):
        if place == since:
            held = ActiveCondition(
                condition=RuleRef("condition.damage.hurt", rules),
                lasting=begin_duration(who, duration, Threes()),
            )
            who.conditions = [held]
        edge, key = moment.split(" ")
        (start_period if edge == "start" else end_period)(key, [who], Threes())
        lasting = [held.lasting for held in who.conditions if held.lasting]
        said.append(
            [
                sorted(who.under_way),
                sorted(who.passed),
                *(
                    {
                        "duration": dict(one.duration.__dict__),
                        "left": one.left,
                        "waits": one.waits,
                        "extra": one.extra,
                    }
                    for one in lasting
                ),
            ]
        )
    return said


def test_all_that_lasts_in_core_is_over_when_the_runtime_says_so(
    page: Page, rules: Ruleset
) -> None:
    play = {**play_data(rules), **table_data(rules)}
    given = {"play": json.loads(json.dumps(play)), "sessions": SESSIONS}
    found = page.evaluate(f"(given) => {{ {TIME}\nreturn ({FOLLOW})(given); }}", given)
    durations: Any = play["durations"]
    forms = set()
    for one, by_session in zip(durations, found, strict=True):
        duration = Duration(**one["duration"])
        forms.add(duration.form)
        for session, by_moment in zip(SESSIONS, by_session, strict=True):
            for since, told in enumerate(by_moment):
                assert told == followed(rules, duration, session, since), (
                    one["text"],
                    since,
                )
    assert forms == {"this", "next", "count", "end", "own-action", "event"}


@pytest.fixture
def table(online: str, page: Page) -> Page:
    """A table with Mara, who has a sheet, and a guard."""
    page.goto(f"{online}/sheet.html")
    page.get_by_role("button", name="Show all fields").wait_for()
    for name, text in {"Name": "Mara", "Perception": "3D", "Strength": "3D"}.items():
        page.get_by_label(name, exact=True).fill(text)
    page.goto(f"{online}/table.html")
    page.get_by_role("button", name="Mara", exact=True).click()
    page.get_by_text("Someone else").click()
    quickly(page, "Guard", "brawling 5d+1, Perception 4D")
    page.get_by_role("heading", name="Guard").wait_for()
    return page


def names(page: Page) -> list[str]:
    return page.locator(".person h2").all_inner_texts()


def quickly(page: Page, name: str, ratings: str) -> None:
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Ratings, such as").fill(ratings)
    page.get_by_role("button", name="Add", exact=True).last.click()


def test_a_rating_is_all_that_is_rolled_or_what_is_added(
    table: Page, rules: Ruleset
) -> None:
    quickly(table, "Orc", "Perception 3D, Awareness + 1D, Brawling 2D, Strength +1D")
    press(table, "Sort")
    orc = Character(
        {"ability.perception": "3D", "specialization.survival.awareness": "1D"},
        rules=rules,
    )
    order = table.get_by_label("Place of Orc in the order").input_value()
    assert order == str(orc.value("initiative"))
    rolled = table.locator(".person", has_text="Orc").locator("[data-roll]")
    pools = [" ".join(text.split()[:2]) for text in rolled.all_text_contents()]
    assert {"Strength 1D", "Brawling 2D", "Perception 3D", "Awareness 4D"} <= {*pools}


def test_a_total_below_what_it_adds_to_is_told(table: Page) -> None:
    quickly(table, "Orc", "Strength 3D, Brawling 2D, Wisdom 4D")
    told = table.locator(".said")
    expect(told).to_contain_text("Wisdom 4D is not a valid value here")
    expect(told).to_contain_text("Brawling 2D is less than Strength 3D")
    assert "Orc" not in names(table)
    quickly(table, "Orc", "Strength 3D, Brawling +2D")
    expect(told).to_be_hidden()
    rolled = table.locator(".person").last.locator("[data-roll]")
    expect(rolled.filter(has_text="Brawling 5D")).to_have_count(1)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


def test_the_order_is_that_of_the_rules_or_of_people(table: Page) -> None:
    assert names(table) == ["Mara", "Guard"]
    press(table, "Sort")
    assert names(table) == ["Guard", "Mara"]
    order = table.get_by_label("Place of Mara in the order")
    assert order.input_value() == "9"
    order.fill("14")
    order.press("Tab")
    assert names(table) == ["Mara", "Guard"]
    table.get_by_label("Order by").select_option(label="Chase: Position")
    press(table, "Sort")
    assert table.get_by_text("Enter a number for Mara, Guard.").is_visible()
    press(table, "Move Guard up")
    press(table, "Begin")
    assert names(table) == ["Guard", "Mara"]


def test_putting_people_in_order_keeps_the_numbers_that_were_typed(table: Page) -> None:
    def typed(name: str) -> str:
        return table.get_by_label(f"Place of {name} in the order").input_value()

    table.get_by_label("Order by").select_option(label="Chase: Position")
    press(table, "Sort")
    for name, number in (("Mara", "9"), ("Guard", "11")):
        table.get_by_label(f"Place of {name} in the order").fill(number)
        table.get_by_label(f"Place of {name} in the order").press("Tab")
    press(table, "Sort")
    assert names(table) == ["Guard", "Mara"]
    assert [typed("Mara"), typed("Guard")] == ["9", "11"]
    table.get_by_label("Order by").select_option(index=0)
    press(table, "Sort")
    assert [typed("Mara"), typed("Guard")] == ["9", "12"]
    table.get_by_label("Order by").select_option(label="Chase: Position")
    press(table, "Sort")
    assert [typed("Mara"), typed("Guard")] == ["9", "11"]
    table.get_by_label("Place of Mara in the order").fill("")
    table.get_by_label("Place of Mara in the order").press("Tab")
    press(table, "Sort")
    assert table.get_by_text("Enter a number for Mara.").is_visible()


def test_what_has_run_out_is_marked_and_stays_until_somebody_takes_it_away(
    table: Page,
) -> None:
    press(table, "Begin")
    table.get_by_text("Add: Stunned").first.click()
    press(table, "Stunned")
    press(table, "Hurt")
    held = table.locator(".person").first.locator(".held li")
    assert "until the end of their next turn" in held.first.inner_text()
    for _ in range(3):
        press(table, "Next turn")
    expect(table.locator(".said")).to_have_text("No longer Stunned: Guard")
    expect(held).to_contain_text(["Stunned: over", "Hurt"])
    table.reload()
    expect(held.last).to_contain_text("until the end of the round")
    expect(table.locator(".when")).to_contain_text("Mara")
    expect(table.locator(".when")).to_have_text("Round 2Mara's turn")
    table.get_by_role("button", name="Stunned: over").click()
    assert held.count() == 1
    press(table, "Undo")
    assert held.count() == 2
    table.get_by_text("End an effect").click()
    press(table, "End of the encounter")
    expect(held).to_contain_text(["Stunned: over", "Hurt: over"])
    assert table.get_by_role("button", name="Begin", exact=True).is_visible()


def test_a_fight_of_five_over_four_rounds_takes_twenty_taps(table: Page) -> None:
    thugs = "3 \N{MULTIPLICATION SIGN} A thug"
    table.once("dialog", lambda dialog: dialog.accept())
    press(table, "Clear the table")
    table.goto(table.url.replace("table.html", "sheet.html#pregen=bram"))
    until_kept(table, "Bram")
    table.goto(table.url.replace("sheet.html", "table.html"))
    table.evaluate("taps = 0; addEventListener('click', () => taps++, true)")
    for name in ("All 2", thugs, "Begin"):
        press(table, name)
    assert names(table) == ["Mara", "Bram Oster", thugs]
    tracks = table.locator("details").filter(has_text="Add: Stunned, Hurt")
    for place, condition in ((1, "Winded"), (2, "Stunned"), (4, "Hurt")):
        tracks.nth(place).locator("summary").click()
        tracks.nth(place).get_by_role("button", name=condition, exact=True).click()
    for _ in range(11):
        press(table, "Next turn")
        assert table.locator(".person:has(.one > .track)").count() == 1
    over = ["Winded: over", "Stunned: over", "Hurt: over"]
    expect(table.locator(".held button")).to_contain_text(over)
    assert table.evaluate("taps") == 20
    press(table, "Clear what is over")
    expect(table.locator(".held button")).to_have_count(0)


def test_a_hit_leads_to_damage_and_a_condition_in_four_taps(
    online: str, page: Page
) -> None:
    page.goto(f"{online}/table.html")
    for name in ("Mara Quill", "2 \N{MULTIPLICATION SIGN} A thug", "Begin"):
        press(page, name)
    page.evaluate("() => { crypto.getRandomValues = (into) => into.fill(5); }")
    for name in ("Martial weapons 5D", "Deflect, A thug 2 (9)", "Roll Damage +4D"):
        press(page, name)
    press(page, "Apply Out of Action to A thug 2")
    expect(page.get_by_role("dialog", name="Dice")).to_be_hidden()
    expect(page.locator(".one:last-child > .held")).to_contain_text("Out of Action")
    expect(page.locator(".told")).to_have_text("Out of Action: A thug 2Undo")
    assert not barriers(page)
    press(page, "Undo")
    expect(page.locator(".held, .said:not(:empty)")).to_have_count(0)


def test_a_condition_whose_rank_follows_from_the_margin_is_offered(
    built: Callable[..., Path], page: Page, tmp_path: Path
) -> None:
    rank = "place(band(benchmark.rank, margin))"
    harm: Data = {"inflict": "track.damage", "to-rank": rank, "to": "target"}
    change: Data = {"effect-roll.damage": {"set": {"check.success": [harm]}}}
    files = {"rules.yaml": {"change": change}}
    house = write_pack(tmp_path, "house", files, extends="core")
    page.goto((built(str(house)) / "table.html").as_uri())
    page.evaluate("() => { crypto.getRandomValues = (into) => into.fill(2); }")
    for name in ("Mara Quill", "1 \N{MULTIPLICATION SIGN} A thug", "Begin"):
        press(page, name)
    for name in ("Martial weapons 5D", "Deflect, A thug (9)", "Roll Damage +1D"):
        press(page, name)
    press(page, "Apply Hurt to A thug")


ON_TOP = """cases => cases.map(([combine, held, rank]) => {
  const track = { combine, conditions: [1, 2, 3, 4, 5].map((rank) => ({ rank })) };
  const conditions = new Map(track.conditions.map((one) => [one.rank, { track, ...one }]));
  const record = { conditions: held.map((condition) => ({ condition })) };
  const found = TableMode.prototype.onTop.call({ conditions }, record, rank);
  return [found.rank, found.cost];
})"""


def test_a_new_rank_adds_up_as_in_the_package(page: Page) -> None:
    mode = (STATIC / "scripts/table/mode.js").read_text(encoding="utf-8")
    worst = [["with-worst", [2, 1], 2], ["with-worst", [5], 1]]
    others = [["next", [3], 2], ["with-all", [2, 2], 1], [None, [3], 2]]
    found = page.evaluate(
        f"(cases) => {{ {mode}\nreturn ({ON_TOP})(cases); }}", worst + others
    )
    assert found == [[4, 2], [5, 1], [4, 1], [5, 1], [2, 2]]


def test_the_turn_goes_on_when_somebody_leaves(table: Page) -> None:
    press(table, "Begin")
    table.locator(".current").get_by_text("More", exact=True).click()
    table.locator(".current").get_by_text("Other conditions").click()
    press(table, "Remove Guard")
    assert names(table) == ["Mara"]
    expect(table.locator(".when")).to_have_text("Round 1Mara's turn")
    press(table, "Undo")
    assert "Guard's turn" in table.locator(".when").inner_text()


def test_the_sheet_shows_what_happened_at_the_table(online: str, table: Page) -> None:
    table.get_by_text("Add: Stunned").first.click()
    press(table, "Hurt")
    table.get_by_text("Rolls", exact=True).first.click()
    press(table, "One more: Action points")
    table.get_by_text("Other conditions").first.click()
    table.get_by_label("Another effect").first.fill("On fire")
    table.get_by_role("combobox", name="Duration").first.select_option(label="1 round")
    table.get_by_role("combobox", name="Duration").first.press("Tab")
    table.locator(".person").first.get_by_role("button", name="Add").click()
    assert "On fire" in table.locator(".held").inner_text()
    assert "this round and 1 more" in table.locator(".held").inner_text()
    table.evaluate("scrollTo(0, 0)")
    assert not barriers(table)
    table.goto(f"{online}/sheet.html")
    table.get_by_text("Hurt: ").wait_for()
    assert table.get_by_label("Hurt").is_checked()
    expect(table.get_by_label("Action points", exact=True)).to_have_value("2")


def test_a_roll_at_the_table_is_that_of_whoever_is_tapped(table: Page) -> None:
    table.get_by_text("Add: Stunned").last.click()
    press(table, "Startled")
    table.get_by_text("Rolls", exact=True).last.click()
    table.get_by_role("button", name="Brawling 5D+1").click()
    corner = table.get_by_role("dialog", name="Dice")
    assert corner.get_by_text("Brawling, Guard").is_visible()
    assert corner.get_by_label("Pool").input_value() == "5D+1"
    against = corner.get_by_label("Against")
    of_mara = against.locator("optgroup[label=Mara] option")
    of_mara.filter(has_text="Damage resistance, Mara (9)").wait_for(state="attached")
    against.select_option(label="Strength, Mara (9)")
    corner.locator(".chance", has_text="> 99%").wait_for()


def test_what_the_browser_cannot_keep_of_a_table_is_said(table: Page) -> None:
    table.evaluate(FULL)
    press(table, "Begin")
    table.get_by_text("This browser can't store the table").wait_for()
    assert "Guard's turn" in table.locator(".when").inner_text()
    table.evaluate("localStorage.clear()")
    press(table, "Next turn")
    expect(table.get_by_text("This browser can't store the table")).to_have_count(0)


def test_two_windows_show_one_table(table: Page) -> None:
    """Else what one does would be undone by the next tap in the other."""
    other = table.context.new_page()
    other.goto(table.url)
    press(other, "Begin")
    press(other, "Next turn")
    expect(table.locator(".when")).to_contain_text("Mara's turn")
    press(table, "Next turn")
    expect(other.locator(".when")).to_contain_text("Round 2")


ANN = {"key": 1, "id": 1, "record": {"version": 2, "name": "Ann"}}
NOT_A_TABLE: list[dict[str, Any]] = [
    {"undo": ["{"]},
    {"undo": ["null"]},
    {"undo": ["5"]},
    {"undo": [json.dumps({"present": [ANN | {"record": 5}]})]},
    {"rounds": "x"},
    {"turn": {}},
    {"present": [ANN | {"ties": 5}]},
    {"present": [ANN | {"key": "x"}]},
    {"present": [ANN | {"id": {"toString": 5}}]},
    {"present": [ANN | {"order": {"toString": 5}}]},
    {"present": [ANN | {"order": 5, "ties": [{"valueOf": 5}]}]},
    {"present": 3},
]


def test_what_others_keep_in_the_browser_is_no_table(table: Page) -> None:
    whole = {"present": [ANN], "turn": 0, "rounds": 0, "order": 0}
    keep(table, "table", json.dumps(whole | {"undo": [json.dumps(whole)]}))
    expect(table.locator(".person h2")).to_have_text(["Mara"])
    for odd in NOT_A_TABLE:
        keep(table, "table", json.dumps(whole | odd))
        expect(table.get_by_text("No characters yet.")).to_be_visible()
    press(table, "Mara")
    press(table, "Undo")
    expect(table.get_by_text("No characters yet.")).to_be_visible()


def joined(table: Page, record: dict[str, object]) -> None:
    """Somebody whom this browser keeps from elsewhere comes to the table."""
    keep(table, "character 7", json.dumps({"version": 2, **record}))
    until_kept(table, str(record["name"]))
    press(table, str(record["name"]))


def test_a_roll_beside_somebody_of_other_rules_is_that_of_whoever_is_tapped(
    table: Page,
) -> None:
    """House rules may have ratings that these do not know."""
    joined(table, {"name": "Orla", "ratings": {"skill.kites": "4D"}})
    table.get_by_text("Rolls", exact=True).nth(1).click()
    table.get_by_role("button", name="Brawling 5D+1").click()
    corner = table.get_by_role("dialog", name="Dice")
    assert corner.get_by_text("Brawling, Guard").is_visible()


def test_what_is_not_counted_of_somebody_is_said_at_the_table(table: Page) -> None:
    joined(table, {"name": "Orla", "effects": [{"origin": "points.action"}]})
    table.get_by_text("Rolls", exact=True).last.click()
    expect(table.get_by_text("Actions in progress when this was saved")).to_be_visible()


def test_a_game_without_ranks_and_with_waiting_is_played_too(
    built: Callable[..., Path], page: Page
) -> None:
    page.goto((built("opend6") / "table.html").as_uri())
    page.get_by_text("Someone else").click()
    quickly(page, "Orla", "Perception 3D, Search 4D")
    press(page, "Sort")
    number = page.get_by_label("Place of Orla in the order").input_value()
    assert int(number) >= 2  # of three dice, when a 1 takes the best away
    press(page, "Begin")
    assert "Round 1" in page.locator(".when").inner_text()
