"""A compiled ruleset is kept as data: what is read back is the same, and only what still holds.

Who asks for odds, rolls, lists or explains gets it from there and compiles nothing.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import fields
from enum import Enum
from pathlib import Path
from shutil import copy, copytree
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from freed6c import cache
from freed6c.cache.disk import Disk
from freed6c.cache.pickling import dumps, loads
from freed6c.cli import freed6c
from freed6c.formula.types import BOOLEAN
from freed6c.pipeline import compile_packs, emit_targets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from click.testing import Result

    from freed6c.model.compiled import Compiled

HERE = Path(__file__).parent
TARGETS = ("python", "markdown", "html", "json")

PACK = """\
pack: lanterns
title: Lanterns
version: 1.0.0
license: {id: CC-BY-4.0, holder: A stranger}
die-codes: {pips-per-die: 3, smallest: 1D}
dice:
  throw:
    name: Throw
    die: d6
    pips-carry: codes
    success: at-least
    steps:
      roll: {name: Roll, do: roll}
terms: {wick: {name: Wick, text: It burns.}}
"""


@pytest.mark.parametrize(
    ("pack", "layers"),
    [
        ("opend6", ()),
        ("core", ("ganging-up", "success-counting")),
        ("kites", ("headwind",)),
    ],
)
def test_what_is_read_back_gives_the_same_files(
    pack: str, layers: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(copytree(HERE / "one-of-each", tmp_path / "packs"))
    copy(HERE / "unit" / "kites.yaml", "kites/pack.yaml")  # an entry of every kind
    compiled = compile_packs(pack, layers)
    again: Compiled = loads(dumps(compiled))
    assert compiled.ruleset is not None
    assert again.ruleset is not None
    assert {*vars(again.ruleset)} == {field.name for field in fields(again.ruleset)}
    assert emit_targets(again.ruleset, TARGETS, again.packs) == emit_targets(
        compiled.ruleset, TARGETS, compiled.packs
    )
    assert again.diagnostics == compiled.diagnostics
    assert again.sources == compiled.sources
    assert again.merged is not None
    assert compiled.merged is not None
    assert again.merged.tree == compiled.merged.tree


def test_enums_are_read_back_in_every_version_of_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Python 3.11.0 to 3.11.3 would look up members with `getattr`."""

    def by_name(member: Enum, _protocol: int) -> tuple[object, ...]:
        return getattr, (type(member), member.name)

    monkeypatch.setattr(Enum, "__reduce_ex__", by_name)
    assert loads(dumps(BOOLEAN)) is BOOLEAN


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("subprocess", "Popen"),
        ("builtins", "exec"),
        ("freed6c.cache.disk", "os.remove"),
        ("freed6c.cli.new", "TemporaryDirectory"),
        ("freed6c.emit.writer", "write"),
    ],
)
def test_only_classes_of_freed6c_are_made(module: str, name: str) -> None:
    words = (b"\x8c" + bytes([len(word)]) + word.encode() for word in (module, name))
    pickled = b"\x80\x04" + b"".join(words) + b"\x93."
    assert callable(pickle.loads(pickled))  # noqa: S301
    with pytest.raises(pickle.UnpicklingError, match=name):
        loads(pickled)


@pytest.fixture
def lanterns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a small pack, in a folder where things are kept."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "kept"))
    monkeypatch.chdir(tmp_path)
    pack = tmp_path / "lanterns" / "pack.yaml"
    pack.parent.mkdir()
    pack.write_text(PACK, encoding="utf-8")
    return pack


def run(*words: str) -> Result:
    return CliRunner().invoke(freed6c, words)


@pytest.mark.usefixtures("lanterns")
@pytest.mark.parametrize(
    "words",
    [
        ("odds", "3D", "--pack", "lanterns"),
        ("roll", "3D", "--pack", "lanterns", "--seed", "4"),
        ("list", "lanterns"),
        ("explain", "term.wick", "--pack", "lanterns"),
        ("check", "lanterns"),
        ("diff", "lanterns", "lanterns"),
        ("test", "lanterns"),
        ("build", "lanterns", "--out", "out"),
    ],
    ids=lambda words: words[0],
)
def test_commands_say_the_same_of_what_was_kept(words: tuple[str, ...]) -> None:
    first = run(*words)
    again = run(*words)
    assert first.exit_code == again.exit_code == 0, first.output
    if words[0] != "build":
        assert again.output == first.output


def test_what_was_written_over_is_kept_too(lanterns: Path) -> None:
    change = "change: {term.wick: {reword: {text: {burns: smokes}}}}"
    replace = "replace: {term.wick: {with: {name: Fuse}}}"
    for id_, base, rules in (("late", "lanterns", change), ("later", "late", replace)):
        folder = lanterns.parents[1] / id_
        folder.mkdir()
        text = f"pack: {id_}\nextends: {base}\n{rules}\n"
        (folder / "pack.yaml").write_text(text, encoding="utf-8")
    first = run("explain", "term.wick", "--pack", "later")
    assert "burns -> smokes" in first.output
    assert run("explain", "term.wick", "--pack", "later").output == first.output


@pytest.mark.usefixtures("lanterns")
def test_what_a_disk_has_damaged_is_not_believed(tmp_path: Path) -> None:
    disk = Disk()
    cache.keep(("purpose",), disk, "a thing")
    assert cache.recall(("purpose",), disk) == "a thing"
    (file,) = (tmp_path / "kept").iterdir()
    file.write_bytes(file.read_bytes().replace(b"a thing", b"a think"))
    assert cache.recall(("purpose",), disk) is None


ASKING = """\
import sys
from freed6c.cli import freed6c
from freed6c.formula.types import BOOLEAN
freed6c(['odds', '3D', '--pack', 'lanterns'], standalone_mode=False)
print(*(name for name in sys.modules if name.startswith('freed6c')))
"""


@pytest.mark.usefixtures("lanterns")
def test_nothing_is_compiled_for_odds() -> None:
    run("odds", "3D", "--pack", "lanterns")
    ended = subprocess.run(
        [sys.executable, "-c", ASKING], capture_output=True, text=True, check=True
    )
    modules = ended.stdout.splitlines()[-1].split()
    assert "freed6c.cache.pickling" in modules
    assert not {"freed6c.pipeline", "freed6c.load", "freed6c.document"} & {*modules}
