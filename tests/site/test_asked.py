"""A hundred questions as people type them at a table: the answer is among the first three."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from ruamel.yaml import YAML

import freed6c.emit.html

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HERE = Path(__file__).parent
SCRIPTS = Path(freed6c.emit.html.__file__).parent / "static/scripts/search"

FIRST = 3
ANSWERED = 95

ASK = """([data, questions]) => {
  const index = read(data);
  return questions.map((asked) =>
    rollsAsked(data.rolls, asked).length
      ? ["roll.html"]
      : byKind(data, find(index, asked))
          .flatMap(([, records]) => records)
          .map((record) => data.records[record][3]));
}"""


def leads_to(href: str, answer: str) -> bool:
    """Whether a link leads to the page or the place of an id, a heading or a page."""
    anchor = answer.replace(".", "-")
    return href == f"{anchor}.html" or href.endswith(f"#{anchor}")


def test_questions_are_answered(browser: Browser, core: Path) -> None:
    questions = YAML(typ="safe").load(HERE / "asked.yaml")
    written = (core / "search-data.js").read_text(encoding="utf-8")
    data = json.loads(written.removeprefix("var searchData=").removesuffix(";\n"))
    page = browser.new_page()
    for name in ("index.js", "box.js", "typed-rolls.js"):
        page.add_script_tag(content=(SCRIPTS / name).read_text(encoding="utf-8"))
    found = page.evaluate(ASK, [data, [question["ask"] for question in questions]])
    page.close()
    unanswered = [
        f"{question['ask']}: {', '.join(links[:FIRST]) or 'nothing'}"
        for question, links in zip(questions, found, strict=True)
        if not any(
            leads_to(link, answer)
            for link in links[:FIRST]
            for answer in question["answer"]
        )
    ]
    assert len(questions) == 100
    assert len(questions) - len(unanswered) >= ANSWERED, "\n".join(unanswered)
