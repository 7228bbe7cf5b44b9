"""Odds against icepool, an independent implementation, to twelve digits on shared questions.

icepool cuts explosions off; 24 throws leave less than 1e-18 of a six-sided die.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import icepool
import pytest
from dice_cases import OWN, core, made, ref, step
from playing import Faces
from small_packs import ruleset

from freed6c.runtime.amounts import FormulaPool, Modifier
from freed6c.runtime.dice.pool import parse
from freed6c.runtime.entries.dice import Alternative, Wait
from freed6c.runtime.odds.answer import Odds, odds, opposed_odds
from freed6c.runtime.play.character import Character
from freed6c.runtime.play.checks import RollingCharacter
from freed6c.runtime.situation import Situation

if TYPE_CHECKING:
    from collections.abc import Callable

    from freed6c.runtime.entries.dice import Dice


D6 = icepool.d6
WILD = D6.explode(depth=24)
UPTO = 60


def same(found: Odds, die: Any) -> None:
    for total in range(UPTO):
        its = float(die.probability(">=", total))
        assert abs(float(found.at_least(total)) - its) < 1e-12, total


def ours(text: str, procedure: Dice | None = None) -> Odds:
    check = procedure or core()
    return odds(check, parse(text, check, 3))


DICE = """{{name: D{0}, die: d{0}, pips-carry: never, success: at-least,
    steps: {{throw{0}: {{name: Roll, do: roll}}}}}}"""
CLAWS = f"""
    dice: {{{", ".join(f"d{n}: {DICE.format(n)}" for n in (20, 6, 8))}}}
    values: {{claws: {{name: Claws, of: walker, type: pool, default: 2d8 - 1}}}}
    rules: {{sharp: {{name: Sharp, effects: [{{modify: value.claws, by: 1}}]}}}}
