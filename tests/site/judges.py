"""What judges pages: axe-core inside of a page, the Nu HTML checker over whole folders."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from machine import missing

if TYPE_CHECKING:
    from playwright.sync_api import Page

MODULES: Final = Path(__file__).parent / "node_modules"
BRING: Final = "npm ci --prefix tests/site --ignore-scripts"
RULES: Final = (
    "wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice",
)  # fmt: skip

UNJUDGED: Final = ("Content Security Policy", "“container-type”", "“@container”")
"""The checker takes no file for 'self', knows no hash of a style and, in styles, no containers,
which browsers have known since 2023: the browser judges that."""


@cache
def axe() -> str:
    """The script of axe-core."""
    script = MODULES / "axe-core" / "axe.min.js"
    if not script.is_file():
        missing("axe-core", BRING)
    return script.read_text(encoding="utf-8")


def barriers(page: Page) -> list[str]:
    """What keeps people from using a page as it is now, one line for each place."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(axe())
    found = page.evaluate(
        """tags => axe.run(document, {
            runOnly: {type: 'tag', values: tags},
            resultTypes: ['violations'],
            preload: false,
        }).then(found => found.violations)""",
        RULES,
    )
    return [
        f"{one['id']}: {node['html'][:200]} ({node['failureSummary']})"
        for one in found
        for node in one["nodes"]
    ]


def mistakes(*folders: Path) -> list[str]:
    """What is wrong with the HTML in folders, or doubtful, one line each."""
    jar = MODULES / "vnu-jar" / "build" / "dist" / "vnu.jar"
    java = shutil.which("java")
    if java is None:
        missing("Java", "apt-get install default-jre-headless")
    if not jar.is_file():
        missing("The Nu HTML checker", BRING)
    # Deep pages need more stack than Java gives by itself. Compiling the checker to fast code
    # takes twice as long as checking these pages.
    command: list[str | Path] = [
        java,
        "-Xss4m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-jar",
        jar,
        "--skip-non-html",
        "--format",
        "json",
    ]
    ran = subprocess.run(
        [*command, "--stdout", "--exit-zero-always", *folders],
        capture_output=True,
        text=True,
        check=True,
    )
    return [
        f"{one['url'].rpartition('/')[2]}:{one.get('lastLine', 0)}: {one['message']}"
        for one in json.loads(ran.stdout)["messages"]
        if not any(words in one["message"] for words in UNJUDGED)
    ]
