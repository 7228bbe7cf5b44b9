"""Pages as they are served: they look out for the next edition, which files on a disk never do."""

from __future__ import annotations

from html import escape
from importlib import resources
from string import Template
from typing import Final

from freed6c.emit.html.assets import ICON, POLICY, STYLE

SCRIPT: Final = "-/reload.js"
NEWS: Final = "-/news"
"""Where the script asks. No page is called so: keys of entries begin with a letter."""


def reloading(page: str, mark: str) -> str:
    """A page that loads itself anew when its edition is no longer the last.

    Its policy alone allows it to ask the server that it came from.
    """
    script = f'<script src="/{SCRIPT}" data-mark="{mark}" defer></script>\n'
    allowed = page.replace(POLICY, f"{POLICY}; connect-src 'self'", 1)
    return allowed.replace("</head>", f"{script}</head>", 1)


def problem_page(said: str) -> str:
    """A page that says what is wrong with the packs, as the terminal does."""
    words = {"policy": POLICY, "style": STYLE, "icon": ICON, "said": escape(said)}
    return Template(_part("problem.html")).substitute(words)


def script() -> bytes:
    """What waits for news in a page."""
    return _part("reload.js").encode()


def _part(name: str) -> str:
    return (resources.files(__package__) / name).read_text(encoding="utf-8")
