"""No edit changes or drops a value, whatever notation people bring from other games and tools."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from freed6c.cli.fixing import fixed
from freed6c.load.layout import formatted
from freed6c.pipeline import compile_packs
from keeps_values import lost, lost_by

HEAD = """
pack: lanterns
title: Lanterns
version: 1.0.0
license: {id: CC0-1.0, holder: Nobody}
die-codes: {pips-per-die: 3, smallest: 1D}
units: {ft: {name: foot, plural: feet, measures: length}}
periods: {beat: {name: beat, plural: beats}}
abilities: {brawn: {name: Brawn}}
"""
ROLLS = """
dice:
  check:
    name: Check
    die: d6
    pips-carry: codes
    success: at-least
    steps: {roll: {name: Roll, do: roll}}
"""
PLACES = {
    path.stem: HEAD + ROLLS * (path.stem != "dice") + path.read_text("utf-8")
    for path in sorted((Path(__file__).parent / "packs" / "edits").iterdir())
}
"""Packs with an @ wherever a value is written."""
NUMBERS = st.sampled_from(
    re.findall(
        r"\S+", "0 1 2 4 5 6 10 16 010 1,000 1.000 5.0 2½ ½ 1_0 five 1e3 5,5 50% 1/2"
    )
)
SIGNS = st.sampled_from(["", "", "", "+", "-", "\u2212", "\u2013", "±", "+ ", "- "])
DICE = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["", "1", "3", "2 ", "04"]),
    st.sampled_from("dDwWk"),
    st.sampled_from(["", "1", "2", "4", "6", "06", "8", "10", "20", "%", " 2", " 6"]),
    st.sampled_from(
        ["", "", "", "+1", "+2", " + 5", "-1", "\u22122", "+1D", "+d6", "!"]
    ),
)
SPANS = st.builds(
    "{}{}{}".format,
    NUMBERS,
    st.sampled_from(
        [" ", "-", "\u2013", "..", " to ", " or ", " and ", ", ", " - ", "/"]
    ),
    st.one_of(
        NUMBERS, st.sampled_from(["less", "more", "lower", "above", "-2", "gp", "ft"])
    ),
)
BOUNDS = st.builds(
    "{} {}".format,
    st.sampled_from([">", "<", ">=", "≤", "at least", "up to", "under", "more than"]),
    NUMBERS,
)
NOTATIONS = st.one_of(st.builds("{}{}".format, SIGNS, NUMBERS), DICE, SPANS, BOUNDS)


def written(folder: Path, place: str, notation: str) -> str:
    """A pack with a notation in every place of a sort, in quotes where YAML needs them."""
    quoted = f"'{notation}'"
    text = PLACES[place].replace('"@', '"' + notation).replace('@"', notation + '"')
    for tail in (" feat", " fot to 12 ft", " beats", " or more"):
        text = text.replace(f"@{tail}", f"'{notation}{tail}'")
    for head in ("up to @ fete", "0 ft to @ fot", "3-@", "2D + @"):
        text = text.replace(head, f"'{head.replace('@', notation)}'".replace("''", "'"))
    text = text.replace("\"'", '"').replace("'\"", '"').replace("@", quoted)
    (folder / "pack.yaml").write_text(text, encoding="utf-8")
    return text


@pytest.mark.parametrize("place", PLACES)
@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(notation=NOTATIONS)
@example("4D2")
@example("2d10")
@example("1d4+1")
@example("5 or less")
@example("16")
def test_edits_of_any_notation_keep_values(
    tmp_path: Path, place: str, notation: str
) -> None:
    text = written(tmp_path, place, notation)
    compiled = compile_packs(str(tmp_path))
    for problem in compiled.diagnostics:
        for way in problem.help:
            found = lost_by(problem, way, compiled.sources)
            assert not found, f"{notation!r}: {problem.message}: {way}"
    after = fixed([str(tmp_path)], ()).after
    assert not [
        lost(text, each, text) for each in after.values() if lost(text, each, text)
    ]
    assert not lost(text, formatted(text))


TABLE = (
    HEAD
    + ROLLS
    + """
tables:
  gear:
    name: Gear
    columns: {cell: {name: Cell, type: @}}
    rows: {a: {name: A, cell: @}}
