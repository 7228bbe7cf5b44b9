"""What is too much or has no end is refused in plain words. How soon: tests/bench/odds.py."""

from __future__ import annotations

from fractions import Fraction

import pytest
from dice_cases import OWN, core, made, step

from freed6c.runtime.dice.pool import parse
from freed6c.runtime.notation import PoolError
from freed6c.runtime.odds import NoExactMethod
from freed6c.runtime.odds.answer import odds, opposed


def ask(text: str, total: int = 14) -> Fraction:
    return odds(core(), parse(text, core(), 3)).at_least(total)


def test_a_pool_of_ten_thousand_dice() -> None:
    with pytest.raises(PoolError, match="more than 1000 dice"):
        ask("10000D")


def test_a_thousand_dice_are_fine() -> None:
    found = odds(core(), parse("1000D", core(), 3))
    assert found.mean() == 3500
    assert tuple(found.support) == (1000, 6000)
    hundred = odds(core(), parse("100D", core(), 3))
    assert 1 - hundred.at_least(101) == Fraction(1, 6**100)


@pytest.mark.parametrize(
    "text", ["600D 9WD 9WD8 9WD10 B200", "60D 5WD10 P10 Adv", "5D WD20 Adv P1"]
)
def test_what_takes_too_long_is_refused(text: str) -> None:
    with pytest.raises(NoExactMethod, match="too"):
        ask(text)


def test_dice_that_fall_in_too_many_ways_are_refused_before_they_are_gone_through() -> (
    None
):
    many = odds(core(), parse("1000D", core(), 3))
    with pytest.raises(NoExactMethod, match="more than 50000 ways"):
        many.at_least(4000)


def test_what_was_refused_stays_refused_and_what_was_known_stays_known() -> None:
    found = odds(core(), parse("30D 30WD B5", core(), 3))
    known = found.at_least(40)
    for _ in range(3):
        with pytest.raises(NoExactMethod, match="take too long"):
            found.at_least(200)
    assert found.at_least(40) == known


def test_a_chance_that_is_off_by_a_little_is_never_below_nothing() -> None:
    found = odds(core(), parse("4D WD12 P1 Adv", core(), 3))
    assert found.at_least(25) == found.exactly(25) == 0
    assert min(found.distribution(40).values()) > 0
    assert found.error > 0


def test_a_procedure_that_never_ends() -> None:
    endless = made(
        step(
            "wild", "substitute-dice", token="WD", from_=OWN, at_most="all",
            explode={"other": "1+"},
        ),
        step("roll", "roll"),
    )  # fmt: skip
    with pytest.raises(PoolError, match="never ends"):
        odds(endless, parse("2D WD", endless))
    assert odds(endless, parse("2D", endless)).at_least(2) == 1


def test_a_face_that_is_worth_nothing_and_explodes_has_an_end() -> None:
    """A three that explodes but counts nothing is a three that is rolled again."""
    check = made(
        step(
            "wild", "substitute-dice", token="WD", from_=OWN, at_most="all",
            explode={"other": "3"},
        ),
        step("roll", "roll"),
        step("count", "count-faces", faces="1-2"),
        die="d4",
    )  # fmt: skip
    found = odds(check, parse("1D WD", check))
    assert found.exactly(1) == Fraction(2, 3)
    assert found.support == (0, 1)


def test_a_total_beyond_all_bounds() -> None:
    with pytest.raises(NoExactMethod, match="beyond all bounds"):
        ask("3D WD", 10**9)
    assert ask("3D", 10**9) == 0


def test_two_heavy_tails_against_each_other_state_a_bound() -> None:
    one = odds(core(), parse("2D WD8", core(), 3))
    found = opposed(one, one)
    assert found.win == found.lose
    assert 0 < found.error < Fraction(1, 10**12)
