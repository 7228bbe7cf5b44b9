"""An internal error is reported as one, at the entry that was being worked on; the rest is checked.

Each test plants an exception where a certain entry or value is worked on.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result

from freed6c.check import dice
from freed6c.cli import freed6c
from freed6c.cli.report import OUR_FAULT
from freed6c.cli.serve import BuildReporter, SiteBuilder, next_edition
from freed6c.document.describe import tables
from freed6c.formula.evaluator import evaluate
from freed6c.link import scalars
from freed6c.link.formulas import FormulaReader
from freed6c.model import example_runs

if TYPE_CHECKING:
    from pathlib import Path

PACK = """\
pack: lanterns
title: Lanterns
version: 1.0.0
die-codes: {pips-per-die: 3, smallest: 1D}
dice:
  throw:
    name: Throw
    die: d6
    pips-carry: codes
    success: at-least
    steps: {roll: {name: Roll, do: roll}}
benchmarks:
  dark:
    name: Dark
    bands:
      dusk: {name: Dusk, range: 0-4}
      night: {name: Night, range: 5+}
formulas:
  bright: {name: Bright, params: {oil: integer}, returns: integer, formula: 2 * oil}
examples:
  much: {about: formula.bright, formula: bright(2), expect: 4}
  more: {about: formula.bright, formula: bright(3), expect: 7}
notes:
  whim:
    name: A whim
    about: [formula.bright]
    kind: gap
    problem: Which?
    readings: {one: {text: One.}}
    chosen: two
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    (tmp_path / "pack.yaml").write_text(PACK, encoding="utf-8")
    return tmp_path


def stumble(*_: object, **__: object) -> Any:
    message = "five to six"
    raise LookupError(message)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(freed6c, arguments, catch_exceptions=False)


def checked(pack: Path) -> list[dict[str, Any]]:
    ended = run("check", str(pack), "--format", "json")
    assert ended.exit_code == OUR_FAULT
    found: list[dict[str, Any]] = json.loads(ended.stdout)["diagnostics"]
    return found


def line_of(words: str) -> int:
    return PACK[: PACK.index(words)].count("\n") + 1


def first_line(problem: dict[str, Any]) -> int:
    line: int = problem["labels"][0]["range"]["start"]["line"]
    return line


def is_told(found: list[dict[str, Any]], words: str) -> bool:
    return any(
        problem["code"] == "D6-R040"
        and problem["message"].startswith(
            "internal error in freed6c: LookupError: five to six"
        )
        and first_line(problem) == line_of(words)
        for problem in found
    )


def test_a_value_that_cannot_be_read(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = scalars.read_range
    monkeypatch.setattr(
        scalars, "read_range", lambda text: stumble() if text == "5+" else real(text)
    )
    found = checked(pack)
    assert is_told(found, "night:")
    assert len(found) == 1


def test_a_formula_that_cannot_be_worked_out(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FormulaReader, "_checked", stumble)
    found = checked(pack)
    assert is_told(found, "bright:")
    assert {problem["code"] for problem in found} == {"D6-R040"}


def test_an_entry_that_a_check_stumbles_over(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dice, "_smallest_pools", stumble)
    found = checked(pack)
    assert is_told(found, "throw:")
    # All else is looked at.
    assert {"D6-R040", "D6-C001", "D6-C006"} == {problem["code"] for problem in found}


def test_an_example_that_cannot_be_run(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = evaluate
    first = iter([True])
    monkeypatch.setattr(
        example_runs,
        "evaluate",
        lambda *given: stumble() if next(first, False) else real(*given),
    )
    found = checked(pack)
    assert is_told(found, "much:")
    assert any(problem["code"] == "D6-C006" for problem in found)


@pytest.fixture
def sound(pack: Path) -> Path:
    text = PACK.replace("expect: 7", "expect: 6").replace("chosen: two", "chosen: one")
    (pack / "pack.yaml").write_text(text, encoding="utf-8")
    return pack


def test_an_entry_that_cannot_be_shown(
    sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "gives_ranks", stumble)
    ended = run("build", str(sound), "--out", str(tmp_path / "out"))
    assert ended.exit_code == OUR_FAULT
    assert "internal error in freed6c: LookupError: five to six" in ended.stderr
    assert f"pack.yaml:{line_of('dark:')}:" in ended.stderr
    assert not (tmp_path / "out").exists()


def test_serving_goes_on(sound: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    builder, reporter = SiteBuilder(str(sound), ()), BuildReporter()
    with monkeypatch.context() as planted:
        planted.setattr(tables, "gives_ranks", stumble)
        page = next_edition(builder, reporter).page("index.html")
    assert page is not None
    assert b"five to six" in page
    assert b"five to six" not in (
        next_edition(builder, reporter).page("index.html") or b""
    )


@pytest.mark.parametrize("command", ["check", "test", "build"])
def test_the_traceback_is_printed_if_asked_for(
    command: str, pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dice, "_smallest_pools", stumble)
    out = ("--out", str(tmp_path / "out")) if command == "build" else ()
    for setting in ("", "1"):
        monkeypatch.setenv("FREED6C_DEBUG", setting)
        ended = run(command, str(pack), *out)
        assert ended.exit_code == OUR_FAULT
        assert f"pack.yaml:{line_of('throw:')}:" in ended.output
        assert ("Traceback (most recent call last)" in ended.stderr) == bool(setting)


def test_what_no_entry_is_to_blame_for_is_our_mistake(
    sound: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("freed6c.pipeline.link", stumble)
    with pytest.raises(LookupError, match="five to six"):
        run("check", str(sound))
