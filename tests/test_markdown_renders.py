"""Markdown as others render it: tables are tables, links lead somewhere, no sign is left over."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import pytest
from markdown_it import MarkdownIt

from freed6c.pipeline import compile_packs, emit_targets

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from markdown_it.token import Token

PACKS = ("core", "tests/site/house", "tests/cases/markdown/house-rule/input")
READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
TAG = re.compile(r'<a id="[^"<>]+">|</a>|</?details>|</?summary>')
RULE = re.compile(r"^[> ]*\|(?: -+:? \|)+$", re.MULTILINE)
LEFT_OVER = re.compile(r"\*\*|~~|\]\(|^#+ |`")


@cache
def files(pack: str) -> Mapping[str, str]:
    compiled = compile_packs(pack)
    assert compiled.ruleset is not None
    made = emit_targets(compiled.ruleset, ["markdown"], compiled.packs)["markdown"]
    return {file.path: file.content.decode() for file in made}


def tokens(text: str) -> Iterator[Token]:
    for token in READER.parse(text):
        yield token
        yield from token.children or ()


def ids(text: str) -> Counter[str]:
    found = "".join(t.content for t in tokens(text) if t.type.startswith("html"))
    return Counter(re.findall(r'id="([^"]+)"', found))


@pytest.mark.parametrize("pack", PACKS)
def test_tables_are_tables(pack: str) -> None:
    for path, text in files(pack).items():
        kinds = Counter(token.type for token in READER.parse(text))
        assert kinds["table_open"] == len(RULE.findall(text)), path


@pytest.mark.parametrize("pack", PACKS)
def test_no_sign_of_markdown_is_left_over(pack: str) -> None:
    for path, text in files(pack).items():
        for token in tokens(text):
            if token.type == "text":
                assert not LEFT_OVER.search(token.content), (path, token.content)


@pytest.mark.parametrize("pack", PACKS)
def test_no_tags_but_our_own(pack: str) -> None:
    for path, text in files(pack).items():
        for token in tokens(text):
            if token.type.startswith("html"):
                rest = TAG.sub("", token.content)
                assert "<" not in rest, (path, token.content)


@pytest.mark.parametrize("pack", PACKS)
def test_anchors_are_there_once_and_links_lead_to_them(pack: str) -> None:
    made = files(pack)
    known = {path: ids(text) for path, text in made.items()}
    for path, found in known.items():
        assert not [one for one, count in found.items() if count > 1], path
    for path, text in made.items():
        for token in tokens(text):
            href = str(token.attrs.get("href", ""))
            if token.type != "link_open" or href.startswith("http"):
                continue
            file, _, anchor = href.partition("#")
            assert (file or path) in made, (path, href)
            assert not anchor or anchor in known[file or path], (path, href)


@pytest.mark.parametrize("pack", PACKS)
def test_one_file_holds_everything_and_leads_nowhere_else(pack: str) -> None:
    made = files(pack)
    links = [t.attrs["href"] for t in tokens(made["all.md"]) if t.type == "link_open"]
    assert all(str(href).startswith(("#", "http")) for href in links)
    others = {one for path, text in made.items() for one in ids(text)}
    assert others <= set(ids(made["all.md"]))


def test_what_a_pack_changed_is_struck_and_bold() -> None:
    text = files("tests/site/house")["all.md"]
    kinds = Counter(token.type for token in tokens(text))
    assert kinds["s_open"] == kinds["s_close"] > 0
    assert "~~−2~~ **−1** on all checks" in text  # noqa: RUF001


def test_pandoc_reads_it() -> None:
    pandoc = shutil.which("pandoc")
    if pandoc is None:
        pytest.skip("pandoc is not installed")
    text = files("core")["all.md"]
    ran = subprocess.run(
        [pandoc, "--from", "gfm", "--to", "html", "--fail-if-warnings"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    assert ran.stdout.count("<table") == len(RULE.findall(text))
    assert set(re.findall(r'href="#([^"]+)"', ran.stdout)) <= set(
        re.findall(r'id="([^"]+)"', ran.stdout)
    )
