"""The quick test accepts just what jsonschema accepts, and jsonschema explains the rest."""

from __future__ import annotations

import random
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft7Validator

from freed6c.load.files import read_file
from freed6c.packs import resources
from freed6c.validate import files, schemas
from freed6c.validate.schemas import (
    KEYWORDS,
    schema,
    violations,
    written_schemas,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.packs.data import Data

CASES = Path(__file__).parents[1] / "cases"
WITHOUT_MEANING = {
    "$schema", "$id", "$ref", "$defs", "definitions", "title", "description", "then",
    "default", "examples", "format",
}  # fmt: skip
ODD: list[Data] = [
    "", "x", "3D+1", "a b", 0, -1, 7, True, False,
    [],
    ["x"],
    {},
    {"x": 1},
]  # fmt: skip


def checked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Data]]:
    """All data that is held against a schema when these packs are validated, by its name."""
    seen: list[tuple[str, Data]] = []

    def record(name: str, data: Data) -> list[Any]:
        seen.append((name, data))
        return []

    monkeypatch.setattr(files, "violations", record)
    for path in (*resources.rulesets().rglob("*.yaml"), *CASES.rglob("*.yaml")):
        if path.is_file():
            file, _ = read_file(path.name, path.read_bytes())
            manifest = path.name == "pack.yaml"
            list(files.check_file(file, manifest=manifest, below={}))
    return seen


def spoiled(data: Data, rng: random.Random) -> Data:
    """The same with one value of it another, or one key gone or another."""
    copy = deepcopy(data)
    holder: Any = copy
    while isinstance(holder, dict | list) and holder:
        keys = list(holder) if isinstance(holder, dict) else range(len(holder))
        key = rng.choice(keys)
        if isinstance(holder[key], dict | list) and holder[key] and rng.random() < 0.7:
            holder = holder[key]
            continue
        match rng.randrange(3):
            case 0 if isinstance(holder, dict):
                holder["odd key"] = holder.pop(key)
            case 1:
                del holder[key]
            case _:
                holder[key] = deepcopy(rng.choice(ODD))
        return copy
    return rng.choice(ODD)


def test_data_fits_if_jsonschema_accepts_it_and_else_has_a_violation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = random.Random(6)
    answers = {True: 0, False: 0}
    for name, data in checked(monkeypatch):
        validator = Draft7Validator(schema(name))
        for sample in (data, spoiled(data, rng), spoiled(data, rng)):
            fitting = schemas.tester(schema(name))(sample)
            assert fitting == validator.is_valid(sample), (name, sample)
            assert fitting == (not violations(name, sample)), (name, sample)
            answers[fitting] += 1
    assert min(answers.values()) > 500


def parts(node: Any, seen: set[int]) -> Iterator[dict[str, Any]]:
    """The schemas in a schema."""
    if not isinstance(node, dict) or id(node) in seen:
        return
    seen.add(id(node))
    yield node
    for word in ("items", "additionalProperties", "propertyNames", "if", "then"):
        yield from parts(node.get(word), seen)
    for word in ("allOf", "anyOf"):
        for part in node.get(word, ()):
            yield from parts(part, seen)
    for part in node.get("properties", {}).values():
        yield from parts(part, seen)


def test_every_keyword_of_the_schemas_of_packs_is_known_and_no_other() -> None:
    seen: set[int] = set()
    used = {
        word
        for name in written_schemas()
        for part in parts(schema(name), seen)
        for word in part
        if not word.startswith("x-freed6-")
    }
    known = {word for words in KEYWORDS.values() for word in words}
    assert used - WITHOUT_MEANING == known


def test_what_programs_read_is_no_schema_of_packs() -> None:
    """All that is printed says which version it has, or which ruleset it is."""
    printed = {"schema_version", "ruleset"}
    for name, written in written_schemas().items():
        assert not printed & written.get("properties", {}).keys(), name


@pytest.mark.parametrize(
    ("name", "data", "path"),
    [
        ("entries/term", {"name": "Speed\n"}, ("name",)),
        (
            "entries/ability",
            {"name": "A", "skills": {"b\n": {"name": "B"}}},
            ("skills", "b\n"),
        ),
    ],
)
def test_a_pattern_ends_with_the_text_and_not_before_its_last_line_break(
    name: str, data: dict[str, Data], path: tuple[str, ...]
) -> None:
    (violation,) = violations(name, data)
    assert (violation.rule, violation.path) == ("pattern", path)
