"""What must be true of odds whatever the pool, and what is refused in plain words."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from dice_cases import OWN, core, made, plain_core, ref, step
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from freed6c.runtime.dice.pool import parse
from freed6c.runtime.dice.roller import RollPlan
from freed6c.runtime.entries.dice import Wait
from freed6c.runtime.notation import PoolError
from freed6c.runtime.odds import OddsError, order_statistics, work
from freed6c.runtime.odds.answer import Odds, Oddsmaker, odds, opposed_odds
from freed6c.runtime.odds.distribution import TotalDistribution
from freed6c.runtime.odds.timeline import timeline
from freed6c.runtime.odds.work import Work

if TYPE_CHECKING:
    from collections.abc import Callable

    from freed6c.runtime.odds.answer import Odds


def ask(text: str, total: int = 14) -> Fraction:
    return odds(core(), parse(text, core(), 3)).at_least(total)


def test_dice_that_come_after_the_roll_lie_beside_the_others() -> None:
    """Of too many of them no chances are given, as they cannot be rolled."""
    with pytest.raises(PoolError, match="more than 1000 dice"):
        ask("3D B998")
    assert ask("3D B997", 3) == 1


def test_a_thousand_dice_are_fine() -> None:
    found = odds(core(), parse("1000D", core(), 3))
    assert found.mean == 3500
    assert tuple(found.support) == (1000, 6000)
    hundred = odds(core(), parse("100D", core(), 3))
    assert 1 - hundred.at_least(101) == Fraction(1, 6**100)


@pytest.mark.parametrize(
    "text", ["600D 9WD 9WD8 9WD10 B200", "60D 5WD10 P10 Adv", "5D WD20 Adv P1"]
)
def test_what_takes_too_long_is_refused(text: str) -> None:
    with pytest.raises(OddsError, match="too"):
        ask(text)


def test_a_total_that_takes_too_many_explosions_is_refused_for_that() -> None:
    with pytest.raises(OddsError, match="for 3000 throws of one, and this takes more"):
        ask("5D WD", 99_999)


def test_dice_that_fall_in_too_many_ways_are_refused_before_they_are_gone_through() -> (
    None
):
    many = odds(core(), parse("1000D", core(), 3))
    with pytest.raises(OddsError, match="more than 50000 ways"):
        many.at_least(4000)


# How much is too much is counted, in steps of arithmetic. Fewer of them keep these tests short.

SMALL = 40_000_000
QUESTIONS: tuple[Callable[[Odds], object], ...] = (
    lambda found: found.at_least(40),
    lambda found: found.mean,
    lambda found: found.support,
    lambda found: found.criticals(15),
    lambda found: found.at_least(400),
)
WORST = (
    "60D WD B60", "100D P50", "200D P100", "300D B150", "500D 400WD", "900D WD B50",
    "100D 50WD B10", "30D 30WD P5", "20D 10WD P10", "20D WD B10 Adv", "50D Adv B20",
    "30D 10WD Adv P3", "10D WD20 Adv P1", "10D 5WD20 P3", "100D 10WD L B5", "1000D",
)  # fmt: skip


@pytest.mark.parametrize("text", WORST)
def test_all_questions_about_a_pool_together_take_no_more_than_is_allowed(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr(work, "MOST_STEPS", SMALL)
    taken = [_taken(text) for _ in range(2)]
    assert taken[0] == taken[1]
    assert SMALL / 50 < taken[0] <= SMALL


def _taken(text: str) -> int:
    found = odds(core(), parse(text, core(), 3))
    for ask in QUESTIONS * 2:
        with suppress(OddsError):
            ask(found)
    return found._base.work.steps


def test_what_is_refused_leaves_enough_for_a_question_that_takes_less(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(work, "MOST_STEPS", SMALL)
    found = odds(core(), parse("30D 10WD", core(), 3))
    with pytest.raises(OddsError, match="take too long to calculate"):
        found.at_least(800)
    assert Fraction(1, 5) < found.at_least(120) < Fraction(1, 3)


def test_waiting_steps_that_split_into_too_many_cases() -> None:
    """Each step that waits for a face makes three cases of one."""
    names = [f"turn-{number}" for number in range(30)]
    check = made(
        step("wild", "substitute-dice", from_=OWN, always=1, limit="all", explode={"d6": "6"}),
        step("roll", "roll"),
        *(
            step(
                name, "map-faces", map={"1": "2"}, which="kept", times=1, chain="first-face",
                if_=Wait(step=ref("wild"), shows="1", which="any", dropped="count"),
            )
            for name in names
        ),
    )  # fmt: skip
    with pytest.raises(OddsError, match="take too long"):
        odds(check, parse("3D", check))


def test_what_was_refused_stays_refused_and_what_was_known_stays_known() -> None:
    found = odds(core(), parse("30D 30WD B5", core(), 3))
    known = found.at_least(40)
    for _ in range(3):
        with pytest.raises(OddsError, match="take too long"):
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
            "wild", "substitute-dice", token="WD", from_=OWN, limit="all",
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
            "wild", "substitute-dice", token="WD", from_=OWN, limit="all",
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
    with pytest.raises(OddsError, match="is too large"):
        ask("3D WD", 10**9)
    assert ask("3D", 10**9) == 0


def test_two_heavy_tails_against_each_other_state_a_bound() -> None:
    one = odds(core(), parse("2D WD8", core(), 3))
    found = opposed_odds(one, one)
    assert found.win == found.lose
    assert 0 < found.error < Fraction(1, 10**12)


def test_binomials_of_many_dice_are_not_worked_out_each_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One of thousands takes longer than the products that are counted."""
    asked: list[int] = []

    def counted(count: int, of: int) -> int:
        asked.append(count)
        return math.comb(count, of)

    monkeypatch.setattr(order_statistics, "comb", counted)
    assert odds(core(), parse("5D B300", core(), 3)).at_least(30) > 0
    assert len(asked) < 2000


