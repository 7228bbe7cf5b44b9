"""Machines that lack something, and authors who go on writing: clear messages, right exit codes.

What odd outputs do is in `test_output.py`, encodings in `test_trust.py`; languages, clocks and
orders of files in `test_determinism.py`.
"""

from __future__ import annotations

import ctypes
import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from freed6c import cache
from freed6c.cli import fixing, fmt, freed6c
from freed6c.load import layout

if TYPE_CHECKING:
    from collections.abc import Iterator

MANIFEST = """\
pack: tiny
title: Tiny
version: 1.0.0
license: {id: CC-BY-4.0, holder: A stranger}
"""
MISLAID = "terms:\n    a: {name:  A, text: B.}\n"
MISSPELT = "terms:\n  a: {nmae: A, text: B.}\n"
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="capabilities of Linux")
POSIX = pytest.mark.skipif(os.name == "nt", reason="streams as POSIX has them")


@pytest.fixture(autouse=True)
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pack in the working folder."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "pack.yaml").write_text(MANIFEST)
    (folder / "terms.yaml").write_text(MISLAID)
    return folder


def run(*command: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, as systems start it."""
    words = [sys.executable, "-m", "freed6c", *command]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.run(words, text=True, check=False, **{**streams, **options})


# Folders that are not there.

HOMELESS = [
    {"HOME": None, "XDG_CACHE_HOME": None, "LOCALAPPDATA": None},
    {"HOME": "/nowhere/at/all", "TMPDIR": "/nowhere", "TMP": None, "TEMP": None},
    {"HOME": os.devnull, "XDG_CACHE_HOME": os.devnull},
    {"FREED6C_CACHE": os.devnull},
]


@pytest.mark.parametrize("folders", HOMELESS)
def test_a_build_needs_no_home_and_no_temporary_folder(
    folders: dict[str, str | None],
) -> None:
    told = {**os.environ, **folders}
    told.setdefault("FREED6C_CACHE", None)
    if "FREED6C_CACHE" not in folders:
        told["FREED6C_CACHE"] = None  # what is kept belongs into the home
    env = {name: value for name, value in told.items() if value is not None}
    built = run("build", "tiny", "--target", "json", env=env)
    assert (built.returncode, built.stderr) == (0, "")
    assert Path("generated/tiny/json/ruleset.json").is_file()


@pytest.mark.parametrize("variable", ["HOME", "LOCALAPPDATA", "XDG_CACHE_HOME"])
def test_a_home_that_is_not_there_is_not_made(variable: str, tmp_path: Path) -> None:
    env = {**os.environ, "HOME": str(tmp_path), variable: str(tmp_path / "gone" / "it")}
    del env["FREED6C_CACHE"]  # what is kept belongs into the home
    assert run("build", "tiny", "--target", "json", env=env).returncode == 0
    assert not (tmp_path / "gone").exists()


# Folders that may not be written to, or read.


def kept_read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept may be read and not written, as in images of containers."""

    def forbidden(path: object, mode: str = "r", **more: Any) -> object:
        if mode != "rb":
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), path)
        return open(path, mode, **more)  # type: ignore[call-overload] # noqa: PTH123

    monkeypatch.setattr(cache, "open", forbidden, raising=False)


def test_what_is_kept_may_lie_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FREED6C_CACHE", str(tmp_path / "kept"))
    kept_read_only(monkeypatch)
    command = ("check", "tiny")
    ended = CliRunner().invoke(freed6c, command, obj=command)
    assert (ended.exit_code, ended.exception) == (0, None)
    assert not list((tmp_path / "kept").iterdir())


def as_anybody() -> None:
    """Let even root be asked for what it may read and write (two capabilities are given up)."""
    drop, override, read_search = 24, 1, 2
    for capability in (override, read_search):
        ctypes.CDLL(None).prctl(drop, capability, 0, 0, 0)


@pytest.fixture
def read_only(tiny: Path) -> Iterator[Path]:
    """The pack, and the folder it is in, may be read and nothing else."""
    locked = [*tiny.iterdir(), tiny, tiny.parent]
    for path in locked:
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield tiny
    for path in reversed(locked):
        path.chmod(0o755 if path.is_dir() else 0o644)


@LINUX
@pytest.mark.parametrize(
    "command",
    [
        ("build", "tiny"),
        ("new", "mine", "--extends", "tiny"),
        ("schema", "tiny"),
        ("fmt", "tiny"),
    ],
    ids=lambda words: words[0],
)
def test_what_may_not_be_written_is_said(
    command: tuple[str, ...], read_only: Path
) -> None:
    before = sorted(read_only.parent.rglob("*"))
    ended = run(*command, preexec_fn=as_anybody)
    assert ended.returncode == 3
    assert "cannot write the output: permission denied: '" in ended.stderr
    assert sorted(read_only.parent.rglob("*")) == before
    assert (read_only / "terms.yaml").read_text() == MISLAID


