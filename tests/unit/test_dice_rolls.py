"""Whole rolls: core's procedure, a made-up one, seeds, and what a roll says of itself."""

from __future__ import annotations

import random

import pytest
from dice_cases import compare, core, made, procedure_of_tens, ref, step
from test_dice_steps import LUCK, ROLL, Faces, rolled

from freed6c.runtime.dice.pool import parse
from freed6c.runtime.dice.roller import Roller, roll
from freed6c.runtime.dice.table import dice_of
from freed6c.runtime.notation import PoolError

FIRST, SECOND = (6, 5, 4, 6, 6, 2), (1, 2, 3, 3)


def test_ranks_come_from_the_benchmark() -> None:
    ranks = [rolled(core(), "1D +40", 1, target=t).rank for t in (41, 40, 36, 31, 42)]
    assert ranks == [0, 1, 1, 2, 0]


def test_the_same_seed_gives_the_same_roll() -> None:
    check = core()
    pool = parse("6D+2 2WD Adv B2 F6", check, 3)
    roller = Roller(check)
    first = [roller.roll(pool, random.Random(seed), 12) for seed in range(50)]
    second = [roll(check, pool, random.Random(seed), 12) for seed in range(50)]
    assert first == second
    assert len({one.total for one in first}) > 10


def test_a_roll_never_changes() -> None:
    found = rolled(core(), "1D", 3)
    with pytest.raises(AttributeError, match="cannot be changed"):
        found.total = 6  # type: ignore[misc]
    with pytest.raises(AttributeError):
        found.dice[0].kept = False  # type: ignore[misc]


def test_pips_carry_as_the_procedure_says() -> None:
    always = core(pips_carry="always")
    assert len(rolled(always, "1D+4", 1, 1).dice) == 2
    assert len(rolled(core(), "1D+4", 1).dice) == 1


def test_without_other_dice_those_of_the_system_are_rolled() -> None:
    brought = random.Random(1)
    assert dice_of(brought) is brought
    assert dice_of(None).randrange(6) in range(6)


def test_rolls_are_added_up() -> None:
    procedure = made(step("luck", "multiply-dice", **LUCK, pips="keep"), ROLL)
    plan = Roller(procedure).plan(parse("1D", procedure))
    first, more = plan.roll(Faces(3), 7), plan.roll(Faces(5))
    both = plan.joined(first, more)
    assert (both.total, both.margin, both.success) == (8, 1, True)
    assert [die.value for die in both.dice] == [3, 5]
    assert both.steps == (*first.steps, more.steps[1])


def test_as_many_dice_as_are_said_may_be_rolled() -> None:
    stack = core({"advantage": {"stack": True}})
    assert len(roll(stack, parse("1000D", stack, 3), random.Random(1)).dice) == 1000
    assert Roller(stack).plan(parse("1000D 99Adv", stack, 3))


@pytest.mark.parametrize("text", ["1001D", "10000D", "501D L", "2D B999", "1D 2Adv"])
def test_too_many_dice_are_refused(text: str) -> None:
    stack = core({"advantage": {"stack": True}})
    dice = text if "Adv" not in text else "900D 200Adv"
    with pytest.raises(PoolError, match="more than"):
        roll(stack, parse(dice, stack, 3), random.Random(1))


def test_a_step_that_nobody_knows_is_refused() -> None:
    odd = type(step("roll", "roll")).__mro__[1](
        id="step.made.odd", name="odd", do="juggle", parent=ref("odd")
    )
    with pytest.raises(PoolError, match="juggle"):
        roll(made(odd), parse("1D", made(odd)), random.Random(1))


def test_a_made_up_procedure_rolls() -> None:
    tens = procedure_of_tens()
    pool = parse("3D+1 Kick2 Zap Twin", tens)
    assert str(pool) == "3D+1 Zap Kick2 Twin"
    found = roll(tens, pool, Faces(10, 9, 3, 1, 10, 7, 2, 2, 2, 10, 9), 2)
    assert found.steps[-1].do == "roll-again"
    assert isinstance(found.total, int)


@pytest.mark.parametrize("text", ["1D", "2D Twin", "1D Zap Kick1", "1D Zap Null"])
def test_odds_of_a_made_up_procedure_are_those_of_its_rolls(text: str) -> None:
    method = compare((procedure_of_tens(), text), runs=30_000, extra=1)
    assert method == "law"
