"""Amounts: exact, and equal where they say the same."""

from __future__ import annotations

import copy
import operator
from fractions import Fraction
from typing import Any

import pytest
from small_world import World

from freed6c.runtime.amounts import (
    Formula,
    Modifier,
    Pool,
    Quantity,
    Range,
    die_codes,
    pool,
)
from freed6c.runtime.record import Unworkable
from freed6c.runtime.situation import Situation

CODE = die_codes(3)


@pytest.mark.parametrize("name", ["dice", "pips", "worth", "more"])
def test_a_die_code_cannot_be_changed(name: str) -> None:
    code: Any = CODE(2, 1)
    with pytest.raises(AttributeError, match=f"a die code cannot be changed: {name}"):
        setattr(code, name, 5)
    with pytest.raises(AttributeError, match=f"a die code cannot be changed: {name}"):
        delattr(code, name)
    assert str(code) == "2D+1"


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy])
def test_a_copied_die_code_is_equal(again: Any) -> None:
    assert again(CODE(2, 1)) == CODE(2, 1)


@pytest.mark.parametrize("work", [operator.add, operator.sub, operator.lt])
@pytest.mark.parametrize("other", [1, "1D", None])
def test_a_die_code_goes_with_die_codes_alone(work: Any, other: Any) -> None:
    with pytest.raises(TypeError):
        work(CODE(2), other)


def feet(amount: int | Fraction) -> Quantity:
    return Quantity(amount=amount, unit="ft")


def many(token: str, count: int) -> Modifier:
    return Modifier(token=token, count=count)


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        (feet(5) + feet(Fraction(3, 2)), feet(Fraction(13, 2))),
        (feet(5) - feet(5), feet(0)),
        (3 * feet(5), feet(15)),
        (feet(5) * Fraction(2, 5), feet(2)),
        (Fraction(1, 2) * feet(5), feet(Fraction(5, 2))),
        (feet(5) / 2, feet(Fraction(5, 2))),
        (feet(5) / feet(2), Fraction(5, 2)),
        (-feet(5), feet(-5)),
        (abs(feet(-5)), feet(5)),
        (max(feet(5), feet(6), feet(2)), feet(6)),
        (2 * Modifier(dice=1, pips=-1), Modifier(dice=2, pips=-2)),
        (many("B", 2) * 0, many("B", 0)),
        (-Modifier(adds=2), Modifier(adds=-2)),
        (0 * Modifier(dice=1), Modifier()),
        (Modifier.of(CODE(2, 1)), Modifier(dice=2, pips=1)),
        (Modifier.of(0), Modifier()),
        (Modifier(dice=0), Modifier()),
        (Modifier(dice=1).plus_or_minus(), Modifier(dice=1, either_way=True)),
        (Pool.of(CODE(4, 1)), Pool(dice=4, adds=1)),
        (Pool(dice=3) + Pool(dice=2, adds=1), Pool(dice=5, adds=1)),
        (Pool(dice=3) + Modifier(dice=-1, pips=2, adds=1), Pool(dice=2, adds=3)),
        (Modifier(adds=1) + Pool(dice=3), Pool(dice=3, adds=1)),
        (Pool(dice=3) - Modifier(dice=1), Pool(dice=2)),
        (Pool(dice=3) + many("B", 2) + many("B", 1), pool(3, 0, [("B", 3)])),
        (Pool(dice=3) + many("B", 2) - many("B", 2), Pool(dice=3)),
        (pool(3, 0, [("B", 1), ("WD", 1)]), pool(3, 0, [("WD", 1), ("B", 1)])),
        (Pool(dice=1, tokens=(("B", 1), ("B", 1))), pool(1, 0, [("B", 2)])),
    ],
)
def test_results_are_equal_to_what_is_written(found: Any, wanted: Any) -> None:
    assert found == wanted
    assert hash(found) == hash(wanted)
    assert found.__class__ is wanted.__class__


def test_results_say_no_more_than_they_must() -> None:
    assert vars(2 * Modifier(dice=1)) == {"dice": 2}
    assert vars(Pool(dice=3) + Modifier(dice=-3)) == {"dice": 0}
    assert vars(feet(5) / 2 * 2) == {"amount": 5, "unit": "ft"}
    assert type((feet(5) / 2 * 2).amount) is int


def test_other_things_are_not_equal() -> None:
    assert feet(5) != Quantity(amount=5, unit="m")
    assert Pool(dice=1) != Pool(dice=1, adds=1)
    assert Modifier(dice=1) != Modifier(pips=1)


@pytest.mark.parametrize(
    ("bounds", "inside", "outside"),
    [
        (Range(low=1, high=5), [1, 5, Fraction(9, 2)], [0, 6]),
        (Range(low=1), [1, 99], [0]),
        (Range(high=feet(5)), [feet(5), feet(-1)], [feet(6)]),
        (Range[int](), [0], []),
    ],
)
def test_what_is_within_a_range(
    bounds: Range[Any], inside: list[Any], outside: list[Any]
) -> None:
    assert all(one in bounds for one in inside)
    assert not any(one in bounds for one in outside)


@pytest.mark.parametrize(
    ("work", "message"),
    [
        (lambda: feet(1) + Quantity(amount=1, unit="m"), "how many ft make one m"),
        (lambda: feet(1) < Quantity(amount=1, unit="m"), "how many ft make one m"),
        (lambda: feet(1).equals(Quantity(amount=1, unit="m")), "how many ft make"),
        (lambda: Pool(dice=1) + Modifier(dice=-2), "less than no dice at all"),
        (lambda: Pool(dice=1) + Modifier(dice=1).plus_or_minus(), "must be chosen"),
    ],
)
def test_what_cannot_be(work: Any, message: str) -> None:
    with pytest.raises(Unworkable, match=message):
        work()


def test_a_formula_is_its_text() -> None:
    works: Formula[int] = Formula(text="1 + 1", works=lambda _here: 2)
    assert works == Formula(text="1 + 1")
    assert hash(works) == hash(Formula(text="1 + 1"))
    assert works != Formula(text="2")
    assert works(Situation(World())) == 2


@pytest.mark.parametrize(
    ("works", "message"),
    [
        (None, "'x' cannot be worked out"),
        (lambda _here: 1 // 0, "nothing can be divided by zero"),
        (lambda _here: CODE(1) - CODE(2), "less than no dice at all"),
        (lambda here: here.integer("x"), "nothing says what x is here"),
    ],
)
def test_why_a_formula_has_no_value(works: Any, message: str) -> None:
    formula: Formula[object] = Formula(text="x", works=works)
    with pytest.raises(Unworkable, match=message):
        formula(Situation(World()))


def test_formulas_that_call_each_other_without_an_end() -> None:
    def works(here: Situation) -> int:
        return works(here) + 1

    with pytest.raises(Unworkable, match="wait for each other without an end"):
        Formula(text="x", works=works)(Situation(World()))
