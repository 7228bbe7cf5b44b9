"""tests/cases/emit/<case>/: packs in `input`, and every file made of them in `expected`.

A case is about the targets that have a folder there.
`pytest tests/test_cases_emit.py --update-goldens` writes the files, to be read before they are
committed. What is copied unchanged is left out: the runtime of generated packages, the schema of
JSON. Cases in `PARTS` compare only the files that they are about: the packages in `generated/` show
the others.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from freed6c.emit import BACKENDS
from freed6c.pipeline import compile_packs, emit_targets

CASES = Path(__file__).parent / "cases" / "emit"
ELSEWHERE = ("kinds.py", "ruleset.schema.json")
PARTS: dict[tuple[str, str], tuple[str, ...]] = {
    ("formulas", "python"): ("formulas.py",),
    ("thin-slice", "python"): ("tracks.py", "_licenses.py"),
}
"""The endings of the files that a case compares, instead of all."""
WANTED = [
    (case.name, target)
    for case in sorted(CASES.iterdir())
    for target in sorted(BACKENDS)
    if (case / "expected" / target).is_dir()
]


@pytest.mark.parametrize(("case", "target"), WANTED)
def test_what_is_made(
    case: str,
    target: str,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(CASES / case)
    compiled = compile_packs("./input")
    assert compiled.ruleset is not None
    files = {
        file.path: file.content
        for file in emit_targets(compiled.ruleset, [target], compiled.packs)[target]
        if "/_runtime/" not in file.path
        and not file.path.endswith(ELSEWHERE)
        and file.path.endswith(PARTS.get((case, target), ("",)))
    }
    expected = CASES / case / "expected" / target
    if request.config.getoption("--update-goldens"):
        shutil.rmtree(expected, ignore_errors=True)
        for path, content in files.items():
            (expected / path).parent.mkdir(parents=True, exist_ok=True)
            (expected / path).write_bytes(content)
    found = {
        path.relative_to(expected).as_posix(): path
        for path in expected.rglob("*")
        if path.is_file()
    }
    assert sorted(found) == sorted(files)
    for name, golden in found.items():
        # As lines of text: a failure shows the line that differs, and in which file.
        wanted, made = golden.read_bytes().decode(), files[name].decode()
        assert [name, *made.split("\n")] == [name, *wanted.split("\n")]
