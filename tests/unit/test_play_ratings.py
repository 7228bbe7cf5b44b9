"""How good somebody is, and what they roll: the ladder, training, values, pools, rolling again."""

from __future__ import annotations

from typing import Any

import pytest
from playing import Faces, core, hero, kite, of_kites, refused, yards
from small_packs import ruleset

from freed6c.runtime.amounts import Modifier, Quantity
from freed6c.runtime.play.actor import CharacterError
from freed6c.runtime.play.character import Character
from freed6c.runtime.play.state import RefusedError


def test_an_ability_without_a_code_is_not_rolled() -> None:
    with refused(r"^Colour has no die code$"):
        kite(abilities=["ability.colour"]).rating("ability.colour")


def test_only_ratings_are_rolled() -> None:
    with refused(r"not an ability, skill or specialization"):
        kite().rating("track.wet")
    with refused(r"unknown ability, skill or specialization 'skill.none'"):
        kite().rating("skill.none")


@pytest.mark.parametrize(
    "ratings", [{"skill.glide": "0D+1"}, {"specialization.glide.spiral": "1D"}]
)
def test_training_is_a_code_in_the_skill_or_a_part_of_it(
    ratings: dict[str, str],
) -> None:
    with refused(r"Glide requires training, which Red lacks"):
        kite().rating("skill.glide")
    assert kite(ratings=ratings).rating("skill.glide").dice == 2


def test_whoever_has_something_has_what_it_needs() -> None:
    with pytest.raises(CharacterError, match=r"Luck needs Dynamic"):
        hero(ratings={"ability.luck": "2D"}, player=False)
    hero(ratings={"ability.luck": "2D"})
    hero(abilities=["ability.stock"], player=False)
    for fate in ({}, {"player": False, "ratings": {"ability.luck": "1D"}}):
        abilities = ["ability.stock", *(["ability.dynamic"] if fate else [])]
        with pytest.raises(CharacterError, match=r"Stock excludes Dynamic"):
            hero(abilities=abilities, **fate)


def test_all_that_does_not_fit_on_a_sheet_is_named_at_once() -> None:
    with pytest.raises(CharacterError) as raised:
        kite(
            ratings={"skill.none": "1D", "skill.spot": "lots", "value.height": "1D"},
            abilities=["skill.spot"],
            values={"ability.eye": 3, "value.height": "high"},
            hooks=["points.breath"],
        )
    assert len(raised.value.problems) == 7
    assert "skill.none" in raised.value.problems[0]


def test_effects_on_fixed_values() -> None:
    red = kite()
    red.apply_condition("condition.mood.giddy", Faces(1))
    assert (red.fixed("skill.dive"), red.fixed("ability.eye")) == (15, 5)


def test_effects_on_checks_count_in_fixed_values_where_the_rules_say_so() -> None:
    red = kite()
    fixed = red.fixed("ability.wing")
    red.apply_condition("condition.mood.dazed")
    assert str(red.pool("ability.wing")) == "2D -1"
    assert red.fixed("ability.wing") == fixed


def test_values_stand_on_the_sheet_or_follow() -> None:
    red = kite(values={"value.line": yards(7)})
    assert red.value("value.height") == 3
    assert red.value("value.guard") == 13
    assert red.value("value.line") == Quantity(amount=7, unit="yard")
    assert red.value("value.weight") is None
    assert str(red.value("value.bite")) == "2D"
    high = kite(values={of_kites("value.height"): 9})
    assert high.value("value.guard") == 19


def test_values_change_with_conditions_and_what_follows_from_them_too() -> None:
    red = kite()
    red.apply_condition("condition.mood.shy")
    assert (red.value("value.height"), red.value("value.guard")) == (2, 12)


def test_what_changes_a_value_that_is_not_there_changes_nothing() -> None:
    ann = hero(values={"value.move": None})
    assert ann.value("value.move") is None


def test_having() -> None:
    red = kite(abilities=["ability.colour"], ratings={"skill.dive": "1D"})
    assert red.has("ability.wing")
    assert red.has("ability.colour")
    assert red.has("skill.dive")
    assert not red.has("skill.spot")
    assert not red.has("member.winds.gale")
    assert kite(hooks=["hook.gale-born"]).has("member.winds.gale")


def test_what_is_forbidden_cannot_be_used() -> None:
    red = kite(ratings={"skill.spot": "1D"})
    red.apply_condition("condition.mood.blinded")
    assert not red.has("skill.spot")
    with refused(r"^Blinded: Red cannot use Spot$"):
        red.rating("skill.spot")
    assert red.rating("ability.eye").dice == 1


def test_what_is_forbidden_may_depend_on_what_one_has_and_the_other_way_round() -> None:
    red = kite()
    assert red.value("value.height") == 3
    red.values["value.height"] = -1
    with refused(r"Aground"):
        red.act("action.puff", rng=Faces())


def test_nobody_rolls_without_dice() -> None:
    with refused(r"^Wing needs a roll, but there are no dice here$"):
        kite().roll("ability.wing")


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("value.height", "high"),
        ("value.line", "three"),
        ("value.line", True),
        ("value.beak", 2),
        ("value.height", True),
    ],
)
def test_values_are_of_their_type(value: str, written: Any) -> None:
    with pytest.raises(CharacterError, match=f"{value} cannot be {written}"):
        kite(values={value: written})


