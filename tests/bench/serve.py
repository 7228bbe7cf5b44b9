"""Times `freed6c serve` from saving a house rule on core to the new page, as a browser gets it.

Run: python tests/bench/serve.py [RUNS]. A benchmark, not a test. It prints medians of the clock
beside `python -c pass`, for each page and for an error. A waiting page is told, then loads again.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from serving import PATIENCE, served  # noqa: E402

HOUSE = """\
pack: house
extends: core
license: {{id: CC-BY-4.0, holder: Me}}
change: {{condition.damage.stunned: {{set: {{effects: [{{modify: checks, by: {by}}}]}}}}}}
"""
PAGES = {
    "a chapter": "conditions.html",
    "an entry": "track-damage.html",
    "a list": "list-skills.html",
    "the start": "index.html",
}


def main() -> None:
    """Print it all."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "pack.yaml")
        file.write_text(HOUSE.format(by=-1), encoding="utf-8")
        with served(folder, cwd=ROOT) as server:
            for name, page in (*PAGES.items(), ("an error", "index.html")):
                right = name != "an error"
                numbers = range(2, runs + 3) if right else ["[", "]"] * (runs // 2 + 1)
                times = [seconds(server.port, file, page, by) for by in numbers][1:]
                low, middle, high = min(times), statistics.median(times), max(times)
                print(f"{name}: {middle:.3f} s ({low:.3f} to {high:.3f})")
    passes = []
    for _ in range(runs):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        passes.append(time.perf_counter() - begun)
    print(f"python -c pass: {statistics.median(passes):.3f} s")


def seconds(port: int, file: Path, page: str, by: object) -> float:
    """From saving to the last byte of the page."""
    news = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    news.request("GET", "/-/news")
    events = news.getresponse()
    mark = events.readline()
    time.sleep(1.5)  # until all is quiet
    begun = time.perf_counter()
    file.write_text(HOUSE.format(by=f"-{by}"), encoding="utf-8")
    while (line := events.readline()) in {mark, b"\n"}:
        pass
    asked = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    asked.request("GET", f"/{page}")
    answer = asked.getresponse()
    assert answer.status == 200, page
    assert line.removeprefix(b"data: ").strip() in answer.read()
    took = time.perf_counter() - begun
    news.close()
    return took


if __name__ == "__main__":
    main()
