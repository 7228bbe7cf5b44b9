"""ruleset.json is what its schema says, and holds everything that tools need."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft7Validator

from freed6c.document.documents import Documents
from freed6c.emit import json_
from freed6c.packs import resources
from freed6c.packs.kinds import BY_NAME
from freed6c.pipeline import compile_packs, emit_targets
from ruleset_schema import ruleset_schema

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[1]
CASES = ROOT / "tests" / "cases"
TIDES = CASES / "emit" / "formulas" / "input"
LAYERED = [TIDES, ROOT / "tests" / "site" / "types" / "spring-tide"]
"""A game, and a pack on it that changes ids."""


def files_of(*packs: Path | str) -> dict[str, str]:
    """What is made of packs, by file name."""
    target, *layers = map(str, packs)
    compiled = compile_packs(target, layers)
    assert compiled.ruleset is not None, compiled.diagnostics
    files = emit_targets(compiled.ruleset, ["json"], compiled.packs)["json"]
    return {file.path: file.content.decode() for file in files}


def document_of(*packs: Path | str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(files_of(*packs)["ruleset.json"])
    return document


@pytest.fixture(scope="module")
def core_files() -> dict[str, str]:
    return files_of(ROOT / "rulesets" / "core")


@pytest.fixture(scope="module")
def core(core_files: dict[str, str]) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(core_files["ruleset.json"])
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


def problems(schema: dict[str, Any], document: dict[str, Any]) -> list[str]:
    return [
        f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}"
        for error in Draft7Validator(schema).iter_errors(document)
    ]


def test_core_fits_its_schema(core: dict[str, Any], schema: dict[str, Any]) -> None:
    assert not problems(schema, core)


@pytest.mark.parametrize("packs", [[ROOT / "rulesets" / "opend6"], [TIDES], LAYERED])
def test_others_fit_it_too(packs: list[Path], schema: dict[str, Any]) -> None:
    assert not problems(schema, document_of(*packs))


def test_what_lies_beside_a_site_is_the_same(schema: dict[str, Any]) -> None:
    ruleset = compile_packs(str(TIDES)).ruleset
    assert ruleset is not None
    document = json.loads(json_.dense_json(Documents(ruleset)))
    assert not problems(schema, document)
    # It has no schema beside it.
    assert document == {
        key: value for key, value in document_of(TIDES).items() if key != "$schema"
    }


def test_ids_of_former_times_lead_to_those_of_now() -> None:
    document = document_of(*LAYERED)
    assert document["renamed"] == {
        "skill.rowing": "skill.sculling",
        "specialization.rowing.upstream": "specialization.sculling.upstream",
        "skill.swimming": "skill.sculling",
    }
    assert set(document["renamed"].values()) <= document["entries"].keys()


def test_an_entry_under_a_wrong_id_would_be_noticed(
    core: dict[str, Any], schema: dict[str, Any]
) -> None:
    hurt = core["entries"]["condition.damage.hurt"]
    assert problems(schema, {**core, "entries": {"skill.hurt": hurt}})
    assert problems(schema, {**core, "entries": {"hurt": hurt}})
    assert problems(
        schema, {**core, "entries": {hurt["id"]: {**hurt, "parent": "skill.wits"}}}
    )


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
    roll["do"] = "substitute-dice"
    assert list(Draft7Validator(schema).iter_errors(steps))


def test_what_a_field_means_is_in_the_docstring_of_its_class(
    schema: dict[str, Any],
) -> None:
    modify = schema["definitions"]["Modify"]["properties"]
    assert modify["to"]["description"].startswith("The roles that it affects")
    assert "`not-below`" in schema["definitions"]["Resist"]["description"]


def test_what_a_house_rule_changes_fits_the_schema(schema: dict[str, Any]) -> None:
    document = document_of(CASES / "markdown" / "house-rule" / "input")
    assert not problems(schema, document)
    assert document["changes"]["before"]["id"] == "lanterns"
    document["changes"]["entries"][0]["fate"] = "gone"
    assert problems(schema, document)


def test_the_schema_knows_every_kind(schema: dict[str, Any]) -> None:
    members = schema["definitions"]["Entry"]["oneOf"]
    names = [member["$ref"].rpartition("/")[2] for member in members]
    words = {
        schema["definitions"][name]["properties"]["entry"]["const"]
        for name in names
        if name != "Step"
    }
    assert words | {"step"} == set(BY_NAME)
    assert len(names) == len(BY_NAME)


def test_the_schema_needs_no_other_file(schema: dict[str, Any]) -> None:
    text = json.dumps(schema)
    refs = set(re.findall(r'"\$ref": "([^"]+)"', text))
    assert refs <= {f"#/definitions/{name}" for name in schema["definitions"]}
    assert all(
        definition["title"] == name
        for name, definition in schema["definitions"].items()
    )


def test_texts_are_read(core: dict[str, Any]) -> None:
    """What a choice would write is as packs write it; all other texts have their links read."""
    read = [
        {key: part for key, part in entry.items() if key != "changes"}
        for entry in core["entries"].values()
    ]
    assert not re.search(r'\[\[(?!")', json.dumps(read))


def test_rows_that_are_worked_out_are_entries_too(core: dict[str, Any]) -> None:
    entries = core["entries"]
    derived = entries["table.flips"]["rows"]
    assert [entries[row]["cells"]["high"] for row in derived[:4]] == [4, 3, 6, 5]
    assert {entries[row]["origin"] for row in derived} == {"core"}


# Types for TypeScript.


def test_the_schema_and_the_types_lie_beside_it(core_files: dict[str, str]) -> None:
    document = json.loads(core_files["ruleset.json"])
    assert document["$schema"] == "./ruleset.schema.json"
    committed = (resources.schemas() / "ruleset.schema.json").read_text("utf-8")
    assert core_files["ruleset.schema.json"] == committed
    types = core_files["ruleset.d.ts"]
    assert "/** The id of an entry of the kind `points`. */" in types
    assert 'export type PointsId =\n  | "points.action"\n  | "points.luck";' in types
    assert "  extends Record<DieCodesId, DieCodes>," in types
    assert "  /** The roles that it affects" in types
