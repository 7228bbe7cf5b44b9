"""Problems of choices that a base offers and that are not in use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from freed6c.pipeline import compile_packs, with_other_choices
from made_packs import write_pack

if TYPE_CHECKING:
    from pathlib import Path

    from freed6c.packs.data import Data


RANGES = {"dim": "1-5", "dusk": "6-9", "black": "10+"}
BANDS: Data = {key: {"name": key, "range": text} for key, text in RANGES.items()}
CHANGE: dict[str, Data] = {"benchmark.dark": {"set": {"bands.dusk.range": "6-8"}}}
"""Leaves a gap: no band covers 9."""
CHOICES: Data = {"calm": {"name": "C"}, "dark": {"name": "D", "change": CHANGE}}
BASE: dict[str, Data] = {
    "title": "Lanterns",
    "version": "1.0.0",
    "die-codes": {"pips-per-die": 3, "smallest": "1D"},
    "benchmarks": {"dark": {"name": "Dark", "bands": BANDS}},
    "options": {"night": {"name": "Night", "default": "calm", "choices": CHOICES}},
}


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({"name": "Gloom"}, []),
        ({"bands.dim.name": "Dusky"}, []),
        ({"bands.black.range": "10-20"}, ["bands-gap"]),
    ],
)
def test_a_pack_answers_only_for_problems_that_its_own_changes_take_part_in(
    tmp_path: Path, changes: dict[str, Data], codes: list[str]
) -> None:
    write_pack(tmp_path, "lanterns", {}, **BASE)
    change: dict[str, Data] = {"benchmark.dark": {"set": changes}}
    house = write_pack(tmp_path, "house", {}, extends="lanterns", change=change)
    compiled = with_other_choices(compile_packs(str(house)))
    assert [problem.code.name for problem in compiled.diagnostics] == codes
