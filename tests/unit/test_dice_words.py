"""Rolls in words, step by step and in one line, with faces that are written beforehand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from dice_cases import core, made, step
from test_dice_steps import AGAIN, ONES, ROLL, Faces, choose, wild

from freed6c.runtime.dice.pool import parse
from freed6c.runtime.dice.roll_words import line_of, lines_of
from freed6c.runtime.dice.roller import Roll, roll

if TYPE_CHECKING:
    from freed6c.runtime.entries.dice import Dice

COUNTED = made(ROLL, step("count", "count-faces", faces="3+"))
STACK = made(ROLL, step("again", "roll-again", **{**AGAIN, "stack": True}))
WAITS = made(wild(always=1), ROLL, step("cancel", "cancel-highest", if_=ONES))
CHOOSES = made(wild(always=1), ROLL, choose())
APART = made(wild(chain="separate"), ROLL)
ROUNDS = made(step("round", "round-pips", up_from="1"), ROLL)


def rolled(
    procedure: Dice, text: str, faces: tuple[int, ...], target: int | None = None
) -> Roll:
    return roll(procedure, parse(text, procedure, 3), Faces(*faces), target)


def test_every_step_has_a_line() -> None:
    faces = (6, 5, 4, 6, 6, 2, 1, 2, 3, 3, 2)
    assert lines_of(rolled(core(), "2D+1 L WD Adv B1 F6", faces, 20)) == [
        "2D+1 L WD Adv B1 F6",
        "  Luck               2 dice become 4",
        "  Wild Die           1 of 4 dice exchanged",
        "  Roll               rolled 6, 5, 4, Wild Die 6+6+2 = 14",
        (
            "  Advantage          sets of 30 and 10; the higher is kept, the first; "
            "set aside 1, 2, 3, Wild Die 3"
        ),
        "  Boost and penalty  rolled 2; dropped 2",
        "  Dice flip          6 counts as 1, Wild Die 6+6+2 = 14 counts as 4",
        "Total 15: 14 and +1 in pips",
        "Against 20: failure by 5",
    ]


def test_what_else_the_dice_mean_comes_last() -> None:
    *_, total, outcome, event = lines_of(rolled(core(), "1D WD", (6, 2), 8))
    assert total == "Total 8"
    assert outcome == "Against 8: success by 0, rank 0"
    assert event.startswith("Critical success: Fortune smiles. ")


@pytest.mark.parametrize(
    ("procedure", "text", "faces", "work"),
    [
        (core(), "0D", (), "there is no die to roll"),
        (core(), "2D Adv Dis", (4, 6), "1 each of Adv and Dis cancel out"),
        (core(), "2D 2Adv Dis", (4, 6), "1 each of Adv and Dis cancel out"),
        (core(), "2D B2 P2", (4, 6), "2 each of B and P cancel out"),
        (core(), "2D 2Adv 2Dis", (4, 6), "1 each of Adv and Dis cancel out"),
        (STACK, "1D 2Adv 2Dis", (2,), "2 each of Adv and Dis cancel out"),
        (
            core(),
            "1D Dis",
            (4, 2),
            "4 and 2; the lower is kept, the second; set aside 4",
        ),
        (core(), "0D F1", (), "no die has a face 1"),
        (core(), "2D F1", (4, 6), "nothing changes"),
        (core(), "1D WD4", (4, 1), "rolled Wild Die d4 4"),
        (COUNTED, "4D", (1, 3, 6, 2), "2 counted"),
        (STACK, "1D 2Adv Dis", (2, 5), "1 each of Adv and Dis cancel out; "),
        (STACK, "1D 2Dis", (5, 2, 3), "sets of 5 and 2 and 3; the lowest is kept, "),
        (STACK, "1D Adv", (2, 2), "sets of 2 and 2; the first is kept; set aside 2"),
        (STACK, "1D 2Adv", (2, 3, 5), "the highest is kept, the third; set aside 2, 3"),
        (STACK, "1D 5Adv", (1, 2, 2, 2, 2, 3), "the highest is kept, the 6th; "),
        (WAITS, "2D", (5, 2), "the face that it waits for did not show"),
        (CHOOSES, "3D", (6, 5, 1), "chosen: Cancel"),
        (APART, "1D WD", (6, 2), "rolled wild 6, wild 2"),
        (ROUNDS, "2D+2", (1, 2, 3), "2 dice become 3; 2 pips become 0"),
    ],
)
def test_the_work_of_a_step(
    procedure: Dice, text: str, faces: tuple[int, ...], work: str
) -> None:
    assert any(work in line for line in lines_of(rolled(procedure, text, faces)))


@pytest.mark.parametrize(
    ("procedure", "text", "faces", "target", "line"),
    [
        (core(), "2D", (4, 6), None, "4 + 6 = 10"),
        (core(), "1D", (4,), None, "4"),
        (core(), "1D+1", (4,), None, "4 + 1 pip = 5"),
        (core(), "1D F6", (6,), None, "1 (6 counts as 1)"),
        (core(), "0D", (), None, "there is no die to roll"),
        (core(), "0D+2", (), None, "2 pips = 2"),
        (core(), "2D+1 -3", (4, 6), None, "4 + 6 - 2 pips = 8"),
        (core(), "2D", (4, 6), 11, "4 + 6 = 10 against 11: failure by 1"),
        (
            core(),
            "2D",
            (4, 6),
            9,
            "4 + 6 = 10 against 9: success by 1, rank 1, Minimal",
        ),
        (
            core(),
            "1D WD",
            (6, 2),
            8,
            "Wild Die 6+2 = 8 against 8: success by 0, rank 0, critical success",
        ),
        (core(), "1D WD B1", (6, 2, 3), None, "Wild Die 6+2 = 8 (dropped 3)"),
        (COUNTED, "3D", (1, 3, 6), 1, "1, 3, 6: 2 counted against 1: success by 1"),
        (COUNTED, "0D", (), None, "there is no die to roll: 0 counted"),
        (COUNTED, "2D+1", (1, 3), None, "1, 3: 1 counted + 1 pip = 2"),
        (STACK, "1D Adv", (2, 5), None, "5 (sets of 2 and 5; the higher is kept, the second)"),
        (CHOOSES, "3D", (6, 5, 1), None, "5 + wild 1 = 6 (chosen: Cancel; dropped 6)"),
    ],
)  # fmt: skip
def test_a_roll_in_one_line(
    procedure: Dice, text: str, faces: tuple[int, ...], target: int | None, line: str
) -> None:
    assert line_of(rolled(procedure, text, faces, target)) == line
