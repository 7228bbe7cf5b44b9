"""Seeded rolls stay in the confidence band of the exact odds (Dvoretzky, Kiefer, Wolfowitz)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from freed6c.runtime.entries.dice import Dice

import math
import random

import pytest
from dice_cases import core, procedure_of_tens

from freed6c.runtime.dice.pool import parse
from freed6c.runtime.dice.roller import RollPlan
from freed6c.runtime.odds.answer import odds

ROLLS = 6000
LINE = 1.95
"""sqrt(n) sup|F - F'| passes it once in a thousand."""

POOLS = [
    "5D WD", "4D+2 WD B2", "6D WD P2", "3D 2WD8 Adv B1", "5D WD Dis P1", "4D WD20 F6",
    "3D L WD B1 F1 F6", "8D 3WD P4", "2D WD Adv F6 P1",
]  # fmt: skip


@pytest.mark.parametrize("text", POOLS)
def test_core(text: str) -> None:
    agree(core(), text)


def test_a_made_up_procedure() -> None:
    agree(procedure_of_tens(), "3D 2Zap Kick1 Null1 Twin")


def agree(check: Dice, text: str) -> None:
    pool = parse(text, check, 3)
    plan, found = RollPlan(check, pool), odds(check, pool)
    rng = random.Random(20240607)
    difficulty = int(found.support.low) + 10
    totals: dict[int, int] = {}
    events: dict[str, int] = {}
    for _ in range(ROLLS):
        one = plan.roll(rng, difficulty)
        totals[one.total] = totals.get(one.total, 0) + 1
        for key in one.events:
            events[key] = events.get(key, 0) + 1
    below, worst = 0, 0.0
    for total in range(min(totals), min(max(totals), 150)):
        below += totals.get(total, 0)
        exact = 1 - float(found.at_least(total + 1))
        worst = max(worst, abs(below / ROLLS - exact))
    assert math.sqrt(ROLLS) * worst < LINE
    for key, chance in found.criticals(difficulty).items():
        expected = float(chance)
        spread = math.sqrt(max(expected * (1 - expected), 1 / ROLLS) / ROLLS)
        assert abs(events.get(key, 0) / ROLLS - expected) < 4 * spread, key
