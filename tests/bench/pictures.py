"""Take the pictures of the documentation. Run: PYTHONPATH=tests python tests/bench/pictures.py

Follows docs/tutorial.md, and takes each picture from the preview. Look at every picture before you
commit it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from test_docs import DOCS, follow

if TYPE_CHECKING:
    from playwright.sync_api import Browser

STEP = re.compile(
    r"^```(yaml|sh)\n(.*?)^```$|^!\[[^]]*\]\(pictures/(\w+)\.png\)$",
    re.DOTALL | re.MULTILINE,
)
SHOTS = {
    "start": ("", 760, "header", ".opening p"),
    "rename": ("skill-brawling.html", 760, ".trail", "main > p:not([class])"),
    "wound": ("track-damage.html", 760, "thead", "tr:has-text('Hurt')"),
    "comma": ("", 800, "h1", "pre"),
    "rule": ("rule-late-arrivals.html", 760, "h1", ".ours"),
    "person": ("character-old-tom.html", 760, "h1", ".ours"),
    "hit": ("action-attack.html", 760, "h1", ".change"),
    "odds": ("changes.html", 760, "h1", "dl.facts > div:has-text('Wild')"),
    "phone": ("changes.html", 390, "header", "dl.facts > div:has-text('Wild')"),
}
"""The page of each picture, the width of the window, and the first and last element to show."""
MARGIN = 4


def take(browser: Browser, address: str, name: str) -> None:
    """Save a picture of a page of the preview."""
    path, width, first, last = SHOTS[name]
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.goto(address + path)
    if name == "wound":
        page.get_by_text("Both", exact=True).click()
    top, bottom = (page.locator(which).first.bounding_box() for which in (first, last))
    assert top
    assert bottom
    y = max(0, top["y"] - MARGIN)
    height = bottom["y"] + bottom["height"] + MARGIN - y
    file = DOCS / "pictures" / f"{name}.png"
    clip = {"x": 0.0, "y": y, "width": float(width), "height": height}
    page.screenshot(path=file, clip=clip, full_page=True)  # type: ignore[arg-type]
    print(f"{file.stat().st_size / 1000:5.1f} kB  {file.name}")


def main() -> None:
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        os.chdir(folder)
        browser = playwright.chromium.launch(
            executable_path=found, args=["--no-sandbox"]
        )
        for language, block, picture in STEP.findall(
            (DOCS / "tutorial.md").read_text("utf-8")
        ):
            if not picture:
                follow(language, block)
                continue
            serve = [sys.executable, "-um", "freed6c", "serve", "thursday", "--port=0"]
            server = subprocess.Popen(
                serve, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
            )
            try:
                assert server.stdout
                line = next(text for text in server.stdout if text.startswith("http"))
                take(browser, line.split()[0], picture)
            finally:
                server.kill()


if __name__ == "__main__":
    main()
