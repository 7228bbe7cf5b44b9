"""`check --format sarif` fits the types of SARIF, as others declare them."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

from click.testing import CliRunner
from judges import BRING, MODULES

from freed6c.cli import freed6c
from machine import missing

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

PACK = """\
pack: wrong
extends: core
change:
  skill.brawlin: {set: {name: Fisticuffs}}
  track.damage: {adds: {x: 1}}
"""


def test_typescript_finds_nothing_wrong_with_a_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not (MODULES / "@types/sarif").is_dir():
        missing("the types of SARIF", BRING)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wrong").mkdir()
    (tmp_path / "wrong/pack.yaml").write_text(PACK)
    ended = CliRunner().invoke(freed6c, ("check", "wrong", "--format", "sarif"))
    assert ended.exit_code == 1
    (result,) = json.loads(ended.stdout)["runs"][0]["results"]
    (fix,) = result["fixes"]
    (change,) = fix["artifactChanges"]
    assert change["artifactLocation"] == {"uri": "wrong/pack.yaml"}
    assert change["replacements"] == [
        {
            "deletedRegion": {
                "startLine": 5,
                "startColumn": 18,
                "endLine": 5,
                "endColumn": 22,
            },
            "insertedContent": {"text": "add"},
        }
    ]
    code = f"import type {{ Log }} from 'sarif';\nexport const log: Log = {ended.stdout};\n"
    (tmp_path / "log.ts").write_text(code)
    (tmp_path / "node_modules").symlink_to(MODULES)
    command: list[str | Path] = [
        MODULES / ".bin/tsc",
        "--strict",
        "--noEmit",
        "--types",
        "",
        "log.ts",
    ]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
