"""The pool of a formula is rolled as its notation says."""

from __future__ import annotations

import pytest
from dice_cases import core

from freed6c.runtime.amounts import DieCode, Modifier, pool
from freed6c.runtime.dice.pool import parse, to_roll
from freed6c.runtime.notation import PoolError


@pytest.mark.parametrize(
    ("given", "written"),
    [
        (pool(5), "5D"),
        (pool(3, 2), "3D+2"),
        (pool(3, 4), "3D+4"),
        (pool(3, 2) + pool(1, 2), "4D+4"),
        (pool(3, -2), "3D -2"),
        (pool(4, 1, [("WD", 1), ("B", 2)]), "4D+1 WD B2"),
        (pool(4, 0, [("WD8", 2), ("F6", 1), ("Adv", 1)]), "4D 2WD8 Adv F6"),
        (pool(4, 0, [("B", 2)]) - Modifier(token="B", count=1), "4D B1"),
    ],
)
@pytest.mark.parametrize("carry", ["codes", "always", "never"])
def test_it_is_the_pool_that_notation_gives(
    given: object, written: str, carry: str
) -> None:
    procedure = core(pips_carry=carry)
    assert to_roll(given, procedure, 3) == parse(written, procedure, 3)  # type: ignore[arg-type]


def test_a_token_that_no_step_has() -> None:
    with pytest.raises(PoolError, match="has the token Q"):
        to_roll(pool(2, 0, [("Q", 1)]), core(), 3)


def test_a_code_that_cannot_be_read_is_told_as_it_was_typed() -> None:
    with pytest.raises(ValueError, match=r"^not a die code: '2 d x'; write 5D, or 3D"):
        DieCode.parse("2 d x")


@pytest.mark.parametrize("text", ["3d1", "3d6", "d6"])
def test_dice_of_a_size_are_no_code(text: str) -> None:
    with pytest.raises(ValueError, match=f"^not a die code: '{text}'"):
        DieCode.parse(text)
