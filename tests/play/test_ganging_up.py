"""A gang at play: what every friend is worth, and what is gone with one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from shelf import Faces, package, person

from freed6c.pipeline import compile_packs

if TYPE_CHECKING:
    from pathlib import Path

GAME = package("ganging-up")


def thug(others: int) -> Any:
    """A thug who strikes with 3D and is hit on 10 when alone, beside so many others."""
    ratings = {GAME.skills.BRAWLING.BLOCK.id: "0D+1"}
    who = person(GAME, "Thug", ratings=ratings)
    who.values[GAME.values.OTHERS.id] = others
    return who


def strike(who: Any, whom: Any, *faces: int) -> Any:
    fist = {"row": "unarmed", "distance": "4 ft", "clearance": "0 ft"}
    rng = Faces(*faces)
    choices = GAME.play.Choices(given=fist)
    (check, *_) = who.act(GAME.actions.ATTACK, whom, rng=rng, choices=choices).checks
    return check


def test_each_of_three_has_four_more_to_strike_with_and_to_be_struck() -> None:
    hero = person(GAME, "Hero", ratings={GAME.skills.BRAWLING.id: "2D"})
    blow = strike(thug(2), hero, 1, 2, 3)
    assert blow.result.total == 1 + 2 + 3 + 4
    assert strike(hero, thug(2), 1, 1, 1, 1, 1).needed.number == 14


@pytest.mark.parametrize(
    ("others", "bonus"), [(0, 0), (1, 2), (4, 8), (5, 10), (6, 10), (30, 10)]
)
def test_there_is_a_most(others: int, bonus: int) -> None:
    assert GAME.formulas.ganging_up(others) == bonus
    assert (
        strike(person(GAME, "Hero"), thug(others), 1, 1, 1).needed.number == 10 + bonus
    )


def test_a_jeering_crowd_counts_and_skill_at_arms_by_itself_does_not() -> None:
    one = thug(3)
    taunted = one.act(GAME.actions.TAUNT, person(GAME, "Hero"), rng=Faces(1, 1, 1))
    assert taunted.checks[0].result.total == 3 + 6
    assert str(one.pool(GAME.skills.SHOOTING)) == "3D"
    assert str(one.pool(GAME.skills.ATHLETICS.JUMPING)) == "3D"


def six_at_most(folder: Path, extends: str) -> str:
    """A house rule on the variant, for tables where ten is too much."""
    pack = folder / "six-at-most"
    pack.mkdir()
    (pack / "pack.yaml").write_text(
        f"""
pack: six-at-most
extends: {{{extends}}}
change:
  formula.ganging-up:
    why: Ten kills single heroes.
    set: {{constants.cap: 6}}
    was: {{constants.cap: 10}}
examples:
  four: {{about: rule.ganging-up, formula: ganging-up(3), expect: 6}}
  many: {{about: rule.ganging-up, formula: ganging-up(6), expect: 6}}
  three: {{about: rule.ganging-up, formula: ganging-up(2), expect: 4}}
""",
        encoding="utf-8",
    )
    return str(pack)


def test_a_house_rule_may_lower_the_most(tmp_path: Path) -> None:
    versions = 'core: ">=1.0,<2", ganging-up: ">=1.0,<2"'
    found = compile_packs(six_at_most(tmp_path, versions))
    assert found.ruleset is not None
    assert not [(one.code, one.message) for one in found.diagnostics]
    effects = vars(found.ruleset.entry("example.ex-18"))["expect"]
    assert str(effects[0].by) == "+4"


def test_a_house_rule_has_to_name_the_variant_that_it_changes(tmp_path: Path) -> None:
    found = compile_packs(six_at_most(tmp_path, 'core: ">=1.0,<2"'))
    assert found.ruleset is None
    assert (
        "'formula.ganging-up' comes from 'ganging-up', which 'six-at-most' does not extend"
        in {one.message for one in found.diagnostics}
    )
