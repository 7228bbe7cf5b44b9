"""Odds of OpenD6 as its pack has them: against every course of its roller, and plain counting."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import pytest
from dice_cases import compare

from freed6c.pipeline import compile_packs
from freed6c.runtime.dice.pool import parse
from freed6c.runtime.entries.dice import ChooseOne, Dice
from freed6c.runtime.odds.answer import odds

if TYPE_CHECKING:
    from collections.abc import Iterator


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


def test_fate_is_twice_the_dice_and_the_pips() -> None:
    dice = procedure("cancel")
    doubled = odds(dice, parse("4D+2 FP", dice, 3))
    whole = odds(dice, parse("8D +4", dice, 3))
    assert doubled.mean() == whole.mean()
    assert [doubled.at_least(n) for n in range(70)] == [
        whole.at_least(n) for n in range(70)
    ]


def test_a_complication_leaves_the_total_and_a_lost_die_does_not() -> None:
    lost, kept = (
        odds(procedure(one), parse("5D", procedure(one), 3)) for one in READINGS
    )
    assert (float(lost.at_least(16)), float(kept.at_least(16))) == pytest.approx(
        (0.639, 0.708), abs=0.0005
    )
