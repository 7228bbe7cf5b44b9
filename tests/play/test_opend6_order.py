"""The order of a round in OpenD6: three methods and none, six comparisons, a bonus, breaking in."""

from __future__ import annotations

from typing import Any

import pytest
from shelf import Faces, package

GAME = package("opend6")
PLAY = GAME.play
ROUNDS = GAME.scenes.ROUNDS
EQUAL = {"ability.reflexes": "2D", "ability.perception": "2D", "ability.presence": "2D"}


def person(name: str, game: Any = GAME, /, **ratings: str) -> Any:
    """Somebody with 2D in every attribute, as far as not said."""
    found = {f"ability.{key}": code for key, code in ratings.items()}
    return game.Character(EQUAL | found, name=name)


def names(groups: Any) -> list[str]:
    return ["+".join(map(str, group)) for group in groups]


def test_perception_is_rolled_in_every_round_and_the_highest_goes_first() -> None:
    mara, bruno = person("Mara"), person("Bruno")
    rolls = Faces(2, 3, 4, 4)
    assert names(PLAY.order(ROUNDS, [mara, bruno], rng=rolls)) == ["Bruno", "Mara"]
    assert not rolls.left
    assert ROUNDS.order.each.id == "period.round"


@pytest.mark.parametrize("choice", ["each-scene", "first-to-act", "compare"])
def test_other_methods_hold_for_the_scene(choice: str) -> None:
    scene = package("opend6", f"initiative.{choice}").scenes.ROUNDS
    assert scene.order.each.id == "period.scene"


def test_whoever_begins_leads_without_a_roll() -> None:
    game = package("opend6", "initiative.first-to-act")
    bruno, mara = person("Bruno", game), person("Mara", game, perception="5D")
    found = game.play.order(game.scenes.ROUNDS, [bruno, mara])
    assert names(found) == ["Bruno", "Mara"]


def test_nobody_has_to_roll_to_be_compared() -> None:
    game = package("opend6", "initiative.compare")
    bruno, mara = person("Bruno", game), person("Mara", game, perception="2D+1")
    found = game.play.order(game.scenes.ROUNDS, [bruno, mara])
    assert names(found) == ["Mara", "Bruno"]


TIES: tuple[tuple[dict[str, str], dict[str, int]], ...] = (
    ({}, {"value.acts-first": 1}),
    ({"ability.perception": "2D+1"}, {}),
    ({"skill.search": "1D"}, {}),
    ({"ability.reflexes": "2D+1"}, {}),
    ({"skill.dodge": "0D+1"}, {}),
    ({}, {"value.edge": 1}),
)
"""What each has that the others have not: in the order in which ties are broken."""


def tied(game: Any, place: int) -> Any:
    ratings, values = TIES[place]
    return game.Character(EQUAL | ratings, name=str(place), values=values)


def test_ties_are_broken_in_their_order() -> None:
    game = package("opend6", "initiative.compare")
    people = [tied(game, place) for place in reversed(range(len(TIES)))]
    found = game.play.order(game.scenes.ROUNDS, people)
    assert names(found) == [str(place) for place in range(len(TIES))]


@pytest.mark.parametrize("place", range(len(TIES)))
def test_each_comparison_decides_by_itself(place: int) -> None:
    game = package("opend6", "initiative.compare")
    plain = person("plain", game)
    found = game.play.order(game.scenes.ROUNDS, [plain, tied(game, place)])
    assert names(found) == [str(place), "plain"]


def test_equal_rolls_are_compared_and_those_equal_in_everything_act_at_once() -> None:
    mara, bruno, quick = person("Mara"), person("Bruno"), person("Q", reflexes="4D")
    found = PLAY.order(ROUNDS, [mara, bruno, quick], rng=Faces(2, 2, 2, 2, 2, 2))
    assert names(found) == ["Q", "Mara+Bruno"]


def test_character_points_help_and_fate_does_not() -> None:
    mara, bruno = person("Mara"), person("Bruno", perception="3D")
    for who in (mara, bruno):
        who.points.update({"points.character": 1, "points.fate": 1})
    mara.spend(GAME.points.CHARACTER, "die")
    bruno.spend(GAME.points.FATE, "roll")
    faces = Faces(2, 2, 4, 2, 2, 2)
    found = PLAY.order(ROUNDS, [mara, bruno], rng=faces)
    assert (names(found), faces.left) == (["Mara", "Bruno"], [])
    assert str(bruno.pool(GAME.abilities.REFLEXES)) == "2D FP"
    assert str(mara.pool(GAME.abilities.REFLEXES)) == "2D"


def test_a_bonus_for_those_who_search_and_for_those_who_are_quick() -> None:
    game = package("opend6", "initiative-bonus.added")
    ratings = EQUAL | {"skill.search": "5D", "ability.reflexes": "4D+2"}
    values = {"value.initiative-ranks": 7}
    mara = game.Character(ratings, name="Mara", values=values)
    bruno = person("Bruno", game)
    faces = Faces(2, 2, 4, 3)
    found = game.play.order(game.scenes.ROUNDS, [mara, bruno], rng=faces)
    assert names(found) == ["Mara", "Bruno"]
    assert (
        game.formulas.initiative_bonus(
            game.DieCode.parse("5D"), game.DieCode.parse("4D+2"), 7
        )
        == 2 + 1 + 1
    )


def test_only_those_who_have_waited_may_break_in() -> None:
    mara, bruno = person("Mara"), person("Bruno")
    standing = ((mara,), (bruno,))
    assert PLAY.interrupting(ROUNDS, standing, bruno) == ()
    mara.act(GAME.actions.DECLARE, rng=Faces(), choices=two())
    mara.act(GAME.actions.WAIT, rng=Faces())
    assert PLAY.interrupting(ROUNDS, standing, bruno) == (mara,)
    dodge = mara.act(
        GAME.actions.DODGE, rng=Faces(5), choices=PLAY.Choices(given={"difficulty": 5})
    )
    assert dodge.checks[0].result.total == 5
    assert PLAY.interrupting(ROUNDS, standing, bruno) == ()


def two() -> Any:
    return PLAY.Choices(given={"actions": 2})


def test_waiting_is_over_with_the_round() -> None:
    mara, bruno = person("Mara"), person("Bruno")
    mara.act(GAME.actions.WAIT, rng=Faces())
    PLAY.end(GAME.periods.ROUND, [mara, bruno], Faces())
    assert PLAY.interrupting(ROUNDS, ((bruno,), (mara,)), bruno) == ()
