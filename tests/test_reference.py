"""The reference of a generated package, which pydoctor makes: whole, and without warnings."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from freed6c.pipeline import compile_packs
from made_packs import write_package

ROOT = Path(__file__).parents[1]
FORMULAS = ROOT / "tests" / "cases" / "emit" / "formulas" / "input"
PUBLIC = ("", ".play", ".rolls", ".kinds")
"""The modules that offer what is no entry."""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small package: what it offers but for entries is the same in all."""
    ruleset = compile_packs(str(FORMULAS)).ruleset
    assert ruleset is not None
    folder = tmp_path_factory.mktemp("package")
    write_package(ruleset, folder)
    return folder / ruleset.manifest.python


@pytest.fixture(scope="module")
def reference(package: Path) -> Path:
    folder = package.parent / "reference"
    command = (
        Path(sys.executable).parent / "pydoctor",
        f"--html-output={folder}",
        "-W",
    )
    ran = subprocess.run(
        [*command, package], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return folder


def offered(package: Path, module: str) -> set[str]:
    """The names in `__all__` of a module."""
    source = (package / f"{module[1:] or '__init__'}.py").read_text(encoding="utf-8")
    (names,) = (
        ast.literal_eval(node.value)
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    )
    return set(names)


def test_every_public_name_has_its_place(package: Path, reference: Path) -> None:
    inventory = (reference / "objects.inv").read_bytes()
    lines = zlib.decompress(inventory.partition(b"zlib.\n")[2]).decode()
    places = {line.split()[0]: line.split()[3] for line in lines.splitlines()}
    for module in PUBLIC:
        # What two modules offer stands where it is offered last.
        for name in offered(package, module):
            found = {
                f"{package.name}{other}.{name}" for other in PUBLIC
            } & places.keys()
            assert found, f"{module}.{name}"
            page, _, _ = places[found.pop()].partition("#")
            assert (reference / page).is_file()


def test_whatever_is_public_is_documented(reference: Path) -> None:
    """Fields are told in the docstring of their class, and arguments of `__init__` too."""
    page = (reference / "undoccedSummary.html").read_text(encoding="utf-8")
    bare = re.findall(r"<li>(\w[\w ]*) - <code>.*?>([\w.]+)</a>", page, re.DOTALL)
    assert bare
    assert [
        name
        for kind, name in bare
        if kind not in {"Class Variable", "Instance Variable"}
        and not name.endswith(".__init__")
        and not re.search(r"\._[A-Z]\w*$", name)  # the class of one entry
    ] == []


def test_it_speaks_of_no_module_that_nobody_imports(
    package: Path, reference: Path
) -> None:
    pages = "".join(
        path.read_text(encoding="utf-8")
        for path in reference.glob(f"{package.name}*.html")
    )
    words = re.sub(r"<[^>]*>", "", pages)
    hidden = [line for line in words.splitlines() if "._runtime" in line]
    assert not [line for line in hidden if not line.strip().startswith("overrides ")]
    assert "Range: 1" in words
