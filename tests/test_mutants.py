"""Packs, damaged at random: the compiler refuses them or builds them, and never raises.

What it catches as a last resort (D6-R040) counts as raised. `python tests/fuzz/mutants.py` does the
same for many more, and can be stopped and continued; `tests/README.md` says how.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMAND = Path(__file__).parent / "fuzz" / "mutants.py"

pytestmark = pytest.mark.skipif(
    os.name == "nt", reason="Windows makes no copies of processes"
)


def run(folder: Path, words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, COMMAND, *words, "--found", folder / "found"],
        capture_output=True,
        text=True,
        check=False,
    )


def test_nothing_is_found_in_a_hundred(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """It goes on where it ended; all but two of the first hundred are small."""
    count = int(request.config.getoption("--mutants"))
    state = tmp_path / "state.json"
    for until in (count // 10, count):
        ran = run(tmp_path, [str(until), "--every", "50", "--state", str(state)])
        assert ran.returncode == 0, ran.stdout + ran.stderr
        assert json.loads(state.read_text())["next"] == until
    assert f"{count} mutants: " in ran.stdout