few = settings(max_examples=25)


@dataclass(frozen=True)
class Written:
    """A pool of core in its parts."""

    dice: int
    pips: int = 0
    wild: int = 0
    sides: int = 6
    boost: int = 0
    sets: str = ""
    flips: tuple[int, ...] = ()

    def __str__(self) -> str:
        parts = [f"{self.dice}D +{self.pips}", *(f"F{face}" for face in self.flips)]
        if self.wild:
            parts.append(f"{self.wild}WD{self.sides}")
        if self.boost:
            parts.append(f"B{self.boost}" if self.boost > 0 else f"P{-self.boost}")
        return " ".join([*parts, self.sets])


def pools(
    *, wild: int = 2, sets: tuple[str, ...] = ("", "Adv", "Dis"), flips: bool = True
) -> st.SearchStrategy[Written]:
    faces = st.lists(st.integers(1, 6), max_size=2 if flips else 0)
    return st.builds(
        Written,
        dice=st.integers(1, 5),
        pips=st.integers(0, 5),
        wild=st.integers(0, wild),
        sides=st.sampled_from([4, 6, 8]),
        boost=st.integers(-2, 2),
        sets=st.sampled_from(sets),
        flips=faces.map(lambda found: tuple(sorted(set(found)))),
    )


def chances(pool: Written | str) -> Odds:
    return odds(core(), parse(str(pool), core(), 3))


@few
@given(pools())
def test_chances_fall(pool: Written) -> None:
    found = chances(pool)
    line = [found.at_least(total) for total in range(50)]
    slack = found.error
    assert line[0] == 1
    assert all(0 - slack <= b <= a + slack for a, b in pairwise(line))


@few
@given(pools(wild=0))
def test_without_explosions_chances_add_up_to_one(pool: Written) -> None:
    found = chances(pool)
    low, high = found.support
    assert high is not None
    assert sum(found.distribution(high).values()) == 1
    assert found.at_least(low) == 1
    assert found.exactly(low) > 0 < found.exactly(high)
    assert found.at_least(high + 1) == 0


@few
@given(pools(sets=("", "Adv", "Dis")))
def test_chances_do_not_depend_on_how_far_was_asked(pool: Written) -> None:
    plan = RollPlan(core(), parse(str(pool), core(), 3))
    law = TotalDistribution(timeline(plan), Work())
    short, long = law.sums(40), law.sums(75)
    slack = law.error
    for a, b in zip(short.weights, long.weights, strict=False):
        assert abs(Fraction(a, short.whole) - Fraction(b, long.whole)) <= slack


