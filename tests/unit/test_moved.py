"""Former ids: which there are, where they lead, and who follows them."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING

import pytest
from playing import kites, kites_with

from freed6c.pipeline import emit_targets

if TYPE_CHECKING:
    from pathlib import Path


RENAMED = """
    renamed:
      skill.dive: skill.plunge
      track.wet: track.damp
      menu.tricks: menu.feats
"""
REPLACED = """
    remove:
      skill.tune: {use-instead: skill.glide}
      menu.tricks: {use-instead: menu.feats}
    menus:
      feats:
        name: Feats
        paid-with: rank
        picks: {tilt: {name: A slant, cost: 1, effects: [{modify: checks, by: 1}]}}
"""


def test_a_game_by_itself_has_none() -> None:
    assert not kites().moved


def test_what_is_nested_is_renamed_with_what_it_stands_in() -> None:
    moved = kites_with(RENAMED).moved
    assert moved["skill.dive"] == "skill.plunge"
    assert moved["specialization.dive.stoop"] == "specialization.plunge.stoop"
    assert moved["condition.wet.soaked"] == "condition.damp.soaked"
    assert moved["pick.tricks.tilt"] == "pick.feats.tilt"
    assert "skill.glide" not in moved


def test_what_is_nested_is_replaced_by_its_like_if_there_is_one() -> None:
    assert kites_with(REPLACED).moved == {
        "skill.tune": "skill.glide",
        "menu.tricks": "menu.feats",
        "pick.tricks.tilt": "pick.feats.tilt",
    }


def test_removals_and_renames_of_several_packs_follow_each_other() -> None:
    moved = kites_with(
        """
        renamed: {skill.spot: skill.watch}
        remove: {skill.watch: {use-instead: skill.tune}}
        """
    ).moved
    assert moved == {"skill.spot": "skill.tune", "skill.watch": "skill.tune"}


def test_what_was_renamed_and_then_removed_leads_nowhere() -> None:
    rules = "renamed: {hook.gale-born: hook.blown}\nremove: {hook.blown: {why: Gone}}"
    assert not kites_with(rules).moved


def test_what_is_removed_for_good_leads_nowhere() -> None:
    moved = kites_with("remove: {hook.gale-born: {why: It blew away}}").moved
    assert not moved


def test_a_former_id_finds_what_stands_for_it(tmp_path: Path) -> None:
    ruleset = kites_with(RENAMED, "gusty")
    assert ruleset.entry("skill.dive") is ruleset.entry("skill.plunge")
    for file in emit_targets(ruleset, ["python"])["python"]:
        path = tmp_path / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    sys.path.insert(0, str(tmp_path))
    try:
        package = importlib.import_module(ruleset.manifest.python)
    finally:
        sys.path.remove(str(tmp_path))
    assert package.entry("skill.dive") is package.skills.PLUNGE
    assert package.RULES.moved == ruleset.moved
    assert (package.RULES.id, package.RULES.version) == (ruleset.id, ruleset.version)
    with pytest.raises(KeyError):
        package.entry("skill.none")
