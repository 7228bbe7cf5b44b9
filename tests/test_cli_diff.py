"""freed6c diff as people use it: what it says, how long its lines are, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft7Validator

from freed6c.cli import freed6c
from freed6c.packs.resources import schemas

if TYPE_CHECKING:
    from collections.abc import Callable

CASE = Path(__file__).parent / "cases" / "markdown" / "house-rule"
BEFORE, AFTER = str(CASE / "lanterns"), str(CASE / "input")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(freed6c, ["diff", *arguments], catch_exceptions=False)


def test_text(golden: Callable[[Path, str], None]) -> None:
    ended = run(BEFORE, AFTER)
    assert ended.exit_code == 0
    assert max(map(len, ended.stdout.splitlines())) <= 80
    golden(CASE / "diff.txt", ended.stdout)


def test_packs_are_layered_on_what_is_compared(tmp_path: Path) -> None:
    rule = "change:\n  band.dark.dusk: {set: {name: Gloaming}}\n"
    (tmp_path / "pack.yaml").write_text(f"pack: gloaming\nextends: lanterns\n{rule}")
    ended = run(BEFORE, "--with", str(tmp_path))
    assert ended.exit_code == 0
    assert "    Gloaming, Name: Dusk -> Gloaming\n" in ended.stdout
    both = run(BEFORE, AFTER, "--with", str(tmp_path)).stdout
    assert "    Gloaming, Name: Dusk -> Gloaming\n" in both
    assert "    Sooty, Name: Smudged -> Sooty\n" in both


def test_one_pack_alone_is_compared_with_nothing() -> None:
    assert run(BEFORE).exit_code == 2


def test_nothing_is_different() -> None:
    ended = run(BEFORE, BEFORE)
    assert ended.exit_code == 0
    assert (
        ended.stdout
        == "There are no differences between Lanterns 1.2.0 and Lanterns 1.2.0.\n"
    )


def test_the_other_way_round_what_came_is_gone() -> None:
    ended = run(AFTER, BEFORE)
    assert "  - Wick (term.wick)\n" in ended.stdout
    assert "    Constants / Each: 3 -> 2\n" in ended.stdout


@pytest.mark.parametrize("packs", [(BEFORE, AFTER), (BEFORE, BEFORE), ("core", AFTER)])
def test_json_fits_its_schema(packs: tuple[str, str]) -> None:
    ended = run(*packs, "--format", "json")
    assert ended.exit_code == 0
    schema = json.loads((schemas() / "diff.schema.json").read_text("utf-8"))
    errors = Draft7Validator(schema).iter_errors(json.loads(ended.stdout))
    assert not [error.message for error in errors]


def test_json_holds_exact_chances_and_reasons() -> None:
    found = json.loads(run(BEFORE, AFTER, "--format", "json").stdout)
    chances = {(one["pool"], one["band"]): one for one in found["odds"]}
    night = chances["2D", "band.dark.night"]
    assert (night["number_before"], night["number_after"]) == (10, 8)
    assert night["before"] == {"fraction": "1/6", "decimal": pytest.approx(1 / 6)}
    assert night["after"]["fraction"] == "5/12"
    entries = {one["id"]: one for one in found["entries"]}
    (range_,) = entries["band.dark.night"]["fields"]
    assert range_["by"] == [
        {
            "pack": "long-evenings",
            "operation": "set",
            "why": "Beginners should see something.",
        }
    ]


WORDS = """\
pack: words
extends: core
renamed: {ability.perception: ability.instinct}
change:
  track.damage:
    why: A scratch should be possible.
    add: {conditions.grazed: {before: stunned, name: Grazed}}
  condition.damage.hurt: {why: It heals., unset: [duration]}
replace:
  term.unresisting: {why: Shorter., with: {name: Unresisting, text: Holds still.}}
remove:
  condition.composure.startled:
    why: Nobody is.
    replaced-by: condition.composure.demoralized
"""


def test_every_word_of_a_house_rule_is_told_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(WORDS, encoding="utf-8")
    said = run("core", str(tmp_path)).stdout
    assert "    + Grazed\n    (words: A scratch should be possible.)\n" in said
    assert "    Stunned, Rank: 1 -> 2\n" in said
    assert "encounter\n    (words: It heals.)\n" in said
    assert "-> Holds still.\n    Keywords / removed: " in said
    assert "\n    (words: Shorter.)\n" in said
    assert "    - Startled -> Demoralized\n    (words: Nobody is.)\n" in said
    assert "instinct" not in said


def test_odds_of_a_bonus_are_compared_by_totals_without_difficulties(
    tmp_path: Path,
) -> None:
    way = "spend.climax.effects: [{modify: checks, by: 3D, duration: this round}]"
    rule = f"change: {{points.fate: {{why: Enough., set: {{{way}}}}}}}\n"
    (tmp_path / "pack.yaml").write_text(f"pack: p\nextends: opend6\n{rule}")
    said = run("opend6", str(tmp_path)).stdout
    odds = "Changed odds (exact)\n  Fate Points: 1D, 10 or more: 23.61% -> 79.78%\n"
    assert odds in said


def test_json_tells_what_is_called_otherwise(tmp_path: Path) -> None:
    pack = "pack: words\nextends: core\nwording: {game-master: {one: storyteller}}\n"
    (tmp_path / "pack.yaml").write_text(pack, encoding="utf-8")
    ended = run("core", str(tmp_path), "--format", "json")
    words = json.loads(ended.stdout)["wording"]
    assert words == [{"before": "game master", "after": "storyteller"}]


def test_kinds_are_called_what_the_later_pack_calls_them(tmp_path: Path) -> None:
    text = """\
pack: gifts
extends: core
wording: {ability: gift}
change:
  ability.strength: {why: Short., set: {name: Might}}
"""
    (tmp_path / "pack.yaml").write_text(text, encoding="utf-8")
    said = run("core", str(tmp_path)).stdout
    assert "\nGifts\n  Might (ability.strength)\n" in said


LISTS = """\
pack: lists
extends: core
actions: {throw-sand: {name: Throw sand, type: free}}
change:
  scene.melee: {why: It stings., add: {actions: [action.throw-sand]}}
remove:
  action.banter: {why: No jokes., replaced-by: action.trash-talk}
"""


def test_of_lists_is_told_what_came_and_of_what_went_what_is_used_instead(
    tmp_path: Path,
) -> None:
    (tmp_path / "pack.yaml").write_text(LISTS, encoding="utf-8")
    said = run("core", str(tmp_path)).stdout
    gone, instead = "- Banter with Allies (action.banter)", "Trash Talk Opponents"
    assert f"  {gone} -> {instead}\n      (action.trash-talk)\n" in said
    assert "    Actions / added: Throw sand\n    (lists: It stings.)\n" in said


def test_a_pack_with_errors(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("pack: bad\nabilities: 3\n", encoding="utf-8")
    ended = run(BEFORE, str(tmp_path))
    assert ended.exit_code == 1
    assert not ended.stdout
    assert "error[" in ended.stderr


@pytest.mark.parametrize("name", ["nowhere-at-all", ""])
def test_a_pack_that_is_not_there(name: str) -> None:
    """The empty name is that of a script that forgot to say which."""
    ended = run(BEFORE, name)
    assert ended.exit_code == 2
    assert f"unknown pack '{name}'" in ended.stderr