"""
)


@pytest.mark.parametrize(
    ("column", "cell", "after", "says"),
    [
        ("die-code", "3d6", "3D", "write 3D"),
        ("die-code", "3 d 6 + 1", "3D+1", "write 3D+1"),
        ("die-code", "4D2", "", "if the 2 counts pips, write 4D+2"),
        ("die-code", "5D1", "", "for 5 dice without pips, write 5D"),
        ("die-code", "2d10", "", "dice with 6 sides: D only means these"),
        ("die-code", "1d4+1", "", "dice with 6 sides: D only means these"),
        ("die-code", "d%", "", "dice with 6 sides: D only means these"),
        ("die-code", "3d6+4", "", "3 pips make a die"),
        ("die-code", "\u2014", "", "remove the cell, and set `optional: true`"),
        ("integer", '"5"', "5", "write 5, without quotes"),
        ("integer", "+2", "2", "write 2"),
        ("integer", "5.0", "5", "write 5"),
        ("integer", "010", "", "if the leading zero means nothing, write 10"),
        ("integer", "5 gp", "", "write 5 in the cell, and 'gp' in the column's name"),
        ("integer", "' 5 '", "5", "write 5"),
        ("integer", "5.", "5", "write 5"),
        ("integer", "1_000", "", "only digits"),
        ("integer", "1e3", "", "only digits"),
        ("integer", "0x10", "", "only digits"),
        ("integer", "no", "", "only digits"),
        ("integer", "5 of 10", "", "only digits"),
        ("integer", '"1,000"', "", "if the comma marks thousands, write 1000"),
        ("integer", '"1,5"', "", "if the comma separates two numbers"),
        ("length", "'1,000 ft'", "", "if the comma marks thousands, write 1000 ft"),
        ("length", "1,5 ft", "", "if the comma is a decimal point, write 1.5 ft"),
        ("integer, range: true", "1,000+", "", "marks thousands, write 1000+"),
        ("fraction", '"1,000"', "", "if the comma marks thousands, write 1000"),
        ("fraction", '"0,5"', "", "if the comma is a decimal point, write 0.5"),
        ("fraction", '"0,5"', "", "if the comma separates two numbers"),
        ("integer, list: true", '"1, 2"', "", "write a list: [1, 2]"),
        ("die-code, list: true", '"1D, 2D"', "", "write a list: [1D, 2D]"),
        ("boolean", '"true"', "true", "write true, without quotes"),
        ("boolean", "'yes'", "true", "write true"),
        ("boolean", "No", "false", "write false"),
        ("integer", "N/A", "", "remove the cell, and set `optional: true`"),
        ("integer", '""', "", "remove the cell, and set `optional: true`"),
        ("length", "2½ ft", "", "available units"),
        ("length", "½ ft", "1/2 ft", "write 1/2 ft"),
    ],
)
def test_a_cell_is_fixed_only_if_its_value_has_one_reading(
    tmp_path: Path, column: str, cell: str, after: str, says: str
) -> None:
    before, end = TABLE.replace("@", column, 1).split("@")
    (tmp_path / "pack.yaml").write_text(before + cell + end, encoding="utf-8")
    result = fixed([str(tmp_path)], ())
    assert list(result.after.values()) == [before + after + end] * bool(after)
    problem, *_ = compile_packs(str(tmp_path)).diagnostics
    assert any(says in way.text for way in problem.help)


@pytest.mark.parametrize(
    ("place", "code", "says"),
    [
        ("returns: integer, formula: '5 + 1,000'", "D6-F043", ["write 5 + 1000"]),
        (
            "returns: fraction, formula: '7,500 + 1'",
            "D6-F043",
            ["write 7500 + 1", "is a decimal point, write 7.500 + 1"],
        ),
        (
            "returns: integer, formula: 'max(1,000, 2)'",
            "D6-F043",
            [
                "write max(1000, 2)",
                "if the comma separates arguments, write max(1, 000, 2)",
            ],
        ),
        ("returns: length, formula: '1,5 ft'", "D6-F043", ["point, write 1.5 ft"]),
        ("returns: integer, formula: 1,000", "D6-Y017", ["thousands, write 1000"]),
        ("returns: integer, formula: 1_000", "D6-F043", ["write 1000"]),
        ("returns: integer, formula: no", "D6-F002", []),
    ],
)
def test_a_comma_in_a_number_has_two_readings(
    tmp_path: Path, place: str, code: str, says: list[str]
) -> None:
    text = f"{HEAD}\nformulas: {{a: {{name: A, {place}}}}}\n"
    (tmp_path / "pack.yaml").write_text(text, encoding="utf-8")
    problem, *_ = compile_packs(str(tmp_path)).diagnostics
    assert problem.code.id == code
    for words in says:
        assert any(words in way.text for way in problem.help), problem.help
    assert bool(fixed([str(tmp_path)], ()).after) == ("_" in place)


def test_a_comma_in_a_setting_has_two_readings(tmp_path: Path) -> None:
    text = PLACES["settings"].replace("times: @", "times: '1,000'")
    text = text.replace("limit: @, ", "").replace("duration: @", "duration: always")
    text = text.replace('"@ on checks", ', "")
    (tmp_path / "pack.yaml").write_text(text, encoding="utf-8")
    (problem,) = compile_packs(str(tmp_path)).diagnostics
    assert [*map(str, problem.help)] == ["if the comma marks thousands, write 1000"]
    assert not fixed([str(tmp_path)], ()).after


@pytest.mark.parametrize(
    ("left_out", "column"),
    [
        ("\u2014", "die-code"),
        ("N/A", "integer"),
        ("'?'", "length"),
        ("\u2014", "fraction"),
        ("n/a", "duration"),
    ],
)
def test_a_cell_that_says_nothing_can_be_left_out(
    tmp_path: Path, left_out: str, column: str
) -> None:
    text = TABLE.replace("@", f"{column}, optional: true", 1)
    (tmp_path / "pack.yaml").write_text(text.replace("@", left_out), encoding="utf-8")
    (problem,) = compile_packs(str(tmp_path)).diagnostics
    assert str(*problem.help) == "remove the cell"
    kinds = {"integer": "a whole number"}
    assert problem.message.endswith(kinds.get(column, f"of the type '{column}'"))
    (tmp_path / "pack.yaml").write_text(text.replace(", cell: @", ""), encoding="utf-8")
    assert not compile_packs(str(tmp_path)).diagnostics


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("4D2", "4D"),
        ("2d10", "2D"),
        ("1d4+1", "1D+1"),
        ("-5", "5"),
        ("by: -1D", "by: 1D"),
        ("5 or less", "5"),
        ("2½", "21/2"),
        ("[1, two]", "2"),
        ("16", "d6"),
        ("a long text", "a text"),
    ],
)
def test_what_loses_a_value(before: str, after: str) -> None:
    assert lost(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("3d6", "3D"),
        ('"5"', "5"),
        ("+2", "2"),
        ("5.0", "5"),
        ("five", "5"),
        ("\u22121D", "-1D"),
        ("1,000 ft", "1000 ft"),
        ("2½", "2.5"),
        ("1d8", "d8"),
        ("6..10", "6-10"),
    ],
)
def test_what_keeps_values(before: str, after: str) -> None:
    assert not lost(before, after)
