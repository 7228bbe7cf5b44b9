"""What the README shows works as it shows it; test_guide.py tries rulesets/README.md."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from freed6c.cli import freed6c
from freed6c.pipeline import compile_packs

ROOT = Path(__file__).parents[1]
PACK = re.compile(r"```yaml\n# ([a-z-]+)/pack\.yaml\n(.*?)```", re.DOTALL)
PACKS = PACK.findall((ROOT / "README.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("name", "text"), PACKS)
def test_packs_compile(name: str, text: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    folder.mkdir()
    (folder / "pack.yaml").write_text(text, encoding="utf-8")
    compiled = compile_packs(str(folder))
    assert compiled.ruleset is not None, [d.message for d in compiled.diagnostics]
    assert compiled.ruleset.manifest.id == name
    assert not compiled.diagnostics


def test_there_are_packs_to_compile() -> None:
    assert [name for name, _ in PACKS] == ["thick-skin"]


CONSOLE = re.compile(r"```console\n\$ freed6c (.*)\n((?:.*\n)*?)```")
SHOWN = CONSOLE.findall((ROOT / "README.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("command", "shown"), SHOWN)
def test_commands_print_what_is_shown(command: str, shown: str) -> None:
    runner = CliRunner(env={"COLUMNS": "80"})
    ended = runner.invoke(freed6c, shlex.split(command), catch_exceptions=False)
    assert ended.exit_code == 0, ended.stderr
    assert ended.stdout
    assert shown in ("", ended.stdout)


def test_there_are_commands_to_run() -> None:
    assert [shown != "" for _, shown in SHOWN] == [True, False]
