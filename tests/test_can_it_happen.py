"""House rules that compile and do not play as they are meant: each is told at its own line.

`tests/house-rules/<rule>.yaml` is a pack in one file. A comment `# D6-C050: words` says that its
author reads this warning, with these words in it, of the line below. Nothing else may be said of
the pack, but for what a change over core leaves behind.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from freed6c.cli import freed6c
from freed6c.diagnostics.codes import ALL
from freed6c.diagnostics.formats import RENDERERS
from freed6c.pipeline import compile_packs, emit_targets

RULES = sorted((Path(__file__).parent / "house-rules").glob("*.yaml"))
LEFT_BEHIND = {"example-changed", "example-stuck-now", "left-behind", "not-covered"}
SAID = re.compile(r"(.+?):(\d+):\d+: (?:warning|error)\[(D6-\w+)\] (.*)")


def told(text: str) -> list[tuple[int, str, str]]:
    """What the comments of a rule expect: the line, the code, words of the message."""
    expected: list[tuple[int, str, str]] = []
    waiting: list[tuple[str, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        comment = re.fullmatch(r" *# (D6-\w+): (.+)", line)
        if comment:
            waiting.append((comment[1], comment[2]))
        else:
            expected += [(number, code, words) for code, words in waiting]
            waiting.clear()
    return expected


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.stem)
def test_a_rule_is_told_at_its_line(
    rule: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = rule.read_text(encoding="utf-8")
    pack = tmp_path / rule.stem
    pack.mkdir()
    (pack / "pack.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    compiled = compile_packs(f"./{rule.stem}")
    names = {code.id: code.name for code in ALL}
    said = [
        (found[1], int(found[2]), found[3], found[4])
        for line in RENDERERS["concise"](
            compiled.diagnostics, compiled.sources
        ).splitlines()
        if (found := SAID.fullmatch(line)) and names[found[3]] not in LEFT_BEHIND
    ]
    expected = told(text)
    assert [(file, line, code) for file, line, code, _ in said] == [
        (f"{rule.stem}/pack.yaml", line, code) for line, code, _ in expected
    ]
    for (_, _, words), (*_, message) in zip(expected, said, strict=True):
        assert words in message


AIRSHIPS = """
pack: airships
extends: core
actions:
  broadside:
    name: Broadside
    type: full
    target: opponent
    inputs: {OWN: {name: Your ship, type: level}, OTHER: {name: Their ship, type: level}}
    check: {with: shooting, against: {fixed: dexterity}}
"""


@pytest.mark.parametrize(("own", "other"), [("own", "other"), ("mine", "theirs")])
def test_a_rule_that_a_question_sets_off_is_told(
    own: str, other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("airships").mkdir()
    pack = AIRSHIPS.replace("OWN", own).replace("OTHER", other)
    Path("airships/pack.yaml").write_text(pack, encoding="utf-8")
    compiled = compile_packs("./airships")
    assert compiled.ruleset is not None
    pages = emit_targets(compiled.ruleset, ["markdown"])["markdown"]
    page = "".join(page.content.decode() for page in pages)
    arguments = ["explain", "action.broadside", "--pack", "./airships"]
    explained = CliRunner().invoke(freed6c, arguments).output
    applies = own == "own"
    assert ("because this requires Your ship and Their ship" in page) == applies
    assert ("rule.scale, because this requires own and other" in explained) == applies
