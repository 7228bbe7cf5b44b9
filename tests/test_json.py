"""ruleset.json is what its schema says, and holds everything that tools need."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from freed6c import resources
from freed6c.packs.kinds import BY_NAME

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def core() -> dict[str, Any]:
    path = ROOT / "generated" / "core" / "json" / "ruleset.json"
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    path = resources.schemas() / "ruleset.schema.json"
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def test_core_fits_its_schema(core: dict[str, Any], schema: dict[str, Any]) -> None:
    problems = [
        f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}"
        for error in Draft7Validator(schema).iter_errors(core)
    ]
    assert not problems


def test_a_wrong_value_would_be_noticed(
    core: dict[str, Any], schema: dict[str, Any]
) -> None:
    wrong = json.loads(json.dumps(core))
    wrong["entries"]["band.difficulty.easy"]["range"] = "6-10"
    assert list(Draft7Validator(schema).iter_errors(wrong))


def test_the_schema_knows_every_kind(schema: dict[str, Any]) -> None:
    entries = schema["properties"]["entries"]["additionalProperties"]
    assert set(entries["properties"]["entry"]["enum"]) == set(BY_NAME)


def test_values_are_structured(core: dict[str, Any]) -> None:
    entries = core["entries"]
    assert entries["band.difficulty.easy"]["range"] == {"low": 6, "high": 10}
    assert entries["condition.damage.hurt"]["effects"] == [
        {"modify": "checks", "by": {"dice": -1}}
    ]
    assert entries["skill.brawling"]["parent"] == "ability.strength"
    assert "[[" not in json.dumps(core)
