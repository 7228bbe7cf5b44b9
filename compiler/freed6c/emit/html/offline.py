"""The files by which a browser installs a site and shows it without a network.

They are the web app manifest and a service worker, a script that answers requests from a cache.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from freed6c.emit.files import OutputFile, compact_json
from freed6c.emit.html.assets import ICON, OFFLINE_SCRIPT, STATIC, style
from freed6c.emit.html.navigation import PLAIN, START

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.document.blocks import Document


NOT_KEPT: Final = frozenset({OFFLINE_SCRIPT, PLAIN, "ruleset.json"})
"""Files that aren't cached, because no reader needs them: data for tools, and a file for a host."""


def worker(files: Sequence[OutputFile]) -> OutputFile:
    """Return the service worker that caches the files of this build.

    Its version is a hash of all these files, so a browser notices if any of them changes.
    """
    cached = [file for file in files if file.path not in NOT_KEPT]
    digest = sha256()
    for file in cached:
        digest.update(f"{file.path}\0".encode())
        digest.update(file.digest)
    names = compact_json([file.path for file in cached])
    head = f'const VERSION = "{digest.hexdigest()[:16]}";\nconst FILES = {names};\n'
    script = (STATIC / OFFLINE_SCRIPT).read_text(encoding="utf-8")
    return OutputFile.text(OFFLINE_SCRIPT, f"{head}{script}")


def manifest(document: Document, said: str) -> str:
    """Return the web app manifest, by which a device installs a site; `said` describes the game."""
    description = {"description": said} if said else {}
    members = {
        "name": document.title,
        "lang": document.language,
        **description,
        "start_url": START,
        "scope": "./",
        "display": "minimal-ui",
        "background_color": _color("page"),
        "theme_color": _color("accent"),
        "icons": [{"src": ICON, "sizes": "any", "type": "image/svg+xml"}],
    }
    return json.dumps(members, ensure_ascii=False, indent=1) + "\n"


def _color(name: str) -> str:
    """Return the value of a color variable of the style in light mode, white if it has none."""
    match = re.search(rf"--{name}: (#[0-9a-f]+);", style())
    return match[1] if match else "#ffffff"
