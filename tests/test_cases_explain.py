"""tests/cases/explain/<case>/: a pack in `input`, addresses in `asked.txt`, what is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from jsonschema import Draft7Validator

from case_packs import enter
from freed6c.cli import freed6c
from freed6c.cli.explain import explanation_text
from freed6c.model.explanation import explain_value
from freed6c.packs.resources import schemas
from freed6c.pipeline import compile_packs

if TYPE_CHECKING:
    from collections.abc import Callable


CASES = Path(__file__).parent / "cases" / "explain"
NAMES = [case.name for case in sorted(CASES.iterdir())]
WIDTH = 80


def asked(case: str) -> list[str]:
    return (CASES / case / "asked.txt").read_text(encoding="utf-8").split()


def explain(address: str, *options: str) -> tuple[int, str]:
    command = ("explain", address, "--pack", "./input", *options)
    ended = CliRunner().invoke(freed6c, command, catch_exceptions=False)
    return ended.exit_code, ended.stdout or ended.stderr.splitlines()[-1] + "\n"


@pytest.mark.parametrize("case", NAMES)
def test_what_is_said_of_addresses(
    case: str, golden: Callable[[Path, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    enter(CASES / case, monkeypatch)
    told = [f"$ freed6c explain {one}\n{explain(one)[1]}" for one in asked(case)]
    golden(CASES / case / "expected.txt", "\n".join(told))


@pytest.mark.parametrize("case", NAMES)
def test_it_fits_on_a_screen(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    enter(CASES / case, monkeypatch)
    for one in asked(case):
        ended, said = explain(one)
        lines = said.splitlines() if ended == 0 else []
        assert all(len(line) <= WIDTH for line in lines), one


def test_every_setting_of_core_has_an_account() -> None:
    core = compile_packs("core")
    assert core.ruleset is not None
    assert core.merged is not None
    for id_, path in core.ruleset.paths.items():
        body = core.merged.at(path)
        fields = [f"{id_}.{key}" for key in body] if isinstance(body, dict) else []
        for address in (id_, *fields):
            account = explain_value(core.merged, core.ruleset, address)
            assert account is not None, address
            lines = explanation_text(account, ()).splitlines()
            assert all(len(line) <= WIDTH for line in lines), address


@pytest.mark.parametrize("case", NAMES)
def test_the_json_says_as_much(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    enter(CASES / case, monkeypatch)
    text = (schemas() / "explanation.schema.json").read_text(encoding="utf-8")
    schema = Draft7Validator(json.loads(text))
    for one in asked(case):
        ended, said = explain(one, "--format", "json")
        if ended == 0:
            document = json.loads(said)
            assert list(schema.iter_errors(document)) == []
            _, plain = explain(one)
            assert all(step["pack"] in plain for step in document["steps"])
            assert all(part["key"] in plain for part in document["settings"])
