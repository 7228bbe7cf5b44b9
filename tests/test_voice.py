"""The words that people read: markers of translated English per 1,000 words, in areas with budgets.

A budget only goes down: lower it when the text gets better. A low count doesn't make a text good,
but a high one has always meant a bad one. Rule texts in `rulesets/` aren't counted.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

from freed6c.cli import freed6c
from freed6c.document.phrases.search import SEARCH
from test_docs import pages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[1]
CODE = ROOT / "compiler" / "freed6c"

MARKER = re.compile(
    r"""(?xi) \b (?: tells? | told | telling | says? | said | saying | stands? | stood
    | somebody | whoever | nobody | everybody | anybody | whom
    | what [ ] (?!(?:to|if|about)\b) \w+ | (?:is|are|was|were) [ ] (?:no|none|nothing|nowhere)
    | (?:of|with) [ ] (?:its|one's|their|your|his|a|her) [ ] own | mend\w* | behind | alone | anew
    | as [ ] (?:\w+ [ ]){1,4} ha(?:s|ve) [ ] it | all [ ] (?:that|of|else) | reckon\w*
    | leav\w+ [ ] (?:\S+ [ ]){1,3} away | take\w* [ ] (?:\S+ [ ]){0,3} away
    | is [ ] asked | there [ ] is [ ] no [ ] such
    ) \b | , [ ] too (?=[ ]*[.;:,)]|$)"""
)
"""Words that a native editor would replace."""
CODE_SPAN = re.compile(r"```.*?```|`[^`]*`|\{[^{}]*\}", re.DOTALL)
"""Code and placeholders, which aren't counted."""
RIDDLES = ("What", "Whether", "Where", "How", "Those", "Such")
"""First words of docstrings that don't begin with an imperative or a noun."""


def trees(*folders: str) -> Iterator[ast.Module]:
    """Yield the syntax trees of all modules in folders of the compiler."""
    for folder in folders:
        for path in sorted((CODE / folder).rglob("*.py")):
            yield ast.parse(path.read_text(encoding="utf-8"))


def docstrings(*folders: str) -> list[str]:
    """Return all docstrings, with those of constants."""
    return [
        node.value.value
        for tree in trees(*folders)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    ]


def strings(*folders: str) -> list[str]:
    """Return all texts of more than one word in code that aren't docstrings."""
    texts = []
    for tree in trees(*folders):
        described = {
            id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)
        }
        texts += [
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and " " in node.value.strip()
            and id(node) not in described
        ]
    return texts


def comments(suffix: str, comment: str, folder: Path = CODE) -> list[str]:
    paths = sorted(folder.rglob(f"*{suffix}"))
    return [text for path in paths for text in re.findall(comment, path.read_text())]


def templates() -> list[str]:
    """Return the texts in templates of pages."""
    pages = [path.read_text("utf-8") for path in sorted(CODE.rglob("*.html"))]
    return [re.sub(r"\{[{%].*?[%}]\}|<[^>]*>", " ", page) for page in pages]


def help_texts() -> list[str]:
    """Return the help of all commands."""

    def of(command: click.Command, name: str) -> Iterator[str]:
        context = click.Context(command, None, name, **freed6c.context_settings)
        yield command.get_help(context)
        if isinstance(command, click.Group):
            for inner in command.list_commands(context):
                found = command.get_command(context, inner)
                assert found is not None
                yield from of(found, inner)

    return list(of(freed6c, "freed6c"))


READMES = [ROOT / folder / "README.md" for folder in ("rulesets", "generated")]
MESSAGES = ("diagnostics", "load", "validate", "overlay", "link", "check", "formula")
INTERFACE = ("document", "emit", "playground")
AREAS: dict[str, tuple[Callable[[], list[str]], float]] = {
    "help": (help_texts, 1),
    "output of commands": (lambda: strings("cli"), 1),
    "messages": (lambda: strings(*MESSAGES), 1),
    "interface": (
        lambda: [
            *(text for text in strings(*INTERFACE) if text not in SEARCH.values()),
            *templates(),
        ],
        3,
    ),
    "schemas": (
        lambda: comments(".json", r'"(?:description|title)": "(.*)"', ROOT / "schemas"),
        5,
    ),
    "docstrings of the runtime": (lambda: docstrings("runtime"), 2.2),
    "other docstrings": (lambda: docstrings("."), 2.6),
    "comments": (lambda: comments(".py", r"(?m)^\s*# (.*)$"), 3),
    "comments in scripts": (lambda: comments(".js", r"(?s)/\*(.*?)\*/"), 57),
    "documentation": (lambda: [page.read_text() for page in pages() + READMES], 5),
}
"""The areas, each with the markers per 1,000 words that it can have."""


@pytest.mark.parametrize("area", AREAS)
def test_the_words_of_an_area_stay_within_its_budget(area: str) -> None:
    texts, budget = AREAS[area]
    plain = CODE_SPAN.sub("X", "\n\n".join(texts()))
    words = len(re.findall(r"[A-Za-z][A-Za-z'-]*", plain))
    lines = [
        plain[max(0, match.start() - 40) : match.end() + 40].replace("\n", " ")
        for match in MARKER.finditer(plain)
    ]
    rate = 1000 * len(lines) / words
    assert rate <= budget, f"{rate:.1f} markers per 1,000 words:\n" + "\n".join(lines)


def test_docstrings_begin_with_a_verb_or_a_noun() -> None:
    riddles = [text for text in docstrings(".") if text.split(None, 1)[0] in RIDDLES]
    assert len(riddles) <= 1, "\n".join(riddles)
