"""Actions of the small game: what they need, resistance, choices, menus, effect rolls."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from playing import (
    Faces,
    buying,
    given,
    has,
    kite,
    kites_with,
    of_core,
    of_kites,
    refused,
    yards,
)

from freed6c.runtime.play.actions import spend_ranks
from freed6c.runtime.play.character import Character
from freed6c.runtime.play.execution import Choices, Purchase
from freed6c.runtime.play.state import Outcome, RefusedError

if TYPE_CHECKING:
    from freed6c.runtime.play.checks import CheckResult


PECK, HAUL, SCREECH = (of_kites(f"action.{key}") for key in ("peck", "haul", "screech"))
HOOK: Any = {"row": of_kites("row.beaks.hook"), "distance": yards(3)}
SAW: Any = HOOK | {"row": of_kites("row.beaks.saw")}
TRICKS = of_kites("menu.tricks")
WINGED = given(**{"with": "wing"})


def peck(who: Character, whom: Character, *faces: int, **more: Any) -> Outcome:
    rng = Faces(*faces)
    choices = Choices(given=more.pop("facts", HOOK), **more)
    done = who.act(PECK, whom, rng=rng, choices=choices)
    assert not rng.left
    return done


def number(done: Outcome) -> int:
    assert done.checks[0].needed is not None
    return done.checks[0].needed.number


def total(done: Outcome) -> int:
    assert done.result is not None
    return done.result.total


# what is fed by a chosen row


@pytest.mark.parametrize(("facts", "dice"), [(HOOK, "2D"), (SAW, "4D+2")])
def test_a_chosen_row_gives_its_values_and_what_follows_from_them(
    facts: Any, dice: str
) -> None:
    red = kite(values={"value.beak": "7D"})
    count = int(dice[0])
    done = peck(red, kite("Blue"), 5, 5, *[1] * count, facts=facts)
    assert str(done.checks[1].result.prepared) == dice  # type: ignore[union-attr]
    assert str(red.value("value.bite")) == "7D"


# resistance: fixed, rolled, or either


def test_an_opponent_may_roll_where_the_rules_let_them() -> None:
    done = peck(kite(), kite("Blue"), 9, 1, 1, resisted_by_roll=True)
    assert number(done) == 9
    assert str(done.checks[0].needed.parts[0]) == "Eye, rolled: 9"  # type: ignore[union-attr]


@pytest.mark.parametrize(("condition", "rolled"), [("dazed", 7), ("clumsy", 8)])
def test_what_changes_checks_changes_rolled_resistance_unless_it_says_not(
    condition: str, rolled: int
) -> None:
    blue = kite("Blue")
    blue.apply_condition(f"condition.mood.{condition}")
    assert number(peck(kite(), blue, 8, 1, 1, resisted_by_roll=True)) == rolled
    assert number(peck(kite(), blue, 1, 1)) == 5


def test_an_effect_roll_may_be_made_with_an_ability() -> None:
    red, blue = kite(), kite("Blue")
    red.apply_condition("condition.mood.dazed")
    done = red.act(SCREECH, blue, rng=Faces(1, 5, 5, 5, 5), choices=WINGED)
    assert str(done.checks[1].result.prepared) == "2D"  # type: ignore[union-attr]
    assert has(blue, "mood.shy")
    assert blue.conditions[0].lasting.duration.text == "until end of storm"  # type: ignore[union-attr]


def test_who_may_not_act_resists_with_fixed_values_only() -> None:
    blue = kite("Blue")
    blue.act("action.dodge", rng=Faces())
    blue.apply_condition("condition.tatters.torn")
    assert number(peck(kite(), blue, 1, 1)) == 5
    done = kite().act(SCREECH, blue, rng=Faces(1, 1), choices=WINGED)
    assert number(done) == 5
    with refused(r"^Blue cannot act, so cannot roll to re"):
        peck(kite(), blue, resisted_by_roll=True)


def test_what_a_condition_brings_does_not_set_it_off_again() -> None:
    blue = kite("Blue")
    blue.apply_condition("condition.knots.looped")
    assert [str(held.condition.entry.name) for held in blue.conditions] == [
        "Looped",
        "Snarled",
        "Looped",
    ]


def test_who_may_do_something_still_rolls_to_resist() -> None:
    blue = kite("Blue")
    blue.apply_condition("condition.mood.tangled")
    assert number(peck(kite(), blue, 9, 1, 1, resisted_by_roll=True)) == 9


def test_a_roll_to_resist_is_refused_where_the_rules_leave_no_choice() -> None:
    red, dodge = kite(), of_kites("action.dodge")
    with refused(r"^Haul cannot be resisted with a ro"):
        red.act(HAUL, kite("Blue"), rng=Faces(), choices=Choices(resisted_by_roll=True))
    with refused(r"^Dodge cannot be resisted with a r"):
        red.act(dodge, rng=Faces(), choices=Choices(resisted_by_roll=True))
    assert not red.used


def test_nobody_resists_with_what_they_lack() -> None:
    blind = kite("Blind")
    del blind.ratings["ability.eye"]
    with refused(r"^Blind has none of these to resist with: Eye, Spot$"):
        peck(kite(), blind)


# difficulties


def show_off(**facts: Any) -> Outcome:
    return kite().act(
        "action.show-off",
        rng=Faces(9, 9),
        choices=given(**{"with": "wing"} | facts),
    )


def test_a_difficulty_is_a_number_or_a_band() -> None:
    assert number(show_off(difficulty=7)) == 7
    assert number(show_off(difficulty=of_kites("band.risk.high"))) == 10
    assert number(show_off(difficulty=of_kites("band.guess.near"), number=3)) == 3


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({}, "the game master has to set a difficulty (difficulty)"),
        ({"helper": 3}, "it needs with, difficulty"),
        ({"difficulty": of_kites("band.guess.near")}, "choose a number for Near: 1-6"),
        ({"difficulty": of_kites("band.guess.near"), "number": 9}, "choose a number for Near"),
        ({"difficulty": "hard"}, "unknown band 'hard'"),
        ({"difficulty": True, "number": "x"}, "Number (number) cannot be x: write a number"),
        ({"difficulty": 3, "with": of_kites("track.wet")}, "Wetness is not an ability"),
        ({"difficulty": 3, "with": 3}, "3 cannot be rolled"),
    ],
)  # fmt: skip
def test_what_is_no_difficulty_or_no_rating(facts: Any, words: str) -> None:
    with pytest.raises(RefusedError) as raised:
        show_off(**facts)
    assert words in str(raised.value)


def test_the_margin_and_the_size_that_changes_it() -> None:
    done = kite().act(HAUL, kite("Blue"), rng=Faces(5, 4))
    assert "Blue moves 8 yard" in str(done)
    done = kite().act(HAUL, kite("Blue"), rng=Faces(1, 1), choices=given(bigger=3))
    assert done.success
    assert "Blue moves 6 yard" in str(done)
    done = kite().act(HAUL, kite("Blue"), rng=Faces(5, 4), choices=given(bigger=-3))
    assert not done.success
    assert "Red moves 1 yard" in str(done)
    assert "The line sings." in str(done)


def test_a_result_may_be_changed_before_anything_follows() -> None:
    blue = kite("Blue")
    rng = Faces(1, 1, 9, 9)
    done = kite().act(HAUL, blue, rng=rng, after=lambda one: one.again(rng, "higher"))
    assert total(done) == 18
    assert "Blue moves 26 yard" in str(done)


# to whom


def test_everybody_around_may_be_meant() -> None:
    red, blue, green = kite(), kite("Blue"), kite("Green")
    red.act(SCREECH, opponents=[blue, green], rng=Faces(1, 5, 5, 1, 1), choices=WINGED)
    assert has(blue, "mood.shy")
    assert has(green, "mood.shy")
    assert red.value("value.height") == 4


# one of several, either way


def test_either_way() -> None:
    red = kite()
    red.act("action.puff", rng=Faces(), choices=Choices(subtract=True))
    assert str(red.pool("ability.wing")) == "2D -1D"
    red.pool("ability.wing").roll(Faces(5))
    assert str(red.pool("ability.wing")) == "2D"


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (0, "expected a number from 1 to 2, not 0"),
        (3, "expected a number from 1 to 2, not 3"),
        ("x", "branch: expected a whole number, not 'x'"),
        (1.5, "branch: expected a whole number, not 1.5"),
        (None, "branch: expected a whole number, not None"),
    ],
)
def test_what_is_no_number_of_an_effect_is_refused(number: Any, reason: str) -> None:
    with pytest.raises(RefusedError, match=reason):
        kite("Blue").act("action.puff", rng=Faces(), choices=Choices(branch=number))


def test_the_choice_gives_its_qualifiers_to_what_is_chosen() -> None:
    blue = kite("Blue")
    blue.act("action.puff", rng=Faces(), choices=Choices(branch=2))
    assert blue.fixed("ability.eye") == 9
    assert number(peck(kite(), blue, 1, 1)) == 9
    assert number(peck(kite(), blue, 1, 1)) == 5


# menus


def bought(*buys: Any, rank: int = 5, whom: Character | None = None) -> Character:
    red = kite()
    spend_ranks(TRICKS, rank, red, whom, buys=buys, rng=Faces())
    return red


def test_what_is_bought_is_about_the_chosen_skill() -> None:
    red = bought(buying("tilt", chosen_skill="dive", subtract=True))
    assert str(red.pool("skill.dive")) == "2D -2"
    assert str(red.pool("ability.wing")) == "2D"


@pytest.mark.parametrize(
    ("buys", "rank", "words"),
    [
        ([buying("tilt")], 1, "A tilt needs a choice: Chosen skill (chosen-skill)"),
        ([buying("tilt")] * 2, 5, "A tilt can only be bought once"),
        ([buying("gift")], 2, "A gift needs a choice: Chosen ability (chosen-ability)"),
        ([buying("shut-out")], 1,
         "Not minding needs a choice: Chosen condition (chosen-condition)"),
        ([buying("cure")], 1, "Red has no condition that this helps with"),
        ([buying("cure", recipient="ally")], 1, "this needs a character as ally"),
        ([buying(of_core("pick.advantages.die"))], 5, " is not on Tricks"),
    ],
)  # fmt: skip
def test_what_cannot_be_bought(buys: Any, rank: int, words: str) -> None:
    red = kite()
    before = red.state()
    with pytest.raises(RefusedError) as raised:
        spend_ranks(TRICKS, rank, red, buys=buys, rng=Faces())
    assert words in str(raised.value)
    assert red.state() == before


def test_an_ability_given_or_taken() -> None:
    tail = of_kites("ability.tail")
    red = bought(buying("gift", chosen_ability=tail))
    assert red.has(tail)
    with refused("too few dice left for this: minimum 1D"):
        red.pool(tail)
    red = bought(buying("gift", chosen_ability="wing").but(branch=2))
    with refused(r"^A gift: Red cannot use Wing$"):
        red.pool("skill.dive")


def test_one_effect_roll_for_a_check() -> None:
    blue = kite("Blue", values={"value.height": 0})
    nip = buying("nip")
    red = kite()
    done = spend_ranks(TRICKS, 2, red, blue, buys=[nip, nip], rng=Faces(4, 4, 4))
    assert str(done.checks[0].result.prepared) == "2D +1D"  # type: ignore[union-attr]
    assert len(done.checks) == 1
    assert "one check can lead to only one effect roll" in str(done)


def test_what_ranks_are_spent_on_may_wait_for_the_result() -> None:
    def spending(result: CheckResult) -> list[Purchase]:
        return [buying("cure")] * result.rank

    red = kite()
    for _ in range(2):
        red.apply_condition("condition.tatters.frayed")
    red.act("action.mend", rng=Faces(10), choices=Choices(buys=spending))
    assert has(red)


# what rules ask


@pytest.mark.parametrize(
    ("effect", "calm", "windy"),
    [
        ("modify: checks, by: 1D", "2D against 5", "2D +1D against 5"),
        ("modify: wing, by: 1D", "2D against 5", "3D against 5"),
        ("use: eye, instead-of: dive.stoop", "2D against 5", "1D against 5"),
        ("modify: resistance, by: 4", "2D against 5", "2D against 9"),
        ("modify: value.height, by: 4", "2D against 13", "2D against 17"),
    ],
)
def test_an_answer_counts_in_all_that_a_check_is_made_of(
    effect: str, calm: str, windy: str
) -> None:
    resistance = "value.guard" if "height" in effect else "eye"
    rules = kites_with(
        f"""
        actions:
          nudge:
            name: Nudge
            type: shout
            target: opponent
            inputs: {{wind: {{name: Wind, type: integer, optional: true}}}}
            check: {{with: dive.stoop, against: {{resistance: {resistance}}}}}
        rules:
          wind:
            name: Wind
            inputs: {{wind: {{name: Wind, type: integer}}}}
            effects: [{{{effect}, if: wind > 2}}]
        """
    )
    codes = {"wing": "2D", "eye": "1D"}
    red, blue = (Character(codes, rules=rules, name=name) for name in ("Red", "Blue"))
    for facts, expected in (({}, calm), ({"wind": 2}, calm), ({"wind": 3}, windy)):
        done = red.act("nudge", blue, rng=Random(1), choices=given(**facts))
        assert f"{done.result.prepared} against {number(done)}" == expected  # type: ignore[union-attr]


# how long conditions last now


@pytest.mark.parametrize(
    ("condition", "duration", "by"),
    [
        ("shy", "until end of own next gust", 1),
        ("proud", "2 gusts", 1),
        ("proud", "2 gusts", -1),
        ("giddy", "1D watches", 2),
        ("clumsy", "until end of storm", 1),
    ],
)
def test_what_has_been_made_longer_or_shorter_does_not_last_so_long_any_more(
    condition: str, duration: str, by: int
) -> None:
    period = duration.rsplit(maxsplit=1)[-1].rstrip("s").replace("watche", "watch")
    effect = (
        f"set-duration: mood.{condition}, by: {by}, period: {period}, from: {duration}"
    )
    rules = kites_with(f"rules: {{hold: {{name: Hold, effects: [{{{effect}}}]}}}}")
    red = Character({"wing": "2D"}, rules=rules, name="Red")
    red.apply_condition(f"mood.{condition}", rng=Faces(3))
    assert "Red is now" in str(red.follow("hold"))
    held = list(red.conditions)
    for _ in range(2):
        assert "this needs the duration" in str(red.follow("hold"))
    assert red.conditions == held
