"""From an address to the characters of its file."""

from __future__ import annotations

import pytest

from freed6c.diagnostics.locate import locate
from freed6c.packs.location import Location, Span

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
