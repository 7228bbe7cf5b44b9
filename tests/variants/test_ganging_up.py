"""A gang at play: what every friend is worth, and what is gone with one of them."""

from __future__ import annotations

from typing import Any

import pytest
from shelf import Faces, ft, package, person

GAME = package("ganging-up")


def thug(others: int) -> Any:
    """A thug who strikes with 3D and is hit on 10 when alone, beside so many others."""
    ratings = {GAME.skills.BRAWLING.BLOCK.id: "0D+1"}
    who = person(GAME, "Thug", ratings=ratings)
    who.values[GAME.values.OTHERS.id] = others
    return who


def strike(who: Any, whom: Any, *faces: int) -> Any:
    fist = {
        "row": GAME.tables.ATTACKS.UNARMED,
        "distance": ft(GAME, 4),
        "clearance": ft(GAME, 0),
    }
    rng = Faces(*faces)
    choices = GAME.play.Choices(given=fist)
    (check, *_) = who.act(GAME.actions.ATTACK, whom, rng=rng, choices=choices).checks
    return check


def test_each_of_three_has_four_more_to_strike_with_and_to_be_struck() -> None:
    hero = person(GAME, "Hero", ratings={GAME.skills.BRAWLING.id: "2D"})
    blow = strike(thug(2), hero, 1, 2, 3)
    assert blow.result.total == 1 + 2 + 3 + 4
    assert strike(hero, thug(2), 1, 1, 1, 1, 1).needed.number == 14


def test_whoever_is_alone_has_nothing_of_it() -> None:
    hero = person(GAME, "Hero", ratings={GAME.skills.BRAWLING.id: "2D"})
    assert strike(thug(0), hero, 1, 2, 3).result.total == 1 + 2 + 3
    assert strike(hero, thug(0), 1, 1, 1, 1, 1).needed.number == 10


def test_it_is_gone_with_whoever_falls() -> None:
    hero, one = person(GAME, "Hero"), thug(2)
    one.values[GAME.values.OTHERS.id] = 1
    assert strike(hero, one, 1, 1, 1).needed.number == 12


@pytest.mark.parametrize(("others", "bonus"), [(4, 8), (5, 10), (6, 10), (30, 10)])
def test_there_is_a_most(others: int, bonus: int) -> None:
    assert GAME.formulas.ganging_up(others) == bonus
    assert (
        strike(person(GAME, "Hero"), thug(others), 1, 1, 1).needed.number == 10 + bonus
    )


def test_a_jeering_crowd_counts_and_skill_at_arms_by_itself_does_not() -> None:
    one = thug(3)
    taunted = one.act(GAME.actions.TAUNT, person(GAME, "Hero"), rng=Faces(1, 1, 1))
    assert taunted.checks[0].result.total == 3 + 6
    assert str(one.pool(GAME.skills.SHOOTING)) == "3D"
    assert str(one.pool(GAME.skills.ATHLETICS.JUMPING)) == "3D"
