"""The server: this machine alone, from memory alone, reading alone."""

from __future__ import annotations

import sys
from contextlib import suppress
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import PurePosixPath
from string import Template
from threading import Condition
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

from freed6c.emit.html.assets import ICON, POLICY, STYLE

if TYPE_CHECKING:
    from freed6c.cli.serve import Edition


# Pages as they are served: they look out for the next edition, which files on a disk
# never do.


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


def problem_page(title: str, report: str) -> str:
    """A page that stands for the whole site, and says what the terminal says."""
    return _notice(title, f"{WAYS_OUT[title]}\n<pre>{escape(report)}</pre>")


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
    return (resources.files(__package__) / "serving" / name).read_text(encoding="utf-8")


HERE: Final = "127.0.0.1"
NAMES: Final = (HERE, "localhost")
PATIENCE: Final = 10
"""Seconds after which a page that waits is told that nothing is new, or found to be gone."""
MISSING: Final = "missing.html"
TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".xml": "application/xml",
}


class Server(ThreadingHTTPServer):
    """Serves the last edition, on this machine alone."""

    daemon_threads = True

    def __init__(self, port: int, edition: Edition) -> None:
        super().__init__((HERE, port), RequestHandler)
        self.edition = edition
        self._news = Condition()

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that hangs up is nothing to speak of."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]

    def replace(self, edition: Edition) -> None:
        """Serve another edition, and tell every page that waits."""
        with self._news:
            self.edition = edition
            self._news.notify_all()

    def wait(self, mark: str) -> str:
        """The mark of the last edition, once it is another or after a while."""
        with self._news:
            self._news.wait_for(lambda: self.edition.mark != mark, PATIENCE)
            return self.edition.mark


class RequestHandler(BaseHTTPRequestHandler):
    """Answers one request. Paths are names in memory: none leads to a disk."""

    server: Server
    server_version = "freed6c"
    sys_version = ""

    def do_GET(self) -> None:
        """A file, or the stream of news."""
        if self._is_ours():
            if self._path() == NEWS:
                self._tell_news()
            else:
                self._answer(body=True)

    def do_HEAD(self) -> None:
        """The same without a body."""
        if self._is_ours():
            self._answer(body=False)

    def _is_ours(self) -> bool:
        """Whether the browser asks us by our own name.

        Else a site of a stranger, whose name it made lead here, would read what we serve.
        """
        port = self.server.server_port
        if self.headers.get("Host") in {f"{name}:{port}" for name in NAMES}:
            return True
        self.send_error(HTTPStatus.FORBIDDEN)
        return False

    def _path(self) -> str:
        path = unquote(urlsplit(self.path).path).removeprefix("/")
        return f"{path}index.html" if path.endswith("/") or not path else path

    def _answer(self, *, body: bool) -> None:
        path, edition, status = self._path(), self.server.edition, HTTPStatus.OK
        content = part(path) or edition.page(path)
        if content is None:
            path, content, status = MISSING, edition.missing(), HTTPStatus.NOT_FOUND
        self._begin(status, TYPES.get(PurePosixPath(path).suffix, "text/plain"))
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if body:
            self.wfile.write(content)

    def _tell_news(self) -> None:
        """The mark of each edition as it comes, for as long as somebody listens."""
        self._begin(HTTPStatus.OK, "text/event-stream")
        self.end_headers()
        mark = ""
        with suppress(OSError):
            while True:
                mark = self.server.wait(mark)
                self.wfile.write(f"data: {mark}\n\n".encode())
                self.wfile.flush()

    def _begin(self, status: HTTPStatus, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing: the terminal is for what is wrong with the packs."""
