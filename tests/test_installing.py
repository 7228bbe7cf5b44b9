"""Wheels of generated packages: what they say of themselves, and that they can be installed."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from packaging.metadata import Metadata
from packaging.utils import parse_wheel_filename

from freed6c import __version__
from freed6c.cli import freed6c
from freed6c.pipeline import compile_packs, emit_targets
from made_packs import write_pack

if TYPE_CHECKING:
    from collections.abc import Mapping

    from click.testing import Result

    from freed6c.emit.files import OutputFile
    from freed6c.packs.data import Data

ROOT = Path(__file__).parents[1]
LICENCES = ROOT / "tests" / "cases" / "markdown" / "licences" / "input"


def made(pack: Path | str, *layers: str) -> OutputFile:
    """The wheel of a pack."""
    compiled = compile_packs(str(pack), layers)
    assert compiled.ruleset is not None, compiled.diagnostics
    (wheel,) = emit_targets(compiled.ruleset, ["wheel"], compiled.packs)["wheel"]
    return wheel


def opened(wheel: OutputFile) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(wheel.content))


def about(wheel: OutputFile) -> str:
    """The folder in a wheel that tells of it."""
    return wheel.path.removesuffix("-py3-none-any.whl") + ".dist-info"


def metadata(wheel: OutputFile) -> Metadata:
    """What it says of itself. Raises where that is not as installers have it."""
    with opened(wheel) as archive:
        return Metadata.from_email(archive.read(f"{about(wheel)}/METADATA"))


@pytest.fixture(scope="module")
def core() -> OutputFile:
    return made("core")


@pytest.fixture(scope="module")
def file(core: OutputFile, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of core on the disk."""
    path = tmp_path_factory.mktemp("wheel") / core.path
    path.write_bytes(core.content)
    return path


def run(*command: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | more,
    )


def test_it_is_installed_where_nothing_else_is(file: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "empty", symlinks=os.name != "nt")
    scripts = tmp_path / "empty" / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / "python"
    pip = (sys.executable, "-m", "pip", "--python", python)
    ran = run(*pip, "install", "--no-index", "--disable-pip-version-check", file)
    assert ran.returncode == 0, ran.stderr
    ran = run(*pip, "check")
    assert ran.returncode == 0, ran.stdout
    says = "import importlib.metadata as m; print(m.version('freed6-core'))"
    ran = run(python, "-W", "error", "-c", f"{says}; import freed6_core.play")
    assert ran.stdout == "1.0.0\n", ran.stderr
    ran = run(python, "-W", "error", "-m", "unittest", "freed6_core.test_examples")
    assert ran.returncode == 0, ran.stderr


def test_it_works_without_being_unpacked(file: Path) -> None:
    code = "from freed6_core import skills, roll; print(skills.BRAWLING.name)"
    ran = run(sys.executable, "-S", "-W", "error", "-c", code, PYTHONPATH=str(file))
    assert ran.stdout == "Brawling\n", ran.stderr


def test_it_holds_the_package_as_it_is(core: OutputFile) -> None:
    ruleset = compile_packs("core").ruleset
    assert ruleset is not None
    wanted = {f.path: f.content for f in emit_targets(ruleset, ["python"])["python"]}
    with opened(core) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    assert {n: c for n, c in files.items() if ".dist-info/" not in n} == wanted
    assert "freed6_core/py.typed" in wanted
    own = files[f"{about(core)}/licenses/LICENSE"]
    assert (
        own == (ROOT / "LICENSE").read_bytes() == wanted["freed6_core/_runtime/LICENSE"]
    )
    generator = f"Generator: freed6c {__version__}\n"
    assert generator in files[f"{about(core)}/WHEEL"].decode()


def test_its_record_has_every_file(core: OutputFile) -> None:
    with opened(core) as archive:
        assert archive.testzip() is None
        *files, record = archive.namelist()
        assert record == f"{about(core)}/RECORD"
        lines = csv.reader(archive.read(record).decode().splitlines())
        recorded = {path: (digest, size) for path, digest, size in lines}
        assert recorded.pop(record) == ("", "")
        for name in files:
            content = archive.read(name)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest())
            size = str(len(content))
            assert recorded.pop(name) == (f"sha256={digest.decode()[:-1]}", size)
    assert not recorded


def test_it_says_what_it_is_and_what_it_needs(core: OutputFile) -> None:
    said = metadata(core)
    assert (said.name, str(said.version)) == ("freed6-core", "1.0.0")
    assert str(said.requires_python) == ">=3.11"
    assert not said.requires_dist
    assert said.license_expression == "MIT AND CC-BY-4.0"
    assert said.license_files == ["LICENSE", "LICENSE-CONTENT"]
    assert said.description is not None
    assert "© OpenD6 Project" in said.description
    name, version, _, tags = parse_wheel_filename(core.path)
    assert (name, str(version), [*map(str, tags)]) == (
        "freed6-core",
        "1.0.0",
        ["py3-none-any"],
    )


