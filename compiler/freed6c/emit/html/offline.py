"""The files by which a browser installs a site and shows it without a network.

They are the web app manifest and a service worker, a script that answers requests from a cache.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from freed6c.emit.files import OutputFile, compact_json
from freed6c.emit.html.assets import ICON, OFFLINE_SCRIPT, STATIC, style
from freed6c.emit.html.navigation import MISSING, ONE_FILE, START

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.document.blocks import Document


KEPT: Final = frozenset({".html", ".css", ".js", ".svg", ".webmanifest"})
"""The suffixes of files that pages consist of. Data for tools, such as JSON, isn't cached."""
NOT_KEPT: Final = frozenset({MISSING, OFFLINE_SCRIPT, ONE_FILE})
"""Files of these types that aren't cached.

Hosts show the page for unknown addresses; the site in one file is a download.
"""


def worker(files: Sequence[OutputFile]) -> OutputFile:
    """Return the service worker that caches the files of this build.

    Its version is a hash of all these files, so a browser notices if any of them changes.
    """
    cached = [
        file
        for file in files
        if PurePosixPath(file.path).suffix in KEPT and file.path not in NOT_KEPT
    ]
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
