"""Attempts: pools with all that counts, rolled and rolled again."""

from __future__ import annotations

import pytest
from playing import Faces, given, hero, kite, of_kites, refused

from freed6c.runtime.amounts import Modifier
from freed6c.runtime.play.state import Refused


def test_a_pool_and_where_it_comes_from() -> None:
    ann = hero(
        ratings={"skill.brawling": "1D+2", "specialization.brawling.strike": "0D+1"}
    )
    ann.suffer("condition.damage.stunned")
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
    red.suffer("condition.mood.giddy", Faces(1))
    assert "K" in str(red.pool("ability.wing"))
    assert "K" not in str(red.pool("specialization.dive.stoop"))
    assert "K" not in str(red.pool("ability.eye"))


def test_a_tie_succeeds_or_not_as_the_procedure_says() -> None:
    assert hero().pool("ability.wits").roll(Faces(5, 2), 7).success
    red = kite()
    assert not red.pool("ability.wing").roll(Faces(5, 2), 7).success
    assert red.pool("ability.wing").roll(Faces(5, 3), 7).rank == 1


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
    with refused(r"Brawling is no ability"):
        ann.pool("skill.brawling", ability="skill.brawling")


def test_an_ability_from_a_hook_costs_a_point_until_it_has_a_rank() -> None:
    cyber = "ability.cybernetics"
    ann = hero(hooks=["hook.cybernetics"], ratings={cyber: "0D+2"})
    ready = ann.pool(cyber)
    assert ann.points["points.action"] == 1  # a pool is only looked at
    assert ready.roll(Faces()).total == 2
    assert ann.points["points.action"] == 0
    lacks = r"^this roll costs 1 Action points, and Ann has 0$"
    with pytest.raises(Refused, match=lacks):
        ann.pool(cyber)
    with pytest.raises(Refused, match=lacks):
        ready.roll(Faces())
    able = hero(hooks=["hook.cybernetics"], ratings={cyber: "1D"})
    assert able.pool(cyber).roll(Faces(3)).total == 3
    assert able.points["points.action"] == 1


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


def test_what_is_good_for_one_check_is_used_up_by_it() -> None:
    red = kite()
    red.suffer("condition.tatters.frayed")
    pool = red.pool("ability.wing")
    assert str(pool) == "2D -2"
    pool.roll(Faces(1, 1))
    assert str(red.pool("ability.wing")) == "2D"


def test_a_die_in_a_skill_for_one_check() -> None:
    red = kite()
    red.spend(
        "points.breath", "knack", choices=given(chosen_skill=of_kites("skill.glide"))
    )
    assert str(red.pool("ability.wing")) == "2D"
    red.pool("skill.glide").roll(Faces(1, 1, 1))
    with refused(r"takes training"):
        red.pool("skill.glide")


def test_one_skill_in_the_place_of_another_for_one_check() -> None:
    red = kite(ratings={"skill.dive": "2D"})
    swap = given(chosen_skill=of_kites("skill.dive"), instead_of=of_kites("skill.spot"))
    red.spend("points.breath", "swap", choices=swap)
    assert str(red.pool("ability.eye")) == "1D"
    red.pool("skill.spot").roll(Faces(1, 1, 1, 1))
    assert str(red.pool("skill.spot")) == "1D"


def test_repeated_checks_keep_the_better_roll() -> None:
    red = kite()
    red.suffer("condition.mood.lucky")
    result = red.act("action.haul", kite("Blue"), rng=Faces(1, 1, 9, 9)).result
    assert result is not None
    assert result.total == 18
    assert red.act("action.haul", kite("Blue"), rng=Faces(1, 1)).checks
