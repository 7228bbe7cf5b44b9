"""tests/cases/load/<case>/: a pack in `input`, and what loading it says, as text.

A case may have `layers` and a `site`: see case_packs.py.

A new test is a new folder; `pytest tests/test_cases_load.py --update-goldens` writes
its expectation, to be read before it is committed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from case_packs import enter
from freed6c.diagnostics.formats import RENDERERS
from freed6c.load import load
from freed6c.packs import resources

if TYPE_CHECKING:
    from collections.abc import Callable

CASES = Path(__file__).parent / "cases" / "load"


@pytest.mark.parametrize("case", sorted(each.name for each in CASES.iterdir()))
def test_what_an_author_reads(
    case: str,
    golden: Callable[[Path, str], None],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "pack.yaml").write_text("pack: core\n", encoding="utf-8")
    monkeypatch.setattr(resources, "rulesets", lambda: tmp_path)
    layers = enter(CASES / case, monkeypatch)
    packs, diagnostics = load("./input", layers)
    sources = {file.path: file.text for pack in packs for file in pack.files}
    golden(CASES / case / "expected.txt", RENDERERS["text"](diagnostics, sources))
