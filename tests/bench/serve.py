"""Times how long `freed6c serve` takes to build core again after a change. Prints the median.

Run: python tests/bench/serve.py [RUNS]. A benchmark, not a test.

The pack is copied, and a line is added to one of its files before every build. The first build,
which finds the odds for the first time, is told apart.
"""

from __future__ import annotations

import gc
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from freed6c.cli.serve import SiteBuilder

CORE = Path(__file__).parents[2] / "rulesets" / "core"


def main() -> None:
    """Print it all."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 11
    with tempfile.TemporaryDirectory() as folder:
        pack = Path(shutil.copytree(CORE, Path(folder) / "core"))
        first, *others = times(pack, runs + 1)
    print(f"first {first:.3f} s")
    low, middle, high = min(others), statistics.median(others), max(others)
    print(f"again {middle:.3f} s ({low:.3f} to {high:.3f}, {runs} times)")


def times(pack: Path, runs: int) -> list[float]:
    """Seconds on the clock for each build, as the command builds."""
    gc.disable()
    press = SiteBuilder(str(pack), ())
    found = []
    for number in range(runs):
        with (pack / "terms.yaml").open("a", encoding="utf-8") as file:
            file.write(f"# change {number}\n")
        begun = time.perf_counter()
        edition, _ = press.edition()
        found.append(time.perf_counter() - begun)
        assert not edition.problem
        gc.collect()
    return found


if __name__ == "__main__":
    main()
