"""Pages as they are served: they look out for the next edition, which files on a disk never do."""

from __future__ import annotations

from html import escape
from importlib import resources
from pathlib import PurePosixPath
from string import Template
from typing import Final

from freed6c.emit.html.assets import ICON, POLICY, STYLE

SCRIPT: Final = "-/reload.js"
LOOK: Final = "-/notice.css"
NEWS: Final = "-/news"
"""Where the script asks. No page is called so: keys of entries begin with a letter."""
ERRORS: Final = "The pack has errors"
FAULT: Final = "freed6c has made a mistake"
WAYS_OUT: Final = {
    ERRORS: "<p>Mend them: this page becomes the site again by itself.</p>",
    FAULT: "<p>Undo your last change: this page becomes the site again by itself.</p>",
}
"""The two reasons for which there is no site, and what to do."""
GONE: Final = """\
<p>It may be called something else now, or come back: then this page becomes it again by itself.</p>
<p><a href="/">Start</a></p>"""


def reloading(page: str, mark: str) -> str:
    """A page that loads itself anew when its edition is no longer the last.

    Its policy alone allows it to ask the server that it came from.
    """
    script = f'<script src="/{SCRIPT}" data-mark="{mark}" defer></script>\n'
    allowed = page.replace(POLICY, f"{POLICY}; connect-src 'self'", 1)
    return allowed.replace("</head>", f"{script}</head>", 1)


def problem_page(title: str, said: str) -> str:
    """A page that stands for the whole site, and says what the terminal says."""
    return _notice(title, f"{WAYS_OUT[title]}\n<pre>{escape(said)}</pre>")


def missing_page() -> str:
    """A page that stands where there is none, and waits for one."""
    return _notice("There is no such page", GONE)


def part(path: str) -> bytes | None:
    """What stands at a path of the server's own: what waits for news, the look of notices."""
    return _part(PurePosixPath(path).name).encode() if path in {SCRIPT, LOOK} else None


def _notice(title: str, text: str) -> str:
    words = {"policy": POLICY, "style": STYLE, "own": LOOK, "icon": ICON}
    return Template(_part("notice.html")).substitute(words, title=title, text=text)


def _part(name: str) -> str:
    return (resources.files(__package__) / name).read_text(encoding="utf-8")
