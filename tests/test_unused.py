"""freed6c test lists what a pack wrote or changed that none of its own examples uses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import Draft7Validator

from freed6c.cli import freed6c
from freed6c.packs.resources import schemas

PACKS = Path(__file__).parent / "packs"
BASE, HOUSE = (
    (PACKS / name / "pack.yaml").read_text("utf-8") for name in ("walks", "walks-house")
)


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
