"""Damage packs, and compile each: `python tests/fuzz/mutants.py 20000`, or with `--from 17000`.

Ctrl+C ends the run. Each kind of finding is written once, as packs with the command that shows it.
`--only "small 17"` judges one mutant again.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Final

os.environ["FREED6C_CACHE"] = ""

from families import every, small
from mutations import mutant
from watched import Verdict, Watch, warm_up

EVERY: Final = 50
"""One of so many is a mutant of a game, or of a house rule on core; the others are small."""


class Report:
    """The figures of a run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.results: Counter[str] = Counter()
        self.findings: Counter[str] = Counter()
        self.longest = self.largest = (0.0, "")

    def note(self, verdict: Verdict) -> None:
        """Count a verdict, and write each finding that is new."""
        self.results[verdict.came_to] += 1
        self.longest = max(self.longest, (verdict.seconds, verdict.name))
        self.largest = max(self.largest, (verdict.megabytes, verdict.name))
        for finding in verdict.findings:
            self.findings[finding.key] += 1
            if self.findings[finding.key] == 1:
                print(f"{verdict.name}: {finding.key}\n{finding.told[-1500:]}")
                family = mutant(verdict.name)
                folder = self.folder / verdict.name.replace(" ", "-")
                family.write(folder)
                layers = "".join(f" --with {layer}" for layer in family.layers)
                command = f"freed6c build {family.target}{layers}"
                told = f"{finding.key}\n{command}\n\n{finding.told}"
                (folder / "found.txt").write_text(told)

    def __str__(self) -> str:
        results = [f"{count} {what}" for what, count in self.results.most_common()]
        (seconds, slow), (megabytes, big) = self.longest, self.largest
        return "\n".join(
            (
                f"{self.results.total()} mutants: {', '.join(results)}",
                f"longest step {seconds:.1f} s ({slow}), largest {megabytes:.0f} MiB ({big})",
                f"{len(self.findings)} findings",
                *(f"  {count} x {key}" for key, count in self.findings.items()),
            )
        )


def main() -> int:
    """Run as many as are asked for, or one again. Return 1 if anything was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", nargs="?", type=int, default=20_000)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--found", type=Path, default=Path("found"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--every", type=int, default=EVERY)
    parser.add_argument("--only", help="one mutant by its name")
    options = parser.parse_args()
    report = Report(options.found.absolute())
    names = [options.only] if options.only else [
        f"{'small' if (number + 1) % options.every else 'large'} {number}"
        for number in range(options.first, options.count)
    ]  # fmt: skip
    every()
    warm_up(iter([small()[0][0].copy()]))
    with Watch(options.jobs) as watch:
        try:
            for verdict in watch.verdicts(iter(names), mutant):
                report.note(verdict)
        except KeyboardInterrupt:
            print("stopped")
    print(report)
    return int(bool(report.findings))


if __name__ == "__main__":
    sys.exit(main())
