"""What shells complete: the scripts that the documentation names, driven as a shell drives them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")


def offered(*words: str) -> list[str]:
    """What is offered for the last word."""
    asked = {
        "_FREED6C_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(("freed6c", *words)),
        "COMP_CWORD": str(len(words)),
    }
    ended = subprocess.run(
        [sys.executable, "-m", "freed6c"],
        env={**os.environ, **asked},
        capture_output=True,
        text=True,
        check=True,
    )
    return [line.partition(",")[2] for line in ended.stdout.splitlines()]


@pytest.mark.parametrize(
    ("words", "among"),
    [
        (("che",), "check"),
        (("check", "--fo"), "--format"),
        (("check", "op"), "opend6"),
        (("build", "core", "--target", "py"), "python"),
        (("list", "core", "sk"), "skills"),
        (("explain", "skill.br"), "skill.brawling"),
        (("explain", "--pack", "opend6", "skill.br"), "skill.brawling"),
        (("explain", "before-r"), "before-roll"),
        (("explain", "D6-R00"), "D6-R001"),
        (("odds", "5D", "--procedure", "dice"), "dice.check"),
    ],
)
def test_it_is_offered(words: tuple[str, ...], among: str) -> None:
    assert among in offered(*words)


@pytest.mark.parametrize(
    "asked",
    [
        {"COMP_WORDS": "freed6c x", "COMP_CWORD": "x"},
        {"COMP_WORDS": "freed6c x", "COMP_CWORD": "-1"},
        {"COMP_WORDS": "freed6c x", "COMP_CWORD": "9" * 5_000},
        {"COMP_WORDS": "freed6c x"},
        {},
    ],
)
def test_what_no_shell_asks_is_told(asked: dict[str, str]) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "freed6c"],
        env={**os.environ, "_FREED6C_COMPLETE": "bash_complete", **asked},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("COMP_WORDS must contain the typed words")


def test_a_folder_may_stand_where_a_pack_does(tmp_path: Path) -> None:
    assert f"{tmp_path}/" in offered("check", f"{tmp_path}/")


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_name_that_is_no_text_may_be_typed() -> None:
    assert offered("check", os.fsdecode(b"caf\xe9")) == ["caf?"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_by_the_line_of_the_documentation(tmp_path: Path) -> None:
    line = 'eval "$(_FREED6C_COMPLETE=bash_source freed6c)"'
    assert line in PAGE
    program = tmp_path / "freed6c"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m freed6c "$@"\n')
    program.chmod(0o755)
    script = f"""
{line}
COMP_WORDS=(freed6c expl); COMP_CWORD=1
_freed6c_completion freed6c
echo "${{COMPREPLY[@]}}"
"""
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    ended = subprocess.run(
        ["bash", "-c", script],
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout == "explain\n"
