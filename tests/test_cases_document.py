"""tests/cases/markdown|html/<case>/: a pack in `input`, and some pages made of it in `expected`.

A page is compared if it is there; `pytest tests/test_cases_document.py --update-goldens` writes
those that are, to be read before they are committed. A new case is a folder with an empty file
for each page that is worth reading.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from freed6c.pipeline import compile_packs, emit_targets

if TYPE_CHECKING:
    from collections.abc import Callable

CASES = Path(__file__).parent / "cases"
NAMES = [
    (target, case.name)
    for target in ("markdown", "html")
    for case in sorted((CASES / target).iterdir())
]


@pytest.mark.parametrize(("target", "case"), NAMES)
def test_pages(
    target: str,
    case: str,
    golden: Callable[[Path, str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = CASES / target / case
    monkeypatch.chdir(folder)
    compiled = compile_packs("./input")
    assert compiled.ruleset is not None
    files = emit_targets(compiled.ruleset, [target], compiled.packs)[target]
    made = {file.path: file for file in files}
    pages = sorted((folder / "expected").iterdir())
    assert pages
    for page in pages:
        golden(page, made[page.name].content.decode())


class Nesting(HTMLParser):
    """Fails where a tag is not closed in order."""

    VOID = frozenset({"meta", "link", "br", "input"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


OWN_SCRIPTS = re.compile(
    r'<script src="[a-z-]+\.js"( data-[a-z]+="[a-z. -]+")* defer></script>'
    r"|<script>try\{document\.documentElement\.dataset\.theme=[^<]*</script>"
)
WELL_FORMED = (
    "core",
    "tests/cases/html/lanterns/input",
    "tests/cases/markdown/house-rule/input",
)


@pytest.mark.parametrize("pack", WELL_FORMED)
def test_html_is_well_formed(pack: str) -> None:
    compiled = compile_packs(pack)
    assert compiled.ruleset is not None
    for file in emit_targets(compiled.ruleset, ["html"], compiled.packs)["html"]:
        if file.path.endswith(".html"):
            text = file.content.decode()
            nesting = Nesting()
            nesting.feed(text)
            assert not nesting.open
            assert text.count("<h1") == 1
            # The book in one file has all scripts in it, each allowed by its hash.
            own = file.path == "one-file.html"
            assert own or not OWN_SCRIPTS.sub("", text).count("<script")
            assert " style=" not in text
