"""freed6c schema: schemas of a pack's files for editors, each whole in itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result

from freed6c.cli import freed6c
from freed6c.pipeline import compile_packs

if TYPE_CHECKING:
    from collections.abc import Iterator

LANTERNS = """\
pack: lanterns
version: 1.0.0
die-codes: {pips-per-die: 4, smallest: 1D}
abilities:
  glimmer: {name: "[[light|Light]] of *day*", skills: {shine: {name: Shine}}}
options:
  wicks: {name: Wicks, default: short, choices: {short: {name: Short}, long: {name: Long}}}
"""
DAWN = "pack: dawn\nextends: lanterns\nrenamed: {ability.glimmer: ability.glow}\n"
SMOKE = "pack: smoke\nextends: lanterns\nterms: {soot: {name: Soot}}\n"
HOUSE = """\
pack: house
extends: dawn
after: smoke
change: {ability.glow: {add: {skills.gleam: {name: Gleam}}}}
remove: {skill.shine: {}}
rules: {dim: {name: Dim}}
"""


@pytest.fixture(autouse=True)
def packs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for text in (LANTERNS, DAWN, SMOKE, HOUSE):
        folder = tmp_path / text.split()[1]
        folder.mkdir()
        (folder / "pack.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def schema(*words: str) -> Result:
    return CliRunner().invoke(freed6c, ("schema", *words), catch_exceptions=False)


def written(name: str = "rules", folder: str = "house/.freed6c") -> dict[str, Any]:
    text = Path(folder, f"{name}.schema.json").read_text("utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def changeable(folder: str = "house/.freed6c") -> dict[str, Any]:
    found: dict[str, Any] = written(folder=folder)["properties"]["change"]["properties"]
    return found


def references(node: object) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        for part in node.values():
            yield from references(part)
    elif isinstance(node, list):
        for part in node:
            yield from references(part)


def test_it_says_what_it_wrote_and_whether_that_is_news() -> None:
    names = "house/.freed6c: pack.schema.json, rules.schema.json"
    assert schema("house").output == f"{names}, written\n"
    assert schema("house").output == f"{names}, nothing changed\n"


def test_what_it_wrote_is_no_part_of_the_pack() -> None:
    before = compile_packs("house").sources.keys()
    schema("house")
    assert compile_packs("house").sources.keys() == before


def test_each_is_whole_in_itself_and_not_too_large() -> None:
    schema("core", "--out", ".")
    for name in ("pack", "rules"):
        found = written(name, ".freed6c")
        assert found["$schema"] == "http://json-schema.org/draft-07/schema#"
        for reference in set(references(found)):
            part = found
            for step in reference.removeprefix("#/").split("/"):
                part = part[step]
        assert Path(f".freed6c/{name}.schema.json").stat().st_size < 1_100_000


def test_ids_are_those_of_the_base_of_the_pack_and_of_packs_that_it_waits_for() -> None:
    schema("house")
    assert changeable().keys() == {
        "die-codes",
        "ability.glow",
        "ability.glimmer",
        "skill.shine",  # which it removes
        "skill.gleam",
        "option.wicks",
        "choice.wicks.short",
        "choice.wicks.long",
        "term.soot",
        "rule.dim",
    }


def test_entries_are_called_as_readers_call_them() -> None:
    schema("house")
    assert changeable()["ability.glow"]["description"] == "Light of *day*, an ability"
    assert (
        changeable()["skill.shine"]["description"] == "Shine, a skill of Light of *day*"
    )


def test_an_old_id_is_understood_and_told() -> None:
    schema("house")
    said = changeable()["ability.glimmer"]["deprecationMessage"]
    assert said == "It is called ability.glow now."


@pytest.mark.parametrize(
    "mistake", ["chnage: {}", "rules: {Odd (|: {nme: Odd}}", "a: [b"]
)
def test_a_pack_with_mistakes_gets_them_too(mistake: str) -> None:
    Path("house/more.yaml").write_text(f"{mistake}\n", encoding="utf-8")
    assert schema("house").exit_code == 0
    assert {
        "ability.glow",
        "skill.shine",
        "term.soot",
        "rule.dim",
    } <= changeable().keys()


def test_a_game_of_ones_own_has_its_own_ids() -> None:
    schema("lanterns")
    assert "skill.shine" in changeable("lanterns/.freed6c")


def test_a_pack_without_entries() -> None:
    Path("lanterns/pack.yaml").write_text("pack: lanterns\n", encoding="utf-8")
    assert schema("lanterns").exit_code == 0


def test_where_nothing_can_be_written_beside_the_pack() -> None:
    ended = schema("core")
    assert ended.exit_code == 2
    assert "'core' comes with freed6c" in ended.stderr
    assert "name a folder (./core), or choose one with --out" in ended.stderr


def test_a_missing_base_is_told() -> None:
    Path("house/pack.yaml").write_text("pack: house\nextends: lantern\n", "utf-8")
    ended = schema("house")
    assert ended.exit_code == 1
    assert "'house' extends the unknown pack 'lantern'" in ended.stderr
    assert schema("hose").exit_code == 2
    assert not Path("house/.freed6c").exists()


def test_what_is_not_a_folder_is_in_the_way() -> None:
    Path("house/.freed6c").write_text("a file", encoding="utf-8")
    ended = schema("house")
    assert ended.exit_code == 3
    assert "cannot write the output" in ended.stderr
