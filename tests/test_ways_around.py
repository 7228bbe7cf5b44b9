"""The ways around a site: what its start page leads to, and the row in which pages stand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from click.testing import CliRunner

from freed6c.cli import freed6c

if TYPE_CHECKING:
    from pathlib import Path

PACK = """\
pack: lamp
title: Lamplight
version: 1.0.0
license: {id: CC0-1.0, holder: Nobody}
rules:
  dusk: {name: Dusk, text: It gets dark.}
  dawn: {name: Dawn, text: It gets light.}
tables:
  oils: {name: Oils, columns: {oil: {name: Oil, type: text}}, rows: {a: {oil: Cheap}}}
"""
CHAPTER = """\
chapters:
  light: {name: Light, text: So it begins., contains: [table.oils, rule.dawn]}
"""


def site(folder: Path, text: str) -> Path:
    (folder / "pack.yaml").write_text(text, encoding="utf-8")
    command = ["build", str(folder), "--target", "html", "--out", str(folder / "out")]
    ran = CliRunner().invoke(freed6c, command)
    assert ran.exit_code == 0, ran.output
    return folder / "out" / "lamp" / "html"


def start(folder: Path, text: str) -> str:
    """The text of the start page, without the shelves beside it."""
    return (site(folder, text) / "index.html").read_text().partition("<main")[2]


def test_without_chapters_everything_is_found_from_the_start(tmp_path: Path) -> None:
    page = start(tmp_path, PACK)
    for name in ("rule-dusk", "rule-dawn", "table-oils"):
        assert f'href="{name}.html"' in page


def test_so_is_what_stands_in_no_chapter(tmp_path: Path) -> None:
    page = start(tmp_path, PACK + CHAPTER)
    assert len(re.findall('href="rule-dusk.html"', page)) == 1
    assert 'href="light.html"' in page
    assert 'href="rule-dawn.html"' not in page


def test_lists_are_open_where_there_is_nothing_else_to_read(tmp_path: Path) -> None:
    folded = "<details>\n<summary>Lists"
    page = site(tmp_path, PACK) / "index.html"
    assert folded not in page.read_text()
    assert folded in (site(tmp_path, PACK + CHAPTER) / "index.html").read_text()


def test_pages_stand_in_the_row_of_their_chapter(tmp_path: Path) -> None:
    page = (site(tmp_path, PACK + CHAPTER) / "table-oils.html").read_text()
    ways = page.partition('<nav class="ways"')[2].partition("</nav>")[0]
    assert re.findall('href="([^"]*)"', ways) == ["rule-dawn.html"]
    assert "Next" in ways


def test_the_shelves_mark_the_page_and_the_chapter_that_it_stands_in(
    tmp_path: Path,
) -> None:
    folder = site(tmp_path, PACK + CHAPTER)
    for page in ("light", "table-oils"):
        shelves = (folder / f"{page}.html").read_text().partition("<nav")[2]
        marked = re.findall('href="([^"]*)" aria-current="([^"]*)"', shelves)
        assert marked == [("light.html", "page" if page == "light" else "true")]
