"""Times core with ten overlays of ten changes each against core alone, from loading to linking.

Run: python tests/bench/overlays.py [RUNS]. A benchmark, not a test: prints medians and their ratio.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from freed6c.diagnostics.diagnostic import has_errors
from freed6c.link import link
from freed6c.load import load
from freed6c.overlay import overlay
from freed6c.validate import validate
from freed6c.validate.files import validate_touched

PACKS = 10
CHANGES = 10
STAGES = ("load", "validate", "overlay", "validate again", "link")


def main() -> None:
    """Compile both in turn, so that a noisy machine is noisy for both."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    with tempfile.TemporaryDirectory() as folder:
        layers = write_layers(Path(folder))
        alone: list[list[float]] = []
        layered: list[list[float]] = []
        for _ in range(runs + 1):
            alone.append(measure([]))
            layered.append(measure(layers))
    first, second = medians(alone[1:]), medians(layered[1:])
    for stage, one, other in zip((*STAGES, "all"), first, second, strict=True):
        print(f"{stage:15} {one * 1000:7.1f} ms {other * 1000:7.1f} ms")
    print(f"with {PACKS} overlays of {CHANGES} changes: x{second[-1] / first[-1]:.2f}")


def write_layers(folder: Path) -> list[str]:
    """Packs that change texts all over core, no two of them the same one."""
    packs, _ = load("core")
    merged, _ = overlay(packs)
    ids = [
        (f"{kind}.{key}", entry["text"])
        for section, kind in {"notes": "note", "examples": "example", "terms": "term"}.items()
        if isinstance(entries := merged.tree[section], dict)
        for key, entry in entries.items()
        if isinstance(entry, dict) and "text" in entry
    ]  # fmt: skip
    chosen = ids[:: max(1, len(ids) // (PACKS * CHANGES))]
    assert len(chosen) >= PACKS * CHANGES
    for number in range(PACKS):
        some = chosen[number::PACKS][:CHANGES]
        rules = {
            "pack": f"layer-{number}",
            "extends": "core",
            "change": {
                id_: {"set": {"text": f"{text} And so on."}} for id_, text in some
            },
        }
        place = folder / f"layer-{number}"
        place.mkdir()
        (place / "pack.yaml").write_text(json.dumps(rules), encoding="utf-8")
    return [str(folder / f"layer-{number}") for number in range(PACKS)]


def measure(layers: list[str]) -> list[float]:
    """The seconds of each stage, and of all."""
    times = [time.perf_counter()]
    packs, problems = load("core", layers)
    times.append(time.perf_counter())
    problems += validate(packs)
    times.append(time.perf_counter())
    merged, found = overlay(packs)
    times.append(time.perf_counter())
    again = list(validate_touched(merged))
    times.append(time.perf_counter())
    _, linked = link(merged)
    times.append(time.perf_counter())
    assert not has_errors([*problems, *found, *again, *linked])
    stages = [after - before for before, after in pairwise(times)]
    return [*stages, times[-1] - times[0]]


def medians(runs: list[list[float]]) -> list[float]:
    """The median of each column."""
    return [statistics.median(column) for column in zip(*runs, strict=True)]


if __name__ == "__main__":
    main()
