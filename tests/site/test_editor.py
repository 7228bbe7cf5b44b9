"""What an author sees in an editor, in a pack that `freed6c new` made; by the server of VS Code."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from language_server import Editor

from freed6c.cli import freed6c
from freed6c.packs import resources
from freed6c.pipeline import compile_packs
from freed6c.validate.schemas import schema

if TYPE_CHECKING:
    from collections.abc import Iterator

TESTS = Path(__file__).parents[1]
BLOCK = re.compile(r"```yaml\n(# (\S+)\n.*?)```", re.DOTALL)
OTHER_IDS = re.compile(
    r'^(renamed: |extends: (?!core$|\{core: "[^"]*"\}$))', re.MULTILINE
)
"""Packs whose files use ids that core doesn't have."""
QUICK = {"core", "opend6", "order-of-battle"}
SLOW = pytest.mark.slow
JOKE = "actions:\n  joke:\n    name: Joke\n    "
STUNNED = "change:\n  condition.damage.stunned:\n    "


def run(*words: str) -> str:
    ended = CliRunner().invoke(freed6c, words, catch_exceptions=False)
    assert ended.exit_code == 0, ended.output
    return ended.output


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new pack on core."""
    folder = tmp_path_factory.mktemp("packs")
    run("new", "night-shift", "--out", str(folder))
    return folder / "night-shift"


@pytest.fixture(scope="module")
def editor(pack: Path) -> Iterator[Editor]:
    """An editor that has opened the folder of the pack."""
    editor = Editor(pack)
    yield editor
    editor.close()


def shown(editor: Editor, texts: dict[str, str]) -> dict[str, list[str]]:
    """What is underlined in files, by what they are called here; those of manifests are such."""
    manifests = {
        name: text
        for name, text in texts.items()
        if re.search(r"^pack:", text, re.MULTILINE)
    }
    others = {name: text for name, text in texts.items() if name not in manifests}
    found = [
        *zip(
            manifests,
            editor.underlined(*manifests.values(), name="pack.yaml"),
            strict=True,
        ),
        *zip(others, editor.underlined(*others.values()), strict=True),
    ]
    return {name: problems for name, problems in found if problems}


def test_a_new_pack_is_clean(editor: Editor, pack: Path) -> None:
    """Its files bring the line that other editors go by, too."""
    files = sorted(pack.glob("*.yaml"))
    assert [file.name for file in files] == ["pack.yaml", "rules.yaml"]
    assert editor.underlined_in(*files) == [[], []]
    assert all("$schema=.freed6c/" in file.read_text("utf-8") for file in files)


def test_packs_of_the_documentation_and_of_house_rules_are_clean(
    editor: Editor,
) -> None:
    """Those with other ids than core would need other schemas."""
    pages = [
        [(file.read_text("utf-8"), f"{file.stem}/pack.yaml")]
        for file in TESTS.glob("house-rules/*.yaml")
    ]
    pages += [
        BLOCK.findall(page.read_text("utf-8"))
        for page in (TESTS.parent / "docs").rglob("*.md")
    ]
    texts = {}
    for number, page in enumerate(pages):
        manifests = {path: text for text, path in page}
        for text, path in page:
            manifest = manifests.get(f"{path.partition('/')[0]}/pack.yaml")
            if manifest and not OTHER_IDS.search(manifest):
                texts[f"{path}/{number}"] = text
    assert {path.partition("/")[0] for path in shown(editor, texts)} == {"traps"}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(path.parent.name, marks=() if path.parent.name in QUICK else SLOW)
        for path in sorted(resources.rulesets().glob("*/pack.yaml"))
    ],
)
def test_packs_that_come_with_freed6c_are_clean(
    editor: Editor, name: str, tmp_path: Path
) -> None:
    """By the schemas that are made for them; files name theirs in a line, as one may."""
    folder = resources.rulesets() / name
    run("schema", str(folder), "--out", str(tmp_path))
    texts = {}
    for path in folder.glob("**/*.yaml"):
        kind = "pack" if path.name == "pack.yaml" else "rules"
        schema = (tmp_path / f".freed6c/{kind}.schema.json").as_posix()
        line = f"# yaml-language-server: $schema={schema}\n"
        texts[path.name] = line + path.read_text("utf-8")
    assert shown(editor, texts) == {}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("chnage: {}", "1:1 Property chnage is not allowed."),
        ("change:\n  condition.damage.stuned: {}", "2:3 Unknown id of an entry."),
        ("remove:\n  skill.brawlign: {}", "2:3 Unknown id of an entry."),
        (f"{STUNNED}set: {{efects: []}}", "3:11 Property efects is not allowed."),
        (f"{STUNNED}ste: {{}}", "3:5 Property ste is not allowed."),
        (f"{STUNNED}set: {{name: [x]}}", '3:17 Incorrect type. Expected "string".'),
        (f"{JOKE}type: bonus\n    txt: Ha.", "5:5 Property txt is not allowed."),
        ("actions:\n  joke: {type: bonus}", '2:3 Missing property "name".'),
        ("rules:\n  Fair Play: {name: Fair play}", "2:3 A key: lower-case"),
        (
            f"{JOKE}type: bonus\n    effects: [{{modfy: checks}}]",
            "5:15 An effect needs one of these verbs",
        ),
        ("select:\n  option.piling-up: aprat", "2:21 Value is not accepted."),
        (
            "change:\n  dice.check:\n    add:\n      steps.luck: {name: Luck, do: roll, iff: 1}",
            "4:42 Property iff is not allowed.",
        ),
    ],
)
def test_mistakes_are_underlined(editor: Editor, text: str, problem: str) -> None:
    ((found,),) = editor.underlined(f"{text}\n")
    assert found.startswith(problem)


def test_what_may_stand_somewhere_is_offered(editor: Editor) -> None:
    assert {"pack", "extends", "change", "actions"} <= editor.completions(
        "¦", "pack.yaml"
    ).keys()
    sections = editor.completions("¦").keys()
    assert {"change", "select", "when", "actions"} <= sections
    assert "extends" not in sections
    words = schema("change")["properties"].keys()
    assert editor.completions(f"{STUNNED}¦").keys() == words
    settings = {"name", "duration", "effects", "recovered-by", "text"}
    assert settings <= editor.completions(f"{STUNNED}set:\n      ¦").keys()
    cells = editor.completions("change:\n  row.reach.long:\n    set:\n      ¦")
    assert {"name", "reach"} <= cells.keys()


def test_all_ids_are_offered_where_entries_are_changed(editor: Editor) -> None:
    ruleset = compile_packs("core").ruleset
    assert ruleset is not None
    for section in ("change", "replace", "remove", "resolve"):
        offered = editor.completions(f"{section}:\n  ¦")
        assert offered.keys() >= ruleset.entries.keys(), section
    assert "Strike, a specialization of Brawling" in str(
        editor.completions("replace:\n  ¦")["specialization.brawling.strike"]
    )


def test_ids_are_offered_where_one_refers_to_an_entry(editor: Editor) -> None:
    types = editor.completions(f"{JOKE}type: ¦")
    assert types.keys() == {"full", "bonus", "free", "incidental", "prompted"}
    assert types["bonus"]["documentation"] == "Bonus action, an action type"
    modified = editor.completions(f"{STUNNED}set:\n      effects:\n        - modify: ¦")
    assert {"checks", "strength", "brawling", "brawling.strike"} <= modified.keys()
    choices = editor.completions("select:\n  option.piling-up: ¦")
    assert choices["apart"]["documentation"] == "Apart"


def test_snippets_write_what_an_entry_must_have(editor: Editor) -> None:
    actions = editor.completions("actions:\n  ¦")
    assert actions["new action"]["insertText"] == "${1:key}:\n  name: $2\n  type: $3"
    added = editor.completions("change:\n  track.damage:\n    add:\n      ¦")
    assert added["new condition"]["insertText"] == "conditions.${1:key}:\n  name: $2"
    effects = editor.completions(f"{STUNNED}set:\n      effects:\n        - ¦")
    assert effects["reroll …"]["insertText"].startswith("reroll: ")


def test_a_word_says_what_it_is(editor: Editor) -> None:
    said = editor.hover("change:\n  condition.damage.stu¦nned:\n    set: {name: x}\n")
    assert "Stunned, a condition of Damage" in said
    assert "which readers see" in editor.hover(f"{STUNNED}wh¦y: So.\n")
    assert "The type of action" in editor.hover(f"{JOKE}ty¦pe: bonus\n")


def test_patterns_are_those_of_javascript(editor: Editor, pack: Path) -> None:
    """Strictly read: some tools refuse a schema with any other."""
    found: set[str] = set()

    def note(members: dict[str, object]) -> dict[str, object]:
        if isinstance(pattern := members.get("pattern"), str):
            found.add(pattern)
        if isinstance(inner := members.get("patternProperties"), dict):
            found.update(inner)
        return members

    for path in pack.glob(".freed6c/*.schema.json"):
        json.loads(path.read_text("utf-8"), object_hook=note)
    program = "for (const one of JSON.parse(process.argv[1])) new RegExp(one, 'u')"
    subprocess.run([editor.node, "-e", program, json.dumps(sorted(found))], check=True)
    assert len(found) > 10


def test_only_rules_are_read_as_rules(editor: Editor) -> None:
    elsewhere = "name: Publish\non: push\njobs: {}\n"
    assert editor.underlined(elsewhere, name=".somewhere/publish.yml") == [[]]
    ((found,),) = editor.underlined("chnage: {}\n", name="sub/folder/more.yml")
    assert "chnage" in found


def test_the_task_of_vs_code_finds_what_check_says(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks = json.loads((pack / ".vscode/tasks.json").read_text("utf-8"))["tasks"]
    check, test, schema = tasks
    assert {task["command"] for task in tasks} == {"freed6c"}
    assert test["args"] == ["test", "."]
    (pack / "odd.yaml").write_text("\nchnage: {}\n", "utf-8")
    monkeypatch.chdir(pack)
    said = CliRunner().invoke(freed6c, check["args"]).output
    (pack / "odd.yaml").unlink()
    pattern = check["problemMatcher"]["pattern"]
    match = re.fullmatch(pattern["regexp"], said.strip())
    assert match is not None, said
    places = [
        match[pattern[name]] for name in ("file", "line", "column", "severity", "code")
    ]
    assert places == ["odd.yaml", "2", "1", "error", "D6-S001"]
    assert "did you mean 'change'?" in match[pattern["message"]]
    run(*schema["args"])
