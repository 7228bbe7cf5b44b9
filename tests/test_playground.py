"""What a playground tells of a pack: the side in the browser, asked as its worker asks it.

`tests/site/test_trying.py` has the page.
"""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from freed6c.cli import freed6c
from freed6c.diagnostics import edits
from freed6c.playground.insertion import insertion
from freed6c.playground.pyodide import DIGESTS, VERSION
from freed6c.playground.session import Playground, begin

if TYPE_CHECKING:
    from click.testing import Result

    from freed6c.packs.data import Data

MANIFEST = "pack: mine\ntitle: Mine\nversion: 0.1.0\nextends: {core: '>=1.0,<2'}\n"
HARDER = "change:\n  benchmark.difficulty:\n    why: Harder.\n    adjust: {bands: +1}\n"
GAME = "pack: game\ntitle: Game\nversion: 1.0.0\nrules: {be-kind: {name: Be kind}}\n"


@pytest.fixture(autouse=True)
def back_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A playground stands in the folder of its pack."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def playground(tmp_path_factory: pytest.TempPathFactory) -> Playground:
    """One for core, as it is kept by a page."""
    folder = tmp_path_factory.mktemp("mine")
    (folder / "pack.yaml").write_text(MANIFEST)
    return Playground(str(folder))


def checked(playground: Playground, rules: str) -> dict[str, Any]:
    Path(playground.folder, "rules.yaml").write_text(rules)
    found: dict[str, Any] = json.loads(playground.check())
    return found


def test_what_a_pack_changes_is_told_with_chances_and_pages(
    playground: Playground,
) -> None:
    found = checked(playground, HARDER)
    assert found["errors"] == 0
    assert '<a href="#benchmark.difficulty">Difficulty</a>' in found["changes"]
    assert "Harder." in found["changes"]
    assert "<h2" in found["chances"]
    assert "Very Easy (5 → 6)" in found["chances"]
    assert "Changed odds" not in found["changes"]
    page = json.loads(playground.page("benchmark.difficulty"))
    assert page["key"] == "benchmark-difficulty"
    assert "<del>" in page["html"]
    assert playground.page("benchmark.nothing") == "null"

    # The game is kept; what is said of it is not.
    found = checked(playground, HARDER.replace("+1", "+2"))
    assert "Very Easy (5 → 7)" in found["chances"]
    assert "Very Easy (5 → 6)" not in found["chances"]
    found = checked(playground, "")
    assert found["chances"] == ""
    assert "<del>" not in json.loads(playground.page("benchmark.difficulty"))["html"]


def test_errors_are_those_of_check_and_what_was_told_before_stays(
    playground: Playground,
) -> None:
    checked(playground, HARDER)
    found = checked(playground, HARDER.replace("bands", "bandes"))
    assert (found["changes"], found["chances"]) == (None, None)
    said = ran("check", ".", "--format", "json")
    assert found["diagnostics"] == json.loads(said.stdout)["diagnostics"]
    (error,) = found["diagnostics"]
    assert error["file"] == "rules.yaml"
    assert error["fixes"][0]["edits"][0]["text"] == "bands"
    assert "<h1" in json.loads(playground.page("benchmark.difficulty"))["html"]


def test_choices_that_are_not_in_use_are_checked_when_there_is_time(
    playground: Playground,
) -> None:
    rules = (
        "options: {mine: {name: Mine, default: as-is, choices: {as-is: {name: As it is},"
        " odd: {name: Odd, change: {skill.nothing: {set: {name: Odd}}}}}}}\n"
    )
    assert checked(playground, rules)["errors"] == 0
    later = json.loads(playground.check_choices())
    assert later["errors"] == 1
    assert "changes" not in later
    checked(playground, HARDER)
    assert playground.check_choices() == ""


def test_prose_of_a_pack_is_text(playground: Playground) -> None:
    rules = "rules: {mine: {name: '<img src=x>', text: '<script>alert(1)</script>'}}\n"
    found = checked(playground, rules)
    page = json.loads(playground.page("rule.mine"))["html"]
    for html in (found["changes"], page):
        assert "&lt;img" in html
        assert "<img" not in html
        assert "<script" not in html


