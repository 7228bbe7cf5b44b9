"""What packs may write of YAML, and what the data is then."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from freed6c.load.files import read_file

if TYPE_CHECKING:
    from freed6c.diagnostics.diagnostic import Diagnostic


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
