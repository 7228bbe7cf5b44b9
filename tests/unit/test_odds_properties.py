"""What must be true of odds whatever the pool: dice.md §3."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from dice_cases import core, plain_core
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from freed6c.runtime.dice.pool import parse
from freed6c.runtime.dice.roller import RollPlan
from freed6c.runtime.odds.answer import Odds, Oddsmaker, odds
from freed6c.runtime.odds.distribution import TotalDistribution
from freed6c.runtime.odds.timeline import timeline
from freed6c.runtime.odds.work import Work

settings.register_profile("odds", max_examples=40, deadline=None)
settings.load_profile("odds")


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


@given(pools())
def test_chances_fall(pool: Written) -> None:
    found = chances(pool)
    line = [found.at_least(total) for total in range(50)]
    slack = found.error
    assert line[0] == 1
    assert all(0 - slack <= b <= a + slack for a, b in pairwise(line))


@given(pools(wild=0))
def test_without_explosions_chances_add_up_to_one(pool: Written) -> None:
    found = chances(pool)
    low, high = found.support
    assert high is not None
    assert sum(found.distribution(high).values()) == 1
    assert found.at_least(low) == 1
    assert found.exactly(low) > 0 < found.exactly(high)
    assert found.at_least(high + 1) == 0


@given(pools(sets=("", "Adv", "Dis")))
def test_chances_do_not_depend_on_how_far_was_asked(pool: Written) -> None:
    plan = RollPlan(core(), parse(str(pool), core(), 3))
    law = TotalDistribution(timeline(plan), Work())
    short, long = law.sums(40), law.sums(75)
    slack = law.error
    for a, b in zip(short.weights, long.weights, strict=False):
        assert abs(Fraction(a, short.whole) - Fraction(b, long.whole)) <= slack


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


@given(pools(wild=0, flips=False, sets=("",)))
def test_all_flips_are_the_mirror(pool: Written) -> None:
    flipped = Written(pool.dice, 0, boost=pool.boost, flips=(1, 2, 3, 4, 5, 6))
    mirror = Written(pool.dice, 0, boost=-pool.boost)
    for total in range(pool.dice, 6 * pool.dice + 1):
        assert chances(flipped).exactly(total) == chances(mirror).exactly(total)


@given(pools(sets=("",), flips=False))
def test_one_more_boost_never_hurts(pool: Written) -> None:
    more = Written(pool.dice, pool.pips, pool.wild, pool.sides, pool.boost + 1)
    mine, its = chances(pool), chances(more)
    for total in range(0, 45, 3):
        assert mine.at_least(total) <= its.at_least(total)


@given(pools(sets=("",), flips=False))
def test_disadvantage_plain_advantage(pool: Written) -> None:
    line = [chances(f"{pool} {sets}") for sets in ("Dis", "", "Adv")]
    slack = max(one.error for one in line)
    for total in range(0, 45, 3):
        worse, plain, better = (one.at_least(total) for one in line)
        assert worse - slack <= plain <= better + slack


@given(pools(sets=("",)), st.integers(-3, 9))
def test_pips_only_shift(pool: Written, pips: int) -> None:
    mine, its = chances(pool), chances(f"{pool} {pips:+}")
    for total in range(0, 40, 3):
        assert mine.at_least(total) == its.at_least(total + pips)


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


@given(st.integers(1, 12), st.integers(0, 140))
def test_the_tail_of_one_wild_die(dice: int, above: int) -> None:
    """P(T >= d + 6) is P(T >= d)/6 exactly, for every d from 6(n - 1) on."""
    found = chances(f"{dice}D WD")
    d = 6 * (dice - 1) + above
    assume(d > 0)
    assert found.at_least(d + 6) == found.at_least(d) / 6


@given(pools(), st.integers(3, 30))
def test_criticals_are_part_of_success_and_failure(pool: Written, d: int) -> None:
    found = chances(pool)
    criticals = found.criticals(d)
    slack = 2 * found.error
    assert -slack <= criticals["critical-success"] <= found.success(d) + slack
    assert -slack <= criticals["critical-failure"] <= 1 - found.success(d) + slack


@given(pools(sets=("", "Adv", "Dis"), flips=False))
def test_a_tie_between_sets_changes_no_total(pool: Written) -> None:
    other = core({"advantage": {"tie": "second"}})
    mine, its = chances(pool), odds(other, parse(str(pool), other, 3))
    assert [mine.at_least(t) for t in range(30)] == [its.at_least(t) for t in range(30)]


@given(pools(sets=("",)))
def test_the_order_of_equal_dice_changes_no_total_without_flips(pool: Written) -> None:
    assume(not pool.flips)
    boost = next(one for one in core().steps if one.key == "boost")
    other = core(
        {"boost": {"equal_dice": tuple(reversed(boost.__dict__["equal_dice"]))}}
    )
    mine, its = chances(pool), odds(other, parse(str(pool), other, 3))
    assert [mine.at_least(t) for t in range(30)] == [its.at_least(t) for t in range(30)]


@given(pools())
def test_the_mean_is_that_of_the_distribution(pool: Written) -> None:
    assume(not pool.sets or (pool.wild < 2 and pool.sides < 8 and not pool.flips))
    assume(not (pool.boost < 0 and pool.wild > -pool.boost and pool.sides == 8))
    found = chances(pool)
    upto = 110 if pool.sets else 200
    seen = sum(total * chance for total, chance in found.distribution(upto).items())
    slack = found.error * upto
    unseen = found.at_least(upto) * 2 * upto
    assert -slack <= found.mean() - seen <= unseen + slack


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


@given(st.integers(1, 5), st.integers(0, 1), st.integers(0, 3))
def test_steps_that_nobody_calls_change_nothing(n: int, wild: int, pips: int) -> None:
    text = f"{n}D+{pips} {wild or ''}{'WD' if wild else ''}".strip()
    mine = odds(core(), parse(text, core(), 3))
    its = odds(plain_core(), parse(text, plain_core(), 3))
    assert [mine.at_least(t) for t in range(30)] == [its.at_least(t) for t in range(30)]
