"""YAML of packs: what they may write, both parsers alike, and from an address to its characters."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freed6c.diagnostics.formats import RENDERERS
from freed6c.diagnostics.locate import locate
from freed6c.load.files import read_file
from freed6c.packs import yaml_tree
from freed6c.packs.location import Location, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.packs.data import Data
    from freed6c.packs.pack import SourceFile


def data(text: str) -> object:
    file, diagnostics = read_file("a.yaml", text.encode())
    assert not diagnostics
    return file.data


def problems(text: str) -> list[Diagnostic]:
    return read_file("a.yaml", text.encode())[1]


def names(text: str) -> list[str]:
    return [problem.code.name for problem in problems(text)]


@pytest.mark.parametrize("number", ["0", "1", "-1", "-0", "123456789012345678"])
def test_plain_whole_numbers_are_integers(number: str) -> None:
    assert data(f"a: {number}") == {"a": int(number)}


@pytest.mark.parametrize(
    "text", ["+2", "3.5", "3D+1", "1:6", "010", "1_000", "0x1F", "1e3", "3E1", ".inf"]
)
def test_everything_else_is_text(text: str) -> None:
    assert data(f"a: {text}") == {"a": text}


@pytest.mark.parametrize("text", ["yes", "off", "True", "2024-01-02", "=", "6+", "50%"])
def test_no_word_but_true_and_false_is_special(text: str) -> None:
    assert data(f"a: {text}\nb: true\nc: false") == {"a": text, "b": True, "c": False}


@pytest.mark.parametrize("quoted", ["'1'", '"1"', "|-\n  1", ">-\n  1"])
def test_what_is_quoted_is_text(quoted: str) -> None:
    assert data(f"a: {quoted}\n") == {"a": "1"}


def test_keys_are_text() -> None:
    assert data("1: a\ntrue: b\n~: c") == {"1": "a", "true": "b", "~": "c"}


def test_the_same_key_in_two_spellings_is_a_repetition() -> None:
    assert names("1: a\n'1': b") == ["repeated-key"]


def test_a_number_that_no_program_would_keep_is_refused() -> None:
    assert names("a: 1234567890123456789") == ["long-number"]
    assert names("a: " + "9" * 5_000) == ["long-number"]


def test_a_file_with_refused_parts_gives_the_rest() -> None:
    file, _ = read_file("a.yaml", b"a: {b: 1, b: 2}\nc: *d\ne: 3")
    assert file.data == {"a": {"b": 1}, "e": 3}


def test_what_belongs_to_a_second_document_is_not_told() -> None:
    assert names("a: 1\n---\na: &x\nb: *x") == ["several-documents"]


def test_sixty_four_levels_are_enough() -> None:
    assert names("a: " + "[" * 63 + "]" * 63) == []
    assert names("a: " + "[" * 64 + "]" * 64) == ["too-deep"]
    assert names("[" * 10_000) == ["too-deep"]


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_line_ends_of_all_systems_are_the_same(ends: str) -> None:
    text = "a: |\n  x\n  y\nb: 1\n".replace("\n", ends)
    file, diagnostics = read_file("a.yaml", text.encode())
    assert not diagnostics
    assert file.data == {"a": "x\ny\n", "b": 1}
    assert file.text == "a: |\n  x\n  y\nb: 1\n"


def test_a_byte_order_mark_at_the_beginning_is_not_part_of_the_text() -> None:
    file, diagnostics = read_file("a.yaml", "\ufeffa: 1".encode())
    assert (file.data, file.text, diagnostics) == ({"a": 1}, "a: 1", [])


def test_a_broken_file_has_one_error_and_keeps_its_text() -> None:
    file, diagnostics = read_file("a.yaml", b"a: 1\na: 2\nb: c: d\n")
    assert [problem.code.name for problem in diagnostics] == ["colon-in-text"]
    assert (file.data, file.text) == ({}, "a: 1\na: 2\nb: c: d\n")


def test_typographic_prose_is_left_alone() -> None:
    prose = "He says “go” \u2013 2\u00a0m away \u2013 and goes"
    assert data(f"text: {prose}") == {"text": prose}
    assert data(f"text: >-\n  Note:\u00a0{prose}") == {"text": f"Note:\u00a0{prose}"}


def test_emoji_are_text() -> None:
    assert data("text: 👩‍🚀 flies") == {"text": "👩‍🚀 flies"}


def test_characters_in_halves_are_whole_as_programs_that_write_json_have_them() -> None:
    assert data(json.dumps({"🎲": "a 🎲 of 🎲s"})) == {"🎲": "a 🎲 of 🎲s"}
    assert (
        names('a: "\\ud83c"') == names('a: "\\udfb2\\ud83c"') == ["unprintable-escape"]
    )


def test_comments_may_hold_what_text_may_not() -> None:
    assert data("a: 1 # x\ty: {[*&\n# \t\nb: 2") == {"a": 1, "b": 2}


CASES = Path(__file__).parent.parent / "cases" / "load"
INPUTS = sorted(path for path in CASES.rglob("*.y*ml") if path.is_file())

WORDS = [
    "a", "b: ", "c:", "- ", "-", "\n", "\n  ", "\n    ", "\n      ", "{", "}", "[", "]",
    ", ", ",", '"', "'", "#", " # x", " #x", " ", "1", "|", ">", "|-\n  ", ">-\n  ",
    "? ", ": ", ":", "&x ", "*x", "!t ", "!", "%", "@", "`", "---", "--- ", "...",
    "\n---\n", "\n...\n", "%YAML 1.0\n", "é", "“", "\u2013", "\u00a0", "\\", "\\n", "text", "~",
    "[[a]]", "key: value\n", "- item\n", "  ", "<<: ", "null", "true", "\t", "\ufeff",
    "\u2028", "\x85", "\u200b", "\r\n", "\r", "\\ud800", "\\U0011", "\x00",
]  # fmt: skip
yaml_like = st.lists(st.sampled_from(WORDS), max_size=16).map("".join)


def agreed(raw: bytes) -> tuple[SourceFile, list[Diagnostic]]:
    """What both parsers make of a file, once they are found to agree."""
    quick = read_file("a.yaml", raw)
    with pytest.MonkeyPatch.context() as without:
        without.setattr(yaml_tree, "has_c_parser", lambda: False)
        slow = read_file("a.yaml", raw)
    assert quick == slow
    return quick


def test_every_case_is_read_alike() -> None:
    assert yaml_tree.has_c_parser()
    assert INPUTS
    for path in INPUTS:
        agreed(path.read_bytes())


@settings(max_examples=100)
@given(yaml_like)
def test_on_texts_like_yaml(text: str) -> None:
    agreed(text.encode())


@settings(max_examples=50)
@given(
    st.one_of(
        yaml_like.map(str.encode), st.binary(max_size=40), st.text().map(str.encode)
    )
)
def test_places_lie_in_their_file(raw: bytes) -> None:
    file, diagnostics = agreed(raw)
    for each in diagnostics:
        for label in (each.label, *each.related):
            assert label is not None
            assert isinstance(label.place, Span)
            assert label.place == locate(label.place, file.text)
    for render in RENDERERS.values():
        render(diagnostics, {file.path: file.text})


@settings(max_examples=50)
@given(yaml_like, st.integers(-2, 9), st.integers(-2, 9))
def test_every_value_is_found_again(text: str, start: int, end: int) -> None:
    file, _ = read_file("a.yaml", text.encode())
    for path in paths(file.data):
        here = Location("a.yaml", path)
        for place in (here, here.key(), here.characters(start, end), here.at("?", 0)):
            spot = locate(place, file.text)
            assert spot == locate(spot, file.text)


def paths(
    data: Data, path: tuple[str | int, ...] = ()
) -> Iterator[tuple[str | int, ...]]:
    yield path
    if isinstance(data, dict):
        for key, value in data.items():
            yield from paths(value, (*path, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from paths(value, (*path, number))


TEXT = r"""
skills:
  stealth: {ability: grace, costs: [1, 22]}
  "brawling":
    name: 'it''s "Brawl"'
    quoted: "tab\tx \u00e9 end"
    plain: goes on
      below
    text: >-
      See [[one]] and
      [[two]] and [[one]] again
    literal: |
      first
        second
    empty-block: |
