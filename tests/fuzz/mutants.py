"""Damages packs, and asks the compiler for each: `python tests/fuzz/mutants.py 20000`.

Ctrl+C ends it; with `--state FILE` the same command goes on where it ended. What is found is made
small, and written to a folder with the name of the mutant, by which `--only` makes it again.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections import Counter
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

os.environ["FREED6C_CACHE"] = ""

from families import every, small
from mutations import mutant
from smaller import smaller
from watched import Verdict, Watch, warm_up

if TYPE_CHECKING:
    from collections.abc import Iterator

    from families import Family

EVERY: Final = 4
"""One of so many is a mutant of the games, or of house rules on core; the others are small."""


class Run:
    """A run of mutants: what is done, what was found, and the figures so far."""

    def __init__(self, state: Path | None, found: Path, every: int) -> None:
        self.state = state
        self.folder = found
        self.every = every
        self.next = 0
        self.done: set[int] = set()
        self.came_to: Counter[str] = Counter()
        self.found: dict[str, dict[str, Any]] = {}
        self.longest: tuple[float, str] = (0.0, "")
        self.largest: tuple[float, str] = (0.0, "")
        if state and state.exists():
            self._read(json.loads(state.read_text()))

    def _read(self, known: dict[str, Any]) -> None:
        self.next, self.found, self.every = (
            known["next"],
            known["found"],
            known["every"],
        )
        self.done.update(known["done"])
        self.came_to.update(known["came_to"])
        self.longest, self.largest = tuple(known["longest"]), tuple(known["largest"])

    def keep(self) -> None:
        """Write the state, whole or not at all."""
        if self.state is None:
            return
        known = {
            "next": self.next,
            "done": sorted(self.done),
            "every": self.every,
            "came_to": self.came_to,
            "longest": self.longest,
            "largest": self.largest,
            "found": self.found,
        }
        fresh = self.state.with_suffix(".new")
        fresh.write_text(json.dumps(known, indent=1))
        fresh.replace(self.state)

    def names(self, count: int) -> Iterator[str]:
        """The names of those that are to come."""
        for number in range(self.next, count):
            if number in self.done:
                continue
            size = "large" if number % self.every == self.every - 1 else "small"
            yield f"{size} {number}"

    def note(self, verdict: Verdict, watch: Watch) -> None:
        """Note a verdict, and write down what is found for the first time."""
        name = verdict.name
        self.done.add(int(name.rpartition(" ")[2]))
        while self.next in self.done:
            self.done.remove(self.next)
            self.next += 1
        self.came_to[verdict.came_to] += 1
        self.longest = max(self.longest, (verdict.seconds, name))
        self.largest = max(self.largest, (verdict.megabytes, name))
        for finding in verdict.findings:
            known = self.found.setdefault(finding.key, {"count": 0, "first": name})
            known["count"] += 1
            if known["count"] == 1:
                print(f"{name}: {finding.key}\n{finding.told[-1500:]}", flush=True)
                self._write(
                    smaller(mutant(name), finding.key, watch), finding.key, finding.told
                )

    def _write(self, family: Family, key: str, told: str) -> None:
        name = re.sub(r"[^a-z0-9]+", "-", f"{family.name} {key}".lower())[:80].strip(
            "-"
        )
        folder = self.folder / name
        family.write(folder)
        layers = "".join(f" --with {layer}" for layer in family.layers)
        command = f"cd {name} && freed6c build {family.target}{layers}"
        (folder / "found.txt").write_text(f"{key}\n{command}\n\n{told}")

    def summary(self) -> str:
        """All figures in a few lines."""
        done = sum(self.came_to.values())
        sorts = [f"{count} {what}" for what, count in self.came_to.most_common()]
        (seconds, slow), (megabytes, big) = self.longest, self.largest
        lines = [
            f"{done} mutants: {', '.join(sorts)}",
            f"longest step {seconds:.1f} s ({slow}), largest {megabytes:.0f} MiB ({big})",
            f"{len(self.found)} findings",
        ]
        for key, known in sorted(self.found.items()):
            lines.append(f"  {known['count']} x {key} (first: {known['first']})")
        return "\n".join(lines)


def main() -> int:
    """Run as many as are asked for, or one again. Gives 1 if anything was found."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("count", nargs="?", type=int, default=20_000)
    asked.add_argument("--state", type=Path, help="where to go on, and what was found")
    asked.add_argument(
        "--found", type=Path, default=Path("found"), help="folder of cases"
    )
    asked.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked.add_argument(
        "--every", type=int, default=EVERY, help="one of so many is large"
    )
    asked.add_argument(
        "--only", help="one mutant by its name, written to --found as it is"
    )
    words = asked.parse_args()
    run = Run(words.state, words.found.absolute(), words.every)
    state = words.state.absolute() if words.state else None
    run.state = state
    every()
    warm_up(iter([small()[0][0].copy()]))
    with Watch(words.jobs) as watch, Watch(1) as alone:
        if words.only:
            (verdict,) = alone.verdicts(iter([words.only]), mutant)
            run._write(
                mutant(words.only), "as it is", "\n".join(map(str, verdict.findings))
            )
            print(verdict)
            return int(bool(verdict.findings))
        try:
            go(run, words.count, watch, alone)
        except KeyboardInterrupt:
            print("stopped")
    run.keep()
    print(run.summary())
    return int(bool(run.found))


def go(run: Run, count: int, watch: Watch, alone: Watch) -> None:
    """Judge those that are to come, and tell how it goes from time to time."""
    told = monotonic()
    for verdict in watch.verdicts(run.names(count), mutant):
        run.note(verdict, alone)
        if monotonic() - told > 60:
            told = monotonic()
            run.keep()
            print(run.summary(), flush=True)


if __name__ == "__main__":
    sys.exit(main())
