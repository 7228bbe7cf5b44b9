"""freed6c new: a pack that is whole at once, and whose examples all work."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from freed6c.cli import freed6c
from freed6c.pipeline import compile_packs

if TYPE_CHECKING:
    from collections.abc import Iterator

WORDS = [
    "set",
    "was",
    "unset",
    "adjust",
    "add",
    "move",
    "remove, within change",
    "replace",
    "remove",
    "select",
    "options",
    "settle",
    "when",
]
LANTERNS = """\
pack: lanterns
title: Lanterns
version: 0.3.0
die-codes: {pips-per-die: 4, smallest: 1D}
abilities:
  glow:
    name: "Glow: bright"
    text: How brightly you burn.
    aliases: ["#1"]
    skills:
      shine: {name: Shine}
      gleam: {name: Gleam}
options:
  wicks:
    name: Wicks
    default: short
    choices: {short: {name: Short}, long: {name: Long}}
formulas:
  oil: {name: Oil, constants: {per-hour: 2}, gives: integer, is: per-hour * 3}
"""


def new(*arguments: str) -> Result:
    return CliRunner().invoke(freed6c, ("new", *arguments), catch_exceptions=False)


@pytest.fixture(autouse=True)
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "lanterns").mkdir()
    (tmp_path / "lanterns" / "pack.yaml").write_text(LANTERNS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def examples(rules: str) -> Iterator[tuple[str, str]]:
    """By its word, every block that is commented out, as it is when the `# ` is taken away."""
    for block in re.findall(r"^# # .*\n(?:# .*\n)+", rules, re.MULTILINE):
        text = re.sub(r"^# ", "", block, flags=re.MULTILINE)
        yield re.match(r"# (.*?):", text)[1], text  # type: ignore[index]


@pytest.mark.parametrize("base", ["core", "lanterns"])
def test_it_compiles_at_once_without_a_word(base: str) -> None:
    assert new("night-shift", "--extends", base).exit_code == 0
    compiled = compile_packs("night-shift")
    assert compiled.diagnostics == ()
    assert compiled.ruleset is not None
    assert compiled.ruleset.manifest.title == "Night shift"
    assert "rule.about-night-shift" in compiled.ruleset.entries


@pytest.mark.parametrize("base", ["core", "lanterns"])
def test_each_example_works_alone(base: str) -> None:
    new("night-shift", "--extends", base)
    rules = Path("night-shift/rules.yaml")
    whole = rules.read_text(encoding="utf-8")
    for word, text in examples(whole):
        rules.write_text(f"{whole}\n{text}", encoding="utf-8")
        compiled = compile_packs("night-shift")
        said = [one.message for one in compiled.diagnostics if one.severity == "error"]
        assert said == [], word
        needless = {one.code.name for one in compiled.diagnostics} & {"no-change"}
        assert needless == ({"no-change"} if word == "settle" else set()), word


def test_there_is_an_example_of_each_word() -> None:
    new("night-shift", "--extends", "lanterns")
    rules = Path("night-shift/rules.yaml").read_text(encoding="utf-8")
    assert [word for word, _ in examples(rules)] == WORDS


def test_a_base_that_has_nothing_gives_no_examples_of_it() -> None:
    small = "pack: lanterns\ndie-codes: {pips-per-die: 4, smallest: 1D}\n"
    Path("lanterns/pack.yaml").write_text(small, encoding="utf-8")
    assert new("night-shift", "--extends", "lanterns").exit_code == 0
    rules = Path("night-shift/rules.yaml").read_text(encoding="utf-8")
    assert [word for word, _ in examples(rules)] == ["when"]
    assert compile_packs("night-shift").diagnostics == ()


def test_it_fits_the_versions_of_its_base_from_today_on() -> None:
    new("night-shift", "--extends", "lanterns")
    written = Path("night-shift/pack.yaml").read_text(encoding="utf-8")
    assert 'extends: {lanterns: ">=0.3,<1"}' in written


def test_it_knows_how_to_publish_its_site() -> None:
    new("night-shift", "--extends", "lanterns")
    recipe = Path("night-shift/.github/workflows/publish.yml").read_text("utf-8")
    command = re.search(r"run: freed6c (build .*)", recipe)
    site = re.search(r"path: (.*)", recipe)
    assert command is not None
    assert site is not None
    # As the workflow does: in the folder of the pack, with its base beside it.
    with pytest.MonkeyPatch.context() as there:
        there.chdir("night-shift")
        ended = CliRunner().invoke(freed6c, command[1].split())
        assert ended.exit_code == 0, ended.output
        assert Path(site[1], "index.html").is_file()


def test_it_writes_over_nothing(workshop: Path) -> None:
    (workshop / "night-shift").mkdir()
    (workshop / "night-shift" / "mine.txt").write_text("mine", encoding="utf-8")
    ended = new("night-shift")
    assert ended.exit_code == 2
    assert "'night-shift' is there already: nothing was written" in ended.stderr
    assert [path.name for path in Path("night-shift").iterdir()] == ["mine.txt"]


def test_it_leaves_nothing_behind(workshop: Path) -> None:
    new("night-shift", "--out", "packs/mine")
    assert sorted(path.name for path in workshop.iterdir()) == ["lanterns", "packs"]
    assert [path.name for path in Path("packs/mine").iterdir()] == ["night-shift"]


@pytest.mark.parametrize(
    "name", ["Night", "night shift", "../night", "core", "true", "null"]
)
def test_it_refuses_names_that_are_none(name: str, workshop: Path) -> None:
    assert new(name).exit_code == 2
    assert [path.name for path in workshop.iterdir()] == ["lanterns"]


def test_it_says_what_is_wrong_with_its_base() -> None:
    assert new("night-shift", "--extends", "lantern").exit_code == 2
    Path("lanterns/pack.yaml").write_text("pack: lanterns\nrules: 3\n", "utf-8")
    ended = new("night-shift", "--extends", "lanterns")
    assert ended.exit_code == 1
    assert "lanterns/pack.yaml" in ended.stderr
    assert not Path("night-shift").exists()


def test_a_folder_that_cannot_be_written() -> None:
    Path("blocked").write_text("a file", encoding="utf-8")
    ended = new("night-shift", "--out", "blocked")
    assert ended.exit_code in {2, 3}
    assert "Traceback" not in ended.output