def test_a_sheet_says_each_thing_once() -> None:
    with pytest.raises(CharacterError) as raised:
        Character(
            {"wits": "3D", "ability.wits": "4D", "dynamic": "1D"},
            rules=core(),
            values={"armour": 1, "value.armour": 2},
        )
    assert raised.value.problems == (
        "Wits is given twice: as wits and ability.wits",
        "Dynamic has no die code (list it in `abilities`)",
        "Armor is given twice: as armour and value.armour",
    )


def test_a_sheet_has_values_as_they_count_now() -> None:
    rules = ruleset(
        """
        values: {speed: {name: Speed, of: walker, type: length}}
        tracks:
          mood:
            name: Mood
            stacking: discrete
            conditions: {glad: {name: Glad, effects: [{modify: speed, by: 2 pace}]}}
        """
    )
    ann = Character({}, rules=rules, name="Ann", values={"speed": "3 pace"})
    assert ann.sheet().splitlines() == ["Ann", "Speed 3 pace"]
    ann.apply_condition("glad")
    assert ann.sheet().splitlines() == ["Ann", "Speed 5 pace (basic 3 pace)", "Glad"]


def test_a_pool_and_where_it_comes_from() -> None:
    ann = hero(
        ratings={"skill.brawling": "1D+2", "specialization.brawling.strike": "0D+1"}
    )
    ann.apply_condition("condition.damage.stunned")
    pool = ann.pool("specialization.brawling.strike")
    assert str(pool) == "5D -2"
    assert list(map(str, pool.parts)) == [
        "Strength: 3D",
        "Brawling: 1D+2",
        "Strike: 0D+1",
        "Stunned: -2",
    ]
    assert pool.subject == {
        "ability.strength",
        "skill.brawling",
        "specialization.brawling.strike",
    }


def test_except_goes_before_of() -> None:
    red = kite()
    red.apply_condition("condition.mood.giddy", Faces(1))
    assert "K" in str(red.pool("ability.wing"))
    assert "K" not in str(red.pool("specialization.dive.stoop"))
    assert "K" not in str(red.pool("ability.eye"))


@pytest.mark.parametrize(
    ("entry", "procedure"),
    [
        ("ability.wing", "dice.toss"),
        ("ability.whistle", "dice.echo"),
        ("skill.tune", "dice.echo"),
        ("specialization.tune.trill", "dice.toss"),
    ],
)
def test_the_narrowest_says_which_procedure(entry: str, procedure: str) -> None:
    assert kite().pool(entry).procedure is of_kites(procedure)


def test_a_token_of_another_procedure_is_left_out() -> None:
    pool = kite().pool("ability.whistle").plus(Modifier(token="K", count=1), "a knot")
    assert pool.roll(Faces(3, 1, 4)).total == 2


def test_another_ability_may_take_the_place_of_the_own_one() -> None:
    ann = hero(ratings={"skill.brawling": "1D+1"})
    pool = ann.pool("skill.brawling", ability="ability.wits")
    assert str(pool) == "3D+1"
    assert "ability.strength" not in pool.subject
    with refused(r"Brawling is not an ability"):
        ann.pool("skill.brawling", ability="skill.brawling")


def test_an_ability_from_a_hook_costs_a_point_until_it_has_a_rank() -> None:
    cyber = "ability.cybernetics"
    ann = hero(hooks=["hook.cybernetics"], ratings={cyber: "0D+2"})
    ready = ann.pool(cyber)
    assert ann.points["points.action"] == 1  # a pool is only looked at
    assert ready.roll(Faces()).total == 2
    assert ann.points["points.action"] == 0
    lacks = r"^this roll costs 1 Action points, but Ann has 0$"
    with pytest.raises(RefusedError, match=lacks):
        ann.pool(cyber)
    with pytest.raises(RefusedError, match=lacks):
        ready.roll(Faces())


def test_whoever_has_an_ability_without_a_hook_pays_nothing_for_it() -> None:
    ann = hero(ratings={"ability.cybernetics": "0D+2"})
    assert ann.pool("ability.cybernetics").roll(Faces()).total == 2
    assert ann.points["points.action"] == 1


def test_rolling_again_keeps_what_was_asked_for() -> None:
    first = hero().pool("ability.wits").roll(Faces(4, 4), 5)
    assert first.again(Faces(1, 1), "higher").total == 8
    assert first.again(Faces(1, 1), "lower").total == 2
    assert first.again(Faces(1, 1), "second").total == 2
    assert first.again(Faces(6, 6), "higher").total == 12


def test_dice_may_be_added_to_a_roll_that_lies_there() -> None:
    first = hero().pool("ability.wits").roll(Faces(4, 4), 12)
    assert not first.success
    result = first.adding(Modifier(dice=2), Faces(3, 2))
    assert (result.total, result.success, result.margin) == (13, True, 1)
    assert first.adding(Modifier(adds=-3), Faces()).total == 5


def test_repeated_checks_keep_the_better_roll() -> None:
    red = kite()
    red.apply_condition("condition.mood.lucky")
    result = red.act("action.haul", kite("Blue"), rng=Faces(1, 1, 9, 9)).result
    assert result is not None
    assert result.total == 18
    assert red.act("action.haul", kite("Blue"), rng=Faces(1, 1)).checks
