"""From a cart to a heap of bricks, and from the heap to something new."""

from __future__ import annotations

from typing import Any

import pytest
from shelf import Faces, package, person

GAME = package("smash-and-build")
SMASH, VALUES, ACTIONS = GAME.tracks.SMASH, GAME.values, GAME.actions
OPEN = GAME.play.Choices(given={"open": True})


def thing(name: str, **numbers: int) -> Any:
    """Something without abilities: a toughness of 9, and what else is said."""
    values = {VALUES.TOUGHNESS.id: 9}
    values |= {f"value.{key}": number for key, number in numbers.items()}
    return GAME.Character(name=name, values=values)


def pia(bricks: int = 0) -> Any:
    who = person(GAME, "Pia")
    who.values[VALUES.BRICKS.id] = bricks
    return who


def smash(whom: Any, *faces: int) -> Any:
    rng = Faces(*faces)
    done = pia().act(ACTIONS.SMASH, whom, rng=rng, choices=OPEN)
    assert not rng.left
    return done


def state(whom: Any) -> list[str]:
    return [one.condition.entry.name for one in whom.conditions]


def build(who: Any, device: Any, *faces: int, difficulty: Any = 5) -> Any:
    choices = GAME.play.Choices(given={"difficulty": difficulty})
    return who.act(ACTIONS.BUILD, device, rng=Faces(*faces), choices=choices)


# smashing


def test_the_skill_is_rolled_in_the_place_of_damage() -> None:
    strong = person(GAME, "Tom", ratings={GAME.skills.SMASH.id: "1D"})
    dice = Faces(3, 3, 3, 3)
    (check,) = strong.act(ACTIONS.SMASH, thing("Cart"), rng=dice, choices=OPEN).checks
    assert (check.result.total, check.needed.number) == (12, 9)


def test_ranks_add_up_until_it_goes_to_pieces() -> None:
    cart = thing("Cart")
    states = []
    for faces in ((4, 4, 4), (3, 3, 3), (5, 5, 5), (6, 6, 6)):
        smash(cart, *faces)
        states += state(cart)
    assert states == ["Smoking", "Smoking", "Shaking", "In Pieces"]


def test_it_works_until_then() -> None:
    robot = person(GAME, "Robot")
    for condition in ("SMOKING", "SPARKING", "SHAKING", "RATTLING"):
        robot.apply_condition(getattr(SMASH, condition))
        assert str(robot.pool(GAME.skills.ATHLETICS)) == "3D"
        robot.act(ACTIONS.BANTER, pia(), rng=Faces())
    robot.apply_condition(SMASH.PIECES)
    with pytest.raises(GAME.play.RefusedError, match="In Pieces"):
        robot.act(ACTIONS.BANTER, pia(), rng=Faces())


def test_what_can_dodge_is_hit_first_and_takes_no_other_damage() -> None:
    robot = person(GAME, "Robot")
    fist = {"row": "unarmed", "distance": "4 ft", "clearance": "0 ft"}
    choices = GAME.play.Choices(given={**fist, "smashing": True})
    rng = Faces(6, 6, 3, 4, 4, 4, 4)
    hit, smashed = pia().act(ACTIONS.ATTACK, robot, rng=rng, choices=choices).checks
    assert (hit.result.rank, smashed.needed.number) == (2, 9)
    assert str(smashed.result.prepared) == "3D +1D"
    assert state(robot) == ["Sparking"]


# building


def test_a_failed_roll_takes_none() -> None:
    who, cart = pia(bricks=3), thing("Cart", design=12)
    build(who, cart, 1, 1, 1)
    assert (cart.value(VALUES.BUILT), who.value(VALUES.BRICKS)) == (0, 3)


def test_it_cannot_be_used_before_it_is_finished() -> None:
    who, robot = pia(bricks=20), person(GAME, "Robot")
    robot.values[VALUES.DESIGN.id] = 10
    with pytest.raises(GAME.play.RefusedError, match="Not before it is finished"):
        robot.act(ACTIONS.BANTER, who, rng=Faces())
    build(who, robot, 5, 5, 5)
    robot.act(ACTIONS.BANTER, who, rng=Faces())


def test_two_parts_fall_together() -> None:
    front = thing("Front")
    fallen = GAME.play.Choices(given={"other-part": True})
    front.follow(GAME.rules.TWO_MASTERS, rng=Faces(), choices=fallen)
    assert state(front) == ["In Pieces"]