@few
@given(pools(wild=0, flips=False))
def test_the_mirror_swaps_boosts_and_sets(pool: Written) -> None:
    """Every total s of n dice stands for 7n - s with boosts as penalties, advantage reversed."""
    sets = {"Adv": "Dis", "Dis": "Adv"}.get(pool.sets, "")
    mirror = Written(pool.dice, 0, boost=-pool.boost, sets=sets)
    mine, its = (
        chances(Written(pool.dice, 0, boost=pool.boost, sets=pool.sets)),
        chances(mirror),
    )
    for total in range(pool.dice, 6 * pool.dice + 1):
        assert mine.exactly(total) == its.exactly(7 * pool.dice - total)


@few
@given(pools(sets=("",)), st.integers(-3, 9))
def test_pips_only_shift(pool: Written, pips: int) -> None:
    mine, its = chances(pool), chances(f"{pool} {pips:+}")
    for total in range(0, 40, 3):
        assert mine.at_least(total) == its.at_least(total + pips)


@few
@given(st.integers(1, 6), st.integers(0, 2), st.integers(-2, 2))
def test_luck_is_twice_the_dice(dice: int, wild: int, boost: int) -> None:
    one, two = (
        Written(dice, 2, wild, boost=boost),
        Written(2 * dice, 2, wild, boost=boost),
    )
    assume(wild <= dice)
    mine, its = chances(f"{one} L"), chances(two)
    for total in range(0, 60, 5):
        assert mine.at_least(total) == its.at_least(total)


@few
@given(st.integers(1, 12), st.integers(0, 140))
def test_the_tail_of_one_wild_die(dice: int, above: int) -> None:
    """P(T >= d + 6) is P(T >= d)/6 exactly, for every d from 6(n - 1) on."""
    found = chances(f"{dice}D WD")
    d = 6 * (dice - 1) + above
    assume(d > 0)
    assert found.at_least(d + 6) == found.at_least(d) / 6


@few
@given(pools(), st.integers(3, 30))
def test_criticals_are_part_of_success_and_failure(pool: Written, d: int) -> None:
    assume(not (pool.flips and pool.wild > 1))
    found = chances(pool)
    criticals = found.criticals(d)
    slack = 2 * found.error
    assert -slack <= criticals["critical-success"] <= found.success(d) + slack
    assert -slack <= criticals["critical-failure"] <= 1 - found.success(d) + slack


@few
@given(pools())
def test_the_mean_is_that_of_the_distribution(pool: Written) -> None:
    assume(not pool.sets or (pool.wild < 2 and pool.sides < 8 and not pool.flips))
    assume(not (pool.boost < 0 and pool.wild > -pool.boost and pool.sides == 8))
    found = chances(pool)
    upto = 110 if pool.sets else 200
    seen = sum(total * chance for total, chance in found.distribution(upto).items())
    slack = found.error * upto
    unseen = found.at_least(upto) * 2 * upto
    assert -slack <= found.mean - seen <= unseen + slack


@few
@given(pools())
def test_many_pools_share_what_is_known(pool: Written) -> None:
    maker = Oddsmaker(core())
    parsed = parse(str(pool), core(), 3)
    for one in (parsed, parsed.plus(pips=2), parsed.plus(pips=-3)):
        mine, its = maker.odds(one), odds(core(), one)
        assert [mine.at_least(t) for t in range(0, 40, 7)] == [
            its.at_least(t) for t in range(0, 40, 7)
        ]
        assert mine.support == its.support


@few
@given(st.integers(1, 5), st.integers(0, 1), st.integers(0, 3))
def test_steps_that_nobody_calls_change_nothing(n: int, wild: int, pips: int) -> None:
    text = f"{n}D+{pips} {wild or ''}{'WD' if wild else ''}".strip()
    mine = odds(core(), parse(text, core(), 3))
    its = odds(plain_core(), parse(text, plain_core(), 3))
    assert [mine.at_least(t) for t in range(30)] == [its.at_least(t) for t in range(30)]
