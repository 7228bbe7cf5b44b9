"""freed6c test lists what a pack wrote or changed that none of its own examples uses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from jsonschema import Draft7Validator

from freed6c.cli import freed6c
from freed6c.resources import schemas

if TYPE_CHECKING:
    from pathlib import Path

BASE = """\
pack: walks
version: 1.0.0
license: {id: CC0-1.0, holder: Nobody}
die-codes: {pips-per-die: 3, smallest: 1D}
periods: {beat: {name: beat, plural: beats}}
natures: {walker: {name: Walker}}
abilities: {brawn: {name: Brawn}}
action-types: {deed: {name: Deed, per: beat}}
dice:
  check:
    name: Check
    die: d6
    pips-carry: codes
    success: at-least
    steps:
      double: {name: Double, do: multiply-dice, token: X, by: 2, sources: [ability], pips: keep}
      roll: {name: Roll, do: roll}
points:
  oil: {name: Oil, start: 5, refills: never, earn: {find: {name: Find, amount: 1}}}
tracks:
  cold:
    name: Cold
    stacking: discrete
    effects: [{modify: checks, by: 0 - step}]
    conditions:
      chilly: {name: Chilly, effects: [{modify: points.oil, by: -1, at: end of each beat}]}
actions:
  rest: {name: Rest, type: deed, effects: [{recover: cold}]}
rules:
  haste: {name: Haste, effects: [{modify: action-type.deed, by: 1}]}
examples:
  cold:
    about: track.cold
    people: {ann: {given: {brawn: 3D}, conditions: [cold.chilly]}}
    steps: [{run: action.rest, by: ann, expect: {conditions: {ann: []}}}]
"""
HOUSE = """\
pack: house
version: 1.0.0
extends: walks
change:
  action.rest:
    why: A warm drink.
    set: {effects: [{recover: cold}, {modify: points.oil, by: 1}]}
rules:
  frost: {name: Frost, effects: [{inflict: cold.chilly, at: end of each beat}]}
"""


@pytest.fixture
def packs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in {"walks": BASE, "house": HOUSE}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "pack.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def unused(*arguments: str) -> list[str]:
    ended = CliRunner().invoke(
        freed6c, ["test", *arguments, "--format", "json"], catch_exceptions=False
    )
    assert ended.exit_code == 0
    document = json.loads(ended.stdout)
    schema = json.loads((schemas() / "examples.schema.json").read_text("utf-8"))
    assert not list(Draft7Validator(schema).iter_errors(document))
    return [one["what"] for one in document["unused"]]


@pytest.mark.usefixtures("packs")
def test_what_no_example_uses_is_listed() -> None:
    assert unused("walks") == [
        "track.cold: {modify: checks, by: 0 - step}",
        "condition.cold.chilly: {modify: oil, by: -1, at: end of each beat}",
        "rule.haste: {modify: deed, by: 1}",
        "step.check.double",
        "step.check.roll",
        "points.oil.earn.find",
    ]


def test_what_examples_use_is_not_listed(packs: Path) -> None:
    text = BASE.replace(
        "    steps: [",
        "    steps: [{run: ability.brawn, by: ann, dice: [1, 2, 3], expect: {pool: 3D -1}}, "
        "{start: beat}, {end: beat, expect: {points: {ann: {oil: 4}}}}, "
        "{run: points.oil, by: ann, earn: find}, ",
    )
    (packs / "walks" / "pack.yaml").write_text(text, encoding="utf-8")
    assert unused("walks") == ["rule.haste: {modify: deed, by: 1}", "step.check.double"]


@pytest.mark.usefixtures("packs")
def test_a_house_rule_answers_for_what_it_wrote_or_changed() -> None:
    """Examples of its base show nothing of it, whatever they play."""
    assert unused("house") == [
        "action.rest: {recover: cold}",
        "action.rest: {modify: oil, by: 1}",
        "rule.frost: {inflict: cold.chilly, at: end of each beat}",
    ]
    ended = CliRunner().invoke(freed6c, ["test", "house"], catch_exceptions=False)
    assert ended.stdout.splitlines() == [
        "1 example: 1 passed.",
        "",
        "No example of house uses:",
        "  house/pack.yaml:7  action.rest: {recover: cold}",
        "  house/pack.yaml:7  action.rest: {modify: oil, by: 1}",
        "  house/pack.yaml:9  rule.frost: {inflict: cold.chilly, at: end of each beat}",
    ]


def test_a_long_list_is_cut_short(packs: Path) -> None:
    effects = ", ".join(f"{{modify: checks, by: {number}}}" for number in range(1, 13))
    text = f"{HOUSE}  rain: {{name: Rain, effects: [{effects}]}}\n"
    (packs / "house" / "pack.yaml").write_text(text, encoding="utf-8")
    short, long = (
        CliRunner().invoke(freed6c, ["test", "house", *more]).stdout.splitlines()
        for more in ((), ("--verbose",))
    )
    assert short[-1] == "  and 5 more: freed6c test --verbose"
    assert len([line for line in long if "by: 12" in line]) == 1
