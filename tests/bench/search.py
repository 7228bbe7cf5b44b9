"""Times each key in the search box of core, in Chromium with a processor four times as slow.

Run: python tests/bench/search.py [SLOWER]. A benchmark, not a test: milliseconds from the key to
results that are laid out, for each query as it grows.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from click.testing import CliRunner
from playwright.sync_api import sync_playwright

from freed6c.cli import freed6c

QUERIES = (
    "dodge",
    "damage",
    "wild die",
    "brwaling",
    "succes rank",
    "the condition",
    "zzzz",
)
RUNS = 5
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]

LOAD = """async () => {
  const input = document.querySelector("#search input"), start = performance.now();
  input.focus();
  input.value = "a";
  while (document.getElementById("found").hidden) await new Promise(requestAnimationFrame);
  return performance.now() - start;
}"""
KEY = """(text) => {
  const input = document.querySelector("#search input"), start = performance.now();
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  document.getElementById("found").offsetHeight;
  return performance.now() - start;
}"""


def main() -> None:
    """Build core, open its start page, type."""
    slower = float(sys.argv[1]) if len(sys.argv) > 1 else 4
    executable = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        build = ["build", "core", "--target", "html", "--out", folder]
        assert CliRunner().invoke(freed6c, build).exit_code == 0
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        page = browser.new_page()
        page.goto((Path(folder) / "core/html/index.html").as_uri())
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        print(f"load and first results {page.evaluate(LOAD):6.1f} ms")
        every: list[float] = []
        for query in QUERIES:
            keys = [query[: end + 1] for end in range(len(query))]
            times = [
                statistics.median(page.evaluate(KEY, key) for _ in range(RUNS))
                for key in keys
            ]
            every += times
            said = " ".join(f"{time:.1f}" for time in times)
            print(f"{query:15} {said}")
        print(f"median {statistics.median(every):.1f} ms, most {max(every):.1f} ms")
        browser.close()


if __name__ == "__main__":
    main()
