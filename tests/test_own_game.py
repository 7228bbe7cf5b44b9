"""Mistakes in a game of one's own, as `freed6c new --game` begins it: one message for each.

It stands where the mistake is, and what it says to write is right; `--fix` does it where it is
sure, and nothing where it is not.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner
from ruamel.yaml import YAML

from freed6c.cli import freed6c
from wrong_packs import checked, first_problem, place, words

OWN: Final[dict[str, Any]] = YAML(typ="safe").load(
    Path(__file__).parent / "packs" / "own-game.yaml"
)
"""What is added to a new game, and mistakes in it."""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game as it is begun, with somebody to play, a table, and a situation."""
    out = tmp_path_factory.mktemp("own")
    CliRunner().invoke(freed6c, ["new", "mine", "--game", "--out", str(out)])
    (rules,) = out.rglob("rules.yaml")
    text = rules.read_text(encoding="utf-8") + OWN["added"]
    rules.write_text(text, encoding="utf-8")
    assert not checked(rules.parent).failed
    return rules.parent


@pytest.mark.parametrize("mistake", OWN["mistakes"], ids=lambda one: one["wrong"][:40])
def test_one_message_says_where_it_is_and_what_to_write(
    mistake: dict[str, str], game: Path, tmp_path: Path
) -> None:
    text = (game / "rules.yaml").read_text(encoding="utf-8")
    before, found, after = text.partition(mistake["right"])
    assert found
    home = tmp_path / "mine"
    home.mkdir()
    (home / "pack.yaml").write_bytes((game / "pack.yaml").read_bytes())
    rules = home / "rules.yaml"
    wrong = before + mistake["wrong"] + after
    rules.write_text(wrong, encoding="utf-8")

    compiled = checked(home)
    errors = [each for each in compiled.diagnostics if each.severity == "error"]
    assert len(errors) == 1
    problem = first_problem(compiled)
    assert problem is not None
    assert mistake["says"] in words(problem)
    line = int(place(problem, home.name).split(":")[1])
    first = before.count("\n") + 1
    assert first - 3 <= line <= first + mistake["wrong"].count("\n")

    CliRunner().invoke(freed6c, ["check", str(home), "--fix"])
    mended = rules.read_text(encoding="utf-8")
    if "fixed" in mistake:
        assert mistake["fixed"] in mended
        assert not checked(home).failed
    else:
        assert mended == wrong
