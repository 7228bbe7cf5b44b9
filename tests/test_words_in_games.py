"""What a game calls things, on its pages: a house rule of core in English, a game in German."""

from __future__ import annotations

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from click.testing import CliRunner

from freed6c.cli import freed6c
from freed6c.document.phrases import MARKED, PHRASES, phrases_of
from freed6c.document.phrases.rolls import ROLLER
from freed6c.document.phrases.sheets import PLAY
from freed6c.document.phrases.terms import FORMS, MARK
from freed6c.document.wording import FIELD
from freed6c.pipeline import compile_packs, emit_targets
from freed6c.runtime.dice.roll_words import ROLLS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from freed6c.model.compiled import Compiled
    from freed6c.model.words import Words

GAME: Final = Path(__file__).parent / "games" / "nebelmarkt"
READ: Final = frozenset({"alt", "aria-label", "placeholder", "title"})
"""Attributes that people read or hear."""
SILENT: Final = frozenset({"code", "del", "script", "style"})
"""Elements whose text is no words, or is struck out, as what was on a page that tells changes."""
KEYS: Final = re.compile(r"[a-z-]*|(?:[\w-]+[.][\w.-]+ ?)+")
"""Values that nobody reads: ids, names of files, words of scripts among themselves."""


class Text(HTMLParser):
    """What a page says: its text, and attributes that are read or that scripts take words from."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.silent = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in SILENT
        for name, value in attrs:
            if name in READ or name.startswith("data-"):
                self.said += (said for said in texts(value) if not KEYS.fullmatch(said))

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.said.append(data)


def texts(value: str | None) -> list[str]:
    """What an attribute says; scripts are told several things in JSON."""
    if value is None or not value.startswith('{"'):
        return [] if value is None else [value]
    told: list[str] = []
    json.loads(value, object_hook=lambda held: told.extend(leaves([*held.values()])))
    return told


def leaves(values: Iterable[object]) -> Iterator[str]:
    """All text in lists of lists."""
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from leaves(value)


def text_of(page: str) -> str:
    return FIELD.sub("", "\n".join(Text(page).said))


# A house rule of three lines.


NARRATORS: Final = """\
pack: narrators
extends: core
wording: {game-master: Narrator}
"""
NAMED: Final = re.compile(r"game masters?\b", re.IGNORECASE)


def compiled(folder: Path) -> Compiled:
    made = compile_packs(str(folder))
    assert made.ruleset is not None, [said.message for said in made.diagnostics]
    return made


def written(made: Compiled, *targets: str) -> Mapping[str, str]:
    """What is built of a ruleset, by path, but for what is the same in every package."""
    assert made.ruleset is not None
    return {
        file.path: file.content.decode()
        for files in emit_targets(made.ruleset, targets, made.packs).values()
        for file in files
        if "_runtime" not in file.path
    }


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    folder = tmp_path_factory.mktemp("narrators")
    (folder / "pack.yaml").write_text(NARRATORS, encoding="utf-8")
    return compiled(folder)


def test_three_lines_rename_the_game_master_on_every_page(house: Compiled) -> None:
    """Chapters, entries, cards, the quick reference, the page of changes, previews, the roller."""
    pages = written(house, "html")
    said = {path: text_of(page) for path, page in pages.items() if ".html" in path}
    assert [path for path, text in said.items() if NAMED.search(text)] == []
    for path in ("index.html", "what-it-is.html", "changes.html", "all.html"):
        assert "Narrator" in said[path], path
    data = {path: text for path, text in pages.items() if path.endswith("-data.js")}
    found = {path: NAMED.findall(text) for path, text in data.items()}
    # Who looks for the former name finds the narrator: it is what the book has.
    assert found.pop("search-data.js") == ["Game master"]
    assert [path for path, names in found.items() if names] == []


def test_markdown_and_the_sentences_of_the_package_say_so_too(house: Compiled) -> None:
    """Only a mark of what changed tells the former name, and a keyword that is never shown."""
    files = dict(written(house, "markdown", "python"))
    bound = files.pop("freed6_narrators/_bound.py")
    assert '"the game master": "the Narrator"' in bound
    for path, text in files.items():
        now = re.sub(r'~~.*?~~|: Narrator \(was Game master\)|"game master"', "", text)
        assert NAMED.findall(now) == [], path


# A game in German.


PAGES: Final = ("index", "action-rempeln", "chances", "reference", "sheet")
GERMAN_TOO: Final = frozenset({"die"})
WORD: Final = re.compile(r"[^\W\d_]{3,}")


@pytest.fixture(scope="module")
def market() -> Compiled:
    return compiled(GAME)


@pytest.fixture(scope="module")
def words(market: Compiled) -> Words:
    assert market.ruleset is not None
    return market.ruleset.wording


@pytest.fixture(scope="module")
def pages(market: Compiled) -> Mapping[str, str]:
    return written(market, "html")


def replaced(words: Words) -> Iterator[str]:
    """The English of everything that the game says in words of its own, without placeholders.

    What phrases also say that it leaves as they are, such as `the`, may stand on any page.
    """
    left = "\n".join(
        FIELD.sub("", MARK.sub("", pattern))
        for key, pattern in MARKED.items()
        if key not in words.phrases
    )
    phrases = [PHRASES[key] for key in words.phrases]
    parts = [part for phrase in phrases for part in FIELD.split(phrase)[::2]]
    for said in (*words.forms, *(part.strip(" .,:;()") for part in parts)):
        if WORD.search(said) and not has(left, said):
            yield said


def has(text: str, words: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE))


def test_sixty_terms_and_twice_as_many_phrases_are_german(words: Words) -> None:
    assert len(words.forms) > 59 * len(FORMS)
    assert len(words.phrases) > 120


@pytest.mark.parametrize("name", PAGES)
def test_nothing_that_was_replaced_is_english_on_a_page(
    words: Words, pages: Mapping[str, str], name: str
) -> None:
    said = text_of(pages[f"{name}.html"])
    found = {english for english in replaced(words) if has(said, english)}
    assert found - GERMAN_TOO == set()


def test_so_is_what_scripts_say_on_them(words: Words) -> None:
    """The sheet and the roller; names, numbers and terms are said already."""
    english = {
        key
        for key in (*PLAY, *ROLLER, *ROLLS)
        if WORD.search(FIELD.sub("", MARK.sub("", MARKED[key])))
    }
    assert english - words.phrases.keys() == set()


def test_pages_are_in_the_language_of_the_game(pages: Mapping[str, str]) -> None:
    languages = {
        match[1]
        for path, page in pages.items()
        if path.endswith(".html") and (match := re.search(r'<html lang="(.*?)"', page))
    }
    assert languages == {"de"}


# All that there is to say otherwise.


def test_what_is_listed_can_be_pasted_into_a_pack(tmp_path: Path) -> None:
    """Translators begin with it: every word as it is, in the form that a pack has it."""
    listed = CliRunner().invoke(freed6c, ["list", str(GAME), "--wording"]).stdout
    assert '  game-master: {one: "Marktvogt", many: "Marktvögte",' in listed
    assert '  search.hint: "Im Regelwerk suchen"\n' in listed
    game = (GAME / "pack.yaml").read_text("utf-8").partition("wording:")[0]
    (tmp_path / "pack.yaml").write_text(game + listed, encoding="utf-8")
    shutil.copy(GAME / "regeln.yaml", tmp_path)
    again, first = compiled(tmp_path).ruleset, compiled(GAME).ruleset
    assert again is not None
    assert first is not None
    assert phrases_of(again) == phrases_of(first)
