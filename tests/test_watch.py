"""freed6c check --watch: what is said again after each change."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

RIGHT = "pack: mine\nlicense: {id: MIT, holder: Me}\nterms:\n  gust: {name: Gust, text: A wind.}\n"
WRONG = RIGHT.replace("name", "nmae")


@pytest.mark.skipif(
    os.name == "nt", reason="Ctrl+C cannot be sent to one process alone"
)
def test_each_change_is_checked_until_ctrl_c(tmp_path: Path) -> None:
    manifest = tmp_path / "pack.yaml"
    manifest.write_text(RIGHT)
    command = [
        sys.executable,
        "-m",
        "freed6c",
        "check",
        "--watch",
        "--format",
        "concise",
        ".",
    ]
    errors = tmp_path.with_name("errors")
    with errors.open("w") as stderr:
        watching = subprocess.Popen(
            command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=stderr, text=True
        )
    assert watching.stdout is not None
    (tmp_path / "more.yaml").write_text("abilties: {}\n")
    assert "did you mean 'abilities'?" in watching.stdout.readline()
    (tmp_path / "more.yaml").unlink()
    manifest.write_text(WRONG)
    while "unknown setting 'nmae'" not in (line := watching.stdout.readline()):
        assert line
    watching.send_signal(signal.SIGINT)
    with watching:
        assert watching.wait(10) == 0
    assert errors.read_text() == ""


@pytest.mark.skipif(
    os.name == "nt", reason="Windows keeps a folder that somebody is in"
)
@pytest.mark.parametrize("command", [("check", "--watch"), ("serve", "--port", "0")])
def test_that_its_folder_is_gone_is_no_mistake_of_ours(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "pack.yaml").write_text(RIGHT)
    watching = subprocess.Popen(
        [sys.executable, "-m", "freed6c", *command, "."],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with watching:
        assert watching.stdout is not None
        assert watching.stderr is not None
        for text in ("# once\n", ""):  # it looks at the folder once it speaks again
            while " file" not in watching.stdout.readline():
                pass
            (folder / "more.yaml").write_text(text)
        shutil.rmtree(folder)
        lines = iter(watching.stderr.readline, "")
        said = next(line for line in lines if "folder" in line or "internal" in line)
        watching.kill()
    assert said == "the current folder no longer exists: change to another folder\n"


def test_a_pack_that_is_not_there_ends_it_at_once(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "freed6c", "check", "--watch", "nowhere"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2
    assert "nowhere" in ended.stderr
