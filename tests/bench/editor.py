"""Prints how long it takes from a keystroke to what is said of it, in `freed6c lsp`.

Run: python tests/bench/editor.py. A benchmark, not a test. Each keystroke adds a letter to a text,
in the core rules and in a house rule layered on them; medians of the clock, in milliseconds, with
the moment that the server waits for the next keystroke.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from editor_client import Client  # noqa: E402

STROKES = 15
HOUSE = """\
pack: house
extends: core
terms:
  scratch:
    name: Scratch
    text: Hardly a wound.
change:
  band.difficulty.easy: {set: {range: 6-9}}
  band.difficulty.moderate: {set: {range: 10-15}}
"""


def main() -> None:
    """Type, and print."""
    with tempfile.TemporaryDirectory() as folder:
        core = Path(folder, "core")
        shutil.copytree(ROOT / "rulesets/core", core)
        house = Path(folder, "house")
        house.mkdir()
        (house / "pack.yaml").write_text(HOUSE, encoding="utf-8")
        measure("a house rule on core", house, "pack.yaml", HOUSE, "Hardly")
        text = (core / "terms.yaml").read_text(encoding="utf-8")
        measure("core itself", core, "terms.yaml", text, "The player who")


def measure(name: str, folder: Path, file: str, text: str, before: str) -> None:
    """Type letters behind the first `before` of a text, each wrong somewhere else."""
    client = Client(folder)
    client.type(file, text)
    times = []
    for number in range(STROKES):
        typed = text.replace(before, f"{before}{'a' * number} [[nobody-{number}]] ", 1)
        began = time.perf_counter()
        client.type(file, typed)
        while not any(f"nobody-{number}" in said for said in client.problems(file)):
            pass
        times.append(time.perf_counter() - began)
    client.end()
    middle = 1000 * statistics.median(times)
    print(
        f"{name}: {middle:.0f} ms ({1000 * min(times):.0f} to {1000 * max(times):.0f})"
    )


if __name__ == "__main__":
    main()
