"""The authoring guide, rulesets/README.md, read from top to bottom by someone who does all it says.

Its YAML is written to files, its commands are run, and what they print is what it shows;
`pytest tests/test_guide.py --update-goldens` puts that into the guide, to be read in the diff.
"""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from freed6c.cli import freed6c
from freed6c.formula.builtins import BUILTINS
from freed6c.formula.parser import parse
from freed6c.model.explanation import explain_value
from freed6c.model.license_terms import TERMS
from freed6c.packs.resources import schemas
from freed6c.pipeline import compile_packs, with_other_choices
from freed6c.runtime.dice.pool import faces
from freed6c.runtime.effects import VERBS
from freed6c.runtime.entries.world import Hook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


GUIDE = Path(__file__).parents[1] / "rulesets" / "README.md"
TEXT = GUIDE.read_text(encoding="utf-8")
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)
LANGUAGES = {"yaml", "console", "sh", "toml", "lua"}
BROKEN = {"traps"}
"""Packs that show what is refused."""
WARNED = {
    "always-wild": {"example-changed"},
    "easier-nights": {"example-changed", "left-behind"},
    "grazes": {"example-changed"},
    "high-seas": {"old-name"},
    "hit-points": {"example-changed"},
    "our-words": {"example-changed", "old-name"},
}
"""What the guide tells of that `check` says of its packs; of all others it says nothing."""


def run(command: str) -> tuple[int, str]:
    """A command as the guide writes it: how it ended, and what it printed."""
    program, *arguments = shlex.split(command)
    assert program == "freed6c", command
    runner = CliRunner(env={"COLUMNS": "80"})
    ended = runner.invoke(freed6c, arguments, catch_exceptions=False)
    assert "Traceback" not in ended.output
    return ended.exit_code, ended.stdout


def do(language: str, block: str) -> str:
    """Do what a block says; the block as it should be."""
    if language == "yaml":
        path = Path(block.splitlines()[0].removeprefix("# "))
        path.parent.mkdir(exist_ok=True)
        path.write_text(block, encoding="utf-8")
    elif language == "sh":
        assert [run(line)[0] for line in block.splitlines()] == [0]
    elif language == "console":
        command = block.splitlines()[0]
        ended, printed = run(command.removeprefix("$ "))
        assert ended == ("error[" in printed), command
        return f"{command}\n{printed}"
    return block


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The guide with what its commands print, in the folder where all of it was done."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("guide"))
        yield BLOCK.sub(lambda one: f"```{one[1]}\n{do(one[1], one[2])}```", TEXT)


def test_it_shows_what_happens(done: str, golden: Callable[[Path, str], None]) -> None:
    golden(GUIDE, done)


def test_every_block_is_done() -> None:
    assert {language for language, _ in BLOCK.findall(TEXT)} == LANGUAGES
    assert TEXT.count("```") == 2 * len(BLOCK.findall(TEXT))


@pytest.mark.usefixtures("done")
@pytest.mark.parametrize(
    "name", sorted(set(re.findall(r"^# ([a-z-]+)/pack\.yaml", TEXT, re.MULTILINE)))
)
def test_its_packs_compile(name: str) -> None:
    """A house rule is told what of core it leaves behind; nothing else is said of it."""
    compiled = with_other_choices(compile_packs(f"./{name}"))
    said = {one.code.name for one in compiled.diagnostics}
    assert (compiled.ruleset is None) == (name in BROKEN)
    assert name in BROKEN or said == WARNED.get(name, set())


def section(heading: str) -> str:
    return TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]


ADDRESSES = re.findall(r"^\|.*\| `([a-z0-9.-]+)` \|$", TEXT, re.MULTILINE)


def test_its_map_leads_to_what_is_there() -> None:
    core = compile_packs("core")
    assert core.ruleset is not None
    assert core.merged is not None
    assert len(ADDRESSES) > 20
    for address in ADDRESSES:
        assert explain_value(core.merged, core.ruleset, address) is not None, address


