"""Who rolls, and who is hit: what the suggestions of `tests/house-rules` do at play."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playing import Faces

from freed6c.pipeline import compile_packs
from freed6c.runtime.play.character import Character
from freed6c.runtime.play.execution import Choices

if TYPE_CHECKING:
    from freed6c.model.ruleset import Ruleset

RULES = Path(__file__).parents[1] / "house-rules"


def rules_of(folder: Path, name: str) -> Ruleset:
    pack = folder / name
    pack.mkdir()
    shutil.copy(RULES / f"{name}.yaml", pack / "pack.yaml")
    found = compile_packs(str(pack)).ruleset
    assert found is not None
    return found


def pair(rules: Ruleset, own: str, other: str) -> tuple[Character, Character]:
    """Two people, the first of them stronger, with so much Dexterity each."""
    dice = {"ability.strength": "9D", "ability.dexterity": own}
    ann = Character(dice, rules=rules, name="Ann")
    dice = {"ability.strength": "1D", "ability.dexterity": other}
    return ann, Character(dice, rules=rules, name="Ben")


@pytest.mark.parametrize("action", ["jostle", "shake"])
def test_a_condition_lets_the_one_who_gets_it_roll(tmp_path: Path, action: str) -> None:
    rules = rules_of(tmp_path, "keeping-hold-mended")
    for own, other, drops in (("9D", "1D", True), ("1D", "9D", False)):
        ann, ben = pair(rules, own, other)
        ann.act(f"action.{action}", ben, rng=Faces(*[3] * 40))
        assert not ann.conditions
        assert ("Empty-handed" in str([*map(str, ben.conditions)])) == drops


def test_the_effect_roll_of_a_condition_follows_from_an_effect_roll(
    tmp_path: Path,
) -> None:
    rules = rules_of(tmp_path, "keeping-hold-mended")
    ann, ben = pair(rules, "9D", "1D")
    facts = {"row": "unarmed", "distance": "4 ft", "clearance": "0 ft"}
    outcome = ann.act(
        "action.attack", ben, rng=Faces(*[3] * 40), choices=Choices(given=facts)
    )
    assert "Keeping hold" in str(outcome)
    assert "Empty-handed" in str([*map(str, ben.conditions)])
