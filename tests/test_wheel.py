"""What is published, wheel and sdist: the same bytes from every machine, and all that it takes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

import click
import pytest

from freed6c import __version__
from freed6c.packs import resources
from outsiders import ROOT, clean_copy, follow, read

WORKFLOW = ROOT / ".github" / "workflows" / "publish.yml"


def build(folder: Path, *words: str, umask: int = 0o022, **environment: str) -> None:
    """Make wheel and sdist in `dist` below a folder."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--directory", "dist", *words],
        cwd=folder,
        check=True,
        capture_output=True,
        umask=umask,
        env=os.environ | environment,
    )


def made(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (folder / "dist").iterdir()}


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone in which all was done that the workflow does for a tag, but for getting tools."""
    folder = clean_copy(tmp_path_factory.mktemp("clone"))
    _, *steps = [s for s in read(WORKFLOW)["jobs"]["build"]["steps"] if "run" in s]
    ended = follow(steps, folder, {"github.ref_name": f"v{__version__}"})
    assert ended.returncode == 0, ended.stderr
    return folder


def test_a_tag_that_is_not_the_version_is_not_published(published: Path) -> None:
    _, tag, _ = [s for s in read(WORKFLOW)["jobs"]["build"]["steps"] if "run" in s]
    assert follow([tag], published, {"github.ref_name": "v0.0.1"}).returncode == 1


def test_they_are_the_same_from_every_machine(published: Path, tmp_path: Path) -> None:
    elsewhere = clean_copy(tmp_path / "a folder" / "elsewhere")
    for place in (elsewhere, *elsewhere.rglob("*")):
        place.chmod(0o700 if place.is_dir() else place.stat().st_mode & 0o700)
        os.utime(place, (1_000_000_000, 1_000_000_000))
    machine = {"PYTHONHASHSEED": "7", "TZ": "Asia/Kathmandu", "LC_ALL": "C"}
    build(elsewhere, umask=0o077, **machine)
    assert made(elsewhere) == made(published)
    assert sorted(made(published)) == [
        f"freed6c-{__version__}-py3-none-any.whl",
        f"freed6c-{__version__}.tar.gz",
    ]


@pytest.mark.filterwarnings("ignore:Python 3.14 will:DeprecationWarning")
def test_the_sdist_holds_all_that_the_wheel_is_made_of(
    published: Path, tmp_path: Path
) -> None:
    with tarfile.open(published / "dist" / f"freed6c-{__version__}.tar.gz") as archive:
        archive.extractall(tmp_path)  # noqa: S202 - we made it; Python 3.11.2 has no filters
    unpacked = tmp_path / f"freed6c-{__version__}"
    build(unpacked, "--target", "wheel")
    assert made(unpacked).items() < made(published).items()


def test_the_version_is_said_in_one_place(tmp_path: Path) -> None:
    copy = clean_copy(tmp_path / "copy")
    source = copy / "compiler" / "freed6c" / "__init__.py"
    text = source.read_text("utf-8").replace(f'"{__version__}"', '"7.8.9"')
    source.write_text(text, "utf-8")
    environment = os.environ | {"PYTHONPATH": str(copy / "compiler")}
    for command, said in (
        ("hatchling version", "7.8.9"),
        ("freed6c --version", "freed6c, version 7.8.9"),
    ):
        ran = subprocess.run(
            [sys.executable, "-m", *command.split()],
            cwd=copy,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        assert ran.stdout == f"{said}\n"


def test_the_version_is_one_that_the_changes_tell_of() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.findall(r"^## (\S+)", text, re.MULTILINE)[0] == __version__


# The wheel in an environment of its own.


@pytest.fixture(scope="module")
def installed(published: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its folder of commands. What freed6c needs is read from where the tests have it."""
    environment = tmp_path_factory.mktemp("installed") / "environment"
    venv.create(environment, symlinks=os.name != "nt")
    commands = environment / ("Scripts" if os.name == "nt" else "bin")
    (wheel,) = (published / "dist").glob("*.whl")
    pip = [sys.executable, "-m", "pip", "--python", str(commands / "python")]
    options = ["--quiet", "--disable-pip-version-check", "--no-index", "--no-deps"]
    subprocess.run([*pip, "install", *options, wheel], check=True)
    (site,) = environment.rglob("site-packages")
    (site / "needed.pth").write_text(f"{Path(click.__file__).parents[1]}\n", "utf-8")
    return commands


def run(folder: Path, *command: str | Path) -> str:
    """What a command says that ends well, where nothing leads to the checkout."""
    ran = subprocess.run(
        command,
        cwd=folder,
        env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_it_carries_schemas_and_rulesets(installed: Path) -> None:
    (package,) = installed.parent.rglob("site-packages/freed6c")
    for name, folder in (
        ("schemas", resources.schemas()),
        ("rulesets", resources.rulesets()),
    ):
        there = {p.relative_to(folder).as_posix() for p in folder.rglob("*.*")}
        data = package / "_data" / name
        assert {p.relative_to(data).as_posix() for p in data.rglob("*.*")} == there
    assert (package / "py.typed").is_file()


def test_it_does_all_from_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    freed6c = installed / "freed6c"
    where = "import freed6c; print(freed6c.__version__, freed6c.__file__)"
    version, file = run(tmp_path, installed / "python", "-c", where).split(" ", 1)
    assert version == __version__
    assert Path(file).is_relative_to(installed.parent)
    assert "Right:" in run(tmp_path, freed6c, "explain", "bands-gap")
    run(tmp_path, freed6c, "new", "night-shift")
    assert (tmp_path / "night-shift" / "rules.yaml").is_file()
    command = ("build", "night-shift", "--target", "html", "--target", "python")
    run(tmp_path, freed6c, *command)
    made = tmp_path / "generated" / "night-shift"
    assert (made / "html" / "index.html").is_file()
    code = "from freed6_night_shift import odds; print(odds('1D').at_least(2))"
    said = run(made / "python", installed / "python", "-c", code)
    assert said == "5/6\n"


def test_it_carries_the_words_of_licences(installed: Path, tmp_path: Path) -> None:
    case = ROOT / "tests" / "cases" / "html" / "licences" / "input"
    run(tmp_path, installed / "freed6c", "build", case, "--target", "python")
    (text,) = tmp_path.rglob("LICENSE-CONTENT")
    assert "10. Copy of this License: You MUST include" in text.read_text("utf-8")