def test_its_tables_have_every_word() -> None:
    top, inside = re.findall(
        r"does \|\n\|---\|---\|\n((?:\|.*\n)+)", section("The words")
    )
    words = {
        name: set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE))
        for name, table in (("top", top), ("change", inside))
    }
    change = json.loads((schemas() / "change.schema.json").read_text(encoding="utf-8"))
    assert words["change"] == set(change["properties"]) - {"why"}
    ours = {path.name.split(".")[0] for path in schemas().glob("*.schema.json")}
    assert words["top"] == {"change", "replace", "remove", "select", "resolve"} & ours


def test_it_tells_all_that_may_be_said_of_a_licence() -> None:
    schema = json.loads((schemas() / "pack.schema.json").read_text(encoding="utf-8"))
    (table,) = re.findall(r"says \|\n\|---\|---\|\n((?:\|.*\n)+)", section("Licenses"))
    rows = [line.split("|")[1:3] for line in table.splitlines()]
    keys = {key for row in rows for key in re.findall(r"`([\w-]+)`", row[0])}
    assert keys == set(schema["properties"]["license"]["properties"])
    assert set(re.findall(r"[\w.-]+-[\d.]+a?|MIT", rows[0][1])) == {
        terms.id for terms in TERMS
    }


def test_each_word_is_shown_at_work() -> None:
    yaml = "\n".join(
        block for language, block in BLOCK.findall(TEXT) if language == "yaml"
    )
    words = re.findall(r"^\| `(\w+)` \|", section("The words"), re.MULTILINE)
    for word in words:
        assert re.search(rf"(^|[ {{]){word}:", yaml, re.MULTILINE), word


WRITTEN = section("What can be written")


def test_it_shows_an_effect_of_every_verb(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    effects = re.findall(
        r"^\| `(\{[a-z-]+: .*\})` \| ", WRITTEN.split("**Dice")[0], re.MULTILINE
    )
    listed = "".join(f"      - {one}\n" for one in effects)
    head = (
        "hooks:\n  shown:\n    name: Shown\n    activated-by: [action]\n    effects:\n"
    )
    rule = f"{head}{listed}"
    (tmp_path / "pack.yaml").write_text(f"pack: shown\nextends: core\n{rule}")
    monkeypatch.chdir(tmp_path)
    compiled = compile_packs(".")
    assert compiled.ruleset is not None, compiled.diagnostics
    shown = compiled.ruleset.entries["hook.shown"]
    assert isinstance(shown, Hook)
    assert tuple(map(type, shown.effects)) == VERBS


def test_it_shows_a_call_of_every_function() -> None:
    calls = re.findall(r"`([a-z-]+\([^`]*\))`", WRITTEN)
    assert {one.partition("(")[0] for one in calls} == set(BUILTINS)
    assert all(map(parse, calls))


def test_it_shows_faces_as_steps_have_them() -> None:
    shown = re.findall(r"`\{(d6: [^`]*)\}`", WRITTEN)
    assert len(shown) > 2
    for die in ", ".join(shown).split(", "):
        assert faces(die.partition(": ")[2], 12)


@pytest.mark.usefixtures("done", "kept")
def test_the_commands_in_its_sentences_work() -> None:
    commands = sorted({*re.findall(r"`(freed6c [^`…]+)`", BLOCK.sub("", TEXT))})
    commands.remove("freed6c lsp")  # a server; it waits for an editor
    assert len(commands) > 3
    for command in commands:
        assert run(command)[0] == 0, command


def test_it_offers_packs_where_they_are_looked_for() -> None:
    (block,) = (
        block for language, block in BLOCK.findall(TEXT) if "entry-points" in block
    )
    offered = tomllib.loads(block)["project"]["entry-points"]["freed6c.packs"]
    assert offered == {"lighthouse-keepers": "lighthouse_keepers"}


def test_editors_start_the_language_server() -> None:
    blocks = dict(BLOCK.findall(section("The language server")))
    server = tomllib.loads(blocks["toml"])["language-server"]["freed6c"]
    assert [server["command"], *server["args"]] == ["freed6c", "lsp"]
    assert 'cmd = { "freed6c", "lsp" }' in blocks["lua"]


def test_its_contents_lead_to_its_headings() -> None:
    headings = re.findall(r"^## (.+)$", TEXT, re.MULTILINE)
    anchors = {
        re.sub(r"[^a-z0-9 -]", "", h.lower()).replace(" ", "-") for h in headings
    }
    assert set(re.findall(r"\(#([a-z0-9-]+)\)", TEXT)) == anchors
