"""The number that a band of difficulty sets for a check."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from small_packs import FRAME

from freed6c.diagnostics.codes.checks import NO_NUMBER
from freed6c.pipeline import compile_packs

if TYPE_CHECKING:
    from pathlib import Path


RULES = """
benchmarks:
  dark: {name: Dark, counts-as: END, bands: {dim: {name: Dim, range: RANGE}}}
abilities:
  eye: {name: Eye}
dice:
  check:
    name: Check
    die: d6
    pips-carry: codes
    success: at-least
    steps: {roll: {name: Roll, do: roll}}
actions:
  look:
    name: Look
    type: deed
    check: {with: eye, against: {difficulty: dark.dim}}
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
    (tmp_path / "pack.yaml").write_text(f"{FRAME}{rules}", encoding="utf-8")
    codes = [problem.code for problem in compile_packs(str(tmp_path)).diagnostics]
    assert (NO_NUMBER not in codes) is has_number
