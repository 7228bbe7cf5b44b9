"""Times commands on core as processes of their own; prints medians. A benchmark, not a test.

Run: python tests/bench/build.py [RUNS] [PYTHON]

PYTHON is that of an environment with another version of freed6c. Both are run in turn, and the last
column is the median of the ratios of each pair: this version to that one.
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
    pythons = [sys.executable, *sys.argv[2:3]]
    seconds: dict[tuple[str, str], list[float]] = {
        (name, python): [] for name in COMMANDS for python in pythons
    }
    with tempfile.TemporaryDirectory() as folder:
        for number in range(-1, runs):
            for name, command in COMMANDS.items():
                for which, python in enumerate(pythons):
                    kept = Path(folder) / f"kept-{which}"
                    fresh = Path(folder) / f"{number}-{which}"
                    if number < 0:
                        measure(python, command, kept, kept)  # leaves byte-code
                    else:
                        took = measure(python, command, fresh, kept)
                        seconds[name, python].append(took)
    unit = statistics.median(seconds["python -c pass", pythons[0]])
    for name in COMMANDS:
        found = seconds[name, pythons[0]]
        median = statistics.median(found)
        line = (
            f"{name:38} {median:6.3f} s ({min(found):.3f} to {max(found):.3f}),"
            f" x{median / unit:.1f}"
        )
        if len(pythons) > 1:
            pairs = zip(found, seconds[name, pythons[1]], strict=True)
            ratio = statistics.median(ours / theirs for ours, theirs in pairs)
            line += f", {ratio:.2f} of the other"
        print(line)


def measure(python: str, command: list[str], fresh: Path, kept: Path) -> float:
    """The wall time of one process, in seconds."""
    words = [word.format(fresh=fresh, kept=kept) for word in command]
    begun = time.perf_counter()
    subprocess.run([python, *words], check=True, capture_output=True)
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
