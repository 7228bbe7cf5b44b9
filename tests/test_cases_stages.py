"""tests/cases/<stage>/<case>/: packs in `input`, and what compiling them says, as text.

Cases of `publish` tell what is said where something is built, but not by `check`. Those of
`choices` tell what `check` says of choices that are not in use.
A case may have `layers` and a `site`: see case_packs.py.

A new test is a new folder; `pytest tests/test_cases_stages.py --update-goldens` writes its
expectation, to be read before it is committed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from case_packs import enter
from freed6c.diagnostics.formats import RENDERERS
from freed6c.pipeline import compile_packs, with_other_choices, with_publishing_checks

if TYPE_CHECKING:
    from collections.abc import Callable


CASES = Path(__file__).parent / "cases"
STAGES = ("validate", "overlay", "link", "check", "choices", "publish")
NAMES = [
    f"{stage}/{case.name}"
    for stage in STAGES
    for case in sorted((CASES / stage).iterdir())
]


@pytest.mark.parametrize("case", NAMES)
def test_what_an_author_reads(
    case: str, golden: Callable[[Path, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    layers = enter(CASES / case, monkeypatch)
    compiled = compile_packs("./input", layers)
    if case.startswith("choices/"):
        compiled = with_other_choices(compiled)
    if case.startswith("publish/"):
        assert not compiled.diagnostics
        compiled = with_publishing_checks(compiled)
    said = RENDERERS["text"](compiled.diagnostics, compiled.sources)
    golden(CASES / case / "expected.txt", said)
