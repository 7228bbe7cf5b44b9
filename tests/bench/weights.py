"""Weighs the pages of core beside those of an earlier build: bytes, as they are and gzipped.

Run: python tests/bench/weights.py EARLIER, a folder that `freed6c build core --target html --out
EARLIER` wrote (and, for the page of changes, with `--with maneuvering`, too). A benchmark, not a
test. One page stands for its kind. Chromium opens each and says what it asks for before anybody
touches it: styles, scripts, data. "Search" is the start page once its search box is entered.
"""

from __future__ import annotations

import gzip
import shutil
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from click.testing import CliRunner
from playwright.sync_api import Page, sync_playwright

from freed6c.cli import freed6c

BOOK, LAYERED = "core/html", "core-maneuvering/html"
PAGES = {
    "start": f"{BOOK}/index.html",
    "search": f"{BOOK}/index.html",
    "chapter": f"{BOOK}/melee.html",
    "action": f"{BOOK}/action-attack.html",
    "skill": f"{BOOK}/skill-brawling.html",
    "rule": f"{BOOK}/rule-scale.html",
    "term": f"{BOOK}/term-pool.html",
    "track": f"{BOOK}/track-damage.html",
    "menu": f"{BOOK}/menu-condition-effects.html",
    "table": f"{BOOK}/table-actions.html",
    "dice": f"{BOOK}/dice-check.html",
    "character": f"{BOOK}/character-mara.html",
    "list": f"{BOOK}/list-actions.html",
    "every table": f"{BOOK}/every-table.html",
    "quick reference": f"{BOOK}/reference.html",
    "chances": f"{BOOK}/chances.html",
    "cards": f"{BOOK}/cards.html",
    "notes": f"{BOOK}/notes.html",
    "a to z": f"{BOOK}/a-z.html",
    "roller": f"{BOOK}/roll.html",
    "sheet": f"{BOOK}/sheet.html",
    "table mode": f"{BOOK}/table.html",
    "changes": f"{LAYERED}/changes.html",
    "action, changed": f"{LAYERED}/action-attack.html",
}
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
SETTLED = 300
"""Milliseconds without a request until a page is taken to have all it wants."""


@dataclass(frozen=True, slots=True)
class Weight:
    """Bytes, as they are and gzipped, each file for itself."""

    raw: int = 0
    packed: int = 0

    def __add__(self, other: Weight) -> Weight:
        return Weight(self.raw + other.raw, self.packed + other.packed)


def main() -> None:
    """Build, open every page of both builds, print what they weigh."""
    earlier = Path(sys.argv[1]).resolve()
    executable = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        later = Path(folder)
        for packs in (["core"], ["core", "--with", "maneuvering"]):
            build = ["build", *packs, "--target", "html", "--out", folder]
            assert CliRunner().invoke(freed6c, build).exit_code == 0
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        print(f"{'':17}{'HTML':>32}{'with all it loads at first':>37}")
        print(f"{'':17}{'raw':>15}{'gzip':>17}{'raw':>20}{'gzip':>17}")
        for kind, path in PAGES.items():
            before, after = (
                weigh(browser.new_page(), site, path, kind) for site in (earlier, later)
            )
            print_row(kind, before, after)
        browser.close()
        print_html(earlier / BOOK, later / BOOK)


def weigh(page: Page, site: Path, path: str, kind: str) -> tuple[Weight, Weight] | None:
    """What the HTML of a page weighs and what all does that it loads; None where it is not."""
    if not (site / path).is_file():
        return None
    asked: dict[str, None] = {}
    page.on("request", lambda request: asked.setdefault(request.url))
    page.goto((site / path).as_uri())
    if kind == "search":
        page.locator("#search input").focus()
    seen = -1
    while len(asked) > seen:
        seen = len(asked)
        page.wait_for_timeout(SETTLED)
    page.close()
    files = [Path(unquote(urlsplit(url).path)) for url in asked if url[:5] == "file:"]
    html, *others = (file.read_bytes() for file in files)
    return weight(html), sum(map(weight, others), weight(html))


def weight(content: bytes) -> Weight:
    return Weight(len(content), len(gzip.compress(content, 6)))


def print_row(
    kind: str,
    before: tuple[Weight, Weight] | None,
    after: tuple[Weight, Weight] | None,
) -> None:
    cells = []
    for part in (0, 1):
        for measure in ("raw", "packed"):
            old = getattr(before[part], measure) if before else None
            new = getattr(after[part], measure) if after else None
            ratio = f"{new / old:.2f}" if old and new else ""
            cells.append(f"{old or '':>6} {new or '':>6} {ratio:4}")
    print(f"{kind:16}", " ".join(cells))


def print_html(before: Path, after: Path) -> None:
    """How the HTML of all pages that both have compares, whatever kind they are."""
    names = {file.name for file in before.glob("*.html")}
    ratios = {
        file.name: len(gzip.compress(file.read_bytes()))
        / len(gzip.compress((before / file.name).read_bytes()))
        for file in after.glob("*.html")
        if file.name in names
    }
    middle = statistics.median(ratios.values())
    most = sorted(ratios.items(), key=lambda item: -item[1])[:10]
    print(
        f"HTML of {len(ratios)} pages of both, gzip: ratio {middle:.2f} at the median"
    )
    print("most:", ", ".join(f"{name} {ratio:.2f}" for name, ratio in most))


if __name__ == "__main__":
    main()
