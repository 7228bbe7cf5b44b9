"""Questions as people ask and type them at a table: the answer is among the first three."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from ruamel.yaml import YAML

import freed6c.emit.html

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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


def written(name: str) -> Any:
    """What stands in a file beside this one."""
    return YAML(typ="safe").load(HERE / name)


def leads_to(href: str, answer: str) -> bool:
    """Whether a link leads to the page or the place of an id, a heading or a page."""
    anchor = answer.replace(".", "-")
    return href == f"{anchor}.html" or href.endswith(f"#{anchor}")


def unanswered(
    browser: Browser, site: Path, questions: Sequence[tuple[str, Sequence[str]]]
) -> list[str]:
    """The questions that have none of their answers among the first three results, and these."""
    script = (site / "search-data.js").read_text(encoding="utf-8")
    data = json.loads(script.removeprefix("var searchData=").removesuffix(";\n"))
    page = browser.new_page()
    for name in ("../site/chances.js", "index.js", "box.js", "typed-rolls.js"):
        page.add_script_tag(content=(SCRIPTS / name).read_text(encoding="utf-8"))
    found = page.evaluate(ASK, [data, [asked for asked, _ in questions]])
    page.close()
    return [
        f"{asked}: {', '.join(links[:FIRST]) or 'nothing'}"
        for (asked, answers), links in zip(questions, found, strict=True)
        if not any(
            leads_to(link, answer) for link in links[:FIRST] for answer in answers
        )
    ]


def test_questions_are_answered(browser: Browser, core: Path) -> None:
    questions = [(one["ask"], one["answer"]) for one in written("asked.yaml")]
    left = unanswered(browser, core, questions)
    assert len(questions) == 100
    assert len(questions) - len(left) >= ANSWERED, "\n".join(left)


@pytest.mark.parametrize("game", ["core", "opend6"])
def test_what_is_asked_in_a_fight_is_answered(
    browser: Browser, built: Callable[..., Path], game: str
) -> None:
    questions = [
        (asked, one["answer"])
        for one in written("asked_in_a_fight.yaml")[game]
        for asked in one["ask"]
    ]
    left = unanswered(browser, built(game), questions)
    assert not left, "\n".join(left)
