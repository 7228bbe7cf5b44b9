"""The recipes that compiler/ARCHITECTURE.md points to, each followed to the letter on a copy.

The map names a folder; the steps are in the paragraph of its docstring that begins "To add".

`tests/recipes/<recipe>.yaml` has what a contributor writes: `files` that are new, or lines put
`before`, `after` or `instead-of` one that is there. What commands make of it is `made`, never
written by hand. On the copy, one process runs the tests that the recipe relies on (`run`), and with
them `shows`: what is new is there, and does what it should.
"""

from __future__ import annotations

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from test_stable import only_adds

ROOT = Path(__file__).parents[1]
RECIPES = sorted((ROOT / "tests" / "recipes").glob("*.yaml"))
TEXT = (ROOT / "compiler" / "ARCHITECTURE.md").read_text(encoding="utf-8")
SECTION = TEXT.split("\n## How to add …\n")[1].split("\n## ")[0]


def steps(thing: str, folder: str) -> str:
    """Return the paragraph on how to add a thing, from the docstring of a folder."""
    path = ROOT / "compiler" / "freed6c" / folder / "__init__.py"
    docs = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    paragraphs = [" ".join(part.split()) for part in docs.split("\n\n")]
    (found,) = (part for part in paragraphs if part.startswith(f"To add a{thing[1:]}:"))
    return found


SAID = {
    thing: steps(thing, folder)
    for thing, folder in re.findall(
        r"^- \*\*(A.+?)\*\*: .+; see `([\w/]+)/`\.$", SECTION, re.MULTILINE
    )
}
"""The steps of each recipe, by its name."""

SHARED = (
    *("README.md", "pyproject.toml", "compiler", "schemas", "rulesets", "docs"),
    *("tests/cases", "tests/packs", "tests/stable", "tests/unit"),
    "tests/notation.yaml",
)
"""What is copied for every recipe, with the modules of tests."""

TOOLS = """
from pathlib import Path

import freed6c
from click.testing import CliRunner
from freed6c.cli import freed6c as program


def freed6c_says(*arguments, fails=False):
    ended = CliRunner().invoke(program, arguments, catch_exceptions=False)
    assert (ended.exit_code != 0) == fails, ended.output
    return ended.output


def text_of(folder, ending):
    pages = sorted(Path(folder).rglob(f"*.{ending}"))
    return "\\n".join(page.read_text(encoding="utf-8") for page in pages)


def test_what_runs_is_the_copy():
    assert Path(freed6c.__file__).is_relative_to(Path.cwd())


"""


def read(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    return loaded


def copy(folder: Path) -> None:
    """Copy the checkout, but for what is generated and what takes a browser."""
    tests = [f"tests/{path.name}" for path in (ROOT / "tests").glob("*.py")]
    for name in (*SHARED, *tests):
        source, target = ROOT / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy2(source, target)
    (folder / Path(__file__).relative_to(ROOT)).unlink()


def edit(path: Path, edits: list[dict[str, str]] | str) -> None:
    """Write a file, or put lines before, after or instead of one that stands in it once."""
    if isinstance(edits, str):
        assert not path.exists(), f"{path} is no new file"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(edits, encoding="utf-8")
        return
    lines = path.read_text(encoding="utf-8").split("\n")
    for change in edits:
        (how,) = change.keys() - {"put"}
        anchor, put = change[how], change["put"].removesuffix("\n").split("\n")
        places = [place for place, line in enumerate(lines) if line == anchor]
        assert len(places) == 1, f"{path}: {anchor!r} stands there {len(places)} times"
        begin = places[0] + (how == "after")
        end = places[0] + (how != "before")
        lines[begin:end] = put
    path.write_text("\n".join(lines), encoding="utf-8")


def by_hand(files: dict[str, Any]) -> set[str]:
    """The files of a recipe; the folder of a case counts as one."""
    return {re.sub(r"^(tests/cases/\w+/[\w-]+)/.*", r"\1/", path) for path in files}


def is_named(path: str, names: list[str]) -> bool:
    """Whether a text names a file, or a folder of it."""
    folders = [f"{'/'.join(path.split('/')[:end])}/" for end in range(1, 20)]
    return any(
        fnmatch(f"/{part}", f"*/{re.sub('<.*?>', '*', name)}")
        for name in names
        for part in (path, *folders)
    )


def test_every_recipe_is_followed() -> None:
    assert {read(path)["recipe"] for path in RECIPES} == set(SAID)


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)
def test_a_recipe_names_the_files_that_it_takes(path: Path) -> None:
    recipe = read(path)
    names = re.findall(
        r"`([\w./<>-]+(?:/|\.(?:py|js|json|md|yaml)))`", SAID[recipe["recipe"]]
    )
    files = by_hand(recipe["files"])
    assert len(files) <= recipe["at-most"]
    assert not [file for file in files if not is_named(file, names)]
    spare = set(recipe.get("where-needed", ()))
    assert spare <= set(names)
    for name in set(names) - spare:
        assert any(is_named(file, [name]) for file in (*files, *recipe["files"])), name


def test_what_contributors_write_goes_together_and_is_as_lint_wants_it(
    tmp_path: Path,
) -> None:
    copy(tmp_path)
    python = set()
    for path in RECIPES:
        for name, edits in read(path)["files"].items():
            edit(tmp_path / name, edits)
            python |= {name} if name.endswith(".py") else set()
    for command in (["check"], ["format", "--check", "--diff"]):
        ran = subprocess.run(
            [Path(sys.executable).with_name("ruff"), *command, *sorted(python)],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)
def test_a_recipe_gives_what_it_promises(path: Path, tmp_path: Path) -> None:
    recipe = read(path)
    copy(tmp_path)
    for name, edits in recipe["files"].items():
        edit(tmp_path / name, edits)
    for name, text in recipe.get("packs", {}).items():
        edit(tmp_path / name / "pack.yaml", text)
    shows = tmp_path / "tests" / "test_shows.py"
    shows.write_text(TOOLS + recipe["shows"], encoding="utf-8")
    made = [tmp_path / name for name in recipe.get("made", ())]
    before = [file.read_bytes() if file.exists() else None for file in made]
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q"),
            *("--update-goldens", "--override-ini=addopts="),
            *shlex.split(recipe.get("run", "")),
            *("tests/test_shows.py",),
        ],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "compiler")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert all(
        file.read_bytes() != old for file, old in zip(made, before, strict=True)
    ), made
    for file, old in zip(made, before, strict=True):
        if file.parent.name == "stable" and old is not None:
            lines = (old.decode().splitlines(), file.read_text("utf-8").splitlines())
            assert only_adds(*lines), f"{file.name} breaks what was promised"
