"""Packs, damaged at random: the compiler refuses them or builds them, and never raises.

What it catches as a last resort (D6-R040) counts as raised. `python tests/fuzz/mutants.py` does the
same for many more, and can be stopped and continued; `tests/README.md` says how.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
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
    """All but two of a hundred are of small packs, as the others take long."""
    count = request.config.getoption("--mutants")
    ran = run(tmp_path, [str(count), "--every", "50"])
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert f"{count} mutants: " in ran.stdout


@pytest.mark.slow
def test_a_run_goes_on_where_it_ended(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    for until in (3, 8):
        ran = run(tmp_path, [str(until), "--every", "50", "--state", str(state)])
        assert json.loads(state.read_text())["next"] == until
        assert f"{until} mutants: " in ran.stdout


@pytest.mark.slow
def test_a_run_that_is_stopped_goes_on(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    words = ["2000", "--every", "50", "--state", str(state)]
    with subprocess.Popen([sys.executable, COMMAND, *words], cwd=tmp_path) as process:
        time.sleep(10)
        process.send_signal(signal.SIGINT)
    known = json.loads(state.read_text())
    done = known["next"] + len(known["done"])
    assert 0 < done == sum(known["came_to"].values()) < 2000
    assert (
        run(tmp_path, ["--state", str(state), str(known["next"] + 5)]).returncode == 0
    )
