"""Whole rolls: core's procedure, a made-up one, seeds, and pools of formulas."""

from __future__ import annotations

import random

import pytest
from dice_cases import OUTCOMES, OWN, compare, core, made, procedure_of_tens, step
from playing import Faces
from test_dice_steps import ROLL, rolled, step_of

from freed6c.runtime.amounts import DieCode, Modifier, pool
from freed6c.runtime.dice.pool import late_tokens, parse, to_roll
from freed6c.runtime.dice.roller import Roller, RollPlan
from freed6c.runtime.notation import PoolError


def test_ranks_come_from_the_benchmark() -> None:
    ranks = [rolled(core(), "1D +40", 1, target=t).rank for t in (41, 40, 36, 31, 42)]
    assert ranks == [0, 1, 1, 2, 0]


def test_the_same_seed_gives_the_same_roll() -> None:
    check = core()
    pool = parse("6D+2 2WD Adv B2 F6", check, 3)
    plan = Roller(check).plan(pool)
    first = [plan.roll(random.Random(seed), 12) for seed in range(50)]
    second = [RollPlan(check, pool).roll(random.Random(seed), 12) for seed in range(50)]
    assert first == second
    assert len({one.total for one in first}) > 10


def test_a_roll_never_changes() -> None:
    found = rolled(core(), "1D", 3)
    with pytest.raises(AttributeError, match="cannot be changed"):
        found.total = 6  # type: ignore[misc]
    with pytest.raises(AttributeError):
        found.dice[0].kept = False  # type: ignore[misc]


def test_rolls_are_added_up() -> None:
    procedure = made(step_of("luck"), ROLL)
    plan = Roller(procedure).plan(parse("1D", procedure))
    first = plan.roll(Faces(3), 7)
    both = plan.joined(first, plan, Faces(5))
    assert (both.total, both.margin, both.success) == (8, 1, True)
    assert [die.value for die in both.dice] == [3, 5]
    assert [done.do for done in both.steps] == ["multiply-dice", "roll", "roll"]


@pytest.mark.parametrize(
    ("forced", "text", "more", "total"),
    [(1, "3D", (1,), 8), (0, "3D", (1,), 9), (1, "2D", (4, 6), 10), (0, "2D", (3, 6), 10)],
)  # fmt: skip
def test_dice_that_replace_others_after_the_roll(
    forced: int, text: str, more: tuple[int, ...], total: int
) -> None:
    drop = step(
        "drop",
        "drop-dice",
        token={"RD": "lowest"},
        forced=bool(forced),
        at=("after-roll",),
    )
    procedure = made(ROLL, drop)
    plan = RollPlan(procedure, parse(text, procedure))
    first = plan.roll(Faces(*(2, 4, 3)[: plan.pool.dice]), 7)
    late = RollPlan(procedure, parse(f"0D RD{len(more)}", procedure), first.dice)
    both = plan.joined(first, late, Faces(*more))
    assert (both.total, both.margin) == (total, total - 7)
    assert both.steps[-1].dropped
    assert late_tokens(procedure) == {"RD"}


def test_an_outcome_decides_if_dice_explode_last() -> None:
    wild = {"from_": OWN, "always": 1, "limit": "all", "explode": {"d6": "6"}}
    late = step("wild", "substitute-dice", **wild, explode_if="success")
    procedure = made(late, ROLL, outcomes=OUTCOMES["totals"])
    assert rolled(procedure, "2D", 3, 6, 5).total == 14


def test_as_many_dice_as_are_said_may_be_rolled() -> None:
    stack = core({"advantage": {"stack": True}})
    thousand = RollPlan(stack, parse("1000D", stack, 3)).roll(random.Random(1))
    assert len(thousand.dice) == 1000
    assert Roller(stack).plan(parse("1000D 99Adv", stack, 3))


@pytest.mark.parametrize("text", ["1001D", "10000D", "501D L", "2D B999", "1D 2Adv"])
def test_too_many_dice_are_refused(text: str) -> None:
    stack = core({"advantage": {"stack": True}})
    dice = text if "Adv" not in text else "900D 200Adv"
    with pytest.raises(PoolError, match="more than"):
        RollPlan(stack, parse(dice, stack, 3)).roll(random.Random(1))


def test_a_made_up_procedure_rolls() -> None:
    tens = procedure_of_tens()
    pool = parse("3D+1 Kick2 Zap Twin", tens)
    assert str(pool) == "3D+1 Zap Kick2 Twin"
    found = RollPlan(tens, pool).roll(Faces(10, 9, 3, 1, 10, 7, 2, 2, 2, 10, 9), 2)
    assert found.steps[-1].do == "roll-again"
    assert isinstance(found.total, int)


@pytest.mark.parametrize("text", ["1D", "2D Twin", "1D Zap Kick1", "1D Zap Null"])
def test_odds_of_a_made_up_procedure_are_those_of_its_rolls(text: str) -> None:
    method = compare((procedure_of_tens(), text), runs=30_000, extra=1)
    assert method == "law"


@pytest.mark.parametrize(
    ("given", "written"),
    [
        (pool(5), "5D"),
        (pool(3, 2), "3D+2"),
        (pool(3, 4), "3D+4"),
        (pool(3, 2) + pool(1, 2), "4D+4"),
        (pool(3, -2), "3D -2"),
        (pool(4, 1, [("WD", 1), ("B", 2)]), "4D+1 WD B2"),
        (pool(4, 0, [("WD8", 2), ("F6", 1), ("Adv", 1)]), "4D 2WD8 Adv F6"),
        (pool(4, 0, [("B", 2)]) - Modifier(token="B", count=1), "4D B1"),
    ],
)
@pytest.mark.parametrize("carry", ["codes", "always", "never"])
def test_it_is_the_pool_that_notation_gives(
    given: object, written: str, carry: str
) -> None:
    procedure = core(pips_carry=carry)
    assert to_roll(given, procedure, 3) == parse(written, procedure, 3)  # type: ignore[arg-type]


def test_a_token_that_no_step_has() -> None:
    with pytest.raises(PoolError, match="has no token Q"):
        to_roll(pool(2, 0, [("Q", 1)]), core(), 3)


def test_a_code_that_cannot_be_read_is_told_as_it_was_typed() -> None:
    with pytest.raises(ValueError, match=r"^not a die code: '2 d x'; write 5D, or 3D"):
        DieCode.parse("2 d x")


@pytest.mark.parametrize("text", ["3d1", "3d6", "d6"])
def test_dice_of_a_size_are_no_code(text: str) -> None:
    with pytest.raises(ValueError, match=f"^not a die code: '{text}'"):
        DieCode.parse(text)
