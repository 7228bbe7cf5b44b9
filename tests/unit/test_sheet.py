"""The character of an example: what is given of them, and what follows from it."""

from __future__ import annotations

from typing import Any

import pytest

from freed6c.pipeline import compile_packs
from freed6c.runtime.amounts import Quantity
from freed6c.runtime.play.examples import ExampleCharacter
from freed6c.runtime.record import Unworkable

STRIKE = "specialization.brawling.strike"


@pytest.fixture(scope="module")
def core() -> Any:
    return compile_packs("core").ruleset


def sheet(core: Any, **given: Any) -> ExampleCharacter:
    names = {"strength": "ability.strength", "strike": STRIKE, "move": "value.move"}
    return ExampleCharacter(core, {names[key]: value for key, value in given.items()})


def test_ratings_are_as_given(core: Any) -> None:
    code = core.die_code
    someone = sheet(core, strength=code(3), strike=code(5, 1))
    assert someone.rating(STRIKE) == code(5, 1)
    assert someone.fixed(STRIKE) == 16
    assert someone.without_ability(STRIKE) == code(2, 1)
    assert someone.has(STRIKE)
    assert not someone.has("ability.luck")


def test_values_are_given_or_follow(core: Any) -> None:
    far = Quantity(amount=30, unit="ft")
    assert sheet(core, move=far).value("value.move") == far
    strong = sheet(core, strength=core.die_code(3, 1))
    with pytest.raises(Unworkable, match="awareness"):
        strong.value("value.initiative")


def test_what_is_not_known_is_told(core: Any) -> None:
    someone = sheet(core, strength=core.die_code(3), strike=core.die_code(2))
    with pytest.raises(Unworkable, match=r"ability\.wits"):
        someone.rating("ability.wits")
    with pytest.raises(Unworkable, match="less than its ability"):
        someone.without_ability(STRIKE)
    with pytest.raises(Unworkable, match="nobody rolls"):
        someone.roll(STRIKE)
