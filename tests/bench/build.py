"""Times whole builds of core as processes of their own; prints medians. A benchmark, not a test.

Run: python tests/bench/build.py [RUNS]
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "freed6c --help": ["-m", "freed6c", "--help"],
    "freed6c check core": ["-m", "freed6c", "check", "core"],
    "freed6c build core, cold": ["-m", "freed6c", "build", "core", "--out", "{fresh}"],
    "freed6c build core, nothing changed": [
        "-m", "freed6c", "build", "core", "--out", "{kept}",
    ],
}  # fmt: skip


def main() -> None:
    """Run the commands in turn, so that a noisy machine is noisy for all of them."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    seconds: dict[str, list[float]] = {name: [] for name in COMMANDS}
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "kept"
        measure(COMMANDS["freed6c build core, cold"], kept)
        for number in range(runs):
            for name, command in COMMANDS.items():
                place = kept if "{kept}" in command else Path(folder) / f"{number}"
                seconds[name].append(measure(command, place))
    unit = statistics.median(seconds["python -c pass"])
    for name, found in seconds.items():
        median = statistics.median(found)
        low, high = min(found), max(found)
        print(
            f"{name:38} {median:6.3f} s ({low:.3f} to {high:.3f}), x{median / unit:.1f}"
        )


def measure(command: list[str], place: Path) -> float:
    """The wall time of one process, in seconds."""
    words = [word.format(fresh=place, kept=place) for word in command]
    begun = time.perf_counter()
    subprocess.run([sys.executable, *words], check=True, capture_output=True)
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
