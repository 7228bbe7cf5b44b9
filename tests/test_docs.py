"""The documentation, read from top to bottom by someone who does all it says.

The YAML of a page is written to files, its commands are run, and they print what the page shows;
`pytest tests/test_docs.py --update-goldens` writes that into the pages, to be read in the diff.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from freed6c.cli import freed6c
from freed6c.model.example_runs import unused
from freed6c.pipeline import compile_packs
from freed6c.runtime.entries.notes import Example

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
HOW_TO = DOCS / "how-to"
GENERATED = {"codes", "keywords", "commands"}
"""Folders of `docs/reference/` that are written by `compiler/reference/documentation.py`."""
HOW_TOS = sorted({*HOW_TO.glob("*.md")} - {HOW_TO / "index.md"})
PACK = re.compile(r"^# ([a-z0-9-]+)/pack\.yaml$", re.MULTILINE)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SHOWN = {"bash", "html", "json", "lua", "python", "text", "toml", "ts"}
"""Languages of blocks that are read, or have tests elsewhere: `bash` installs something."""


def pages() -> list[Path]:
    """Return all pages that people write."""
    found = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
    return [page for page in found if not GENERATED & {page.parent.name, page.stem}]


def run(command: str) -> tuple[int, str]:
    """Run a command as a page writes it; return its exit code and what it printed."""
    program, *arguments = shlex.split(command)
    assert program == "freed6c", command
    runner = CliRunner(env={"COLUMNS": "80"})
    ended = runner.invoke(freed6c, arguments, catch_exceptions=False)
    assert "Traceback" not in ended.output
    return ended.exit_code, ended.stdout


def follow(language: str, block: str) -> str:
    """Do what a block says, and return the block as it should be."""
    if language == "yaml":
        path = Path(block.splitlines()[0].removeprefix("# "))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block, encoding="utf-8")
    elif language == "sh":
        for line in block.splitlines():
            assert run(line)[0] == 0, line
    elif language == "console":
        command = block.splitlines()[0]
        code, printed = run(command.removeprefix("$ "))
        assert (code != 0) == ("error[" in printed), command
        return f"{command}\n{printed}"
    else:
        assert language in SHOWN, language
    return block


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
def test_a_page_shows_what_happens(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    golden: Callable[[Path, str], None],
) -> None:
    """Its packs compile, and it names every warning; in a how-to, situations use all they add."""
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    assert text.count("```") == 2 * len(BLOCK.findall(text))
    golden(page, BLOCK.sub(lambda b: f"```{b[1]}\n{follow(b[1], b[2])}```", text))
    for pack in dict.fromkeys(PACK.findall(text)):
        compiled = compile_packs(f"./{pack}")
        codes = {problem.code.id: problem.message for problem in compiled.diagnostics}
        assert not {code: codes[code] for code in codes if code not in text}
        if page in HOW_TOS:
            ruleset = compiled.ruleset
            assert ruleset is not None
            writers = {
                ruleset.provenance.writer(ruleset.paths[example.id])
                for example in ruleset.of(Example)
                if example.steps
            }
            assert pack in writers, "write a situation"
            assert [words for _, words in unused(ruleset)] == [], "use these, too"


def test_the_index_of_how_tos_lists_what_tables_say(
    golden: Callable[[Path, str], None],
) -> None:
    """Each page begins with its title and a line of sayings, from which the index is made."""
    index = HOW_TO / "index.md"
    intro = index.read_text(encoding="utf-8").partition("\n## ")[0]
    rows: dict[str, list[str]] = {"FreeD6": [], "OpenD6": []}
    for page in HOW_TOS:
        text = page.read_text(encoding="utf-8")
        title, _, says, blank, *_ = text.splitlines()
        assert f"# {page.stem}/pack.yaml" in text, "name the page after its pack"
        assert title.startswith("# ")
        assert re.fullmatch(r"“.+”", says), "write what tables say in the third line"
        assert not blank
        game = (
            "OpenD6"
            if re.search(r"^extends: .*opend6", text, re.MULTILINE)
            else "FreeD6"
        )
        rows[game].append(f"| {says} | [{title[2:]}]({page.name}) |")
    parts = [intro]
    for game, listed in rows.items():
        head = f"## {game}\n\n| your table says | how to |\n|---|---|"
        parts.append("\n".join([head, *sorted(listed, key=str.casefold), ""]))
    golden(index, "\n".join(parts))
