"""freed6c as others get it: a clean clone, and workflows followed step by step as GitHub does."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruamel.yaml import YAML

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ROOT = Path(__file__).parents[1]
HERE = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
"""Where commands are found: first those of the Python that runs the tests."""
EXPRESSION = re.compile(r"\$\{\{ (.*?) \}\}")


def clean_copy(folder: Path) -> Path:
    """What a clone would have of this checkout, if all changes were committed now, as a new folder.

    Tests and what is generated are left out: nothing that is installed may need them.
    """
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    command += ["--", ".", ":!tests", ":!generated"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    for name in filter(None, os.fsdecode(listed.stdout).split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


def committed(folder: Path) -> str:
    """Make a repository of a folder; the hash of its commit."""
    git("init", "--quiet", cwd=folder)
    git("add", "--all", cwd=folder)
    git("commit", "--quiet", "--message", "Begin", cwd=folder)
    return git("rev-parse", "HEAD", cwd=folder).strip()


def git(*words: str, cwd: Path) -> str:
    told = {"user.name": "Ann", "user.email": "ann@ann.example"}
    told |= {"core.autocrlf": "false", "commit.gpgsign": "false"}
    settings = [word for setting in told.items() for word in ("-c", "=".join(setting))]
    command = ["git", *settings, *words]
    ran = subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True)
    return ran.stdout


def read(file: Path) -> Any:
    """What a workflow or an action says, read as GitHub reads it."""
    return YAML(typ="safe").load(file.read_text(encoding="utf-8"))


def follow(
    steps: Iterable[Mapping[str, Any]],
    folder: Path,
    expressions: Mapping[str, str] = {},
    **environment: str,
) -> subprocess.CompletedProcess[str]:
    """Run the commands of steps in a folder, up to the first that fails; how the last one ended.

    `expressions` says what stands for each `${{ … }}` in them. Actions that steps use are left out.
    """
    for step in steps:
        if "run" not in step:
            continue
        own = {
            key: EXPRESSION.sub(lambda found: expressions[found[1]], value)
            for key, value in step.get("env", {}).items()
        }
        assert "${{" not in step["run"], "what is put into a command is run with it"
        ended = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=folder,
            env={**os.environ, "PATH": HERE, **environment, **own},
            capture_output=True,
            text=True,
            check=False,
        )
        if ended.returncode:
            break
    return ended
