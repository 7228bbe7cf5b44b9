"""Odds against every course of the same roller, for procedures of all pairs of parameters.

Where dice cannot explode, chances are equal; elsewhere they lie between what was seen and that with
everything that was not.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest
from dice_cases import (
    OUTCOMES,
    OWN,
    PARAMETERS,
    Case,
    compare,
    core,
    courses,
    made,
    notation,
    pairwise,
    ref,
    step,
    with_outcomes,
)

from freed6c.runtime.dice.pool import parse
from freed6c.runtime.dice.roller import RollPlan
from freed6c.runtime.entries.dice import Alternative, Event, Step, Wait
from freed6c.runtime.odds import OddsError, answer
from freed6c.runtime.odds.answer import enumerated, odds
from freed6c.runtime.odds.work import Work

POOLS = {
    "pool": ("1D", "2D", "3D"),
    "wilds": ("", "WD", "2WD"),
    "sets": ("", "Adv", "Dis"),
    "boosts": ("", "B1", "P1", "B2", "P2", "B1 P1"),
    "flips": ("", "F1", "F1 F3"),
    "luck": ("",),
    "more": ("", "CP1"),
}
"""Every pool of at most three dice, for the whole sweep."""


def compared(case: Case, runs: int) -> str:
    """Follow explosions as far as the number of courses allows."""
    for extra in (2, 0):
        found = compare(case, runs=runs, extra=extra)
        if found != "too many":
            return found
    return "too many"


def test_all_pairs_of_parameters() -> None:
    found = Counter(compared(case, 5000).partition(":")[0] for case in pairwise())
    assert found["law"] > 40
    assert found["courses"] >= 3
    assert found["none"] < 5, found


@pytest.mark.parametrize(
    "text",
    [
        "1D", "2D", "3D", "3D F6", "2D B1", "2D P1", "1D B2", "1D P2", "3D B1", "3D P1",
        "1D Adv", "2D Adv", "2D Dis F6", "1D Adv B1", "1D Dis P1", "1D Adv P2 F1",
        "1D WD", "2D WD B1", "2D WD P1", "2D 2WD P1", "1D WD Adv P1", "1D WD Adv F6",
        "1D WD4 Dis B1", "1D L F1 F6",
    ],
)  # fmt: skip
def test_pools_of_core(text: str) -> None:
    assert compare((core(), text), runs=10_000, extra=1) == "law"


@pytest.mark.parametrize(
    "text",
    [
        "1D WD B1", "1D WD P2", "1D WD B2 P1", "2D 2WD B1", "2D WD B2", "2D WD B1 P1",
        "2D WD B2 P2", "2D B2 P1", "1D B1 P1", "2D WD8 P1 B1",
    ],
)  # fmt: skip
def test_dice_of_which_none_can_be_dropped(text: str) -> None:
    own = ("ability",)
    check = made(
        step("wild", "substitute-dice", token="WD", from_=OWN, limit="all", explode={"d4": "4"}),
        step("roll", "roll"),
        step(
            "boost", "drop-dice", token={"B": "lowest", "P": "highest"}, cancel="none",
            drop_from=own, equal_dice=own, forced=False,
        ),
        die="d4",
    )  # fmt: skip
    assert compare((check, text), runs=30_000, extra=1) == "law"


WILD = step(
    "wild", "substitute-dice", token="WD", from_=OWN, limit="all", explode={"d4": "4"},
    events={"odd": Event(shows="1", dropped="ignore", text="Odd.")},
)  # fmt: skip
ROLL = step("roll", "roll")
ONE = Wait(step=ref("wild"), shows="1", which="any")
FATES = {
    "lose": Alternative(name="Lose", shows="1", do="cancel-highest", and_="the-die-itself"),
    "turn": Alternative(name="Turn", shows="2-3", do="map-faces"),
    "nothing": Alternative(name="Nothing", do="nothing"),
}  # fmt: skip


@pytest.mark.parametrize("text", ["1D", "3D", "4D", "1D WD", "3D WD", "3D+1 CP1"])
@pytest.mark.parametrize(
    "last",
    [
        *(
            step("keep", "drop-dice", keep=keep, drop=end, if_=wait)
            for keep, end, wait in product((1, 2, 3), ("lowest", "highest"), (None, ONE))
        ),
        *(step("toss", "choose-one", toss=die, choices=FATES, if_=ONE) for die in ("d4", "d6")),
        step("toss", "choose-one", toss="d3", choices={**FATES, "turn": FATES["nothing"]}),
    ],
    ids=str,
)  # fmt: skip
def test_dice_that_count_and_dice_that_decide(text: str, last: Step) -> None:
    more = step("more", "add-dice", token="CP", like=ref("wild"), at=("before-roll",))
    for cap in ((), (step("cap", "exchange-pips", max_dice=2, beyond=1),)):
        check = made(WILD, more, *cap, step("roll", "roll"), last, die="d4")
        assert compare((check, text), runs=30_000, extra=1) == "law"


@pytest.mark.parametrize(
    ("text", "least"), [("2D CP3", 7), ("3D+1 CP1", 6), ("2D WD CP2", 5), ("4D 2WD CP1", 7)]
)  # fmt: skip
def test_dice_above_a_limit(text: str, least: int) -> None:
    more = step("more", "add-dice", token="CP", like=ref("wild"))
    cap = step("cap", "exchange-pips", max_dice=3, beyond=2, includes=(ref("more"),))
    for order in (cap, WILD, more, ROLL), (cap, WILD, ROLL, more):
        check = made(*order, die="d4")
        assert compare((check, text), runs=30_000, extra=1) == "law"
        assert odds(check, parse(text, check)).support.low == least


@pytest.mark.parametrize("text", ["1D WD", "2D WD", "3D WD", "4D WD", "4D 2WD"])
@pytest.mark.parametrize("keep", [1, 2, 3])
@pytest.mark.parametrize("fate", ["nothing", "the-die-itself", "the-only-die"])
def test_the_highest_goes_before_some_count(text: str, keep: int, fate: str) -> None:
    for which in ("any", "first", "all"):
        one = Wait(step=ref("wild"), shows="1", which=which)
        check = made(
            WILD.but(explode={}, events={}), step("roll", "roll"),
            step("cancel", "cancel-highest", and_=fate, if_=one),
            step("keep", "drop-dice", keep=keep), die="d4",
        )  # fmt: skip
        assert compare((check, text), runs=30_000, extra=1) == "law"


@pytest.mark.parametrize("text", ["1D", "2D+1", "3D", "2D B1", "3D P1", "2D Adv"])
@pytest.mark.parametrize("dropped", ["count", "ignore"])
@pytest.mark.parametrize("which", ["any", "first"])
@pytest.mark.parametrize("outcomes", OUTCOMES)
def test_outcomes(outcomes: str, which: Any, dropped: Any, text: str) -> None:
    check = with_outcomes(outcomes, which=which, dropped=dropped)
    assert compare((check, text), runs=10_000, extra=1) == "law"


def test_a_course_of_enumeration_is_a_roll() -> None:
    check = core()
    found = courses(RollPlan(check, parse("1D WD", check)), deepest=3, runs=1000)
    assert found is not None
    assert {total: str(chance) for (total, _), chance in found.chances.items()} == {
        **dict.fromkeys(range(1, 6), "1/6"),
        **dict.fromkeys(range(7, 12), "1/36"),
        **dict.fromkeys(range(13, 18), "1/216"),
    }
    assert str(found.missing) == "1/216"


def test_enumeration_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer, "MOST_RUNS", 100)
    check = core()
    with pytest.raises(OddsError, match="more than 100 ways"):
        enumerated(RollPlan(check, parse("3D", check)), Work())


STEPS = {name: values for name, values in PARAMETERS.items() if name not in POOLS}


@pytest.mark.slow
@pytest.mark.parametrize(
    "case", [pytest.param(case, id=str(n)) for n, case in enumerate(pairwise(STEPS))]
)
def test_every_pool_of_three_dice(case: Case) -> None:
    """Run: pytest -m slow tests/unit/test_odds_enumeration.py (about half an hour)."""
    texts = set()
    for values in product(*POOLS.values()):
        pool = {**case, **dict(zip(POOLS, values, strict=True))}
        if notation(pool) not in texts:
            texts.add(notation(pool))
            compared(pool, 3000)


def test_what_no_method_follows_says_why() -> None:
    case = {name: values[0] for name, values in PARAMETERS.items()}
    order = ("wild", "roll", "boost", "cancel", "flip")
    case |= {"order": order, "pool": "2D", "wilds": "WD", "boosts": "B1", "safe": True}
    assert compared(case, 5000).startswith("none: two steps in a row")
    check = core()
    assert odds(check, parse("2D", check)).error == 0
