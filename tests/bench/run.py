"""Prints how long freed6c takes, as ratios to what is measured beside it, in the same run.

Run: python tests/bench/run.py [GROUP ...] [--runs N] [--yardsticks FOLDER] [--write], on Linux.
Benchmarks, not tests: trust ratios on a quiet machine.

Rows, and what exactly they measure, stand in `rows.py`. What we are measured against is installed
into an environment of its own, with the versions in `yardsticks.txt`; it is thrown away, unless
`--yardsticks` names a folder to keep it in. Ours is the freed6c that this Python imports.

The works of a group are done by turns, so that a noisy machine is noisy for all, and a ratio is
the median of those of each turn. Byte-code is there, whatever the environment says.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from rows import GROUPS, Group, Row, Work
from workshop import (
    HERE,
    Cost,
    MissingYardstickError,
    Side,
    Workshop,
    open_workshop,
    pins,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

RESULTS: Final = HERE / "RESULTS.md"
INTRODUCTION: Final = """\
`python tests/bench/run.py --write` wrote this. Seconds are medians, of the processor, with those of
all processes that a work starts. `processor` and `wall` are ratios of ours to what it is measured
against: medians of those of each turn; the first are as far apart as `spread` says. `wanted` is the
ratio by the processor that is aimed at, or the MiB.
"""
HEAD: Final = (
    "work", "s", "against", "s", "processor", "spread", "wall", "wanted",
)  # fmt: skip

Found: TypeAlias = dict[Work, "list[Cost] | str"]
"""By work: the cost of each turn, or why there is none."""


def main() -> None:
    """Measure and print."""
    options = read_options()
    rows: list[Sequence[str]] = []
    with tempfile.TemporaryDirectory() as folder:
        shop = open_workshop(Path(folder), options.yardsticks)
        known = list(conditions(options))
        for name in options.groups:
            group = GROUPS[name]
            found = measure(shop, group, turns(name, options))
            for row in group.rows:
                rows.append(cells(row, found))
                print(aligned(rows[-1]), flush=True)
    if options.write:
        RESULTS.write_text(document(known, rows, options.groups), encoding="utf-8")


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=", ".join(GROUPS))
    parser.add_argument("--runs", type=int, help="turns of each group, at most")
    parser.add_argument("--yardsticks", type=Path, help="where they are, or shall stay")
    parser.add_argument("--write", action="store_true", help="write RESULTS.md")
    options = parser.parse_args()
    if unknown := set(options.groups) - set(GROUPS):
        parser.error(f"no such group: {', '.join(sorted(unknown))}")
    options.groups = options.groups or list(GROUPS)
    return options


def turns(name: str, options: argparse.Namespace) -> int:
    """How often the works of a group are done."""
    return min(GROUPS[name].runs, options.runs or GROUPS[name].runs)


def measure(shop: Workshop, group: Group, runs: int) -> Found:
    """Do all works of a group by turns."""
    found: Found = {}
    for _, work in works(shop, group):
        found[work] = []
    for turn in range(-1 if group.warm else 0, runs):
        for side, work in works(shop, group):
            costs = found[work]
            if isinstance(costs, str):
                continue
            try:
                cost = work.measure(side, shop, *work.given)
            except MissingYardstickError as error:
                found[work] = f"not installed: {error}"
            except subprocess.CalledProcessError as error:
                said = (error.stderr or b"").decode(errors="replace").strip()
                found[work] = "".join(said.splitlines()[-1:]) or str(error)
            else:
                if turn >= 0:
                    costs.append(cost)
    return found


def works(shop: Workshop, group: Group) -> Iterator[tuple[Side, Work]]:
    """Each work of a group once, on the side that does it."""
    for work in dict.fromkeys(
        work for row in group.rows for work in (row.yardstick, row.ours) if work
    ):
        yield shop.yardsticks if work.foreign else shop.ours, work


def cells(row: Row, found: Found) -> Sequence[str]:
    """The line of the table."""
    ours = found[row.ours]
    if isinstance(ours, str):
        return (row.ours.name, ours, *[""] * 6)
    first = (row.ours.name, f"{statistics.median(each(ours, 'processor')):.3g}")
    if row.yardstick is None:
        peak = statistics.median(each(ours, "peak"))
        return (*first, "", "", f"{peak:.0f} MiB", "", "", verdict(peak, row.wanted))
    theirs = found[row.yardstick]
    if isinstance(theirs, str):
        return (*first, row.yardstick.name, theirs, *[""] * 4)
    reached = ratios(ours, theirs, "processor")
    return (
        *first,
        row.yardstick.name,
        f"{statistics.median(each(theirs, 'processor')):.3g}",
        told(statistics.median(reached)),
        f"{told(min(reached))} to {told(max(reached))}" if len(reached) > 1 else "",
        told(statistics.median(ratios(ours, theirs, "wall"))),
        verdict(statistics.median(reached), row.wanted),
    )


def each(costs: list[Cost], field: str) -> list[float]:
    return [getattr(cost, field) for cost in costs]


def ratios(ours: list[Cost], theirs: list[Cost], field: str) -> list[float]:
    """Those of each turn."""
    pairs = zip(each(ours, field), each(theirs, field), strict=True)
    return [a / b for a, b in pairs]


def told(number: float) -> str:
    """A ratio to read: 12, 1.2, 1/12."""
    inverse = number < 0.95
    more = 1 / number if inverse else number
    digits = f"{more:.0f}" if more > 9.95 else f"{more:.1f}"
    return f"1/{digits}" if inverse else digits


def verdict(number: float, wanted: Fraction | None) -> str:
    if wanted is None:
        return ""
    return f"{told(float(wanted))}{'' if number <= wanted else ', missed'}"


def aligned(row: Sequence[str]) -> str:
    widths = (36, 8, 24, 8, 9, 14, 8, 0)
    return " ".join(
        f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)
    ).rstrip()


def document(
    known: Sequence[tuple[str, str]],
    rows: Sequence[Sequence[str]],
    groups: Sequence[str],
) -> str:
    """RESULTS.md: conditions, the table, and what exactly is done."""
    lines = ["# How long freed6c takes", "", *INTRODUCTION.splitlines(), ""]
    lines += [f"- {name}: {value}" for name, value in known]
    lines.append("")
    table = (HEAD, ["---"] * len(HEAD), *rows)
    lines += [f"| {' | '.join(one)} |" for one in table]
    lines += ["", "## What is done", ""]
    names: dict[str, list[str]] = {}
    for name in groups:
        for row in GROUPS[name].rows:
            for work in filter(None, (row.ours, row.yardstick)):
                said = " ".join((work.measure.__doc__ or "").split())
                names.setdefault(said, []).append(work.name)
    for said, called in names.items():
        lines.append(f"- {', '.join(dict.fromkeys(called))}: {said}")
    return "\n".join(lines) + "\n"


def conditions(options: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """What has to be known about a run, at its beginning."""
    yield "date", f"{datetime.now(UTC):%Y-%m-%d}"
    yield "commit", commit(HERE)
    yield "processor", f"{processor()}, {os.cpu_count()} cores"
    yield "load at the start", f"{os.getloadavg()[0]:.1f}"
    yield "system", platform.platform(terse=True)
    yield "Python", platform.python_version()
    yield "yardsticks", ", ".join(pins())
    yield (
        "turns",
        ", ".join(f"{name} {turns(name, options)}" for name in options.groups),
    )


def commit(folder: Path) -> str:
    """The commit that is checked out around a folder."""
    said = ["git", "-C", str(folder), "describe", "--always", "--dirty"]
    ran = subprocess.run(said, check=False, capture_output=True, text=True)
    return ran.stdout.strip() or "unknown"


def processor() -> str:
    """As Linux has it; elsewhere what Python knows."""
    place = Path("/proc/cpuinfo")
    text = place.read_text() if place.exists() else ""
    names = [
        line.partition(":")[2] for line in text.splitlines() if "model name" in line
    ]
    return names[0].strip() if names else platform.processor()


if __name__ == "__main__":
    main()
