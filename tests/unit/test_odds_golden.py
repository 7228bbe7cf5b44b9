"""Exact odds that were calculated elsewhere: by hand, by the sources, by plain counting."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from dice_cases import compare, core, made, step

from freed6c.pipeline import compile_packs
from freed6c.runtime.dice.pool import parse
from freed6c.runtime.entries.dice import ChooseOne, Dice, Event
from freed6c.runtime.odds.answer import Odds, odds

if TYPE_CHECKING:
    from collections.abc import Iterator


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
    assert chances(f"1D WD{sides}").mean == mean


@pytest.mark.parametrize(
    ("do", "fields", "mean"),
    [
        ("multiply-dice", {"token": "L", "by": 2, "sources": ("ability",), "pips": "multiply"}, 11),
        ("exchange-pips", {"up_from": "2"}, 7),
        ("exchange-pips", {"up_from": "none"}, Fraction(7, 2)),
    ],
)  # fmt: skip
def test_means_where_steps_change_pips(
    do: str, fields: dict[str, Any], mean: Fraction
) -> None:
    procedure = made(step("change", do, **fields), step("roll", "roll"))
    pool = parse("1D+2 L" if "token" in fields else "1D+2", procedure, 3)
    assert odds(procedure, pool).mean == mean


def test_success_counting() -> None:
    """format-examples: six dice count 3 or more; three successes come in 656 of 729."""
    procedure = made(
        step("pips", "exchange-pips", up_from="none"),
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


@pytest.mark.parametrize(
    ("success", "lucky", "unlucky"), [("at-least", 4, 0), ("more-than", 3, 1)]
)
def test_criticals_at_the_difficulty_follow_the_success_rule(
    success: str, lucky: int, unlucky: int
) -> None:
    """Against 3, a 3 succeeds only if totals have to be at least the difficulty."""
    events = {
        "lucky": Event(if_="success", shows="3+", text="lucky"),
        "unlucky": Event(if_="failure", shows="3+", text="unlucky"),
    }
    wild = step(
        "wild", "substitute-dice", token="WD", from_=("ability",), always=1, limit="all",
        events=events,
    )  # fmt: skip
    procedure = made(wild, step("roll", "roll"), success=success)
    assert odds(procedure, parse("1D", procedure)).criticals(3) == {
        "lucky": Fraction(lucky, 6),
        "unlucky": Fraction(unlucky, 6),
    }


READINGS = ("cancel", "complication")
LONGEST = 4
"""So many throws of one die are counted; what is longer reaches every difficulty asked for."""


@cache
def procedure(reading: str) -> Dice:
    """The dice of the pack, when a first 1 is read so."""
    ruleset = compile_packs("opend6").ruleset
    assert ruleset is not None
    found = ruleset.entries["dice.check"]
    assert isinstance(found, Dice)
    steps = tuple(
        ChooseOne(**{**vars(one), "assume": reading})
        if isinstance(one, ChooseOne)
        else one
        for one in found.steps
    )
    return Dice(**{**vars(found), "steps": steps})


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(
    "text",
    ["1D", "2D", "3D+1", "1D CP1", "2D CP1", "1D 2CP", "1D+2 FP", "2D -1D", "1D +1D", "2D FP -1D"],
)  # fmt: skip
def test_every_course_of_the_roller(reading: str, text: str) -> None:
    assert compare((procedure(reading), text), runs=60_000, extra=1) == "law"


def wild() -> Iterator[tuple[int, bool, Fraction]]:
    """What a Wild Die comes to, whether its first toss is a 1, and how likely that is."""
    for sixes, face in product(range(LONGEST), range(1, 6)):
        chance = Fraction(1, 6 ** (sixes + 1))
        yield 6 * sixes + face, not sixes and face == 1, chance
    yield 6 * LONGEST, False, Fraction(1, 6**LONGEST)


def counted(reading: str, plain: int, more: int) -> dict[int, Fraction]:
    """How likely each total is, with a Wild Die, plain dice, and dice for points."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    each = product(range(1, 7), repeat=plain)
    for faces, (first, is_one, chance) in product(each, wild()):
        lost = max(faces, default=1) if is_one and reading == "cancel" else 0
        found[first + sum(faces) - lost] += chance / 6**plain
    for _ in range(more):
        before, found = found, defaultdict(Fraction)
        for (total, likely), (value, _one, chance) in product(before.items(), wild()):
            found[total + value] += likely * chance
    return found


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(
    ("text", "plain", "more", "pips"),
    [
        ("1D", 0, 0, 0),
        ("3D", 2, 0, 0),
        ("4D+2", 3, 0, 2),
        ("2D+1 FP", 3, 0, 2),
        ("1D CP1", 0, 1, 0),
        ("3D CP1", 2, 1, 0),
        ("2D 2CP", 1, 2, 0),
    ],
)
def test_plain_counting(
    reading: str, text: str, plain: int, more: int, pips: int
) -> None:
    dice = procedure(reading)
    chances = odds(dice, parse(text, dice, 3))
    law = counted(reading, plain, more)
    for total in range(6 * LONGEST + 1):
        wanted = sum(chance for value, chance in law.items() if value >= total)
        assert chances.at_least(total + pips) == wanted, total


def test_a_complication_leaves_the_total_and_a_lost_die_does_not() -> None:
    lost, kept = (
        odds(procedure(one), parse("5D", procedure(one), 3)) for one in READINGS
    )
    assert (float(lost.at_least(16)), float(kept.at_least(16))) == pytest.approx(
        (0.639, 0.708), abs=0.0005
    )
