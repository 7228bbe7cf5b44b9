"""Exact fractions that were worked out elsewhere: by hand, by the sources, by dice.md."""

from __future__ import annotations

from fractions import Fraction

import pytest
from dice_cases import OWN, core, made, ref, step

from freed6c.runtime.dice.pool import parse
from freed6c.runtime.entries.dice import Dice, Wait
from freed6c.runtime.odds.answer import Odds, odds


def chances(text: str) -> Odds:
    return odds(core(), parse(text, core(), 3))


@pytest.mark.parametrize(
    ("text", "difficulty", "chance"),
    [
        ("5D", 10, Fraction(425, 432)),
        ("5D WD", 10, Fraction(425, 432)),
        ("3D+4", 10, Fraction(103, 108)),
        ("3D", 10, Fraction(5, 8)),
        ("5D", 14, Fraction(1099, 1296)),
        ("5D WD", 14, Fraction(4417, 5184)),
        ("1D F1 F6", 2, Fraction(5, 6)),
        ("1D F1 F6 Adv", 2, Fraction(25, 36)),
        ("0D +3", 3, Fraction(1)),
        ("0D +3", 4, Fraction(0)),
        ("1D", -10, Fraction(1)),
        ("1D -2", -1, Fraction(1)),
        ("1D -2", 0, Fraction(5, 6)),
    ],
)
def test_chances(text: str, difficulty: int, chance: Fraction) -> None:
    assert chances(text).at_least(difficulty) == chance


@pytest.mark.parametrize(
    ("text", "percent"),
    [
        ("3D +4", 95.37),
        ("3D+1 +3", 95.37),
        ("4D+1", 94.60),
        ("5D WD", 98.38),
    ],
)
def test_percents_of_the_sources(text: str, percent: float) -> None:
    assert round(100 * float(chances(text).at_least(10)), 2) == percent


@pytest.mark.parametrize(
    ("sides", "mean"),
    [
        (4, Fraction(5, 2)),
        (6, Fraction(21, 5)),
        (8, Fraction(6)),
        (10, Fraction(55, 6)),
        (12, Fraction(13)),
        (20, Fraction(35)),
    ],
)
def test_means_of_wild_dice(sides: int, mean: Fraction) -> None:
    assert chances(f"1D WD{sides}").mean() == mean


def test_opend6_cancels_the_highest() -> None:
    """dice.md, A19: 5D against 16 is 70.8 % without, 63.9 % with; 63.6 % if the one goes too."""
    found = []
    for and_ in ("", "nothing", "the-die-itself"):
        procedure = opend6(and_)
        found.append(odds(procedure, parse("5D", procedure)).at_least(16))
    assert [round(100 * float(one), 1) for one in found] == [70.8, 63.9, 63.6]


def opend6(and_: str) -> Dice:

    wild = step(
        "wild", "substitute-dice", always=1, from_=OWN, at_most="1", explode={"d6": "6"}
    )
    wait = Wait(step=ref("wild"), shows="1")
    cancel = [step("cancel", "cancel-highest", and_=and_, if_=wait)] if and_ else []
    return made(wild, step("roll", "roll"), *cancel)


def test_success_counting() -> None:
    """format-examples: six dice count 3 or more; three successes come in 656 of 729."""
    procedure = made(
        step("pips", "round-pips", up_from="none"),
        step("roll", "roll"),
        step("count", "count-faces", faces="3+"),
    )
    found = odds(procedure, parse("6D+2", procedure, 3))
    assert found.at_least(3) == Fraction(656, 729)
    assert found.support == (0, 6)


def test_support() -> None:
    assert chances("3D+2").support == (5, 20)
    assert chances("3D WD").support == (3, None)
    assert chances("3D WD P1").support == (3, 18)
    assert chances("3D WD4").support == (3, 16)
    assert chances("100D").support == (100, 600)


def test_more_than_needs_one_more() -> None:
    strict = core(success="more-than")
    found = odds(strict, parse("3D", strict, 3))
    assert found.success(10) == Fraction(1, 2)
    assert found.at_least(10) == Fraction(5, 8)


def test_ranks_and_failure_are_everything() -> None:
    found = chances("6D WD B1")
    ranks = found.ranks(12)
    assert len(ranks) == 7
    assert sum(ranks) == found.success(12)
    assert ranks[0] == found.exactly(12)
    assert ranks[-1] == found.at_least(12 + 26)


def test_criticals_of_one_wild_die() -> None:
    found = chances("1D WD").criticals(3)
    assert found == {
        "critical-success": Fraction(1, 6),
        "critical-failure": Fraction(1, 6),
    }


def test_the_distribution_is_everything() -> None:
    found = chances("3D B1 F2").distribution(18)
    assert sum(found.values()) == 1
    assert list(found) == sorted(found)
