"""Work of skill at play: dice that are counted, beside force, whose dice are added up."""

from __future__ import annotations

from typing import Any

import pytest
from shelf import Faces, package, person

GAME = package("success-counting")
SKILLS, NEEDED = GAME.skills, GAME.benchmarks.SUCCESSES
HACKING = SKILLS.COMMUNICATIONS.COMPUTER_HACKING


def burglar(**more: Any) -> Any:
    """Rona: six dice for computers and locks, and two pips on top."""
    ratings = {
        SKILLS.COMMUNICATIONS.id: "2D",
        HACKING.id: "1D+2",
        SKILLS.COMMUNICATIONS.SECURITY_SYSTEMS.id: "1D",
    }
    return person(GAME, "Rona", ratings=ratings, **more)


def hack(*faces: int, against: Any = None, who: Any = None) -> Any:
    rng = Faces(*faces)
    result = GAME.check((who or burglar()).pool(HACKING), against, rng=rng)
    assert not rng.left
    return result


@pytest.mark.parametrize(
    ("needed", "number"),
    [(NEEDED.EASY, 3), (NEEDED.MODERATE, 4), (NEEDED.DIFFICULT, 5)],
)
def test_tasks_take_three_four_or_five(needed: Any, number: int) -> None:
    assert needed.number == number
    enough = [3] * number + [1] * (6 - number)
    assert hack(*enough, against=needed).success
    assert not hack(1, *enough[1:], against=needed).success


def test_every_success_beyond_is_a_rank() -> None:
    ranks = [hack(*[6] * n, *[1] * (6 - n), against=NEEDED.EASY).rank for n in range(7)]
    assert ranks == [0, 0, 0, 0, 1, 2, 3]


def test_force_goes_by_totals_as_before() -> None:
    blow = GAME.check(
        burglar().pool(SKILLS.BRAWLING),
        GAME.benchmarks.DIFFICULTY.EASY,
        rng=Faces(6, 6, 6),
    )
    assert (blow.total, blow.rank) == (18, 2)
    looking = burglar().pool(SKILLS.COMMUNICATIONS.SENSORS)
    assert looking.procedure.id == "dice.check"


def test_what_adds_to_totals_adds_nothing_and_what_adds_dice_does() -> None:
    dazed, hurt = burglar(), burglar()
    dazed.apply_condition(GAME.tracks.DAMAGE.STUNNED)
    assert hack(3, 3, 3, 3, 3, 3, who=dazed).total == 6
    hurt.apply_condition(GAME.tracks.DAMAGE.HURT)
    assert hack(3, 3, 3, 3, 3, who=hurt).total == 5


def test_disadvantage_takes_the_set_with_fewer_successes() -> None:
    down = burglar()
    down.apply_condition(GAME.tracks.DAMAGE.INCAPACITATED)
    assert hack(6, 6, 6, 1, 1, 1, 3, 3, 3, 3, 1, 1, who=down).total == 3


def test_delicate_work_buys_with_its_ranks() -> None:
    task = GAME.tables.SKILL_AND_FORCE.rows[1]
    silence = GAME.play.Purchase(
        pick=GAME.menus.CONDITION_EFFECTS.ADVANTAGE,
        given={"chosen-skill": SKILLS.STEALTH},
    )
    choices = GAME.play.Choices(
        given={"task": task, "with": SKILLS.COMMUNICATIONS.SECURITY_SYSTEMS},
        buys=(silence,),
    )
    rona = burglar()
    done = rona.act(
        GAME.actions.DELICATE_WORK, rng=Faces(3, 3, 3, 3, 3, 1), choices=choices
    )
    assert (done.result.target, done.result.rank) == (4, 1)
    assert "Adv" in str(rona.pool(SKILLS.STEALTH))
