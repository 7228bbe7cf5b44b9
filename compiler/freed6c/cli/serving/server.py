"""The server: this machine alone, from memory alone, reading alone."""

from __future__ import annotations

import sys
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import PurePosixPath
from threading import Condition
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

from freed6c.cli.serving.pages import NEWS, part

if TYPE_CHECKING:
    from freed6c.cli.serving.editions import Edition

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
        super().__init__((HERE, port), Handler)
        self._edition = edition
        self._news = Condition()

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that hangs up is nothing to speak of."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]

    @property
    def edition(self) -> Edition:
        """The last edition."""
        return self._edition

    def replace(self, edition: Edition) -> None:
        """Serve another edition, and tell every page that waits."""
        with self._news:
            self._edition = edition
            self._news.notify_all()

    def wait(self, mark: str) -> str:
        """The mark of the last edition, once it is another or after a while."""
        with self._news:
            self._news.wait_for(lambda: self._edition.mark != mark, PATIENCE)
            return self._edition.mark


class Handler(BaseHTTPRequestHandler):
    """Answers one request. Paths are names in memory: none leads to a disk."""

    server: Server
    server_version = "freed6c"
    sys_version = ""

    def do_GET(self) -> None:
        """A file, or the stream of news."""
        if not self._is_ours():
            return
        path = self._path()
        if path == NEWS:
            self._tell_news()
        else:
            self._answer(path, body=True)

    def do_HEAD(self) -> None:
        """The same without a body."""
        if self._is_ours():
            self._answer(self._path(), body=False)

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

    def _answer(self, path: str, *, body: bool) -> None:
        edition = self.server.edition
        found = part(path) or edition.page(path)
        status = HTTPStatus.OK if found is not None else HTTPStatus.NOT_FOUND
        if found is None:
            path, found = MISSING, edition.missing()
        self._begin(status, TYPES.get(PurePosixPath(path).suffix, "text/plain"))
        self.send_header("Content-Length", str(len(found)))
        self.end_headers()
        if body:
            self.wfile.write(found)

    def _tell_news(self) -> None:
        """The mark of each edition as it comes, for as long as somebody listens."""
        self._begin(HTTPStatus.OK, "text/event-stream")
        self.end_headers()
        mark = ""
        try:
            while True:
                mark = self.server.wait(mark)
                self.wfile.write(f"data: {mark}\n\n".encode())
                self.wfile.flush()
        except OSError:
            return

    def _begin(self, status: HTTPStatus, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing: the terminal is for what is wrong with the packs."""
