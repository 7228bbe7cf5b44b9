"""The order of a round in OpenD6: three methods and none, six comparisons, a bonus, breaking in."""

from __future__ import annotations

from typing import Any

import pytest
from shelf import Faces, names, package

GAME = package("opend6")
ROUNDS = GAME.scenes.ROUNDS
EQUAL = {"ability.reflexes": "2D", "ability.perception": "2D", "ability.presence": "2D"}


def person(name: str, game: Any = GAME, /, **ratings: str) -> Any:
    """Somebody with 2D in every attribute, as far as not said."""
    found = {f"ability.{key}": code for key, code in ratings.items()}
    return game.Character(EQUAL | found, name=name)


@pytest.mark.parametrize("choice", ["each-scene", "first-to-act", "compare"])
def test_other_methods_hold_for_the_scene(choice: str) -> None:
    scene = package("opend6", f"initiative.{choice}").scenes.ROUNDS
    assert scene.order.each.id == "period.scene"


def test_whoever_begins_leads_without_a_roll() -> None:
    game = package("opend6", "initiative.first-to-act")
    bruno, mara = person("Bruno", game), person("Mara", game, perception="5D")
    found = game.play.turn_order(game.scenes.ROUNDS, [bruno, mara])
    assert names(found) == ["Bruno", "Mara"]


TIES: tuple[tuple[dict[str, str], dict[str, int]], ...] = (
    ({}, {"value.acts-first": 1}),
    ({"ability.perception": "2D+1"}, {}),
    ({"skill.search": "3D"}, {}),
    ({"ability.reflexes": "2D+1"}, {}),
    ({"skill.dodge": "2D+1"}, {}),
    ({}, {"value.edge": 1}),
)
"""What each has that the others have not: in the order in which ties are broken."""


def tied(game: Any, place: int) -> Any:
    ratings, values = TIES[place]
    return game.Character(EQUAL | ratings, name=str(place), values=values)


@pytest.mark.parametrize("place", range(len(TIES)))
def test_each_comparison_decides_by_itself(place: int) -> None:
    game = package("opend6", "initiative.compare")
    plain = person("plain", game)
    found = game.play.turn_order(game.scenes.ROUNDS, [plain, tied(game, place)])
    assert names(found) == [str(place), "plain"]


def test_a_bonus_for_those_who_search_and_for_those_who_are_quick() -> None:
    game = package("opend6", "initiative-bonus.added")
    ratings = EQUAL | {"skill.search": "7D", "ability.reflexes": "4D+2"}
    values = {"value.initiative-ranks": 7}
    mara = game.Character(ratings, name="Mara", values=values)
    bruno = person("Bruno", game)
    faces = Faces(2, 2, 4, 3)
    found = game.play.turn_order(game.scenes.ROUNDS, [mara, bruno], rng=faces)
    assert names(found) == ["Mara", "Bruno"]
    assert (
        game.formulas.initiative_bonus(
            game.DieCode.parse("5D"), game.DieCode.parse("4D+2"), 7
        )
        == 2 + 1 + 1
    )
