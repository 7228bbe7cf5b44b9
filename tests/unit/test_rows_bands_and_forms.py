"""Rows of `each`, numbers of bands, and forms of terms, in small packs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from small_packs import FRAME, ruleset

from freed6c.diagnostics.codes.checks import NO_NUMBER
from freed6c.diagnostics.codes.words import FORM_WANTED
from freed6c.pipeline import compile_packs

if TYPE_CHECKING:
    from pathlib import Path

    from freed6c.diagnostics.diagnostic import Code


def messages(folder: Path, text: str, code: Code) -> list[str]:
    (folder / "pack.yaml").write_text(text, encoding="utf-8")
    found = compile_packs(str(folder)).diagnostics
    return [problem.message for problem in found if problem.code is code]


@pytest.mark.parametrize(
    ("each", "values"),
    [
        ("1 to 3", [1, 2, 3]),
        ("1 to 2.5", [1, 2]),
        ("-1 to 0.5", [-1, 0]),
        ("3 to 3", [3]),
        ("1D+2 to 2D+1", ["1D+2", "2D", "2D+1"]),
    ],
)
def test_a_range_makes_a_row_for_each_value_within_it(
    each: str, values: list[object]
) -> None:
    kind = "die-code" if "D" in each else "integer"
    table = f"""
tables:
  oils:
    name: Oils
    each: {{oil: {each}}}
    columns: {{oil: {{name: Oil, type: {kind}}}}}
"""
    rows = ruleset(table).entries["table.oils"].rows  # type: ignore[attr-defined]
    assert [str(row.cells["oil"]) for row in rows] == [str(value) for value in values]


RULES = """
benchmarks:
  dark: {name: Dark, counts-as: END, bands: {dim: {name: Dim, range: RANGE}}}
abilities:
  eye: {name: Eye}
dice:
  check:
    {name: Check, die: d6, pips-carry: codes, success: at-least, steps: {roll: {name: R, do: roll}}}
actions:
  look: {name: Look, type: deed, check: {with: eye, against: {difficulty: dark.dim}}}
"""


@pytest.mark.parametrize(
    ("end", "range_", "has_number"),
    [
        ("bottom", "-9 to -1", True),
        ("bottom", "0-5", True),
        ("bottom", "6+", True),
        ("top", "-9 to 0", True),
        ("top", "1-5", True),
        ("top", "6+", False),
    ],
)
def test_a_check_can_be_against_any_band_that_has_a_number(
    tmp_path: Path, end: str, range_: str, *, has_number: bool
) -> None:
    rules = RULES.replace("END", end).replace("RANGE", range_)
    found = messages(tmp_path, f"{FRAME}{rules}", NO_NUMBER)
    assert (not found) is has_number


@pytest.mark.parametrize(
    ("wording", "missing"),
    [
        ("", ["a"]),  # for the default phrase, '[an ally]'
        ("who.ally: ein Freund", []),
        ("who.ally: '[the ally]'", ["the"]),
    ],
)
def test_a_pack_writes_the_forms_of_a_term_that_its_own_phrases_use(
    tmp_path: Path, wording: str, missing: list[str]
) -> None:
    pack = "pack: ferries\ntitle: Ferries\nlanguage: de\n"
    text = f"{pack}wording:\n  ally: Freund\n  {wording}\n"
    found = messages(tmp_path, text, FORM_WANTED)
    assert [message.partition(" in ")[0] for message in found] == [
        f"missing form '{form}' of 'ally'" for form in missing
    ]
