"""A wheel carries everything: it works without the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from freed6c import resources

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked wheel, as an installer would unpack it."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", str(ROOT)]
    subprocess.run(command, cwd=folder, check=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def test_it_carries_schemas_and_rulesets(installed: Path) -> None:
    for name, folder in (
        ("schemas", resources.schemas()),
        ("rulesets", resources.rulesets()),
    ):
        there = {p.relative_to(folder).as_posix() for p in folder.rglob("*.*")}
        data = installed / "freed6c" / "_data" / name
        assert {p.relative_to(data).as_posix() for p in data.rglob("*.*")} == there
    assert (installed / "freed6c" / "py.typed").is_file()


def test_it_carries_the_templates_of_new_packs(installed: Path, tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "freed6c", "new", "night-shift"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "night-shift" / "rules.yaml").is_file()


def test_it_carries_the_words_of_licences(installed: Path, tmp_path: Path) -> None:
    case = ROOT / "tests" / "cases" / "html" / "licences" / "input"
    ran = subprocess.run(
        [sys.executable, "-m", "freed6c", "build", str(case), "--target", "python"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    (made,) = tmp_path.rglob("LICENSE-CONTENT")
    assert "10. Copy of this License: You MUST include" in made.read_text("utf-8")


def test_it_compiles_core_by_name(installed: Path, tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "freed6c", "build", "core", "--target", "html"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "generated" / "core" / "html" / "index.html").is_file()
