"""How long a generated package takes to import, against `python -c pass`. A benchmark, not a test.

Run: python tests/bench/imports.py [RUNS] [FOLDER ...]

Every FOLDER holds a package `freed6_core`: two checkouts can be compared in one run. Without one,
it is generated/core/python. Processor time of whole processes, byte-code present, run by turns;
medians.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAMS = (
    "pass",
    "import typing",
    "import freed6_core",
    "import freed6_core.play",
    "from freed6_core.skills import BRAWLING",
    "import freed6_core; freed6_core.roll('5D')",
    "import freed6_core; freed6_core.odds('5D').at_least(10)",
    "from freed6_core import Character; Character()",
)


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    folders = sys.argv[2:] or [str(ROOT / "generated" / "core" / "python")]
    taken: dict[tuple[str, str], list[float]] = {
        (folder, program): [] for program in PROGRAMS for folder in folders
    }
    for turn in range(runs + 1):
        for (folder, program), seconds in taken.items():
            spent = processor_time(folder, program)
            if turn:  # the first one writes byte-code
                seconds.append(spent)
    for folder in folders:
        print(f"{folder}, {runs} runs")
        base = statistics.median(taken[folder, "pass"])
        for program in PROGRAMS:
            median = statistics.median(taken[folder, program])
            print(f"  {median / base:6.2f}  {median * 1000:6.1f} ms  {program}")


def processor_time(folder: str, program: str) -> float:
    """That of a process of its own, in seconds."""
    environment = {**os.environ, "PYTHONPATH": folder}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", program], check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
