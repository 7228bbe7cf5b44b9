"""Pools as text: read, printed, and refused with the characters that are wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from dice_cases import TYPED, TYPED_ALIKE, core, tokens_alike
from hypothesis import given
from hypothesis import strategies as st

from freed6c.runtime.amounts import Modifier, die_codes
from freed6c.runtime.dice.pool import Pool, PoolError, Share, normalize_typed, parse

if TYPE_CHECKING:
    from freed6c.runtime.entries.dice import Dice


DieCode = die_codes(3)

NORMAL = [
    ("5D", "5D"),
    ("5D+1 WD B2 Adv F6 WD8 P1 2WD Dis L", "5D+1 L 3WD WD8 Adv Dis B2 P1 F6"),
    ("3D+4", "3D+4"),
    ("3D +4", "3D+4"),
    ("3D+1 -2 +1D", "3D+1 +1D -2"),
    ("0D", "0D"),
    ("2D B B 2B", "2D B4"),
    ("  2D\t2WD8  ", "2D 2WD8"),
    ("4D F1 F1", "4D F1"),
    ("2D 2Adv", "2D 2Adv"),
]


@pytest.fixture(scope="module")
def check() -> Dice:
    return core()


@pytest.mark.parametrize(("text", "normal"), NORMAL)
def test_normal_form(check: Dice, text: str, normal: str) -> None:
    assert str(parse(text, check, 3)) == normal


WRONG = [
    ("5X", (0, 2), "the tokens here are: L (Luck), WD (Wild Die), Adv"),
    ("5d", (0, 2), "write 5D"),
    ("5D+", (0, 3), "no die code"),
    ("5D wd", (3, 5), "write WD"),
    ("5D 3D", (3, 5), "+3D"),
    ("+7 pips", (3, 7), "cannot be read"),
    ("5D F", (3, 4), "needs a face"),
    ("5D 2F6", (3, 6), "needs a face"),
    ("5D Adv2", (3, 7), "no number"),
    ("5D 2B2", (3, 6), "write B4"),
    ("5D B0", (3, 5), "once or more"),
    ("5D WD9999", (3, 9), "sides"),
    ("5D 12345678D", (3, 12), "digits"),
    ("WD B2", (0, 5), "begins with its dice"),
    ("", (0, 0), "begins with its dice"),
    ("5D " + "B1 " * 400, (500, 1203), "characters"),
]


@pytest.mark.parametrize(("text", "where", "words"), WRONG)
def test_what_is_wrong_is_shown(
    check: Dice, text: str, where: tuple[int, int], words: str
) -> None:
    with pytest.raises(PoolError) as caught:
        parse(text, check, 3)
    assert (caught.value.start, caught.value.end) == where
    assert words in str(caught.value)


TOKENS = st.sampled_from(
    [
        "L",
        "WD",
        "2WD",
        "WD8",
        "3WD10",
        "Adv",
        "Dis",
        "2Adv",
        "B1",
        "B12",
        "P3",
        "F1",
        "F6",
    ]
)


@given(
    dice=st.integers(0, 99),
    pips=st.integers(0, 9),
    more=st.integers(-9, 9),
    bonus=st.integers(-20, 20),
    tokens=st.lists(TOKENS, max_size=6),
)
def test_printing_and_reading_again(
    dice: int, pips: int, more: int, bonus: int, tokens: list[str]
) -> None:
    check = core()
    text = f"{dice}D+{pips} {more:+}D {bonus:+} {' '.join(tokens)}"
    pool = parse(text, check, 3)
    assert parse(str(pool), check, 3) == pool
    assert str(parse(str(pool), check, 3)) == str(pool)


def test_pips_beyond_a_code_are_a_bonus(check: Dice) -> None:
    pool = parse("3D+4", check, 3)
    assert (pool.ability, pool.bonus) == (Share(3, 0), Share(0, 4))


def test_codes_are_added_up_as_the_procedure_says(check: Dice) -> None:
    pool = Pool.of(check, ability=DieCode(2, 2), skill=DieCode(1, 2), bonus=4)
    assert (str(pool), pool.dice, pool.pips) == ("4D+1 +4", 4, 5)
    never = Pool.of(
        core(pips_carry="never"), ability=DieCode(2, 2), skill=DieCode(1, 2)
    )
    assert str(never) == "3D+4"
    always = Pool.of(core(pips_carry="always"), ability=DieCode(2, 2), bonus=5)
    assert (always.dice, always.pips) == (4, 1)


def test_modifiers_of_effects(check: Dice) -> None:
    pool = parse("4D", check, 3)
    changes = (
        Modifier(dice=-1),
        Modifier(adds=-2),
        Modifier(token="B", count=2),
        Modifier(token="WD8", count=1),
        Modifier(token="F6", count=1),
        Modifier(token="WD", count=1),
        Modifier(token="WD", count=-2),
    )
    for change in changes:
        pool = pool.modified(check, change)
    assert str(pool) == "4D -1D -2 B2 F6"
    with pytest.raises(PoolError, match="no step of Check has the token XX"):
        pool.modified(check, Modifier(token="XX", count=1))


@pytest.mark.parametrize("text", TYPED)
def test_what_is_typed_in_a_hurry_is_written_as_it_should_be(
    text: str, check: Dice
) -> None:
    assert normalize_typed(text, check) == TYPED[text]


@pytest.mark.parametrize("text", TYPED_ALIKE)
def test_of_two_tokens_that_look_alike_the_exact_one_is_meant(text: str) -> None:
    assert normalize_typed(text, tokens_alike()) == TYPED_ALIKE[text]


@pytest.mark.parametrize("text", [text for text, _ in NORMAL])
def test_what_is_written_as_it_should_be_stays_what_it_is(
    text: str, check: Dice
) -> None:
    assert parse(normalize_typed(text, check), check, 3) == parse(text, check, 3)


@pytest.mark.parametrize("text", ["3d", "5D wd", "5D-2", "5D, WD"])
def test_data_are_not_typed_in_a_hurry(text: str, check: Dice) -> None:
    with pytest.raises(PoolError):
        parse(text, check, 3)
