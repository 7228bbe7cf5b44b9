"""The schemas that editors get accept what the compiler does, and refuse what it refuses."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from test_schemas_agree import spoiled

from freed6c.diagnostics.codes import structure
from freed6c.load.files import read_file
from freed6c.packs import resources
from freed6c.packs.pack import MANIFEST, SourceFile
from freed6c.validate.editor_schemas import editor_schemas, known_entries
from freed6c.validate.files import OPERATIONS, check_file

if TYPE_CHECKING:
    from collections.abc import Iterator

jsonschema_rs = pytest.importorskip("jsonschema_rs")
CASES = Path(__file__).parents[1] / "cases"
BEYOND_SCHEMAS = {
    structure.BAD_SITE,
    structure.NAME_OF_DEVICE,
    structure.NAME_OF_PYTHON,
}


def files() -> Iterator[SourceFile]:
    for path in (*resources.rulesets().rglob("*.yaml"), *CASES.rglob("*.yaml")):
        if path.is_file():
            file, problems = read_file(path.as_posix(), path.read_bytes())
            if not problems:
                yield file


def operations(data: dict[str, Any]) -> bool:
    return bool(OPERATIONS.keys() & data.keys()) or "options" in data


def test_editors_and_the_compiler_agree() -> None:
    """What stands in changes is checked there where they are applied, and by editors at once."""
    rng = random.Random(6)
    agreed = {True: 0, False: 0}
    packs = list(files())
    known = known_entries(file.data for file in packs)
    validators = {
        name: jsonschema_rs.Draft7Validator(schema, validate_formats=False)
        for name, schema in editor_schemas(known, {}).items()
    }
    for file in packs:
        manifest = file.path.endswith(f"/{MANIFEST}")
        validator = validators["pack" if manifest else "rules"]
        for data in (file.data, *(spoiled(file.data, rng) for _ in range(3))):
            if not isinstance(data, dict):
                continue
            changed = SourceFile(path=file.path, text="", data=data)
            found = list(check_file(changed, manifest=manifest, below={}))
            if {problem.code for problem in found} & BEYOND_SCHEMAS:
                continue
            accepted = validator.is_valid(data)
            if accepted or not operations(data):
                assert accepted == (not found), (file.path, data, found)
                agreed[accepted] += 1
    assert min(agreed.values()) > 300
