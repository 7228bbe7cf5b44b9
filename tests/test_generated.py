"""The generated package: fresh, typed, formatted, needing nothing, the same everywhere."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from freed6c.emit import BACKENDS
from freed6c.pipeline import compile_packs, emit_targets

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "generated" / "core" / "python"
USAGE = ROOT / "tests" / "usage" / "bot.py"
FORMULAS = ROOT / "tests" / "cases" / "emit" / "formulas" / "input"
TOOLS = Path(sys.executable).parent


def run(*command: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env=os.environ | more,
    )


def test_what_is_committed_is_fresh() -> None:
    targets = [f"--target={name}" for name in ("python", "markdown", "json")]
    ran = run(TOOLS / "freed6c", "build", "rulesets/core", *targets, "--check")
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.fixture(scope="module")
def tides(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of a pack with formulas of every sort."""
    ruleset = compile_packs(str(FORMULAS)).ruleset
    assert ruleset is not None
    folder = tmp_path_factory.mktemp("tides")
    for file in emit_targets(ruleset, ["python"])["python"]:
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    return folder / ruleset.manifest.python


def test_mypy_finds_nothing(tmp_path: Path, tides: Path) -> None:
    cache = f"--cache-dir={tmp_path}"
    code = (PACKAGE / "freed6_core", USAGE, tides)
    ran = run(
        TOOLS / "mypy",
        "--strict",
        "--config-file=",
        cache,
        *code,
        MYPYPATH=str(PACKAGE),
    )
    assert ran.returncode == 0, ran.stdout


def test_pyright_finds_nothing(tmp_path: Path, tides: Path) -> None:
    shutil.copytree(PACKAGE / "freed6_core", tmp_path / "freed6_core")
    shutil.copytree(tides, tmp_path / tides.name)
    shutil.copy(USAGE, tmp_path / "bot.py")
    config = tmp_path / "pyrightconfig.json"
    config.write_text('{"typeCheckingMode": "strict"}', encoding="utf-8")
    ran = run(TOOLS / "pyright", "--project", config)
    assert ran.returncode == 0, ran.stdout


def test_it_is_formatted(tides: Path) -> None:
    ran = run(TOOLS / "ruff", "format", "--isolated", "--diff", PACKAGE, tides)
    assert ran.returncode == 0, ran.stdout


def test_it_is_used_with_the_standard_library_alone() -> None:
    ran = run(sys.executable, "-S", "-W", "error", USAGE, PYTHONPATH=str(PACKAGE))
    assert ran.returncode == 0, ran.stderr


def test_formulas_are_imported_by_those_alone_who_have_some() -> None:
    code = "import sys, freed6_core.abilities; print(*sys.modules)"
    ran = run(sys.executable, "-S", "-c", code, PYTHONPATH=str(PACKAGE))
    assert ran.returncode == 0, ran.stderr
    imported = {name.rpartition(".")[2] for name in ran.stdout.split()}
    assert imported.isdisjoint({"_formulas", "formulas", "situation"})


def test_odds_are_imported_by_those_alone_who_ask_for_some() -> None:
    code = """if True:
        import sys, freed6_core._formulas
        from freed6_core import RULES, examples
        from freed6_core._runtime.situation import Situation
        loaded = list(sys.modules)
        that = examples.EXAMPLES["ex-7-b"].that
        print(any("odds" in name for name in loaded), that(Situation(RULES)))
    """
    ran = run(sys.executable, "-S", "-c", code, PYTHONPATH=str(PACKAGE))
    assert ran.stdout.split() == ["False", "1069/1296"], ran.stderr


def test_the_example_of_the_readme_runs() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    ran = run(sys.executable, "-S", "-c", example, PYTHONPATH=str(PACKAGE))
    assert ran.returncode == 0, ran.stderr


def test_every_entry_is_found_by_its_id() -> None:
    core = compile_packs("core").ruleset
    assert core is not None
    ids = sorted(core.entries)
    code = (
        f"from freed6_core import entry\nfor id in {ids!r}: assert entry(id).id == id"
    )
    ran = run(sys.executable, "-S", "-c", code, PYTHONPATH=str(PACKAGE))
    assert ran.returncode == 0, ran.stderr


MACHINES = [
    {"PYTHONHASHSEED": "1", "TZ": "Pacific/Kiritimati", "LC_ALL": "C"},
    {"PYTHONHASHSEED": "4242", "TZ": "America/Caracas", "LC_ALL": "C.UTF-8"},
]


def test_two_builds_are_the_same_everywhere(tmp_path: Path) -> None:
    trees = []
    for number, machine in enumerate(MACHINES):
        place = tmp_path / f"{number}" / "somewhere"
        place.mkdir(parents=True)
        pack = shutil.copytree(ROOT / "rulesets" / "core", place / "core")
        ran = subprocess.run(
            [TOOLS / "freed6c", "build", "./core" if number else str(pack)],
            cwd=place,
            env=os.environ | machine,
            capture_output=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        made = place / "generated"
        trees.append(
            {
                path.relative_to(made).as_posix(): path.read_bytes()
                for path in sorted(made.rglob("*"))
                if path.is_file()
            }
        )
    assert trees[0] == trees[1]
    assert not any(str(tmp_path).encode() in content for content in trees[0].values())


@pytest.mark.parametrize("target", sorted(BACKENDS))
def test_compiling_twice_at_once_works(target: str) -> None:
    def compile_once(_number: int) -> object:
        ruleset = compile_packs("core").ruleset
        assert ruleset is not None
        return emit_targets(ruleset, [target])

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(compile_once, range(2))
    assert first == second
