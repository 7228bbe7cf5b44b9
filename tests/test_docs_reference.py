"""Pages list what the code has: verbs, functions, keywords, licenses, commands and editors."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING, get_args
from zipfile import ZipFile

import click

from freed6c.cli import freed6c
from freed6c.document.phrases.terms import TERMS as WORDING_TERMS
from freed6c.formula.builtins import BUILTINS
from freed6c.formula.parser import parse
from freed6c.link.scalars import WHICH, read_duration, read_moment
from freed6c.model.explanation import explain_value
from freed6c.model.license_terms import TERMS
from freed6c.packs.resources import schemas
from freed6c.pipeline import compile_packs
from freed6c.runtime.dice.pool import faces
from freed6c.runtime.effects import VERBS, Form
from freed6c.runtime.entries.world import Hook
from test_docs import BLOCK, DOCS, follow, pages

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def text(page: str, heading: str = "") -> str:
    """Return the text of a page, or of the section below a heading."""
    whole = (DOCS / page).read_text(encoding="utf-8")
    return (
        whole.split(f"\n{heading}\n")[1].split("\n## ")[0] + "\n" if heading else whole
    )


def rows(page: str, head: str) -> list[list[str]]:
    """Return the cells of all tables with this head, row by row."""
    tables = re.findall(
        rf"^\| {head} \|.*\n\|[-|]+\n((?:\|.*\n)+)", text(page), re.MULTILINE
    )
    lines = "".join(tables).splitlines()
    return [re.split(r" ?(?<!\\)\| ?", line)[1:-1] for line in lines]


def test_the_map_leads_to_what_is_there() -> None:
    core = compile_packs("core")
    assert core.ruleset is not None
    assert core.merged is not None
    addresses = [
        address[1:-1]
        for _, address in rows("reference/changes.md", "to change")
        if re.fullmatch(r"`[a-z0-9.-]+`", address)
    ]
    assert len(addresses) > 20
    for address in addresses:
        assert explain_value(core.merged, core.ruleset, address) is not None, address


def test_keywords_of_changes_are_listed_and_shown_at_work() -> None:
    keywords = [word[1:-1] for word, _ in rows("reference/changes.md", "keyword")]
    change = json.loads((schemas() / "change.schema.json").read_text(encoding="utf-8"))
    top = ["change", "replace", "remove", "select", "resolve"]
    assert keywords[:5] == top
    assert {*keywords[5:]} == change["properties"].keys() - {"why"}
    shown = text("reference/changes.md") + text("concepts/layers.md")
    yaml = "\n".join(block for kind, block in BLOCK.findall(shown) if kind == "yaml")
    for keyword in keywords:
        assert re.search(rf"(^|[ {{]){keyword}:", yaml, re.MULTILINE), keyword


def test_every_setting_of_a_license_is_listed() -> None:
    schema = json.loads((schemas() / "pack.schema.json").read_text(encoding="utf-8"))
    table = rows("licenses.md", "key")
    keys = {key for row in table for key in re.findall(r"`([\w-]+)`", row[0])}
    assert keys == set(schema["properties"]["license"]["properties"])
    ids = set(re.findall(r"[\w.-]+-[\d.]+a?|MIT", table[0][1]))
    assert ids == {terms.id for terms in TERMS}


def test_every_verb_has_an_effect_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    effects = [row[0][1:-1] for row in rows("reference/effects.md", "example")]
    listed = "".join(f"      - {effect}\n" for effect in effects)
    head = (
        "hooks:\n  shown:\n    name: Shown\n    activated-by: [action]\n    effects:\n"
    )
    (tmp_path / "pack.yaml").write_text(f"pack: shown\nextends: core\n{head}{listed}")
    monkeypatch.chdir(tmp_path)
    compiled = compile_packs(".")
    assert compiled.ruleset is not None, compiled.diagnostics
    hook = compiled.ruleset.entries["hook.shown"]
    assert isinstance(hook, Hook)
    assert tuple(map(type, hook.effects)) == VERBS


def test_every_function_has_a_call_of_it() -> None:
    cells = " ".join(row[0] for row in rows("reference/formulas.md", "call"))
    calls = re.findall(r"`([^`]+)`", cells)
    assert {call.partition("(")[0] for call in calls} == set(BUILTINS)
    assert all(map(parse, calls))


def test_every_form_of_durations_and_moments_is_listed() -> None:
    texts = re.findall(
        "`([^`]+)`", " ".join(row[0] for row in rows("reference/durations.md", "form"))
    )
    periods = {"round": "round", "rounds": "round", "turn": "turn"}
    moments = [text for text in texts if text.startswith(("start", "end"))]
    durations = [
        read_duration(text, periods, {"attack": "attack"})
        for text in texts
        if text not in moments
    ]
    assert {duration.form for duration in durations} == set(get_args(Form))
    which = {read_moment(text, periods).which for text in moments}
    assert which == {*WHICH.values()}


def test_every_term_is_listed() -> None:
    terms = text("wording.md", "## Terms").split(": ")[1].split(".\n")[0]
    terms = terms.replace(" (dice procedure)", "")
    assert re.split(r",\s+", terms) == [*WORDING_TERMS]


def test_faces_are_written_as_steps_have_them() -> None:
    shown = re.findall(r"`\{(d6: [^`]*)\}`", text("reference/dice.md"))
    assert len(shown) > 2
    for die in ", ".join(shown).split(", "):
        assert faces(die.partition(": ")[2], 12)


def test_commands_in_sentences_exist_with_their_options() -> None:
    prose = "\n".join(BLOCK.sub("", page.read_text("utf-8")) for page in pages()[1:])
    commands = set(re.findall(r"`freed6c ([a-z]+)([^`]*)`", prose))
    assert len(commands) > 20
    for name, arguments in commands:
        command = freed6c.get_command(click.Context(freed6c), name)
        assert command is not None, name
        options = {option for each in command.params for option in each.opts}
        assert set(re.findall(r"--[a-z-]+", arguments)) - {"--help"} <= options, name


def test_a_distribution_brings_its_pack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pack in another folder extends it by its id, once its wheel is installed."""
    monkeypatch.chdir(tmp_path)
    blocks = BLOCK.findall(text("publish.md", "## A Python distribution"))
    (toml,) = (block for kind, block in blocks if kind == "toml")
    (tmp_path / "pyproject.toml").write_text(toml, encoding="utf-8")
    for kind, block in blocks:
        if kind == "yaml":
            follow(kind, block)
    build = ("hatchling", "build", "-t", "wheel")
    subprocess.run([sys.executable, "-m", *build], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("dist/*.whl")
    assert f"pip install dist/{wheel.name}\n" in dict(blocks)["bash"]
    ZipFile(wheel).extractall(tmp_path / "installed")
    (away := tmp_path / "away").mkdir()
    (tmp_path / "beacons").rename(away / "beacons")
    checked = subprocess.run(
        [sys.executable, "-m", "freed6c", "check", "beacons"],
        cwd=away,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "installed")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "0 errors, 0 warnings" in checked.stdout


def test_editors_start_the_language_server() -> None:
    blocks = dict(BLOCK.findall(text("editors.md")))
    server = tomllib.loads(blocks["toml"])["language-server"]["freed6c"]
    assert [server["command"], *server["args"]] == ["freed6c", "lsp"]
    assert 'cmd = { "freed6c", "lsp" }' in blocks["lua"]
