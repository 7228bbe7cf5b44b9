"""What the code must stay: layered, and without a word of a game."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from freed6c.diagnostics.codes import ALL
from freed6c.pipeline import compile_packs

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "compiler" / "freed6c").rglob("*.py"))
MAX_TEMPLATE = 60
BANNED = {"utils", "helpers", "common", "manager", "base", "misc"}


def test_templates_hold_no_logic() -> None:
    templates = sorted((ROOT / "compiler").rglob("*.jinja"))
    assert templates
    for path in templates:
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") <= MAX_TEMPLATE, path.name
        assert "{% set" not in text, path.name


def test_no_module_is_named_after_nothing() -> None:
    assert not BANNED & {path.stem for path in SOURCES}


def test_layers() -> None:
    ran = subprocess.run(
        [Path(sys.executable).with_name("lint-imports")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout


def test_codes_are_unique_and_named() -> None:
    assert len({code.id for code in ALL}) == len(ALL)
    assert len({code.name for code in ALL}) == len(ALL)
    for code in ALL:
        assert re.fullmatch(r"D6-[A-Z]\d{3}", code.id)
        assert re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", code.name)
        assert code.meaning.endswith(".")


@pytest.mark.parametrize("game", ["core", "opend6"])
def test_the_compiler_names_no_entry_of_a_game(game: str) -> None:
    """No telling name of a game stands in the code; tests/test_renamed.py proves the rest."""
    rules = compile_packs(game).ruleset
    assert rules is not None
    kinds = ("ability", "skill", "specialization", "condition", "action", "track")
    keys = {
        entry.key
        for id_, entry in rules.entries.items()
        if id_.partition(".")[0] in kinds
    }
    telling = {key for key in keys if "-" in key or len(key) >= TELLING}
    for path in SOURCES:
        assert not telling & _strings(path), path


TELLING = 8
"""Keys of so many letters are words of the game; short ones may be anybody's."""


def _strings(path: Path) -> set[str]:
    """Every text in the code that is no docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in docs
    }
