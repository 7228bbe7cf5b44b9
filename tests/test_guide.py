"""The authoring guide, rulesets/README.md, read from top to bottom by someone who does all it says.

Its YAML is written to files, its commands are run, and what they print is what it shows;
`pytest tests/test_guide.py --update-goldens` puts that into the guide, to be read in the diff.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from freed6c.cli import freed6c
from freed6c.pipeline import compile_packs, with_other_choices

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


@pytest.mark.usefixtures("done", "kept")
def test_the_commands_in_its_sentences_work() -> None:
    commands = sorted({*re.findall(r"`(freed6c [^`…]+)`", BLOCK.sub("", TEXT))})
    commands.remove("freed6c lsp")  # a server; it waits for an editor
    assert len(commands) > 3
    for command in commands:
        assert run(command)[0] == 0, command


def test_its_contents_lead_to_its_headings() -> None:
    headings = re.findall(r"^## (.+)$", TEXT, re.MULTILINE)
    anchors = {
        re.sub(r"[^a-z0-9 -]", "", h.lower()).replace(" ", "-") for h in headings
    }
    assert set(re.findall(r"\(#([a-z0-9-]+)\)", TEXT)) == anchors
