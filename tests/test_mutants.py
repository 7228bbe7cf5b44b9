"""Packs, damaged at random: the compiler refuses them or builds them, and never raises.

What it catches as a last resort (D6-R040) counts as raised. `--mutants 2000` tries many more.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = Path(__file__).parent / "fuzz" / "mutants.py"


@pytest.mark.skipif(os.name == "nt", reason="Windows makes no copies of processes")
def test_nothing_is_found_in_a_hundred(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """All but two of a hundred are of small packs, as the others take long."""
    count = request.config.getoption("--mutants")
    ran = subprocess.run(
        [sys.executable, COMMAND, str(count), "--found", tmp_path / "found"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert f"{count} mutants: " in ran.stdout
