"""What a browser needs to keep a site: how to install it, and what answers without a network."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from freed6c.emit.files import OutputFile, compact_json
from freed6c.emit.html.assets import ICON, INSTALL, OFFLINE, STATIC, style
from freed6c.emit.html.navigation import MISSING, ONE_FILE, START

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.document.blocks import Document


KEPT: Final = frozenset({".html", ".css", ".js", ".svg", ".webmanifest"})
"""What pages are made of. Data for tools is a download."""
NOT_KEPT: Final = frozenset({MISSING, OFFLINE, ONE_FILE})
"""The site in one file is a download, too; hosts show the missing page themselves."""


def worker(files: Sequence[OutputFile]) -> OutputFile:
    """The script that keeps the files of this build.

    Its version is a hash of all of them, so that it changes with any.
    """
    kept = [
        file
        for file in files
        if PurePosixPath(file.path).suffix in KEPT and file.path not in NOT_KEPT
    ]
    digest = sha256()
    for file in kept:
        digest.update(f"{file.path}\0".encode())
        digest.update(file.digest)
    names = compact_json([file.path for file in kept])
    known = f'const VERSION = "{digest.hexdigest()[:16]}";\nconst FILES = {names};\n'
    own = (STATIC / OFFLINE).read_text(encoding="utf-8")
    return OutputFile.text(OFFLINE, f"{known}{own}")


def manifest(document: Document, said: str) -> OutputFile:
    """What a device shows of a site on its home screen; `said` is what the game is."""
    described = {"description": said} if said else {}
    installed = {
        "name": document.title,
        "lang": document.language,
        **described,
        "start_url": START,
        "scope": "./",
        "display": "minimal-ui",
        "background_color": _color("page"),
        "theme_color": _color("accent"),
        "icons": [{"src": ICON, "sizes": "any", "type": "image/svg+xml"}],
    }
    text = json.dumps(installed, ensure_ascii=False, indent=1)
    return OutputFile.text(INSTALL, f"{text}\n")


def _color(name: str) -> str:
    """A color of the style, by its name there; by day."""
    found = re.search(rf"--{name}: (#[0-9a-f]+);", style())
    return found[1] if found else "#ffffff"
