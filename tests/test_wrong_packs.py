"""The first message for each wrong pack: its cause, its place, a way out that does what is meant.

All of them: pytest -m slow tests/test_wrong_packs.py. Every eighth is tried in each run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from keeps_values import lost_by
from pasting import errors_of_pasting
from wrong_packs import (
    WrongPack,
    causes,
    checked,
    first_problem,
    is_mended,
    place,
    words,
    wrong_packs,
)

if TYPE_CHECKING:
    from pathlib import Path

ALL = tuple(wrong_packs())
OFTEN = 8


@pytest.mark.parametrize(
    "pack",
    [
        pytest.param(
            pack, id=pack.name, marks=[pytest.mark.slow] * (number % OFTEN > 0)
        )
        for number, pack in enumerate(ALL)
    ],
)
def test_the_first_message_helps(
    pack: WrongPack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = pack.write(tmp_path / "wrong")
    monkeypatch.chdir(home.parent)
    before = checked(home)
    for problem in before.diagnostics:
        for way in problem.help:
            found = lost_by(problem, way, before.sources)
            assert not found, f"{problem.message}: {way}"
    first = first_problem(before)
    assert not list(errors_of_pasting(before, lambda: checked(home)))
    assert first is not None, pack.mistake
    assert causes(words(first), pack), words(first)
    at = place(first, home.name)
    assert at == pack.place or at.startswith(f"{pack.place}:"), words(first)
    if pack.way_out == "edit":
        assert is_mended(pack, home, tmp_path / "right"), words(first)
    else:
        pack.mend(home)
        assert not checked(home).failed


def test_there_are_enough_of_each_sort() -> None:
    assert len({pack.name for pack in ALL}) == len(ALL) >= 200
    assert len(list(wrong_packs("guide"))) >= 66
