"""The catalogue of diagnostics: one code for one cause, with its words, and examples that hold."""

from __future__ import annotations

import ast
import importlib
import re
import string
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from freed6c.cli import freed6c
from freed6c.diagnostics.codes import ALL
from freed6c.diagnostics.explanations import DOCUMENT, explain_code
from freed6c.pipeline import compile_packs, with_publishing_checks

if TYPE_CHECKING:
    from freed6c.diagnostics.diagnostic import Code

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "compiler" / "freed6c").rglob("*.py"))
CODES = ROOT / "compiler" / "freed6c" / "diagnostics" / "codes"
OF_EVERY_CALL = {"help", "related", "notes"}
DOCUMENTS = sorted(CODES.rglob("*.md"))
BY_NAME = {code.name: code for code in ALL}
HEAD = "format: 1\npack: {}\ntitle: Example\nversion: 1.0.0\n"
PACKS = {
    "base": HEAD.format("base"),
    "house": HEAD.format("house") + "extends: {base: '>=1.0'}\n",
}


def test_codes_are_unique_and_named() -> None:
    assert len({code.id for code in ALL}) == len(ALL)
    assert len({code.name for code in ALL}) == len(ALL)
    for code in ALL:
        assert re.fullmatch(r"D6-[A-Z]\d{3}", code.id)
        assert re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", code.name)
        assert code.meaning.endswith(".")


@pytest.mark.parametrize("code", ALL, ids=lambda code: code.name)
def test_every_code_is_explained_by_its_number_and_its_name(code: Code) -> None:
    for word in (code.id, code.name):
        said = CliRunner().invoke(freed6c, ["explain", word])
        assert said.exit_code == 0
        assert said.stdout.startswith(f"{code.id} {code.name} ({code.severity})\n")
        for words in (code.meaning, explain_code(code).why):
            assert "".join(words.split()) in "".join(said.stdout.split())


def _facts(code: Code) -> set[str]:
    """What the templates of a code want to be told."""
    lines = (code.help,) if isinstance(code.help, str) else code.help
    return {
        name
        for template in (code.message, code.label, *lines)
        for _, name, _, _ in string.Formatter().parse(template)
        if name is not None
    }


def test_every_problem_is_told_with_the_facts_that_its_words_want() -> None:
    """A fact that is missing would show only once an author makes the mistake."""
    by_constant: dict[str, list[Code]] = {}
    for path in CODES.glob("*.py"):
        for match in re.finditer(
            r'^([A-Z_0-9]+) = Code\(\s*"(D6-\w+)"',
            path.read_text("utf-8"),
            re.MULTILINE,
        ):
            code = next(code for code in ALL if code.id == match[2])
            by_constant.setdefault(match[1], []).append(code)
    seen = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Attribute(attr=name), attr="at"),
                    keywords=keywords,
                ) if name in by_constant:
                    given = {word.arg for word in keywords} - OF_EVERY_CALL
                    if None in given:
                        continue
                    wanted = [_facts(code) for code in by_constant[name]]
                    assert given in wanted, (path.name, node.lineno, name)
                    seen.add(name)
    assert seen


def _compiled(
    text: str, folder: Path, monkeypatch: pytest.MonkeyPatch, *, publish: bool
) -> list[str]:
    """The codes of what is said of the packs of an example; the last pack is compiled."""
    parts = re.split(
        r"^# ([\w./-]+\.(?:yaml|yml|txt))\n", text.lstrip("\n"), flags=re.MULTILINE
    )
    if parts[0].strip():
        parts = ["", "base/rules.yaml", parts[0]]
    packs = []
    for name, content in zip(parts[1::2], parts[2::2], strict=True):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
        if path.parent not in packs:
            packs.append(path.parent)
    for pack in packs:
        manifest = pack / "pack.yaml"
        if not manifest.exists():
            manifest.write_text(PACKS[pack.name], "utf-8")
    monkeypatch.chdir(folder)
    compiled = compile_packs(f"./{packs[-1].name}", ())
    if publish and not compiled.diagnostics:
        compiled = with_publishing_checks(compiled)
    return [problem.code.id for problem in compiled.diagnostics]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.stem)
def test_every_document_explains_the_code_of_its_name_with_packs_that_show_it(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = BY_NAME[document.stem]
    module = f"freed6c.diagnostics.codes.{document.relative_to(CODES).parent}"
    assert code in vars(importlib.import_module(module)).values(), "wrong folder"
    text = document.read_text("utf-8")
    assert text.startswith(f"# {code.id} {code.name}\n")
    assert DOCUMENT.fullmatch(text), "write it in the form of the other documents"
    _, wrong, right = explain_code(code)
    if wrong:
        publish = code.id.startswith("D6-P")
        codes = _compiled(wrong, tmp_path / "wrong", monkeypatch, publish=publish)
        assert set(codes) == {code.id}
        codes = _compiled(right, tmp_path / "right", monkeypatch, publish=publish)
        assert codes == []


def test_right_can_be_an_edit_of_wrong() -> None:
    """In the document is a diff; what is explained is the whole pack."""
    text = (CODES / "checks" / "bands-gap.md").read_text("utf-8")
    assert "```diff\n-      narrow: {name: Narrow, range: 0-4}\n+  " in text
    _, wrong, right = explain_code(BY_NAME["bands-gap"])
    assert right == wrong.replace("0-4", "0-5")


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("# D6", "D6"),
        ("\n\n## Wrong", "\n\nOne more paragraph.\n\n## Wrong"),
        ("```yaml", "```"),
        ("## Right", "## Repair"),
        ("```diff", "```python"),
        ("## Right", "Words between.\n\n## Right"),
    ],
)
def test_a_document_of_another_form_fails(good: str, bad: str) -> None:
    text = (CODES / "checks" / "bands-gap.md").read_text("utf-8")
    assert DOCUMENT.fullmatch(text)
    assert not DOCUMENT.fullmatch(text.replace(good, bad, 1))


def test_every_code_is_shown_by_a_case() -> None:
    """A message that no case shows is one that nobody has read."""
    files = subprocess.run(
        ["git", "ls-files", "tests"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    shown = "".join(
        (ROOT / name).read_text("utf-8", errors="replace")
        for name in files
        if name.endswith((".txt", ".py", ".json", ".md"))
        and not name.startswith("tests/stable/")  # a list of all of them
    )
    missing = [code.id for code in ALL if code.id not in shown]
    assert not missing
