"""How soon a playground answers in Chromium: the first check, the next ones, a page, as medians.

    python tests/bench/playground.py

It needs Chromium and `npm ci --prefix tests/site --ignore-scripts`. The first check is counted
from the address being opened, with everything fetched before (a warm cache); the next ones from the
last key, the pause after it included. The load of the machine stands beside: it counts in all.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from typing import TYPE_CHECKING

from click.testing import CliRunner
from playwright.sync_api import sync_playwright

from freed6c.cli import freed6c

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Page

PYODIDE = Path(__file__).parents[1] / "site" / "node_modules" / "pyodide"
RUNS = 7
WAIT = 120_000
RULE = """\
change:
  benchmark.difficulty:
    why: Harder at our table.
    adjust: {bands: +1}
"""


class Quiet(SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012 - as it stands there
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_words: object) -> None:
        """Say nothing."""


def first(page: Page, address: str) -> None:
    """Open the page, until it has checked what it begins with."""
    page.goto(address)
    page.wait_for_selector("[data-checked]", state="attached", timeout=WAIT)


def answered(page: Page, act: Callable[[], object], what: str = "checked") -> None:
    """Do something, until it is checked."""
    asked = int(page.get_attribute("main", "data-asked") or 0)
    act()
    selector = f'[data-{what}="{asked + 1}"]'
    page.wait_for_selector(selector, state="attached", timeout=WAIT)


def timed(act: Callable[[], object]) -> float:
    """Seconds that something takes."""
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def measured(context: BrowserContext, address: str) -> dict[str, list[float]]:
    """Each figure, as often as it was taken."""
    taken: dict[str, list[float]] = {}
    page = context.new_page()
    for run in range(RUNS + 2):
        page.goto("about:blank")
        seconds = timed(partial(first, page, address))
        name = "first check" if run > 1 else "first visits"
        taken.setdefault(name, []).append(seconds)
        # What was translated is kept when nothing else is to do.
        page.wait_for_selector("[data-tried]", state="attached", timeout=WAIT)
    text = page.locator("textarea")
    answered(page, partial(text.fill, RULE))
    page.wait_for_timeout(3_000)
    for _ in range(RUNS):
        page.wait_for_timeout(500)
        seconds = timed(partial(answered, page, partial(typed, page, "#")))
        taken.setdefault("next check, pause included", []).append(seconds)
    seconds = timed(partial(answered, page, partial(typed, page, "#"), "tried"))
    taken.setdefault("with all choices, once it is quiet", []).append(seconds)
    for _ in range(RUNS):
        page.get_by_role("tab", name="Changes").click()
        taken.setdefault("a page", []).append(timed(partial(followed, page)))
        page.locator(".back").click()
        answered(page, partial(typed, page, "#"))
    return taken


def followed(page: Page) -> None:
    """Follow the first link to an entry, until its page is there."""
    page.locator('#changes .all a[href*="."]').first.click()
    page.locator("#changes article").wait_for()


def typed(page: Page, key: str) -> None:
    """Type at the end of the text."""
    page.locator("textarea").press("Control+End")
    page.keyboard.type(key)


def main() -> None:
    """Make a playground for core, serve it, and print a line for each figure."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["playground", "--pyodide", str(PYODIDE), "--out", folder]
        made = CliRunner().invoke(freed6c, command)
        if made.exit_code:
            sys.exit(made.output)
        handler = partial(Quiet, directory=f"{folder}/core/playground")
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        Thread(target=server.serve_forever, daemon=True).start()
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        with sync_playwright() as playwright:
            flags = ["--no-sandbox", "--disable-gpu"]
            # A profile on the disk, as readers have one: it keeps translated programs, too.
            context = playwright.chromium.launch_persistent_context(
                f"{folder}/profile", executable_path=chromium, args=flags
            )
            taken = measured(context, f"http://127.0.0.1:{server.server_port}/")
            context.close()
        server.shutdown()
    for what, seconds in taken.items():
        least, most = min(seconds), max(seconds)
        print(f"{what}: {median(seconds):.2f} s ({least:.2f}-{most:.2f})")
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