def test_files_that_were_parsed_elsewhere_are_not_parsed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page brings what the files of the game were parsed to: here, to something else."""
    monkeypatch.setenv("FREED6C_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr("freed6c.packs.resources._DATA", tmp_path)
    written(tmp_path / "rulesets" / "game", GAME)
    mine = written(tmp_path / "mine", MANIFEST.replace("core", "game"))
    told: dict[str, Data] = {"pack": "game", "title": "Elsewhere", "version": "1.0.0"}
    playground = begin(str(mine), {"game": {"pack.yaml": told}})
    assert "Elsewhere" in json.loads(playground.check())["changes"]


# What it offers.


def test_a_rule_is_found_by_name_changed_sent_and_completed(
    playground: Playground,
) -> None:
    assert checked(playground, "rules: {mine: {name: Mine}}")["errors"] == 0
    names = {name: id_ for id_, name, _ in json.loads(playground.entries())}
    assert "Mine" not in names
    id_, *_, settings = json.loads(playground.settings(names["Hurt"]))
    (value,) = (value for key, value, _ in settings if key == "duration")
    edit = json.loads(playground.change("", id_, ("set", "duration"), value))
    assert checked(playground, edit["text"].replace(value, "always"))["errors"] == 0
    assert '"always"' in playground.settings(names["Hurt"])
    assert "for good" in playground.site()
    found = json.loads(playground.assist("a.yaml", "change: {skill.melee: {}}", 0, 16))
    assert ["skill.melee: ", "Melee (Skill)", ""] in found["proposals"]
    assert "**Melee**" in found["says"]


@pytest.mark.parametrize(
    ("text", "edited"),
    [
        ("# none", "# none\nchange:\n  a.b:\n    c: 1\n"),
        ("change:", "change:\n  a.b:\n    c: 1"),
        (
            "change:\n   a.b:\n      d: 2\n",
            "change:\n   a.b:\n      d: 2\n      c: 1\n",
        ),
        ("change: {a.b: {c: 2}}", "change: {a.b: {c: }}"),
        ("change: [", None),
    ],
)
def test_a_change_is_written_where_it_belongs(text: str, edited: str | None) -> None:
    change = insertion(text, ("change", "a.b", "c"), "1")
    assert (change and edits.edited(text, [change])[0]) == edited


# The command.


def test_the_command_says_which_pyodide_it_needs(tmp_path: Path) -> None:
    refused = ran("playground", "--pyodide", tmp_path)
    assert refused.exit_code == 2
    assert f"pyodide-{VERSION}.tar.bz2" in refused.output
    for name in DIGESTS:
        (tmp_path / name).write_text("another")
    refused = ran("playground", "--pyodide", tmp_path)
    assert refused.exit_code == 2
    assert f"not from Pyodide {VERSION}" in refused.output


def written(folder: Path, manifest: str) -> Path:
    folder.mkdir(parents=True)
    (folder / "pack.yaml").write_text(manifest)
    return folder


def ran(*words: str | Path) -> Result:
    return CliRunner().invoke(freed6c, [str(word) for word in words])


def test_pyodide_may_lie_on_another_host_and_is_held_to_its_hashes(
    tmp_path: Path,
) -> None:
    game, address = written(tmp_path / "game", GAME), "https://files.example/pyodide"
    made = ran("playground", game, "--pyodide", address, "--out", tmp_path / "out")
    assert made.exit_code == 0, made.output
    folder = tmp_path / "out" / "game" / "playground"
    assert not (folder / "pyodide").exists()
    page = unescape((folder / "index.html").read_text(encoding="utf-8"))
    assert f"connect-src 'self' {address}/;" in page
    for digest in DIGESTS.values():
        assert digest in page


def test_a_site_leads_to_the_playground_that_its_pack_names(tmp_path: Path) -> None:
    site = "site: {url: 'https://me.example/', playground: 'https://me.example/try/'}\n"
    game, out = written(tmp_path / "game", GAME + site), tmp_path / "out"
    assert ran("build", game, "--target", "html", "--out", out).exit_code == 0
    for page, link in (("index", ""), ("rule-be-kind", "#change=rule.be-kind")):
        text = (out / "game" / "html" / f"{page}.html").read_text(encoding="utf-8")
        assert f'href="https://me.example/try/{link}"' in text

    (game / "pack.yaml").write_text(
        GAME + site.replace("https://me.example/try", "try")
    )
    refused = ran("check", game, "--format", "concise")
    assert refused.exit_code == 1
    assert "invalid address in 'playground'" in refused.output
