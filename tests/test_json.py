"""ruleset.json is what its schema says, and holds everything that tools need."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft7Validator
from referencing import Registry, Resource

from freed6c import resources
from freed6c.emit.json_schema import ruleset_schema
from freed6c.packs.kinds import BY_NAME
from freed6c.pipeline import compile_packs, emit_targets

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[1]
CASES = ROOT / "tests" / "cases"


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


def test_the_schema_is_made_of_the_classes(golden: Callable[[Path, str], None]) -> None:
    """Nobody writes it by hand: a field that a class has is a field that the schema has."""
    made = json.dumps(ruleset_schema(), indent=2, ensure_ascii=False)
    golden(resources.schemas() / "ruleset.schema.json", f"{made}\n")


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


def test_a_step_has_the_settings_of_its_own_primitive(
    core: dict[str, Any], schema: dict[str, Any]
) -> None:
    entries = {
        id_: entry for id_, entry in core["entries"].items() if entry["entry"] == "step"
    }
    steps = {**core, "entries": entries}
    assert not list(Draft7Validator(schema).iter_errors(steps))
    roll = next(entry for entry in entries.values() if entry["do"] == "roll")
    roll["do"] = "count-faces"
    assert list(Draft7Validator(schema).iter_errors(steps))


def test_what_a_field_means_is_in_the_docstring_of_its_class(
    schema: dict[str, Any],
) -> None:
    effect = schema["$defs"]["Effect"]["properties"]
    assert effect["to"]["description"].startswith("Whom it happens to")
    assert schema["$defs"]["Modify"]["properties"]["to"] == {
        "$ref": "#/$defs/Effect/properties/to"
    }
    assert "`not-below`" in schema["$defs"]["Resist"]["description"]


def test_what_a_house_rule_changes_fits_the_schema(schema: dict[str, Any]) -> None:
    diff = json.loads((resources.schemas() / "diff.schema.json").read_text("utf-8"))
    known = Registry().with_resource(diff["$id"], Resource.from_contents(diff))
    compiled = compile_packs(str(CASES / "markdown" / "house-rule" / "input"))
    assert compiled.ruleset is not None
    (file,) = emit_targets(compiled.ruleset, ["json"], compiled.packs)["json"]
    document = json.loads(file.content)
    validator = Draft7Validator(schema, registry=known)
    assert not [error.message for error in validator.iter_errors(document)]
    assert document["changes"]["before"]["id"] == "lanterns"
    document["changes"]["entries"][0]["fate"] = "gone"
    assert list(validator.iter_errors(document))


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
    # What a choice would write is as packs write it; all other texts are read.
    read = [
        {key: part for key, part in entry.items() if key != "changes"}
        for entry in entries.values()
    ]
    assert "[[" not in json.dumps(read)