def test_it_says_under_which_licenses_all_of_it_is() -> None:
    wheel = made(LICENCES)
    expression = metadata(wheel).license_expression
    assert expression == "MIT AND LicenseRef-OGL-1.0a AND CC-BY-4.0"
    with opened(wheel) as archive:
        text = archive.read(f"{about(wheel)}/licenses/LICENSE-CONTENT").decode()
    assert "Holes & Ladders Copyright 2001, First Shovel" in text


PACK: Mapping[str, Data] = {
    "title": "Reef: Requires-Dist: wreck",
    "version": "01.2.03",
    "die-codes": {"pips-per-die": 3, "smallest": "1D"},
}


@pytest.mark.parametrize(
    ("license_", "expression"),
    [
        (None, None),
        ("MIT", "MIT"),
        ("LicenseRef-MIT", "MIT"),
        (
            "LicenseRef-ours OR MIT Name: wreck",
            "MIT AND LicenseRef-ours-OR-MIT-Name-wreck",
        ),
        ("LicenseRef-§", "MIT AND LicenseRef-own"),
    ],
)
def test_nothing_that_a_pack_writes_is_more_than_a_value(
    tmp_path: Path, license_: str | None, expression: str | None
) -> None:
    terms: Mapping[str, Data] = (
        {"license": {"id": license_, "holder": "Ann"}} if license_ else {}
    )
    wheel = made(write_pack(tmp_path, "reef", {}, **PACK, **terms))
    said = metadata(wheel)
    assert (said.name, str(said.version)) == ("freed6-reef", "1.2.3")
    assert said.license_expression == expression
    assert not said.requires_dist


def test_a_combination_has_the_versions_of_all(tmp_path: Path) -> None:
    write_pack(tmp_path, "reef", {}, **PACK)
    for name in ("tide", "moon"):
        write_pack(tmp_path, name, {}, extends="reef")
    names = [str(tmp_path / name) for name in ("reef", "tide", "moon")]
    wheel = made(names[0], *names[1:])
    assert wheel.path == "freed6_reef_moon_tide-1.2.3+0.0.0.0.0.0-py3-none-any.whl"
    assert metadata(wheel).name == "freed6-reef-moon-tide"


def build(*arguments: str) -> Result:
    ran = CliRunner().invoke(freed6c, ["build", *arguments], catch_exceptions=False)
    assert ran.exit_code == 0, ran.output
    return ran


def test_it_is_the_same_on_every_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reef = write_pack(tmp_path, "reef", {}, **PACK)
    monkeypatch.chdir(tmp_path)
    ours = made(reef).content
    machine = {"PYTHONHASHSEED": "7", "TZ": "Asia/Kathmandu", "LC_ALL": "C"}
    code = (
        "import os, sys; os.umask(0o077); from freed6c.__main__ import main;"
        "sys.argv[1:] = 'build reef --target wheel'.split(); main()"
    )
    paths = os.environ.get("PYTHONPATH", "")
    ran = run(sys.executable, "-c", code, PYTHONPATH=paths, **machine)
    assert ran.returncode == 0, ran.stderr
    (theirs,) = Path("generated/reef/wheel").glob("*.whl")
    assert theirs.read_bytes() == ours


def test_a_newer_one_takes_the_place_of_the_older(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_pack(tmp_path, "reef", {}, **PACK)
    monkeypatch.chdir(tmp_path)
    build("reef", "--target", "wheel")
    write_pack(tmp_path, "reef", {}, **{**PACK, "version": "1.3.0"})
    assert "1 written, 1 removed" in build("reef", "--target", "wheel").stdout
    assert "nothing changed" in build("reef", "--target", "wheel").stdout
    left = {path.name for path in Path("generated/reef/wheel").iterdir()}
    assert left == {"MANIFEST.json", "freed6_reef-1.3.0-py3-none-any.whl"}


def test_a_pack_of_house_rules_may_be_imported_under_a_name_that_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_pack(tmp_path, "thick-skin", {}, extends="core", version="0.1.0")
    monkeypatch.chdir(tmp_path)
    build("thick-skin", "--name", "mygame", "--target", "wheel", "--target", "python")
    (wheel,) = Path("generated/mygame/wheel").glob("*.whl")
    assert wheel.name == "freed6_mygame-0.1.0-py3-none-any.whl"
    code = "import freed6_mygame as m; print(m.__package__, m.VERSION, m.GENERATOR)"
    for place in (wheel, Path("generated/mygame/python")):
        ran = run(sys.executable, "-S", "-c", code, PYTHONPATH=str(place))
        assert ran.stdout == f"freed6_mygame 0.1.0 freed6c {__version__}\n", ran.stderr