@LINUX
def test_a_mistake_in_a_file_that_may_not_be_written_stays(tiny: Path) -> None:
    (tiny / "terms.yaml").write_text(MISSPELT)
    tiny.chmod(0o555)
    ended = run("check", "tiny", "--fix", preexec_fn=as_anybody)
    tiny.chmod(0o755)
    assert ended.returncode == 3
    assert "cannot write the output: permission denied: '" in ended.stderr
    assert ended.stderr.endswith("' (free some space or change the permissions)\n")
    assert (tiny / "terms.yaml").read_text() == MISSPELT


@LINUX
def test_a_file_that_may_not_be_read_is_named(tiny: Path) -> None:
    (tiny / "terms.yaml").chmod(0)
    ended = run("check", "tiny", "--format", "concise", preexec_fn=as_anybody)
    assert ended.returncode == 1
    assert ended.stdout.startswith("tiny/terms.yaml")
    assert "permission denied" in ended.stdout


@LINUX
def test_a_pack_that_may_not_be_looked_into_is_named(tiny: Path) -> None:
    tiny.chmod(0)
    ended = run("check", "tiny", preexec_fn=as_anybody)
    tiny.chmod(0o755)
    assert ended.returncode == 1
    assert "cannot read this: permission denied\n --> tiny" in ended.stdout


# Streams that are closed.


@POSIX
@pytest.mark.parametrize("closed", [(0,), (1,), (2,), (0, 1, 2)])
def test_nobody_has_to_listen(closed: tuple[int, ...]) -> None:
    def close() -> None:
        for stream in closed:
            os.close(stream)

    ended = run("build", "tiny", "--target", "json", preexec_fn=close)
    assert ended.returncode == 0
    assert Path("generated/tiny/json/ruleset.json").is_file()


# Authors who save while freed6c is at work.


def test_what_is_saved_while_files_are_laid_out_is_not_lost(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid_out = layout.formatted

    def slowly(text: str) -> str:
        (tiny / "terms.yaml").write_text("terms: {}\n")
        return laid_out(text)

    monkeypatch.setattr(fmt, "formatted", slowly)
    ended = CliRunner().invoke(freed6c, ("fmt", "tiny"))
    assert ended.exit_code == 3
    assert ended.stderr == (
        "cannot write the output: 'terms.yaml' was edited in the meantime and was not changed:"
        " run this again\n"
    )
    assert (tiny / "terms.yaml").read_text() == "terms: {}\n"


def test_what_is_saved_while_mistakes_are_mended_is_not_lost(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tiny / "terms.yaml").write_text(MISSPELT)
    fixed = fixing.fixed

    def slowly(*packs: Any) -> fixing.Fixed:
        found = fixed(*packs)
        (tiny / "terms.yaml").write_text("terms: {}\n")
        return found

    monkeypatch.setattr(fixing, "fixed", slowly)
    ended = CliRunner().invoke(freed6c, ("check", "tiny", "--fix"))
    assert ended.exit_code == 3
    assert "'terms.yaml' was edited in the meantime" in ended.stderr
    assert (tiny / "terms.yaml").read_text() == "terms: {}\n"


# Little memory, few open files.


@POSIX
@pytest.mark.parametrize("most", range(5, 10))
def test_too_few_open_files_are_no_mistake_of_ours(most: int) -> None:
    """What cannot be opened may be a module that a command needs, once it comes to that."""
    import resource

    def few() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    for command in (["build", "tiny"], ["schema", "tiny"], ["lsp"]):
        ended = run(*command, preexec_fn=few, stdin=subprocess.DEVNULL)
        assert "internal error in freed6c" not in ended.stderr, (command, ended.stderr)
        assert ended.returncode in {0, 3}
        if ended.returncode == 3:
            assert "files" in ended.stderr
    assert list(Path().rglob(".freed6c-stage*")) == []


@POSIX
@pytest.mark.parametrize("command", [("fmt", "."), ("check", "."), ("new", "x")])
def test_nothing_is_well_in_a_folder_that_is_gone(command: tuple[str, ...]) -> None:
    Path("gone").mkdir()
    ended = run(*command, cwd="gone", preexec_fn=lambda: Path("../gone").rmdir())
    told = "the current folder no longer exists: change to another folder\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", told)


OUT_OF_MEMORY = """\
import sys
from freed6c import check
from freed6c.__main__ import main

def check_much(ruleset):
    for entry in ruleset.entries.values():
        raise MemoryError

check.CHECKS = (check_much,)
sys.argv = ["freed6c", "build", "tiny"]
main()
"""


@pytest.mark.usefixtures("tiny")
def test_too_little_memory_is_no_mistake_of_an_entry() -> None:
    """Each entry was tried without the one before: so many checks as there are entries."""
    ended = subprocess.run(
        [sys.executable, "-c", OUT_OF_MEMORY],
        env={**os.environ, "FREED6C_CACHE": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stderr == "not enough memory\n"
    assert ended.returncode == 3
    assert not Path("generated").exists()
