"""Pools as text: read, printed, and refused with the characters that are wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from dice_cases import NOTATION, TYPED, TYPED_ALIKE, core, made, step, tokens_alike
from hypothesis import given
from hypothesis import strategies as st
from small_packs import ruleset

from freed6c.pipeline import emit_targets
from freed6c.runtime.amounts import Modifier, die_codes
from freed6c.runtime.dice.pool import Pool, normalized_pool, parse, parse_typed
from freed6c.runtime.effects import Modify
from freed6c.runtime.entries.tables import Condition
from freed6c.runtime.notation import (
    LONGEST,
    PoolError,
    Share,
    read_die,
    read_faces,
    read_signed_dice,
    signed_text,
)
from freed6c.runtime.odds.answer import odds

if TYPE_CHECKING:
    from freed6c.runtime.entries.dice import Dice


DieCode = die_codes(3)


@pytest.fixture(scope="module")
def check() -> Dice:
    return core()


@pytest.mark.parametrize(("text", "normal"), NOTATION["pools"])
def test_normal_form(check: Dice, text: str, normal: str) -> None:
    assert str(parse(text, check, 3)) == normal


@pytest.mark.parametrize(
    ("text", "where", "words"),
    [*NOTATION["refused"], ("5D " + "B1 " * 400, [500, 1203], "characters")],
)
def test_what_is_wrong_is_shown(
    check: Dice, text: str, where: list[int], words: str
) -> None:
    with pytest.raises(PoolError) as caught:
        parse(text, check, 3)
    assert [caught.value.start, caught.value.end] == where
    assert words in f"{caught.value}."


@pytest.mark.parametrize(
    ("text", "sides"),
    [("d6", 6), ("d1", 1), ("d1000", 1000), ("d1001", None), ("d0", None), ("6", None)],
)
def test_a_die_has_up_to_a_thousand_sides(text: str, sides: int | None) -> None:
    assert read_die(text) == sides


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("6", [6]), ("5-6", [5, 6]), ("5+", [5, 6]), ("8", [8]), ("6-5", []), ("7+", []),
        ("0", None), ("5-", None),
    ],
)  # fmt: skip
def test_faces_of_a_d6(text: str, faces: list[int] | None) -> None:
    found = read_faces(text, 6)
    assert (found if found is None else list(found)) == faces


def test_a_token_is_told_with_the_word_for_it() -> None:
    says = {"CP": "hero-point"}
    procedure = made(step("more", "add-dice", token="CP", token_names=says))
    with pytest.raises(PoolError, match=r"tokens here: CP \(hero point\)$"):
        parse("5D XX", procedure, 3)


def test_a_refusal_is_one_sentence(check: Dice) -> None:
    with pytest.raises(PoolError, match=r"^write WD$"):
        parse("5D wd", check, 3)


def test_a_pool_may_be_as_long_as_is_said(check: Dice) -> None:
    text = "5D " + "WD " * 165 + "WD"
    assert len(text) == LONGEST
    assert str(parse(text, check, 3)) == "5D 166WD"
    assert normalized_pool(text.lower(), check) == text


@pytest.mark.parametrize(("text", "dice", "pips"), NOTATION["signed"])
def test_a_sign_belongs_to_the_number_behind_it(
    check: Dice, text: str, dice: int, pips: int
) -> None:
    assert read_signed_dice(text) == (dice, pips)
    assert signed_text(dice, pips) == text
    assert str(Modifier(dice=dice, pips=pips)) == text
    by_effect = parse("5D", check, 3).modified(check, Modifier(dice=dice, pips=pips))
    assert parse(f"5D {text}", check, 3) == by_effect


TOKENS = st.sampled_from(
    [
        "L", "WD", "2WD", "WD8", "3WD10", "Adv", "Dis", "2Adv", "B1", "B12", "P3", "F1", "F6",
    ]
)  # fmt: skip


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


def test_pips_of_a_code_are_its_own_unless_they_make_a_die(
    check: Dice,
) -> None:
    assert parse("3D+4", check).ability == Share(3, 4)
    assert parse("3D+3", check, 3).bonus == Share(0, 3)
    assert parse("3D+1", check, 1).bonus == Share(0, 1)
    assert Pool.of(core(pips_carry="always"), bonus=4) == Pool(bonus=Share(0, 4))


@pytest.mark.parametrize(
    ("text", "left"),
    [("5D WD10 WD8", "5D WD10"), ("5D WD8 WD", "5D WD8"), ("5D 2WD8", "5D WD8"), ("5D", "5D")],
)  # fmt: skip
def test_a_call_less_takes_one_of_its_own_number_first(
    check: Dice, text: str, left: str
) -> None:
    pool = parse(text, check, 3)
    assert str(pool.modified(check, Modifier(token="WD", count=-1))) == left


@pytest.mark.parametrize(
    ("text", "where"), [("5d, xx xx", (4, 6)), ("5 dice 5 dice", (0, 13))]
)
def test_what_is_wrong_is_shown_in_what_was_typed(
    check: Dice, text: str, where: tuple[int, int]
) -> None:
    with pytest.raises(PoolError) as caught:
        parse_typed(text, check, 3)
    assert (caught.value.start, caught.value.end) == where


def test_dice_and_pips_on_top_are_a_bonus(check: Dice) -> None:
    pool = parse("3D", check, 3)
    assert pool.plus(pips=2) == parse("3D +2", check, 3)
    assert pool.plus(dice=2) == parse("3D +2D", check, 3)


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
    pool = parse("4D B1", check, 3)
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
    assert str(pool) == "4D -1D -2 B3 F6"
    with pytest.raises(PoolError, match="Check has no token XX") as caught:
        pool.modified(check, Modifier(token="XX", count=1))
    assert (caught.value.start, caught.value.end) == (0, 0)


@pytest.mark.parametrize("text", TYPED)
def test_what_is_typed_in_a_hurry_is_written_as_it_should_be(
    text: str, check: Dice
) -> None:
    assert normalized_pool(text, check) == TYPED[text]


@pytest.mark.parametrize("text", TYPED_ALIKE)
def test_of_two_tokens_that_look_alike_the_exact_one_is_meant(text: str) -> None:
    assert normalized_pool(text, tokens_alike()) == TYPED_ALIKE[text]


@pytest.mark.parametrize("text", [text for text, _ in NOTATION["pools"]])
def test_what_is_written_as_it_should_be_stays_what_it_is(
    text: str, check: Dice
) -> None:
    assert parse(normalized_pool(text, check), check, 3) == parse(text, check, 3)


@pytest.mark.parametrize("text", ["3d", "5D wd", "5D-2", "5D, WD"])
def test_data_are_not_typed_in_a_hurry(text: str, check: Dice) -> None:
    with pytest.raises(PoolError):
        parse(text, check, 3)


def test_signed_dice_mean_one_thing_in_a_pack_on_its_page_and_in_a_pool() -> None:
    rules = ruleset(
        """
        pack: neg
        extends: core
        change: {condition.damage.hurt: {set: {effects: [{modify: checks, by: -1D+1}]}}}
        """,
        "",
    )
    hurt = rules.entries["condition.damage.hurt"]
    assert isinstance(hurt, Condition)
    (effect,) = hurt.effects
    assert isinstance(effect, Modify)
    by = Modifier(dice=-1, pips=1)
    assert effect.by == by
    (pages,) = emit_targets(rules, ["markdown"]).values()
    assert any(
        "\N{MINUS SIGN}1D+1 on all checks" in file.content.decode() for file in pages
    )
    procedure = rules.procedure
    assert procedure is not None
    written = parse("5D -1D+1", procedure, 3)
    assert parse("5D", procedure, 3).modified(procedure, by) == written
    assert (
        odds(procedure, written).mean
        == odds(procedure, parse("4D+1", procedure, 3)).mean
    )
