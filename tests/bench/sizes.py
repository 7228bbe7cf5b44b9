"""What four times as many of anything cost `freed6c check`. A benchmark, not a test.

Run: python tests/bench/sizes.py [KIND...]

Prints the seconds of processor time for 1,000, 4,000 and 16,000 of each kind of thing in
`tests/test_linear.py`, which counts how often lines run; here, what one line does counts too. Four
times as many should take four times as long, a little more for what is sorted. Beside it, how many
problems are told. Each measurement has a process of its own, which ends after four minutes.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from freed6c.cli.report import shown
from freed6c.pipeline import compile_packs
from test_linear import (
    GAMES,
    HOUSE_RULES,
    REFUSED,
    SUGGESTED,
    write_game,
    write_house,
    write_line,
)

COUNTS = (1_000, 4_000, 16_000)
LONGEST = 240
"""Seconds."""
SLOW = 6
"""A ratio that is worth a look."""


def main() -> None:
    """Print everything; or, in a process of its own, one measurement."""
    if len(sys.argv) == 4 and sys.argv[2].isdecimal():
        measure(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
        return
    wanted = sys.argv[1:]
    for kind in (
        *GAMES,
        *SUGGESTED,
        *HOUSE_RULES,
        *(f"refused: {kind}" for kind in REFUSED),
    ):
        if wanted and not any(word in kind for word in wanted):
            continue
        measured = [fresh(kind, count) for count in COUNTS]
        seconds = [float(each.split()[0]) for each in measured]
        ratios = [after / before for before, after in pairwise(seconds)]
        slow = "  <--" if max(ratios) > SLOW or max(seconds) >= LONGEST else ""
        times = "  ".join(f"{each:7.2f}" for each in seconds)
        told = "  ".join(f"{each:4.1f}" for each in ratios)
        problems = " / ".join(each.split()[1] for each in measured)
        print(f"{kind:36}{times}   {told}   {problems}{slow}", flush=True)


def fresh(kind: str, count: int) -> str:
    """Seconds and problems, measured in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            ran = subprocess.run(
                [sys.executable, __file__, kind, str(count), folder],
                check=True,
                capture_output=True,
                text=True,
                timeout=LONGEST,
            )
        except subprocess.TimeoutExpired:
            return f"{LONGEST} ?"
    return ran.stdout


def measure(kind: str, count: int, folder: Path) -> None:
    """Print the seconds of one check, with its messages, and how many there are."""
    begun = time.process_time()
    compile_packs(str(pack_of(kind, 2, folder / "few")))
    pack = pack_of(kind, count, folder / "many")
    begun = time.process_time()
    compiled = compile_packs(str(pack))
    shown(compiled, "text")
    print(time.process_time() - begun, len(compiled.diagnostics))


def pack_of(kind: str, count: int, folder: Path) -> Path:
    """A pack with so many of a kind."""
    if kind in GAMES or kind in SUGGESTED:
        return write_game(folder, kind, count)
    if kind in HOUSE_RULES:
        return write_house(folder, kind, count)
    return write_line(folder, kind.removeprefix("refused: "), count)


if __name__ == "__main__":
    main()
