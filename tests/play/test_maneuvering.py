"""Fights for the ground: who is driven where, and what they may still do."""

from __future__ import annotations

from typing import Any

import pytest
from shelf import Faces, package, person

GAME = package("maneuvering")
TURN, ROUND = GAME.periods.TURN, GAME.periods.ROUND
OPEN_GROUND = GAME.play.Choices(given={"open": True, "engaged": False})


def captain() -> Any:
    return person(GAME, "Captain", values={GAME.values.MOVE.id: "30 ft"})


def maneuver(whom: Any, *faces: int, way: str = "blade", **facts: Any) -> Any:
    row = getattr(GAME.tables.MANEUVERS, way.upper())
    choices = GAME.play.Choices(given={"way": row, **facts})
    rng = Faces(*faces)
    return person(GAME, "Isa").act(
        GAME.actions.MANEUVER, whom, rng=rng, choices=choices
    )


def turn_of(whom: Any) -> list[str]:
    """What happens as somebody's turn begins."""
    return [one.text for one in GAME.play.start_period(TURN, [whom], Faces())]


@pytest.mark.parametrize(
    ("way", "attack", "defence"),
    [
        ("blade", "melee", "Melee"),
        ("shot", "shooting", "Acrobatics"),
        ("footwork", "acrobatics", "Acrobatics"),
        ("threat", "intimidate", "Discipline"),
    ],
)
def test_what_one_uses_is_resisted_by_what_usually_resists_it(
    way: str, attack: str, defence: str
) -> None:
    (check,) = maneuver(captain(), 3, 3, 3, way=way).checks
    assert f"skill.{attack}" in check.result.prepared.subject
    assert str(check.needed.parts[0]) == f"{defence}: 9"


def test_they_choose_where_to_unless_they_are_forced() -> None:
    restricted, forced, nearly = captain(), captain(), captain()
    closed = "They choose where to, but not in a direction that you have closed."
    for outcome, where in (
        (maneuver(restricted, 6, 6, 6), closed),
        (
            maneuver(forced, 6, 6, 6, forcing=True),
            "You choose the direction or the exact spot.",
        ),
        (maneuver(nearly, 6, 6, 2, forcing=True), closed),
    ):
        moves = "Captain moves by their forced move, at the start of their next turn"
        assert [line.text for line in outcome.log][1:3] == [moves, where]


def test_any_other_move_of_that_turn_is_a_full_one() -> None:
    driven = captain()
    maneuver(driven, 3, 3, 3)
    assert turn_of(driven) == ["Captain moves 10 ft"]
    with pytest.raises(GAME.play.RefusedError, match="Incidental Move"):
        driven.act(GAME.actions.FREE_MOVE, rng=Faces(), choices=OPEN_GROUND)
    way = {
        "way": GAME.tables.MOVEMENT_SKILLS.SPRINT,
        "obstacle": GAME.benchmarks.DIFFICULTY.VERY_EASY,
    }
    far = driven.act(
        GAME.actions.MOVE, rng=Faces(), choices=GAME.play.Choices(given=way)
    )
    assert "Captain moves 30 ft" in str(far)
    assert GAME.play.slots(driven, GAME.action_types.FULL) == 0


def test_it_is_over_with_that_turn() -> None:
    driven = captain()
    maneuver(driven, 3, 3, 3)
    GAME.play.start_period(TURN, [driven], Faces())
    GAME.play.end_period(TURN, [driven], Faces())
    GAME.play.end_period(ROUND, [driven], Faces())
    driven.act(GAME.actions.FREE_MOVE, rng=Faces(), choices=OPEN_GROUND)
    assert turn_of(driven) == []


def test_nothing_happens_to_those_who_hold_their_ground() -> None:
    firm = captain()
    maneuver(firm, 2, 3, 3)
    assert turn_of(firm) == []


def test_it_takes_the_place_of_an_attack() -> None:
    assert GAME.actions.MANEUVER.type.id == GAME.actions.ATTACK.type.id
    assert GAME.actions.MANEUVER in [one.entry for one in GAME.scenes.MELEE.actions]