steps:
  - roll: 3D
    by: 1
  -
    keep: x
  - [a, b]
  - {a: b,
     c: d}
none: {}
""".lstrip()


def marked(spot: Span) -> str:
    """The characters of the spot."""
    assert spot.line == spot.end_line
    return TEXT.split("\n")[spot.line - 1][spot.column - 1 : spot.end_column - 1]


def value(*path: str | int) -> str:
    return marked(locate(Location("a", path), TEXT))


def key(*path: str | int) -> str:
    return marked(locate(Location("a", path).key(), TEXT))


def within(start: int, end: int, *path: str | int) -> str:
    return marked(locate(Location("a", path).characters(start, end), TEXT))


def test_lines_and_columns_count_from_one() -> None:
    spot = locate(Location("a.yaml", ("skills", "stealth", "ability")), TEXT)
    assert spot == Span("a.yaml", 2, 22, 2, 27)


def test_a_key() -> None:
    assert key("skills") == "skills"
    assert key("skills", "stealth", "ability") == "ability"
    assert key("skills", "brawling") == '"brawling"'


def test_a_value_on_one_line() -> None:
    assert value("skills", "stealth", "ability") == "grace"
    assert value("skills", "stealth", "costs") == "[1, 22]"
    assert value("skills", "stealth", "costs", 1) == "22"
    assert value("skills", "brawling", "name") == "'it''s \"Brawl\"'"
    assert value("none") == "{}"


def test_settings_on_lines_of_their_own_are_shown_by_their_key() -> None:
    assert value("skills") == "skills"
    assert value("skills", "brawling") == '"brawling"'


def test_an_item_is_shown_by_how_it_begins() -> None:
    assert value("steps", 0) == "roll"
    assert value("steps", 1) == "keep"
    assert key("steps", 1) == "keep"
    assert value("steps", 2) == "[a, b]"


def test_of_several_lines_the_first_is_shown() -> None:
    assert value("skills", "brawling", "plain") == "goes on"
    assert value("skills", "brawling", "text") == "See [[one]] and"
    assert value("skills", "brawling", "empty-block") == "|"
    assert value("steps", 3) == "{a: b,"


def test_characters_within_a_text() -> None:
    here = ("skills", "brawling")
    assert within(1, 3, "skills", "stealth", "ability") == "ra"
    assert within(2, 4, *here, "name") == "''s"
    assert within(4, 5, *here, "quoted") == "x"
    assert within(6, 7, *here, "quoted") == r"\u00e9"
    assert within(8, 13, *here, "plain") == "below"


def test_characters_within_a_block() -> None:
    here = ("skills", "brawling", "text")
    text = "See [[one]] and [[two]] and [[one]] again"
    assert within(16, 23, *here) == text[16:23] == "[[two]]"
    spot = locate(Location("a", here).characters(28, 35), TEXT)
    assert (spot.line, marked(spot)) == (10, "[[one]]")
    assert within(12, 23, *here) == "and"  # the rest is on the next line
    assert within(8, 14, "skills", "brawling", "literal") == "second"


def test_characters_that_do_not_exist_fall_back_to_the_value() -> None:
    assert within(90, 99, "skills", "brawling", "text") == "See [[one]] and"
    assert within(3, 99, "skills", "stealth", "ability") == "ce"


@pytest.mark.parametrize("rest", [("x",), ("ability", "x"), (0,), ("costs", 7, "x")])
def test_a_path_that_leads_nowhere_ends_as_deep_as_it_can(rest: tuple[str]) -> None:
    found = {"ability": "ability", "costs": "costs"}.get(rest[0], "stealth")
    assert value("skills", "stealth", *rest) == found


def test_a_file_that_cannot_be_read_is_shown_at_its_beginning() -> None:
    assert locate(Location("a", ("x",)), "x: {") == Span("a", 1, 1, 1, 1)
    assert locate(Location("a", ("x",)), "") == Span("a", 1, 1, 1, 1)


def test_a_spot_stays_in_its_file() -> None:
    assert locate(Span("a", 9, 9, 10, 1), "x\nyz") == Span("a", 2, 3, 2, 3)
    assert locate(Span("a", 1, 1, 1, 2), "x\nyz") == Span("a", 1, 1, 1, 2)