"""


@pytest.mark.parametrize(("die", "sides"), [("D", 20), ("d6", 6), ("d8", 8)])
def test_a_pool_is_rolled_by_the_procedure_with_its_die(die: str, sides: int) -> None:
    rules = ruleset(CLAWS)
    for dice, adds in product(range(1, 5), (-1, 3)):
        pool = FormulaPool.read(f"{dice}{die}{adds:+}")
        total = dice @ icepool.d(sides) + adds
        for target in range(dice, dice * sides, sides // 3):
            chance = Situation(rules).chance(pool, target)
            assert chance == total.probability(">=", target)
        saved = Character(rules=rules, values={"claws": str(pool)}).to_json()
        who = Character.from_json(saved, rules=rules)
        assert who.value("claws") == pool + Modifier(adds=1)
        assert RollingCharacter(who, Faces(*[1] * dice)).roll(pool) == dice + adds


def dropped(plain: int, wild: int, lowest: int = 0, highest: int = 0) -> Any:
    """The sum of a pool of plain and wild dice without its lowest or highest."""
    pool = icepool.Pool([*[D6] * plain, *[WILD] * wild])
    kept = plain + wild - lowest - highest
    return (pool.lowest(kept) if highest else pool.highest(kept)).sum()


@pytest.mark.parametrize("dice", [1, 3, 6, 9])
@pytest.mark.parametrize("wild", [0, 1, 2])
@pytest.mark.parametrize("boost", [-3, -1, 0, 2])
def test_boosts_and_penalties(dice: int, wild: int, boost: int) -> None:
    wild = min(wild, dice)
    token = f"B{boost}" if boost > 0 else f"P{-boost}" if boost else ""
    text = f"{dice}D {f'{wild}WD' if wild else ''} {token}"
    plain = dice - wild + abs(boost)
    same(ours(text), dropped(plain, wild, max(boost, 0), max(-boost, 0)))


@pytest.mark.parametrize("dice", [2, 5, 9])
@pytest.mark.parametrize("wild", [0, 1, 2])
@pytest.mark.parametrize("keep", [1, 3, 4])
def test_only_some_dice_count(dice: int, wild: int, keep: int) -> None:
    text = f"{dice}D {f'{wild}WD' if wild else ''}"
    beyond = max(0, dice - keep)
    for end in ("lowest", "highest"):
        last = step("keep", "drop-dice", keep=keep, drop=end)
        check = made(*core().steps[:3], last)
        same(ours(text, check), dropped(dice - wild, wild, **{end: beyond}))


def test_a_limit_on_dice() -> None:
    cap = step("cap", "exchange-pips", max_dice=5, beyond=3)
    check = made(cap, *core().steps[:3])
    same(ours("9D+1 WD", check), 4 @ D6 + WILD + 13)
    same(ours("5D+2", check), 5 @ D6 + 2)


@pytest.mark.parametrize("result", ["failure", "success"])
@pytest.mark.parametrize("times", [None, 1, 2])
def test_dice_that_explode_only_on_some_results(result: Any, times: Any) -> None:
    wild = step(
        "wild", "substitute-dice", always=1, from_=OWN, limit="1", explode={"d6": "6"},
        explode_if=result, explode_times=times,
    )  # fmt: skip
    check = made(wild, step("roll", "roll"))
    found = ours("3D", check)
    again = D6.explode(depth=times - 1) if times else WILD
    for target in range(3, 40):

        def total(
            wild: int, one: int, other: int, more: int, target: int = target
        ) -> int:
            before = wild + one + other
            late = (before >= target) == (result == "success")
            return before + (more if wild == 6 and late else 0)

        die = icepool.map(total, D6, D6, D6, again)
        its = float(die.probability(">=", target))
        assert abs(float(found.success(target)) - its) < 1e-12, target


def best(which: Callable[[int, int], int], first: Any, second: Any) -> Any:
    """The higher or the lower of two totals."""

    def choose(one: int, other: int) -> int:
        return which(one, other)

    return icepool.map(choose, first, second)


def test_wild_dice_of_other_sizes() -> None:
    for sides in (8, 12):
        die = icepool.d(sides)
        wild = die.explode([*range(7, sides + 1)], depth=80)
        same(ours(f"3D WD{sides}"), 2 @ D6 + wild)


def test_advantage_at_the_end() -> None:
    order = ("luck", "wild", "roll", "boost", "flip", "advantage")
    by_key = {one.key: one for one in core().steps}
    check = made(*(by_key[key] for key in order))
    boosted = dropped(5, 1, lowest=2)
    same(ours("4D WD B2 Adv", check), best(max, boosted, boosted))
    same(ours("4D WD B2 Dis", check), best(min, boosted, boosted))


def test_advantage_before_boosts() -> None:
    """The better of two sets of three dice, then one boost die on it."""

    def keep(faces: tuple[int, ...], boost: int) -> int:
        first, second = faces[:3], faces[3:]
        kept = first if sum(first) >= sum(second) else second
        return sum(kept) + boost - min(*kept, boost)

    sets = icepool.tupleize(D6, D6, D6, D6, D6, D6)
    die = icepool.map(keep, sets, D6, star=False)
    same(ours("3D B1 Adv"), die)


def test_flips() -> None:
    flipped = D6.map({6: 1, 2: 5})
    same(ours("5D F6 F2"), 5 @ flipped)


def test_success_counting() -> None:
    check = made(step("roll", "roll"), step("count", "count-faces", faces="5+"))
    same(ours("7D", check), 7 @ (D6 >= 5))
    called = step("count", "count-faces", token={"U": "at-most", "O": "at-least"})
    check = made(step("roll", "roll"), called)
    same(ours("7D U2", check), 7 @ (D6 <= 2))
    same(ours("7D O4", check), 7 @ (D6 >= 4))


def test_cancelling_the_highest() -> None:
    check = made(
        step("wild", "substitute-dice", always=1, from_=OWN, limit="1", explode={}),
        step("roll", "roll"),
        step("cancel", "cancel-highest", if_=Wait(step=ref("wild"), shows="1")),
    )

    def cancelled(wild: int, *others: int) -> int:
        return wild + sum(others) - (max(others) if wild == 1 else 0)

    same(ours("4D", check), icepool.map(cancelled, D6, D6, D6, D6))


def test_a_second_die_decides_about_a_1() -> None:
    choices = {
        "lose": Alternative(name="Lose", shows="1", do="cancel-highest", and_="the-die-itself"),
        "keep": Alternative(name="Keep", do="nothing"),
    }  # fmt: skip
    one = Wait(step=ref("wild"), shows="1")
    check = made(
        step("wild", "substitute-dice", always=1, from_=OWN, limit="1", explode={"d6": "6"}),
        step("roll", "roll"),
        step("toss", "choose-one", toss="d6", choices=choices, if_=one),
    )  # fmt: skip

    def lost(wild: int, second: int, *others: int) -> int:
        lose = wild == 1 and second == 1
        return sum(others) - max(others) if lose else wild + sum(others)

    same(ours("4D", check), icepool.map(lost, WILD, D6, D6, D6, D6))


def test_means() -> None:
    for text, die in (
        ("6D WD B2", dropped(7, 1, lowest=2)),
        ("6D 2WD P2", dropped(6, 2, highest=2)),
        ("4D WD Adv", best(max, 3 @ D6 + WILD, 3 @ D6 + WILD)),
        ("4D 2WD P1", dropped(3, 2, highest=1)),
        ("4D WD Dis", best(min, 3 @ D6 + WILD, 3 @ D6 + WILD)),
    ):
        assert abs(float(ours(text).mean) - float(die.mean())) < 1e-12, text


def test_one_pool_against_another() -> None:
    for mine, its in (("5D", "4D+1"), ("3D", "4D WD"), ("3D WD", "4D WD")):
        found = opposed_odds(ours(mine), ours(its))
        dice = {
            "5D": 5 @ D6, "4D+1": 4 @ D6 + 1, "3D": 3 @ D6,
            "4D WD": 3 @ D6 + WILD, "3D WD": 2 @ D6 + WILD,
        }  # fmt: skip
        first, second = dice[mine], dice[its]
        for ours_, icepools in (
            (found.win, (first > second)),
            (found.tie, (first - second) == 0),
            (found.lose, (first < second)),
        ):
            assert abs(float(ours_) - float(icepools.mean())) < 1e-12
        assert found.win + found.tie + found.lose + found.error == 1
