"""OpenD6 at play: the Wild Die, points, many actions in a round, what they do."""

from __future__ import annotations

from typing import Any

import pytest
from shelf import Faces, package

GAME = package("opend6")
PLAY, ACTIONS, FATE = GAME.play, GAME.actions, GAME.points.FATE


def person(name: str = "Mara", game: Any = GAME, /, **more: Any) -> Any:
    """Somebody with 3D in every attribute, 2D in most things, and points, as far as not said."""
    ratings = {
        "ability.reflexes": "3D",
        "ability.perception": "3D",
        "ability.presence": "2D",
        "skill.brawling": "4D+2",
        "skill.lifting": "2D",
    } | more.pop("ratings", {})
    values = {"value.character-points": 9, "value.fate-points": 2} | more.pop(
        "values", {}
    )
    return game.Character(ratings, name=name, values=values, **more)


def given(**facts: Any) -> Any:
    return PLAY.Choices(given=facts)


def declare(who: Any, actions: int) -> Any:
    return who.act(ACTIONS.DECLARE, rng=Faces(), choices=given(actions=actions))


# points


@pytest.mark.parametrize(
    ("choice", "most"), [("easy", 2), ("cinematic", 5), ("universe-shaking", 9)]
)
def test_how_many_go_into_one_roll(choice: str, most: int) -> None:
    game = package("opend6", f"challenge.{choice}")
    mara = person("Mara", game)
    points = game.points.CHARACTER
    mara.spend(points, "die")
    result = game.check(
        mara.pool(game.skills.BRAWLING), difficulty=10, rng=Faces(3, 2, 2, 2, 1)
    )
    for _ in range(most - 1):
        result = game.play.spend_on(result, points, "die", mara, rng=Faces(1))
    assert result.total == 11 + most
    refusal = "costs 1" if most == 9 else f"no more than {most} in a roll"
    with pytest.raises(game.play.RefusedError, match=refusal):
        game.play.spend_on(result, points, "die", mara, rng=Faces(1))


def test_points_are_for_open_rolls_of_your_own() -> None:
    mara, bruno = person("Mara"), person("Bruno")
    roll = GAME.check(bruno.pool("brawling"), rng=Faces(3, 2, 2, 2))
    with pytest.raises(PLAY.RefusedError, match="on a roll of Bruno"):
        PLAY.spend_on(roll, "character", "die", mara)
    dodged = bruno.act("dodge", rng=Faces(3, 2, 2), choices=given(difficulty=10))
    with pytest.raises(PLAY.RefusedError, match="too late"):
        PLAY.spend_on(dodged.checks[0].result, "character", "die", bruno)


def test_fate_comes_back_at_the_climax() -> None:
    mara = person("Mara", game := package("opend6", "climax.here"))
    mara.spend("fate", "climax")
    game.play.end_period("round", [mara])
    assert mara.spend("fate", "climax")


# many actions in a round


def test_dice_that_a_fate_point_doubles_are_left_after_a_penalty() -> None:
    mara = person(ratings={"ability.reflexes": "3D+1"})
    declare(mara, 4)
    with pytest.raises(PLAY.RefusedError, match="too few dice left"):
        mara.pool("reflexes")
    mara.spend(FATE, "roll")
    assert str(mara.pool("reflexes")) == "3D+1 -3D FP"
    assert GAME.check(mara.pool("reflexes"), rng=Faces(4, 4, 4)).total == 14
    declare(other := person(), 7)
    other.spend(FATE, "roll")
    with pytest.raises(
        PLAY.RefusedError, match="too few dice left for this: minimum 1D"
    ):
        other.pool("reflexes")


# ways, grips
