"""Where nothing has changed, `build` and `check` say the same again without doing anything.

What they go by is what stands in files, not when somebody says that it was written.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from freed6c import __main__, cache
from freed6c.cli import Commands

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PACK = """\
pack: tiny
title: Tiny
version: 1.0.0
license: {id: CC-BY-4.0, holder: A stranger}
die-codes: {pips-per-die: 3, smallest: 1D}
terms: {wick: {name: Wick, text: It burns.}}
"""
HOUSE_RULE = """\
pack: long-nights
title: Long nights
version: 1.0.0
extends: tiny
license: {id: CC-BY-4.0, holder: A stranger}
change: {term.wick: {why: It is dark., set: {text: It smokes.}}}
"""
BUILD = ("build", "tiny", "--target", "json", "--out", "out")
CHECK = ("check", "tiny")


@dataclass(frozen=True)
class Ended:
    """How a command ended, what it said, and whether it was run."""

    code: object
    out: str
    err: str
    ran: bool


@pytest.fixture
def freed6c(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Ended]:
    """The command line, in a folder with a pack."""
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "pack.yaml").write_text(PACK, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "kept"))
    monkeypatch.setattr(os, "_exit", sys.exit)
    ran: list[str] = []
    main = Commands.main

    def noted(self: Commands, **given: Any) -> None:
        ran.append("")
        main(self, **given)

    monkeypatch.setattr(Commands, "main", noted)

    def run(*words: str) -> Ended:
        ran.clear()
        monkeypatch.setattr(sys, "argv", ["freed6c", *words])
        with pytest.raises(SystemExit) as ended:
            __main__.main()
        return Ended(ended.value.code or 0, *capsys.readouterr(), bool(ran))

    return run


def edit(path: Path, old: str, new: str) -> None:
    """Other words of the same length, as if nobody had written them since."""
    assert len(old) == len(new)
    before = path.stat()
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.parametrize("words", [BUILD, CHECK, ("build", "tiny", "--out", "out")])
def test_the_same_is_said_again(
    freed6c: Callable[..., Ended], words: tuple[str, ...]
) -> None:
    freed6c(*words)
    told = freed6c(*words)
    assert not told.ran
    os.environ[cache.VARIABLE] = ""
    ran = freed6c(*words)
    assert ran.ran
    assert (told.code, told.out, told.err) == (ran.code, ran.out, ran.err)


def test_nothing_heavy_is_imported_for_it(
    freed6c: Callable[..., Ended], tmp_path: Path
) -> None:
    freed6c(*BUILD)
    command = [sys.executable, "-X", "importtime", "-m", "freed6c", *BUILD]
    ended = subprocess.run(
        command,
        cwd=tmp_path,
        env=dict(os.environ),  # and not what `readline` adds beside it
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout == "out/tiny/json: 3 files, nothing changed\n"
    imported = {line.rpartition("|")[2].strip() for line in ended.stderr.splitlines()}
    assert "freed6c.cache.replay" in imported
    assert not imported & {"click", "typing", "pathlib", "json", "freed6c.cli"}


def test_help_is_the_same_at_each_width(
    freed6c: Callable[..., Ended], monkeypatch: pytest.MonkeyPatch
) -> None:
    for columns in ("60", "79"):
        monkeypatch.setenv("COLUMNS", columns)
        whole = freed6c("--help")
        assert whole.ran
        again = freed6c("--help")
        assert not again.ran
        assert again.out == whole.out


def test_warnings_and_errors_are_told_again(
    freed6c: Callable[..., Ended], tmp_path: Path
) -> None:
    pack = tmp_path / "tiny" / "pack.yaml"
    pack.write_text(PACK.replace("It burns.", "'[[term.oil]]'"), encoding="utf-8")
    first, again = freed6c(*CHECK), freed6c(*CHECK)
    assert (first.ran, again.ran) == (True, False)
    assert "term.oil" in again.out
    assert (again.code, again.out) == (first.code, first.out) == (1, first.out)
    assert freed6c(*BUILD).code == 1
    assert freed6c(*BUILD).ran  # it is not done


def test_other_words_in_a_pack_are_noticed(
    freed6c: Callable[..., Ended], tmp_path: Path
) -> None:
    for words in (BUILD, CHECK):
        freed6c(*words)
    edit(tmp_path / "tiny" / "pack.yaml", "It burns.", "It glows.")
    assert freed6c(*CHECK).ran
    assert freed6c(*BUILD).out == "out/tiny/json: 3 files, 1 written\n"


def test_so_are_files_that_come_and_go(
    freed6c: Callable[..., Ended], tmp_path: Path
) -> None:
    more = tmp_path / "tiny" / "words" / "more.yaml"
    for change in (more.parent.mkdir, more.touch, more.unlink, more.parent.rmdir):
        freed6c(*CHECK)
        assert not freed6c(*CHECK).ran
        change()
        assert freed6c(*CHECK).ran


def test_so_is_another_base(freed6c: Callable[..., Ended], tmp_path: Path) -> None:
    (tmp_path / "long-nights").mkdir()
    rules = tmp_path / "long-nights" / "pack.yaml"
    rules.write_text(HOUSE_RULE, encoding="utf-8")
    words = ("check", "long-nights")
    freed6c(*words)
    assert not freed6c(*words).ran
    edit(tmp_path / "tiny" / "pack.yaml", "Wick", "Rush")
    assert freed6c(*words).ran


def test_so_is_an_output_that_somebody_changed(
    freed6c: Callable[..., Ended], tmp_path: Path
) -> None:
    made = tmp_path / "out" / "tiny" / "json" / "ruleset.json"
    freed6c(*BUILD)
    whole = made.read_bytes()
    edit(made, "It burns.", "It glows.")
    assert freed6c(*BUILD).out == "out/tiny/json: 3 files, 1 written\n"
    assert made.read_bytes() == whole
    assert not freed6c(*BUILD).ran
    made.unlink()
    assert freed6c(*BUILD, "--check").code == 1
    assert freed6c(*BUILD).out == "out/tiny/json: 3 files, 1 written\n"


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_so_is_a_link_in_the_place_of_a_folder(
    freed6c: Callable[..., Ended], tmp_path: Path
) -> None:
    freed6c(*BUILD)
    (tmp_path / "out" / "tiny").rename(tmp_path / "elsewhere")
    (tmp_path / "out" / "tiny").symlink_to(tmp_path / "elsewhere")
    assert freed6c(*BUILD).code == 3


def test_so_is_another_freed6c(
    freed6c: Callable[..., Ended], monkeypatch: pytest.MonkeyPatch
) -> None:
    freed6c(*CHECK)
    monkeypatch.setattr(cache, "_state", lambda names: [1] * len(names))
    assert freed6c(*CHECK).ran


def test_what_is_kept_may_be_deleted_damaged_or_forbidden(
    freed6c: Callable[..., Ended], tmp_path: Path
) -> None:
    kept = tmp_path / "kept"
    for spoil in (b"", b"\xe9\x02", b"not what it was"):
        freed6c(*CHECK)
        for path in kept.iterdir():
            path.write_bytes(spoil)
        assert freed6c(*CHECK).ran
        assert not freed6c(*CHECK).ran
    for path in kept.iterdir():
        path.unlink()
    assert freed6c(*CHECK).ran
    assert not freed6c(*CHECK).ran
    if os.name == "posix":
        for path in kept.iterdir():
            path.unlink()
            os.mkfifo(path)  # to wait for what nobody writes takes for ever
        assert freed6c(*CHECK).ran
        assert not freed6c(*CHECK).ran
        kept.chmod(0o777)  # anybody may have put something there
        assert freed6c(*CHECK).ran
        kept.chmod(0o700)
    assert not freed6c(*CHECK).ran
    os.environ[cache.VARIABLE] = "in/some/relative/folder"
    assert freed6c(*CHECK).ran
    assert not (tmp_path / "in").exists()


def test_not_more_is_kept_than_is_of_use(
    freed6c: Callable[..., Ended], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "MOST", 3)
    for format_ in ("text", "concise", "json", "text"):
        freed6c(*CHECK, "--format", format_)
    freed6c(*BUILD)
    assert len(list((tmp_path / "kept").iterdir())) == 3
    assert not freed6c(*BUILD).ran


def test_nor_more_than_there_should_be_room_for(
    freed6c: Callable[..., Ended], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    freed6c(*CHECK)
    room = sum(file.stat().st_size for file in (tmp_path / "kept").iterdir()) + 10
    monkeypatch.setattr(cache, "MOST_BYTES", room)
    freed6c(*CHECK, "--format", "json")
    assert not freed6c(*CHECK, "--format", "json").ran
    kept = sum(file.stat().st_size for file in (tmp_path / "kept").iterdir())
    assert kept <= room
